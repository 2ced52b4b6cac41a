// Replaces a wire that still works: before the server's session ends, and by a better transport once there may be one. The next wire is open
// before this one is left.
import type { Transport } from '../../transports/transport.js';
import type { OpenWire } from './open-wire.js';
import type { TransportOrder } from './transport-order.js';

/** When another wire may take over, and when it must. */
export interface HandoverTiming {
  /** Milliseconds since 1970 at which the server will end its session on this wire; undefined where nobody said. */
  endsAt(open: OpenWire): number | undefined;
  /** Nobody speaks and nothing is under way. */
  quiet(): boolean;
}

export interface HandoverOptions {
  readonly timing: HandoverTiming;
  readonly order: Pick<TransportOrder, 'order' | 'above'>;
  readonly open: (candidates: readonly Transport[], signal: AbortSignal) => Promise<OpenWire>;
  /** The current wire gives way to this one. */
  readonly adopt: (next: OpenWire) => void;
  /** Milliseconds before the first attempt to get to a transport the page prefers; doubles with each. */
  readonly climbAfterMs: number;
}

interface Window {
  readonly from: number;
  /** From here on nobody waits for quiet. */
  readonly latest: number;
}

const tickMs = 250;
const longestClimbMs = 600_000;
/** A wire that held this long on the preferred transport resets the count of attempts to get there. */
const settledMs = 300_000;

export class Handover {
  readonly #options: HandoverOptions;
  #current: OpenWire | undefined;
  #next: OpenWire | undefined;
  #attempt: AbortController | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #climbs = 0;
  #climbAt = 0;
  #renewNotBefore = 0;
  #atOnce = false;
  /** What the session before this one said of its end. */
  #spent: number | undefined;

  constructor(options: HandoverOptions) {
    this.#options = options;
  }

  /** From now on this wire is watched. */
  follow(open: OpenWire): void {
    const { order, climbAfterMs } = this.#options;
    this.#current = open;
    if (order.above(open.transport).length > 0) this.#climbAt = Date.now() + climbDelay(climbAfterMs, this.#climbs++);
    this.#renewNotBefore = 0;
    this.#timer ??= setInterval(() => this.#tick(), tickMs);
    // In Node an open wire keeps the process alive, not the watch over it.
    (this.#timer as { unref?(): void }).unref?.();
  }

  stop(): void {
    const { order, timing } = this.#options;
    if (this.#current !== undefined) {
      this.#spent = timing.endsAt(this.#current);
      if (order.above(this.#current.transport).length === 0 && Date.now() - this.#current.openedAt > settledMs) this.#climbs = 0;
    }
    this.#current = undefined;
    this.#atOnce = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#discard();
  }

  /** The next wire, when it happens to be open already. */
  take(): OpenWire | undefined {
    const open = this.#next?.gone === true ? undefined : this.#next;
    if (open !== undefined) this.#next = undefined;
    return open;
  }

  /** Moves to one of these as soon as one is open. */
  moveTo(candidates: readonly Transport[]): void {
    if (this.#current === undefined || candidates.length === 0) return;
    this.#discard();
    this.#atOnce = true;
    void this.#prepare(candidates, () => (this.#atOnce = false));
  }

  #windowOf(open: OpenWire): Window | undefined {
    const endsAt = this.#options.timing.endsAt(open);
    if (endsAt === undefined || endsAt === this.#spent || endsAt <= open.openedAt) return undefined;
    const lifeMs = endsAt - open.openedAt;
    return { from: endsAt - Math.min(120_000, lifeMs * 0.3), latest: endsAt - Math.min(10_000, lifeMs * 0.15) };
  }

  #discard(): void {
    this.#attempt?.abort();
    this.#attempt = undefined;
    this.#next?.end();
    this.#next?.wire.close();
    this.#next = undefined;
  }

  async #prepare(candidates: readonly Transport[], failed: () => void): Promise<void> {
    const own = new AbortController();
    this.#attempt = own;
    try {
      const open = await this.#options.open(candidates, own.signal);
      if (this.#attempt === own) this.#next = open;
    } catch {
      // The wire in use still works: there will be another time.
      if (this.#attempt === own) failed();
    }
    if (this.#attempt !== own) return;
    this.#attempt = undefined;
    this.#tick();
  }

  #handOver(next: OpenWire, late: boolean): void {
    if (next.gone) return this.#discard();
    if (!late && !this.#options.timing.quiet()) return;
    this.#next = undefined;
    this.#options.adopt(next);
  }

  #tick(): void {
    const { order, timing, climbAfterMs } = this.#options;
    if (this.#current === undefined || this.#attempt !== undefined) return;
    const now = Date.now();
    const window = this.#windowOf(this.#current);
    const late = this.#atOnce || (window !== undefined && now >= window.latest);
    if (this.#next !== undefined) return this.#handOver(this.#next, late);
    if (window !== undefined && now >= window.from && now >= this.#renewNotBefore && (late || timing.quiet())) {
      this.#renewNotBefore = now + Math.min(15_000, (window.latest - window.from) / 4);
      return void this.#prepare(order.order(), () => {});
    }
    const better = now >= this.#climbAt && timing.quiet() ? order.above(this.#current.transport) : [];
    if (better.length > 0) void this.#prepare(better, () => (this.#climbAt = Date.now() + climbDelay(climbAfterMs, this.#climbs++)));
  }
}

/** Doubling, and spread so that a crowd does not come back at once. */
const climbDelay = (baseMs: number, climbs: number): number =>
  Math.min(longestClimbMs, baseMs * 2 ** Math.min(climbs, 20)) * (0.85 + 0.3 * Math.random());
