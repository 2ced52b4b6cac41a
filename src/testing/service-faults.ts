// Faults on the way to a maker, one after the other: what a service must say of each.
import { isVoxreelError, type VoxreelError } from '../base/errors.js';
import { isRecord } from '../base/is-record.js';
import { answerOf, type RecordedExchange } from '../services/recording.js';
import type { Service } from '../services/service.js';
import { playedMaker, silence, type PlayedMaker, type Says } from './played-maker.js';
import { checkError, outcomeOf, wordsOf, type Attempt } from './service-calls.js';

interface Fault {
  readonly what: string;
  readonly says: Says;
  /** Undefined: no answer at all is as good as an error. */
  readonly expects?: ((error: VoxreelError) => boolean) | undefined;
  readonly words?: string;
  /** Short, where nobody will answer. */
  readonly timeoutMs?: number;
}

const complains =
  (status: number, headers: Readonly<Record<string, string>> = {}): Says =>
  () =>
    Response.json({ error: { message: 'Words of the maker.', code: 'a_code_of_the_maker' } }, { status, headers });

const withText =
  (text: string): Says =>
  () =>
    new Response(text, { headers: { 'content-type': 'application/json' } });

const refusals: readonly Fault[] = [
  {
    what: 'a 401',
    says: complains(401),
    expects: ({ status, code }) => status === 401 || code === 'unauthorized',
    words: 'the status 401, or the code `unauthorized`',
  },
  {
    what: 'a 429 with `Retry-After: 7`',
    says: complains(429, { 'retry-after': '7' }),
    expects: ({ status, retryAfterMs }) => status === 429 && retryAfterMs === 7000,
    words: 'the status 429 and `retryAfterMs: 7000`',
  },
  { what: 'a 500', says: complains(500), expects: ({ status }) => status === 500, words: 'the status 500' },
  {
    what: 'a maker that does not answer in time',
    says: silence,
    timeoutMs: 20,
    expects: ({ code }) => code === 'timeout',
    words: 'the code `timeout`',
  },
  {
    what: 'a connection that breaks',
    says: () => Promise.reject(new TypeError('fetch failed')),
    expects: ({ code }) => code === 'network',
    words: 'the code `network`',
  },
];
const nothing = 'an empty object';
const unreadable: readonly Fault[] = [
  { what: 'an answer that is cut short', says: withText('{"id":"task-1","status":') },
  { what: 'a page of HTML with the status 200', says: withText('<html>Down for repairs</html>') },
  { what: nothing, says: withText('{}') },
  { what: 'a list in place of an object', says: withText('[null]') },
];

/**
 * Whether a call may end without an error after an answer that cannot be read. In the second answer of a query, a task that is done without a video has
 * failed.
 */
const mayPass = (name: string, gave: unknown, { what }: Fault, place: number): boolean => {
  if (name === 'cancel()') return true;
  if (name !== 'query()' || !isRecord(gave)) return false;
  const { status } = gave;
  return status === 'processing' || status === 'unknown' || (status === 'failed' && place > 0 && what === nothing);
};

/** Every fault in the place of every answer of a call. */
export async function* checkFaults(service: Service, attempt: Attempt): AsyncGenerator<string> {
  const places = Math.max(1, attempt.exchanges.length);
  for (let place = 0; place < places; place += 1)
    for (const fault of [...refusals, ...unreadable]) yield* checkFault(service, attempt, fault, place);
}

async function* checkFault(service: Service, { name, exchanges, run }: Attempt, fault: Fault, place: number): AsyncGenerator<string> {
  const maker = playedMaker(service, breaking(exchanges, fault, place), fault);
  const outcome = await outcomeOf(() => run(maker.outside));
  // What never got that far says nothing about it.
  const reached = maker.sent.length > place;
  const what = `${name}: after ${fault.what}`;
  if ('gave' in outcome) {
    if ((place > 0 && !reached) || (fault.expects === undefined && mayPass(name, outcome.gave, fault, place))) return;
    yield `${what} it gives ${JSON.stringify(outcome.gave)}; it must throw.`;
    return;
  }
  for (const finding of checkError(outcome.threw)) yield `${what} it ${finding}`;
  if (!isVoxreelError(outcome.threw) || !reached || fault.expects === undefined || fault.expects(outcome.threw)) return;
  yield `${what} it throws \`${outcome.threw.code}\` (${wordsOf(outcome.threw)}); it must throw an error with ${fault.words}.`;
}

const breaking =
  (exchanges: readonly RecordedExchange[], fault: Fault, place: number): Says =>
  (sent, nth, signal) => {
    const before = nth < place ? exchanges[nth] : undefined;
    return before === undefined ? fault.says(sent, nth, signal) : answerOf(before.came);
  };

/** A key that its maker rejects is reported at start by what `check` and `mint` throw. */
export async function* checkRejectedKey(
  service: Service,
  name: string,
  run: (maker: PlayedMaker) => Promise<unknown>,
): AsyncGenerator<string> {
  const [rejected] = refusals;
  if (rejected === undefined) return;
  const maker = playedMaker(service, rejected.says);
  const outcome = await outcomeOf(() => run(maker));
  if ('gave' in outcome) yield `${name}: after ${rejected.what} it does not throw.`;
  else if (!isVoxreelError(outcome.threw) || rejected.expects?.(outcome.threw) !== true)
    yield `${name}: after ${rejected.what} it throws ${wordsOf(outcome.threw)}; it must throw an error with ${rejected.words}.`;
}
