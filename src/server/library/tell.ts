// Says that a watched video has ended: to the site, and to the browsers of its user by Web Push.
import type { PushMessage } from '../../base/push-message.js';
import { inTime } from '../in-time.js';
import type { AddressRules } from '../requests/addresses.js';
import { wayOut } from '../way-out.js';
import type { LibraryEvent, LibraryOptions } from './library-options.js';
import type { PushList, PushTarget } from './push-list.js';
import { readerOf } from './push-routes.js';
import type { WatchedTask } from './watched-task.js';

export interface TellParts extends Pick<LibraryOptions, 'notify' | 'push'> {
  /** Undefined where the store remembers no browsers. */
  readonly list: PushList | undefined;
  readonly addresses: AddressRules;
}

export interface Told {
  /** Who has heard: the site by its name here, a browser by its id. Given back, nobody hears twice. */
  readonly told: readonly string[];
  /** Somebody could not be reached now. */
  readonly isOpen: boolean;
}

/** Rejects while the store cannot be reached: then nobody was told. `topic` names the video: a browser shows one notification of it. */
export type Tell = (task: WatchedTask, event: LibraryEvent, topic: string) => Promise<Told>;

const site = 'site';
const answerMs = 30_000;
/** A browser that was off for longer finds its videos all the same. */
const ttlSeconds = 86_400;
const longestPrompt = 300;

const promptOf = ({ prompt }: WatchedTask['draft']): string => (typeof prompt === 'string' ? prompt : '');

const refusal = (endpoint: string, status: number): Error =>
  new Error(
    `The push service ${new URL(endpoint).host} answered ${status}: check the subject, and that the keys are those that browsers subscribed with.`,
  );

export function createTell({ notify, push, list, addresses }: TellParts): Tell {
  async function toBrowser(target: PushTarget, { user, draft }: WatchedTask, event: LibraryEvent, topic: string): Promise<void> {
    const reader = readerOf(target.data);
    if (push === undefined || reader === undefined) return;
    const { url, lang, words } = reader;
    const body = promptOf(draft).slice(0, longestPrompt);
    const { type: status, recordId: id } = event;
    const said: PushMessage = { type: 'voxreel.video', status, id, title: words[status], body, lang, url };
    const sealed = await push.seal(reader, JSON.stringify(said), { ttlSeconds, topic });
    const publicOnly = !addresses.isNamedHost(sealed.endpoint);
    const answer = await wayOut(sealed.endpoint, {
      method: 'POST',
      headers: { ...sealed.headers },
      body: sealed.body,
      timeoutMs: answerMs,
      publicOnly,
    });
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 410) await list?.remove(user.id, target.id);
    else if (answer.status === 429 || answer.status >= 500) throw new Error(`The push service answered ${answer.status}.`);
    else if (!answer.ok) push.refused?.(refusal(sealed.endpoint, answer.status));
  }

  return async (task, event, topic) => {
    const targets = push === undefined ? [] : await (list?.list(task.user.id) ?? []);
    const hearers: readonly (readonly [string, () => unknown])[] = [
      [site, () => inTime('notify', notify?.(task.user, event), answerMs)],
      ...targets.map((target) => [target.id, () => toBrowser(target, task, event, topic)] as const),
    ];
    const before = task.told ?? [];
    const left = hearers.filter(([name]) => !before.includes(name));
    const heard = await Promise.all(
      left.map(async ([name, tell]) => {
        try {
          await tell();
          return [name];
        } catch {
          return [];
        }
      }),
    );
    const now = heard.flat();
    return { told: [...before, ...now], isOpen: now.length < left.length };
  };
}
