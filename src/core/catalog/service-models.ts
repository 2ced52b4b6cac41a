// What a service offers, asked once for a base address and a login and kept while the page lasts.
import type { VoxreelError } from '../errors.js';
import { http, joinUrl, type HttpReply } from '../http.js';
import { isOffline } from '../is-offline.js';
import { readModelList, type OfferedModel } from '../offered-model.js';
import { pageUrl } from '../page-url.js';

export interface ServiceModels {
  /** What was said last: empty before anything was. */
  readonly known: readonly OfferedModel[];
  /** Asks where nothing is known. Empty where the service has no list or cannot give it now. Never rejects; the same array until the list is another. */
  list(): Promise<readonly OfferedModel[]>;
  /**
   * True where nothing answered when the list was asked for, and nothing answers now: whatever else is sent there does not arrive. Asks only in that
   * case. Never rejects.
   */
  isUnreachable(): Promise<boolean>;
  /** A login was refused, or a model is not known any more: the next `list` asks again. */
  forget(): void;
}

export interface ServiceModelsOptions {
  readonly baseUrl: string;
  /** Of the page's login. */
  readonly headers?: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Whose login it is, where cookies carry it. */
  readonly user?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const path = '/v1/models';
/** A request may wait for the list: a service that never answers must not hold it up for long. */
const timeoutMs = 5000;
/** One that could not be had is asked for again, but not at every turn. */
const againMs = 30_000;
/** Logins on one page. */
const remembered = 20;

/** Undefined: it may be had later. */
type Answer = readonly OfferedModel[] | typeof unanswered | undefined;
/** Nothing listens there, or a page may not ask it. */
const unanswered = 'unanswered';

/** By the way of asking, then by address and login: two elements of one page ask once. */
const shared = new WeakMap<typeof globalThis.fetch, Map<string, Promise<Answer>>>();

const none: readonly OfferedModel[] = [];

export function createServiceModels(options: ServiceModelsOptions): ServiceModels {
  let known = none;
  let asking: Promise<readonly OfferedModel[]> | undefined;
  let isFresh = false;
  let failedAt = -Infinity;
  let isUnanswered = false;

  const ask = async (): Promise<readonly OfferedModel[]> => {
    const answer = await askOnce(options, isFresh).catch(() => undefined);
    isFresh = false;
    isUnanswered = answer === unanswered;
    if (answer === undefined || answer === unanswered) {
      failedAt = Date.now();
      asking = undefined;
    } else if (JSON.stringify(answer) !== JSON.stringify(known)) known = answer;
    return known;
  };

  const forget = (): void => {
    asking = undefined;
    isFresh = true;
    failedAt = -Infinity;
  };
  const list = () => asking ?? (Date.now() - failedAt < againMs ? Promise.resolve(known) : (asking = ask()));
  return {
    get known() {
      return known;
    },
    list,
    async isUnreachable() {
      if (!isUnanswered) return false;
      forget();
      await list();
      return isUnanswered;
    },
    forget,
  };
}

/** `answer`: to a request for the list that a page sent before this code was there. */
export function takeModels({ baseUrl, user }: ServiceModelsOptions, answer: Promise<Response>): void {
  askOnce({ baseUrl, user }, false, () => answer).catch(() => undefined);
}

/** `isFresh`: what another has been given is not good enough. */
async function askOnce(
  { baseUrl, headers, user = '', fetch = globalThis.fetch }: ServiceModelsOptions,
  isFresh: boolean,
  send = fetch,
): Promise<Answer> {
  const { href } = pageUrl(joinUrl(baseUrl, path));
  if (isOffline()) return undefined;
  const login = (await headers?.()) ?? {};
  const answers = shared.get(fetch) ?? new Map<string, Promise<Answer>>();
  shared.set(fetch, answers);
  const key = JSON.stringify([href, user, login]);
  const before = isFresh ? undefined : answers.get(key);
  if (before !== undefined) return before;
  const answer = http(href, { headers: login, timeoutMs, fetch: send }).then(answerIn, ({ code }: VoxreelError) =>
    code === 'network' ? unanswered : undefined,
  );
  answers.delete(key);
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > remembered && oldest !== undefined) answers.delete(oldest);
  void answer.then((models) => (models === undefined || models === unanswered) && answers.get(key) === answer && answers.delete(key));
  return answer;
}

/** A refusal for good means that there is no list; a login, a limit or trouble of the service passes. */
function answerIn({ ok, status, json }: HttpReply): Answer {
  if (!ok) return status >= 500 || [401, 403, 408, 425, 429].includes(status) ? undefined : none;
  const list = readModelList(json);
  if (list === undefined) return none;
  const { models, malformed } = list;
  if (malformed.length > 0) console.warn(`voxreel: GET ${path} has entries that are not as documented. Left out: ${malformed.join(', ')}.`);
  return models;
}
