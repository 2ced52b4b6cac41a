// What a user's account has room for, what is shared from it, and what they deleted from it lately. Loaded where an account is shown.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import type { AccountUsage, DeletedRecord } from '../../../core/account/account-bin.js';
import type { AccountStorage } from '../../../core/account/account-storage.js';
import type { Formats } from '../formats.js';
import { fill, fillCount } from '../strings.js';
import { AccountLinks } from './account-links.js';
import type { AccountRoomHost } from './account-room-host.js';
import { accountRoomStyles } from './account-room.styles.js';
import { accountWords, type AccountWords } from './account-words.js';
import { plainButton, question } from './question.js';
import { recordTitle } from './record-title.js';

export const styles = [accountRoomStyles];

/** What is done at the second press alone: to one record, or to all. */
type Question = { readonly key: string | undefined };

export class AccountRoom {
  readonly #host: AccountRoomHost;
  readonly #account: AccountStorage;
  readonly #links: AccountLinks;
  #usage: AccountUsage | undefined;
  /** When it was asked there were so many records: what is made or removed changes it. */
  #usageOf: number | undefined;
  /** Undefined until somebody unfolds them. */
  #deleted: readonly DeletedRecord[] | undefined;
  #next: string | undefined;
  #question: Question | undefined;

  constructor(host: AccountRoomHost, account: AccountStorage) {
    this.#host = host;
    this.#account = account;
    this.#links = new AccountLinks(host, account);
  }

  /** Days for which what is deleted can be restored; undefined where it cannot, and until the library has answered. */
  get days(): number | undefined {
    return this.#usage?.retention['bin'] || undefined;
  }

  /** There may be a link more. */
  shared(): void {
    void this.#links.load();
  }

  /** Nothing until the library has answered, and where it does not say. `count`: of the records that are shown. */
  view(count: number, formats: Formats): TemplateResult | typeof nothing {
    if (count !== this.#usageOf) void this.#measure(count);
    const usage = this.#usage;
    if (usage === undefined) return nothing;
    return html`${this.#usageView(usage, formats)} ${this.#links.view(formats)}
    ${this.days === undefined ? nothing : this.#deletedView(usage, this.days, formats)}`;
  }

  get #words(): AccountWords {
    return accountWords.wordsFor(this.#host.language());
  }

  #usageView({ total, limits }: AccountUsage, formats: Formats): TemplateResult {
    const words = this.#words;
    const size = formats.bytes(total.bytes);
    if (limits.bytes === Infinity) return html`<p class="note tabular">${fill(words.used, { size })}</p>`;
    const isNearlyFull = total.bytes > limits.bytes * 0.9;
    return html`<div class="tools">
      <p class=${isNearlyFull ? 'note tabular warn' : 'note tabular'}>
        ${fill(words.usedOf, { size, limit: formats.bytes(limits.bytes) })}
      </p>
      <meter aria-label=${words.room} min="0" max=${limits.bytes} value=${total.bytes}></meter>
    </div>`;
  }

  #deletedView({ bin }: AccountUsage, days: number, formats: Formats): TemplateResult {
    const words = this.#words;
    const [deleted, question] = [this.#deleted, this.#question];
    return html`<details class="fold records deleted" part="deleted" @toggle=${this.#toggled}>
      <summary>${words.deleted}: <bdi>${formats.number(deleted?.length === 0 ? 0 : bin.records)}</bdi></summary>
      <div>
        ${deleted?.length === 0 ? html`<p class="note">${words.deletedNone}</p>` : html`<p class="note">${fillCount(words.deletedNote, days, formats)}</p>`}
        <ul>
          ${repeat(
            deleted ?? [],
            ({ key }) => key,
            (one) => this.#recordView(one, formats),
          )}
        </ul>
        ${question !== undefined && question.key === undefined ? this.#questionView(words.eraseAllAsk) : this.#waysView()}
      </div>
    </details>`;
  }

  #recordView({ key, record, bytes, deletedAt }: DeletedRecord, formats: Formats): TemplateResult {
    const words = this.#words;
    const named = recordTitle(record) || key;
    const values = { when: formats.relative(deletedAt, Date.now()), size: formats.bytes(bytes) };
    return html`<li>
      <div>
        <p class="name"><bdi>${named}</bdi></p>
        <p class="note tabular">${fill(words.deletedAt, values)}</p>
      </div>
      ${
        this.#question?.key === key
          ? this.#questionView(words.eraseAsk)
          : html`<span class="ways">
              ${plainButton(words.restore, () => this.#restore(key), named)} ${plainButton(words.erase, () => this.#ask({ key }), named)}
            </span>`
      }
    </li>`;
  }

  #waysView(): TemplateResult | typeof nothing {
    const words = this.#words;
    if (this.#deleted === undefined || this.#deleted.length === 0) return nothing;
    return html`<span class="ways">
      ${this.#next === undefined ? nothing : plainButton(words.deletedMore, () => this.#load(this.#next))}
      ${plainButton(words.eraseAll, () => this.#ask({ key: undefined }))}
    </span>`;
  }

  #questionView(text: string): TemplateResult {
    const { eraseYes: yes, no } = this.#words;
    return question({ text, yes, no, answer: (isYes) => (isYes ? this.#answer() : this.#ask(undefined)) });
  }

  #ask(question: Question | undefined): void {
    this.#question = question;
    // The safe answer is under the finger.
    this.#host.focus(question === undefined ? '.deleted .button' : '.deleted .question .button:last-child', '.deleted > summary');
    this.#host.element.requestUpdate();
  }

  async #answer(): Promise<void> {
    const question = this.#question;
    this.#ask(undefined);
    if (question === undefined) return;
    const { key } = question;
    await this.#host.run(async () => {
      await (key === undefined ? this.#account.bin.clear() : this.#account.bin.remove(key));
      this.#left(key);
      return this.#words.erased;
    });
  }

  async #restore(key: string): Promise<void> {
    await this.#host.run(async () => {
      await this.#account.bin.restore(key);
      this.#left(key);
      return this.#words.restored;
    });
  }

  /** One record is no longer in the bin, or none is. */
  #left(key: string | undefined): void {
    this.#deleted = key === undefined ? [] : this.#deleted?.filter((one) => one.key !== key);
    if (key === undefined) this.#next = undefined;
    this.#host.focus('.deleted .button', '.deleted > summary');
    void this.#measure(this.#usageOf ?? 0);
  }

  readonly #toggled = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLDetailsElement)) return;
    // What was deleted meanwhile is there when they are unfolded again.
    if (currentTarget.open) void this.#load(undefined);
  };

  async #load(after: string | undefined): Promise<void> {
    await this.#host.run(async () => {
      const { records, next } = await this.#account.bin.list({ after });
      this.#deleted = after === undefined ? records : [...(this.#deleted ?? []), ...records];
      this.#next = next;
      return undefined;
    });
  }

  /** Once the library knows what was made and removed here. While it does not answer, what it said last is shown. */
  async #measure(count: number): Promise<void> {
    this.#usageOf = count;
    void this.#links.load();
    const account = this.#account;
    const usage = await account
      .synchronize()
      .then(() => account.usage())
      .catch(() => undefined);
    if (this.#usageOf !== count || usage === undefined) return;
    this.#usage = usage;
    if (this.#deleted !== undefined) void this.#load(undefined);
    this.#host.element.requestUpdate();
  }
}
