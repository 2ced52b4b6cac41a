// One task for one Idempotency-Key: the first answer is kept and given again, to all instances that share a state. Sends nothing by itself.
import { refuse } from '../answers/answers.js';
import type { Outcome } from '../answers/outcome.js';
import { stateUnavailable } from './rate.js';
import type { GatewayState } from './state.js';
import { noteRepeat } from './repeats.js';
import { textOf, BufferedResponse } from '../answers/buffered-response.js';

/** What came of a request. */
export interface Sent {
  readonly response: Response;
  readonly outcome: Outcome;
}

export interface OnceCall {
  readonly userId: string;
  /** As the page sent it. */
  readonly key: string;
  readonly body: string;
  /** The page has gone: nobody waits any more, but what is under way goes on. */
  readonly signal: AbortSignal;
  /** What is in doubt may be sent again: the service knows the key. */
  readonly repeatable: boolean;
}

export interface Idempotency {
  /**
   * The answer to the first request of this user with this key, waited for while that is under way. `send` is called once at most, with the
   * key to send on: another user's request with the same key is another one to the service too.
   */
  once(call: OnceCall, send: (key: string) => Promise<Sent>): Promise<Response>;
}

export interface IdempotencyOptions {
  readonly state: GatewayState;
  /** Stands for words that the state need not know. */
  readonly digest: (...parts: readonly string[]) => Promise<string>;
  /** How long a second request waits for the first. */
  readonly waitMs: number;
  /** An instance that has said nothing of its request for so long, and half as long again, is dead. Default a third of `waitMs`. */
  readonly leaseMs?: number | undefined;
}

/** What stands in the state under a user's key. */
interface Kept {
  /** Of the body. */
  readonly digest: string;
  /** Who works on it, or did. */
  readonly owner: string;
  readonly outcome: 'pending' | 'unknown' | 'answered';
  readonly status?: number;
  readonly text?: string;
}

interface UnderWay {
  readonly digest: string;
  readonly answer: Promise<Answer>;
}

type Answer = Pick<Sent, 'outcome'> & {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly code: string | undefined;
};

/** A page gives a request up after a day. */
const keepMs = 86_400_000;
/** An answer about a new task is far smaller; of a larger one is kept only that there was one. */
const maxKeptCharacters = 64 * 1024;
const longestKey = 255;

