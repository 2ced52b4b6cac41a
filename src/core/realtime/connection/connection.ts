// The phase machine: when to connect, when again, when no more, and when to move to another wire. Knows nothing of events; tokens and
// targets come from outside.
import { VoxreelError, toVoxreelError } from '../../errors.js';
import { isOffline } from '../../is-offline.js';
import { backoffMs } from '../../retry.js';
import type { Transport, Wire, WireClosed } from '../../transports/transport.js';
import { isFatal, isStaleToken } from './fatal-errors.js';
import { createLadder, type LadderOptions } from './transport-order.js';
import { openRound, type Link, type RoundOptions } from './open-wire.js';
import { pause } from './pause.js';
import type { Phase, Retry } from '../session/session-options.js';
import { createSuccession, type SuccessionOptions } from './handover.js';

export interface ConnectionOptions
  extends LadderOptions, Pick<RoundOptions, 'token' | 'target'>, Pick<SuccessionOptions, 'endsAt' | 'quiet'> {
  readonly policy: ReconnectPolicy | undefined;
  readonly phase: (phase: Phase) => void;
  readonly opened: (wire: Wire, transport: Transport) => void;
  readonly message: (text: string) => void;
  /** The wire is gone: for a while, for good, or because the next one is open. */
  readonly lost: () => void;
  readonly failed: (error: VoxreelError) => void;
}

export interface ReconnectPolicy {
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly maxMs: number;
  /** Before the first attempt to get back to a transport the page prefers; doubles with each. */
  readonly climbAfterMs: number;
}

export interface Connection {
  readonly phase: Phase;
  readonly wire: Wire | undefined;
  readonly transport: Transport | undefined;
  readonly openedAt: number | undefined;
  readonly retry: Retry | undefined;
  /** Between two attempts: the next one is now. */
  connect(): Promise<void>;
  /** The wire is too slow for sound: goes on as text, if there is a way. False when there is none. */
  giveUpSound(): boolean;
  /** Gives up for good. */
  fail(error: VoxreelError): void;
  close(): void;
}

/** A connection that held this long was a good one: the next loss begins counting anew. */
const stableMs = 10_000;
/** The first connection is watched by somebody: it gives up sooner than a reconnection. */
const firstAttempts = 3;

export function createConnection(options: ConnectionOptions): Connection {
  const { policy } = options;
  let phase: Phase = 'idle';
  let link: Link | undefined;
  let opening: Promise<void> | undefined;
  let cycle = new AbortController();
  /** In a row: rounds that failed, and connections that did not last. */
  let failures = 0;
  /** Between two attempts. */
  let waiting: { readonly until: number; readonly hurry: AbortController } | undefined;

  const ladder = createLadder(options);
  const open = (candidates: readonly Transport[], signal: AbortSignal) =>
    openRound(candidates, { token: options.token, target: options.target, refused: ladder.refused }, signal);
  const { order, above } = ladder;
  const succession =
    policy === undefined
      ? undefined
      : createSuccession({ ...options, order, above, open, adopt: (next) => adopt(next), climbAfterMs: policy.climbAfterMs });

  const enter = (next: Phase) => {
    if (next === phase) return;
    phase = next;
    options.phase(next);
  };

  const drop = (): Link | undefined => {
    const had = link;
    link = undefined;
    succession?.stop();
    had?.end();
    if (had !== undefined) options.lost();
    return had;
  };

  const fail = (error: VoxreelError) => {
    if (phase === 'failed' || phase === 'closed') return;
    cycle.abort(error);
    drop()?.wire.close();
    enter('failed');
    options.failed(error);
  };

  const adopt = (next: Link) => {
    const before = drop();
    link = next;
    next.begin({ message: options.message, closed: (reason) => lost(next, reason) });
    before?.wire.close();
    // It may have closed, or been closed, before anybody listened.
    if (link !== next) return;
    ladder.opened(next.transport);
    enter('open');
    options.opened(next.wire, next.transport);
    if (link === next) succession?.follow(next);
  };

  const lost = (from: Link, reason: WireClosed) => {
    if (from !== link) return;
    const lasted = Date.now() - from.openedAt > stableMs;
    failures = lasted ? 0 : failures + 1;
    ladder.lost(from.transport, lasted);
    const successor = succession?.take();
    drop();
    if (successor !== undefined) return adopt(successor);
    const error = new VoxreelError('connection_lost', reason.reason || 'The connection was lost.', { retryable: reason.retryable });
    if (!reason.retryable || policy === undefined || failures >= policy.maxAttempts) return fail(error);
    enter('reconnecting');
    void begin(policy.maxAttempts);
  };

  const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
    waiting = { until: Date.now() + ms, hurry: new AbortController() };
    try {
      await pause(ms, signal, waiting.hurry.signal);
    } finally {
      waiting = undefined;
    }
  };

  const run = async (maxAttempts: number, signal: AbortSignal): Promise<void> => {
    for (let retryAfterMs = 0; ;) {
      try {
        if (failures > 0) await wait(Math.max(backoffMs(failures - 1, policy), retryAfterMs), signal);
        return adopt(await open(ladder.order(), signal));
      } catch (cause) {
        const error = toVoxreelError(cause, 'connection_failed', { retryable: true });
        if (signal.aborted) throw error;
        // What fails for want of any network says nothing of the service.
        if (!isOffline() || phase === 'connecting') failures++;
        if (!canTryAgain(error) || failures >= maxAttempts) {
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
      return link?.wire;
    },
    get transport() {
      return link?.transport;
    },
    get openedAt() {
      return link?.openedAt;
    },
    get retry() {
      const again = phase === 'reconnecting' || (phase === 'connecting' && failures > 0);
      return again ? { attempt: failures + 1, at: waiting?.until } : undefined;
    },
    connect() {
      waiting?.hurry.abort();
      if (opening !== undefined) return opening;
      if (link !== undefined) return Promise.resolve();
      cycle = new AbortController();
      failures = 0;
      enter('connecting');
      return begin(Math.min(firstAttempts, policy?.maxAttempts ?? 1));
    },
    giveUpSound() {
      const { text } = ladder;
      if (link === undefined || text === undefined || link.transport === text || succession === undefined) return false;
      ladder.strained(link.transport);
      succession.moveTo([text]);
      return true;
    },
    fail,
    close() {
      cycle.abort(new VoxreelError('closed', 'The session was closed.'));
      opening = undefined;
      drop()?.wire.close();
      if (phase !== 'idle' && phase !== 'failed') enter('closed');
    },
  };
}

const canTryAgain = (error: VoxreelError): boolean => (error.retryable ? !isFatal(error) : isStaleToken(error));
