// The phase machine of a call: when to connect, when again, when no more, and when to move to another wire.
import { VoxreelError, toVoxreelError } from '../../errors.js';
import { isOffline } from '../../is-offline.js';
import { backoffMs } from '../../retry.js';
import type { Transport, Wire, WireClosed } from '../../transports/transport.js';
import { isFatal, isStaleToken } from './fatal-errors.js';
import { Handover, type HandoverTiming } from './handover.js';
import { openWire, type Dial, type OpenWire } from './open-wire.js';
import { pause } from './pause.js';
import type { TransportOrder } from './transport-order.js';

/** How a session is connected. */
export type Phase = 'idle' | 'connecting' | 'open' | 'reconnecting' | 'closed' | 'failed';

/** A connection being made again. */
export interface Retry {
  /** Counts from 1 since the last connection that held. */
  readonly attempt: number;
  /** Milliseconds since 1970 at which it begins; undefined while it is under way. */
  readonly at: number | undefined;
}

export interface ReconnectPolicy {
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly maxMs: number;
  /** Before the first attempt to get back to a transport the page prefers; doubles with each. */
  readonly climbAfterMs: number;
}

export interface ConnectionOptions {
  readonly dial: Dial;
  readonly order: TransportOrder;
  readonly timing: HandoverTiming;
  /** Undefined: a connection that is lost is not made again. */
  readonly policy: ReconnectPolicy | undefined;
  /** Hears of each wire before its messages come: those that came early come before `opened`. */
  readonly begins?: ((wire: Wire, transport: Transport) => void) | undefined;
}

export interface ConnectionListener {
  /** Called at every step, even when the phase stays the same. */
  phase(phase: Phase): void;
  opened(wire: Wire, transport: Transport): void;
  message(data: string | Uint8Array): void;
  /** The wire is gone: for a while, for good, or because the next one is open. */
  lost(): void;
  failed(error: VoxreelError): void;
}

