// The question whether to take along what was made before the login. Loaded with an account.
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';

import type { AccountStorage } from '../../../core/account/account-storage.js';
import { reportError } from '../../../core/emitter.js';
import { videoStoreName } from '../../../core/owned-name.js';
import { indexedDbStorage } from '../../../core/persistence/indexed-db.js';
import { keyOf } from '../../../core/video/references/kept-references.js';
import { createReferenceLibrary } from '../../../core/video/references/reference-library.js';
import { isRecord } from '../../../base/is-record.js';
import { readTask } from '../../../core/store/task-record.js';
import { belongsTo } from '../../../core/stored-record.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import { fillCount, type Language } from '../../shared/strings.js';
import { VideoTakeAlongEvent } from '../events.js';
import type { VideoProperties } from '../video-properties.js';
import { videoAccountWords } from './account-words.js';
import { takeAlongStyles } from './take-along.styles.js';

export const styles = [takeAlongStyles];

export interface TakeAlongHost {
  readonly element: ReactiveControllerHost &
    HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment } & Pick<VideoProperties, 'name' | 'user'>;
  language(): Language;
  formats(): Formats;
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
}

export interface OfferHost extends TakeAlongHost {
  readonly account: AccountStorage<VideoTask>;
  readonly take: () => Promise<number>;
  readonly answered: () => void;
}

export interface TakeAlongOffer {
  view(): TemplateResult;
}

/** What was made here before anybody signed in. */
const ofNobody = (name: string) => indexedDbStorage<VideoTask>(videoStoreName('', name || 'default'));

type Owner = TakeAlongHost['element'];

/** How many videos were taken. References come along with them. */
export async function takeAlong(account: AccountStorage<VideoTask>, owner: Pick<Owner, 'name' | 'user'>): Promise<number> {
  const from = ofNobody(owner.name);
  const taken = await account.takeAlong(from).finally(() => from.close());
  await takeReferences(account, owner).catch(reportError);
  return taken;
}

/** Of two with one name that of the account is left as it is. */
async function takeReferences(account: AccountStorage, { name, user }: Pick<Owner, 'name' | 'user'>): Promise<void> {
  const from = createReferenceLibrary({ name: name || undefined });
  const to = createReferenceLibrary({ user, name: name || undefined, storage: account });
  try {
    const records = (await account.all('reference')).map(({ record }) => record);
    const known = new Set(records.map((record) => (isRecord(record) ? keyOf(String(record['name'])) : '')));
    for (const reference of await from.all()) {
      if (known.has(keyOf(reference.name))) continue;
      await to.put(reference);
      await from.remove(reference.name);
    }
  } finally {
    from.close();
    to.close();
  }
}

/** Undefined where there is nothing to take, the person was asked before, or the page asks them itself. */
export async function findOffer(host: OfferHost): Promise<TakeAlongOffer | undefined> {
  const { element, account } = host;
  const from = ofNobody(element.name);
  const records = await from.all().finally(() => from.close());
  const { length } = records.filter(({ record }) => belongsTo(record, '') && readTask(record) !== undefined);
  if (length === 0 || !(await account.offerOnce())) return undefined;
  if (!element.dispatchEvent(new VideoTakeAlongEvent(length))) return undefined;
  return createOffer(host, length);
}

function createOffer(host: OfferHost, length: number): TakeAlongOffer {
  const words = () => videoAccountWords.wordsFor(host.language());
  let isTaking = false;
  const take = async () => {
    if (isTaking) return;
    isTaking = true;
    host.focus('#prompt');
    const taken = await host.take().catch(reportError);
    isTaking = false;
    if (typeof taken === 'number') host.say(fillCount(words().taken, taken, host.formats()));
  };
  const leave = () => {
    host.focus('#prompt');
    host.answered();
  };
  return {
    view: () =>
      html`<section class="take-along" part="take-along" aria-labelledby="take-along">
        <p id="take-along">${fillCount(words().offer, length, host.formats())}</p>
        <div class="answers">
          <button type="button" class="button" data-act="take-along" @click=${take}>${words().take}</button>
          <button type="button" class="button quiet" data-act="leave-behind" @click=${leave}>${words().leave}</button>
        </div>
      </section>`,
  };
}
