// The phase machine: which transport, when again, when no more. Knows nothing of events; tokens and targets come from outside.
import { VoxreelError, toVoxreelError } from '../errors.js';
import { abortedError, backoffMs, delay } from '../retry.js';
import type { Transport, TransportTarget, Wire, WireClosed } from '../transports/transport.js';
import type { Phase } from './realtime-session.js';

export interface ConnectionOptions {
  /** In order of preference; asked anew for each round. */
  readonly transports: () => readonly Transport[];
  readonly token: (signal: AbortSignal) => Promise<string>;
  readonly target: (transport: Transport) => Omit<TransportTarget, 'token' | 'tokenUnused' | 'handlers'>;
  readonly policy: ReconnectPolicy | undefined;
  readonly phase: (phase: Phase) => void;
  readonly opened: (wire: Wire, transport: Transport) => void;
  readonly message: (text: string) => void;
  /** The wire is gone, for a while or for good. */
  readonly lost: () => void;
  readonly failed: (error: VoxreelError) => void;
}

export interface ReconnectPolicy {
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly maxMs: number;
}

export interface Connection {
  readonly phase: Phase;
  readonly wire: Wire | undefined;
  readonly transport: Transport | undefined;
  readonly openedAt: number | undefined;
  connect(): Promise<void>;
  /** Gives up for good. */
  fail(error: VoxreelError): void;
  close(): void;
}

/** What no repetition mends (FIELD: real servers' codes beside the HTTP ones). */
const fatalCodes: ReadonlySet<string> = new Set([
  'unauthorized',
  'forbidden',
  'invalid_input',
  'invalid_api_key',
  'insufficient_quota',
  'account_deactivated',
  'billing_hard_limit_reached',
]);

export const isFatal = ({ code, status }: Pick<VoxreelError, 'code' | 'status'>): boolean =>
  fatalCodes.has(code) || status === 401 || status === 403;

/** A connection that held this long was a good one: the next loss begins counting anew. */
const stableMs = 10_000;
/** A transport that failed is tried last for this long, so that a blocked one does not hold up every reconnection. */
const demotedMs = 300_000;
/** The first connection is watched by somebody: it gives up sooner than a reconnection. */
const firstAttempts = 3;

export function createConnection(options: ConnectionOptions): Connection {
  let phase: Phase = 'idle';
  let wire: Wire | undefined;
  let transport: Transport | undefined;
  let openedAt: number | undefined;
  let opening: Promise<void> | undefined;
  let cycle = new AbortController();
  /** In a row: rounds that failed, and connections that did not last. */
  let failures = 0;
  const failedAt = new Map<string, number>();

  const enter = (next: Phase) => {
    if (next === phase) return;
    phase = next;
    options.phase(next);
  };

  const demoted = ({ id }: Transport) => Date.now() - (failedAt.get(id) ?? -demotedMs) < demotedMs;

  const drop = () => {
    const had = wire;
    wire = undefined;
    openedAt = undefined;
    if (had !== undefined) options.lost();
    return had;
  };

  const fail = (error: VoxreelError) => {
    if (phase === 'failed' || phase === 'closed') return;
    cycle.abort(error);
    drop()?.close();
    enter('failed');
    options.failed(error);
  };

  const lost = (reason: WireClosed) => {
    failures = openedAt !== undefined && Date.now() - openedAt > stableMs ? 0 : failures + 1;
    drop();
    const error = new VoxreelError('connection_lost', reason.reason || 'The connection was lost.', { retryable: reason.retryable });
    if (!reason.retryable || options.policy === undefined || failures >= options.policy.maxAttempts) return fail(error);
    enter('reconnecting');
    void begin(options.policy.maxAttempts);
  };

  /** One round: each transport once, with a token of its own. */
  const tryAll = async (signal: AbortSignal): Promise<void> => {
    const able = options.transports().filter((candidate) => candidate.available?.() ?? true);
    let error = new VoxreelError('unsupported', 'No transport works here.');
    let unused: string | undefined;
    for (const candidate of [...able.filter((one) => !demoted(one)), ...able.filter(demoted)]) {
      const token = unused ?? (await options.token(signal));
      unused = undefined;
      if (signal.aborted) throw abortedError(signal);
      let current: Wire | undefined;
      let closedEarly: WireClosed | undefined;
      const handlers = {
        message: (text: string) => (signal.aborted ? undefined : options.message(text)),
        closed: (reason: WireClosed) => {
          if (current === undefined) closedEarly = reason;
          else if (current === wire) lost(reason);
        },
      };
      try {
        current = await candidate.open({ ...options.target(candidate), token, handlers, tokenUnused: () => (unused = token) }, signal);
      } catch (cause) {
        error = toVoxreelError(cause, 'connection_failed', { retryable: true });
        if (signal.aborted || isFatal(error)) throw error;
        failedAt.set(candidate.id, Date.now());
        continue;
      }
      if (signal.aborted) {
        current.close();
        throw abortedError(signal);
      }
      failedAt.delete(candidate.id);
      [wire, transport, openedAt] = [current, candidate, Date.now()];
      if (closedEarly !== undefined) return lost(closedEarly);
      enter('open');
      return options.opened(current, candidate);
    }
    throw error;
  };

  const run = async (maxAttempts: number, signal: AbortSignal): Promise<void> => {
    for (let retryAfterMs = 0; ;) {
      try {
        if (failures > 0) await pause(Math.max(backoffMs(failures - 1, options.policy), retryAfterMs), signal);
        return await tryAll(signal);
      } catch (cause) {
        const error = toVoxreelError(cause, 'connection_failed', { retryable: true });
        if (signal.aborted) throw error;
        if (!error.retryable || isFatal(error) || ++failures >= maxAttempts) {
          fail(error);
          throw error;
        }
        retryAfterMs = error.retryAfterMs ?? 0;
      }
    }
  };

  const begin = (maxAttempts: number): Promise<void> => {
    const promise = run(maxAttempts, cycle.signal);
    opening = promise;
    // A reconnection has no caller: its failure is told through `failed`.
    promise
      .catch(() => undefined)
      .finally(() => {
        if (opening === promise) opening = undefined;
      });
    return promise;
  };

  return {
    get phase() {
      return phase;
    },
    get wire() {
      return wire;
    },
    get transport() {
      return wire === undefined ? undefined : transport;
    },
    get openedAt() {
      return openedAt;
    },
    connect() {
      if (opening !== undefined) return opening;
      if (wire !== undefined) return Promise.resolve();
      cycle = new AbortController();
      failures = 0;
      enter('connecting');
      return begin(Math.min(firstAttempts, options.policy?.maxAttempts ?? 1));
    },
    fail,
    close() {
      cycle.abort(new VoxreelError('closed', 'The session was closed.'));
      opening = undefined;
      drop()?.close();
      if (phase !== 'idle' && phase !== 'failed') enter('closed');
    },
  };
}

/** Waits, but not past the moment the network comes back. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController();
  const wake = () => online.abort();
  const page: Partial<EventTarget> = globalThis;
  page.addEventListener?.('online', wake);
  signal.addEventListener('abort', wake);
  try {
    await delay(ms, online.signal);
  } catch {
    if (signal.aborted) throw abortedError(signal);
  } finally {
    page.removeEventListener?.('online', wake);
    signal.removeEventListener('abort', wake);
  }
}