/** A connection that held this long was a good one: the next loss begins to count again. */
const stableMs = 10_000;
/** The first connection is watched by somebody: it gives up sooner than a reconnection. */
const firstAttempts = 3;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #listener: ConnectionListener;
  readonly #handover: Handover | undefined;
  #phase: Phase = 'idle';
  #open: OpenWire | undefined;
  #opening: Promise<void> | undefined;
  #cycle = new AbortController();
  /** In a row: rounds that failed, and connections that did not last. */
  #failures = 0;
  /** Between two attempts. */
  #waiting: { readonly until: number; readonly hurry: AbortController } | undefined;

  constructor(options: ConnectionOptions, listener: ConnectionListener) {
    const { order, timing, policy } = options;
    this.#options = options;
    this.#listener = listener;
    this.#handover =
      policy &&
      new Handover({
        order,
        timing,
        open: (candidates, signal) => this.#dial(candidates, signal),
        adopt: (next) => this.#adopt(next),
        climbAfterMs: policy.climbAfterMs,
      });
  }

  get phase(): Phase {
    return this.#phase;
  }

  get wire(): Wire | undefined {
    return this.#open?.wire;
  }

  get transport(): Transport | undefined {
    return this.#open?.transport;
  }

  get openedAt(): number | undefined {
    return this.#open?.openedAt;
  }

  get retry(): Retry | undefined {
    const again = this.#phase === 'reconnecting' || (this.#phase === 'connecting' && this.#failures > 0);
    return again ? { attempt: this.#failures + 1, at: this.#waiting?.until } : undefined;
  }

  /** Between two attempts the next one begins at once. */
  connect(): Promise<void> {
    this.#waiting?.hurry.abort();
    if (this.#opening !== undefined) return this.#opening;
    if (this.#open !== undefined) return Promise.resolve();
    this.#cycle = new AbortController();
    this.#failures = 0;
    this.#enter('connecting');
    return this.#begin(Math.min(firstAttempts, this.#options.policy?.maxAttempts ?? 1));
  }

  /** The wire is too slow for sound: continues as text, if there is a way. False when there is none. */
  giveUpSound(): boolean {
    const { order } = this.#options;
    const { text } = order;
    if (this.#open === undefined || text === undefined || this.#open.transport === text || this.#handover === undefined) return false;
    order.strained(this.#open.transport);
    this.#handover.moveTo([text]);
    return true;
  }

  /** Leaves the wire in use for one to where the dial leads now. Resolves when that is open; at once where there is none to leave. */
  async renew(): Promise<void> {
    await this.#opening;
    const before = this.#drop();
    if (before === undefined) return;
    before.wire.close();
    this.#failures = 0;
    this.#enter('reconnecting');
    await this.#begin(this.#options.policy?.maxAttempts ?? 1);
  }

  /** Gives up for good. */
  fail(error: VoxreelError): void {
    if (this.#phase === 'failed' || this.#phase === 'closed') return;
    this.#cycle.abort(error);
    this.#drop()?.wire.close();
    this.#enter('failed');
    this.#listener.failed(error);
  }

  close(): void {
    this.#cycle.abort(new VoxreelError('closed', 'The session was closed.'));
    this.#opening = undefined;
    this.#drop()?.wire.close();
    if (this.#phase !== 'idle' && this.#phase !== 'failed') this.#enter('closed');
  }

  #enter(next: Phase): void {
    this.#phase = next;
    this.#listener.phase(next);
  }

  #dial(candidates: readonly Transport[], signal: AbortSignal): Promise<OpenWire> {
    const { dial, order } = this.#options;
    return openWire(candidates, dial, order.refused, signal);
  }

  #drop(): OpenWire | undefined {
    const had = this.#open;
    this.#open = undefined;
    this.#handover?.stop();
    had?.end();
    if (had !== undefined) this.#listener.lost();
    return had;
  }

  #adopt(next: OpenWire): void {
    const before = this.#drop();
    this.#open = next;
    this.#options.begins?.(next.wire, next.transport);
    next.begin({ message: (data) => this.#listener.message(data), closed: (reason) => this.#lost(next, reason) });
    before?.wire.close();
    // It may have closed, or been closed, before anybody listened.
    if (this.#open !== next) return;
    this.#options.order.opened(next.transport);
    this.#enter('open');
    this.#listener.opened(next.wire, next.transport);
    if (this.#open === next) this.#handover?.follow(next);
  }

  #lost(from: OpenWire, reason: WireClosed): void {
    const { order, policy } = this.#options;
    const lasted = Date.now() - from.openedAt > stableMs;
    this.#failures = lasted ? 0 : this.#failures + 1;
    order.lost(from.transport, lasted);
    const successor = this.#handover?.take();
    this.#drop();
    if (successor !== undefined) return this.#adopt(successor);
    const error = new VoxreelError('connection_lost', reason.reason || 'The connection was lost.', { retryable: reason.retryable });
    if (!reason.retryable || policy === undefined || this.#failures >= policy.maxAttempts) return this.fail(error);
    this.#enter('reconnecting');
    void this.#begin(policy.maxAttempts);
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    this.#waiting = { until: Date.now() + ms, hurry: new AbortController() };
    try {
      await pause(ms, signal, this.#waiting.hurry.signal);
    } finally {
      this.#waiting = undefined;
    }
  }

  async #run(maxAttempts: number, signal: AbortSignal): Promise<void> {
    const { order, policy } = this.#options;
    let isRepeated = this.#failures > 0;
    for (let retryAfterMs = 0; ;) {
      try {
        if (isRepeated) await this.#wait(Math.max(backoffMs(this.#failures - 1, policy), retryAfterMs), signal);
        return this.#adopt(await this.#dial(order.order(), signal));
      } catch (cause) {
        const error = toVoxreelError(cause, 'connection_failed', { retryable: true });
        if (signal.aborted) throw error;
        // What fails for want of any network says nothing of the service.
        if (!isOffline() || this.#phase === 'connecting') this.#failures++;
        if (!canTryAgain(error) || this.#failures >= maxAttempts) {
          this.fail(error);
          throw error;
        }
        isRepeated = true;
        retryAfterMs = error.retryAfterMs ?? 0;
      }
    }
  }

  #begin(maxAttempts: number): Promise<void> {
    const promise = this.#run(maxAttempts, this.#cycle.signal);
    this.#opening = promise;
    // A reconnection has no caller: the listener hears of its failure.
    promise
      .catch(() => undefined)
      .finally(() => {
        if (this.#opening === promise) this.#opening = undefined;
      });
    return promise;
  }
}

const canTryAgain = (error: VoxreelError): boolean => (error.retryable ? !isFatal(error) : isStaleToken(error));
