// The links that a user has given out: whom they show what, how often they were opened, and the way to end them.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import { isRecord } from '../../../base/is-record.js';
import type { AccountShare } from '../../../core/account/account-shares.js';
import type { AccountStorage } from '../../../core/account/account-storage.js';
import type { Formats } from '../formats.js';
import { fill } from '../strings.js';
import type { AccountRoomHost } from './account-room-host.js';
import { accountWords, type AccountWords } from './account-words.js';
import { copyLater } from './copy-later.js';
import { plainButton } from './question.js';
import { recordTitle } from './record-title.js';

export class AccountLinks {
  readonly #host: AccountRoomHost;
  readonly #account: Pick<AccountStorage, 'all' | 'shares'>;
  #links: readonly AccountShare[] = [];
  /** By key, of what is on this device; undefined until somebody unfolds the links. */
  #titles: ReadonlyMap<string, string> | undefined;
  #isOpen = false;

  constructor(host: AccountRoomHost, account: Pick<AccountStorage, 'all' | 'shares'>) {
    this.#host = host;
    this.#account = account;
  }

  /** While the library does not answer, and where it makes no links, those that were there last. */
  async load(): Promise<void> {
    const links = await this.#account.shares.list().catch(() => undefined);
    if (links === undefined) return;
    this.#links = links;
    if (this.#isOpen) await this.#readTitles();
    this.#host.element.requestUpdate();
  }

  view(formats: Formats): TemplateResult | typeof nothing {
    const links = this.#links;
    if (links.length === 0 && !this.#isOpen) return nothing;
    const words = this.#words;
    return html`<details class="fold records links" part="links" @toggle=${this.#toggled}>
      <summary>${words.links}: <bdi>${formats.number(links.length)}</bdi></summary>
      <div>
        ${links.length === 0 ? html`<p class="note">${words.linksNone}</p>` : nothing}
        <ul>
          ${repeat(
            this.#titles === undefined ? [] : links,
            ({ token }) => token,
            (one) => this.#linkView(one, words, formats),
          )}
        </ul>
      </div>
    </details>`;
  }

  get #words(): AccountWords {
    return accountWords.wordsFor(this.#host.language());
  }

  #linkView({ token, url, key, visits, createdAt, expiresAt }: AccountShare, words: AccountWords, formats: Formats): TemplateResult {
    const title = this.#titles?.get(key) || url;
    const seen = fill(words.linkSeen, { when: formats.relative(createdAt, Date.now()), count: formats.number(visits) });
    const ends = expiresAt === undefined ? '' : ` · ${fill(words.linkEnds, { when: formats.relative(expiresAt, Date.now()) })}`;
    return html`<li>
      <div>
        <p class="name">
          <a href=${url} target="_blank" rel="noopener noreferrer"><bdi>${title}</bdi></a>
        </p>
        <p class="note tabular">${seen}${ends}</p>
      </div>
      <span class="ways">
        ${plainButton(words.linkCopy, () => this.#copy(url), title)} ${plainButton(words.linkEnd, () => this.#end(token), title)}
      </span>
    </li>`;
  }

  readonly #toggled = ({ currentTarget }: Event): void => {
    this.#isOpen = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    if (this.#isOpen) void this.load();
  };

  async #readTitles(): Promise<void> {
    const titles = new Map<string, string>();
    for (const kind of new Set(this.#links.map((link) => link.kind))) {
      for (const { key, record } of await this.#account.all(kind)) if (isRecord(record)) titles.set(key, recordTitle(record));
    }
    this.#titles = titles;
  }

  #copy(url: string): Promise<void> {
    const copied = copyLater(Promise.resolve(url));
    return this.#host.run(async () => ((await copied) ? this.#words.linkCopied : this.#words.linkCopyFailed));
  }

  async #end(token: string): Promise<void> {
    await this.#host.run(async () => {
      await this.#account.shares.end(token);
      this.#links = this.#links.filter((one) => one.token !== token);
      this.#host.focus('.links .button', '.links > summary');
      return this.#words.linkEnded;
    });
  }
}