export function createIdempotency({ state, digest, waitMs, leaseMs = waitMs / 3 }: IdempotencyOptions): Idempotency {
  /** Requests of this process, until what came of them is written down. */
  const underWay = new Map<string, UnderWay>();
  const leaseOf = (owner: string): string => `lease:${owner}`;

  /** Sends, and writes down what came of it. The answer is there first: it does not wait for a state that is away. */
  function carryOut(name: string, mine: Kept, send: () => Promise<Sent>): Promise<Answer> {
    const beat = unheld(setInterval(() => void state.put(leaseOf(mine.owner), '1', leaseMs).catch(() => undefined), leaseMs / 3));
    const answer = send().then(read).catch(failed);
    const written = answer.then(async (came) => {
      const first = await writeDown(name, mine, came).then(
        () => true,
        () => false,
      );
      return { first, came };
    });
    underWay.set(name, { digest: mine.digest, answer: written.then(({ came }) => came) });
    void written.then(async ({ first, came }) => {
      if (!first) await persist(() => writeDown(name, mine, came));
      clearInterval(beat);
      underWay.delete(name);
    });
    return written.then(({ came }) => came);
  }
  const writeDown = (name: string, mine: Kept, { outcome, status, text }: Answer): Promise<void> => {
    if (outcome === 'untouched') return state.remove(name);
    const kept: Kept = text.length <= maxKeptCharacters ? { ...mine, outcome, status, text } : { ...mine, outcome: 'unknown' };
    return state.put(name, JSON.stringify(kept), keepMs);
  };

  /** The answer that stands there, or what to do where there is none yet. */
  const ruledBy = (there: Kept | undefined, body: string, alive: boolean, repeatable: boolean): Response | 'wait' | 'repeat' => {
    if (there === undefined) return unconfirmed();
    if (there.digest !== body) return mismatch();
    if (there.outcome === 'answered') return noteRepeat(replay(there.status ?? 200, there.text ?? ''));
    if (there.outcome === 'pending' && alive) return 'wait';
    return repeatable ? 'repeat' : unconfirmed();
  };
  /** A state that comes back empty gets the leases again a little later than the claims: one look is not enough. */
  const lifeOf = (): ((there: Kept | undefined) => Promise<boolean>) => {
    let heardAt = Date.now();
    let heardOf = '';
    return async (there) => {
      if (there?.outcome !== 'pending') return false;
      if (there.owner !== heardOf || (await state.get(leaseOf(there.owner))) !== undefined) heardAt = Date.now();
      heardOf = there.owner;
      return Date.now() - heardAt <= leaseMs / 2;
    };
  };

  async function answerOf(name: string, body: string, call: OnceCall, send: () => Promise<Sent>): Promise<Response> {
    const waitsUntil = Date.now() + waitMs;
    const isAlive = lifeOf();
    for (let attempt = 0; ; attempt += 1) {
      const here = underWay.get(name);
      if (here !== undefined) return here.digest === body ? noteRepeat(responseOf(await here.answer)) : mismatch();
      const mine: Kept = { digest: body, owner: crypto.randomUUID(), outcome: 'pending' };
      await state.put(leaseOf(mine.owner), '1', leaseMs);
      const found = await state.claim(name, JSON.stringify(mine), keepMs);
      if (found === undefined) return responseOf(await carryOut(name, mine, send));
      const there = readKept(found);
      const ruling = ruledBy(there, body, await isAlive(there), call.repeatable);
      if (ruling === 'repeat') {
        await state.put(name, JSON.stringify(mine), keepMs);
        return responseOf(await carryOut(name, mine, send));
      }
      if (ruling !== 'wait') return ruling;
      if (Date.now() > waitsUntil || call.signal.aborted) return underWayElsewhere();
      await pause(Math.min(500, 25 * 2 ** Math.min(attempt, 5)), call.signal);
    }
  }

  return {
    async once(call, send) {
      if (call.key.length > longestKey)
        return refuse(400, 'invalid_value', `The key is longer than ${longestKey} characters.`, 'Idempotency-Key');
      const [name, body, key] = await Promise.all([
        digest('idempotency', call.userId, call.key),
        digest('body', call.body),
        digest('upstream key', call.userId, call.key),
      ]);
      let sent = false;
      const sendOnce = () => {
        sent = true;
        return send(key);
      };
      try {
        return await answerOf(`once:${name}`, body, call, sendOnce);
      } catch {
        // The service itself knows the key: the state is not needed for this.
        return call.repeatable && !sent ? (await send(key)).response : stateUnavailable();
      }
    },
  };
}

const read = async ({ response, outcome }: Sent): Promise<Answer> => ({
  outcome,
  status: response.status,
  headers: Object.fromEntries(response.headers),
  text: await textOf(response),
  code: codeOf(response),
});

const failed = (): Promise<Answer> =>
  read({ response: refuse(502, 'upstream_error', 'The answer of the service broke off.'), outcome: 'unknown' });

const codeOf = (response: Response): string | undefined => (response instanceof BufferedResponse ? response.code : undefined);

/** Some services say nothing but a status, and some statuses may say nothing more. */
const responseOf = ({ status, headers, text, code }: Answer): Response => {
  const init = { status, headers };
  return text === '' ? new Response(null, init) : new BufferedResponse(text, init, code);
};

const replay = (status: number, text: string): Response =>
  responseOf({
    outcome: 'answered',
    status,
    text,
    code: undefined,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });

function readKept(text: string): Kept | undefined {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return undefined;
  }
}

/** For ten minutes: then the next request with this key learns that the outcome is unknown. */
async function persist(write: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + 600_000; Date.now() < end; await pause(250)) {
    try {
      return await write();
    } catch {
      // Still away.
    }
  }
}

/** No timer keeps a process from ending, where the runtime asks. */
function unheld<T extends ReturnType<typeof setTimeout>>(timer: T): T {
  if (typeof timer === 'object') timer.unref();
  return timer;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = unheld(setTimeout(done, ms));
    signal?.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}

const mismatch = (): Response =>
  refuse(400, 'idempotency_mismatch', 'This Idempotency-Key came before with another body.', 'Idempotency-Key');

const unconfirmed = (): Response =>
  refuse(409, 'idempotency_unconfirmed', 'It is not known whether the service took the first request with this key.', 'Idempotency-Key');

const underWayElsewhere = (): Response =>
  refuse(409, 'idempotency_in_progress', 'The first request with this key is still under way.', 'Idempotency-Key', { 'retry-after': '2' });
