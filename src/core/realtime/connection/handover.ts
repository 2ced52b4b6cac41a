// Replaces a wire that still works: before the server's session ends, and by a better transport once there may be one. The next wire is open
// before this one is left. Knows no events.
import type { Transport } from '../../transports/transport.js';
import type { Link } from './open-wire.js';

export interface Succession {
  /** From now on this one is looked after. */
  follow(link: Link): void;
  stop(): void;
  /** The next one, when it happens to be open already. */
  take(): Link | undefined;
  /** Moves to one of these as soon as one is open. */
  moveTo(candidates: readonly Transport[]): void;
}

export interface SuccessionOptions {
  /** Milliseconds since 1970 at which the server will end the session of `link`; undefined where nobody said. */
  readonly endsAt: (link: Link) => number | undefined;
  /** Nobody speaks and nothing is under way. */
  readonly quiet: () => boolean;
  readonly order: () => readonly Transport[];
  readonly above: (transport: Transport) => readonly Transport[];
  readonly open: (candidates: readonly Transport[], signal: AbortSignal) => Promise<Link>;
  /** The current link gives way to this one. */
  readonly adopt: (link: Link) => void;
  /** Before the first attempt to climb; doubles with each. */
  readonly climbAfterMs: number;
}

interface Window {
  readonly from: number;
  /** From here on nobody waits for quiet. */
  readonly latest: number;
}

const tickMs = 250;
const longestClimbMs = 600_000;
/** A link that held this long at the top has forgotten how often it had to be climbed to. */
const settledMs = 300_000;

export function createSuccession(options: SuccessionOptions): Succession {
  let current: Link | undefined;
  let next: Link | undefined;
  let attempt: AbortController | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let climbs = 0;
  let climbAt = 0;
  let renewNotBefore = 0;
  let atOnce = false;
  /** What the session before this one said of its end. */
  let spent: number | undefined;

  const windowOf = (link: Link): Window | undefined => {
    const endsAt = options.endsAt(link);
    if (endsAt === undefined || endsAt === spent || endsAt <= link.openedAt) return undefined;
    const lifeMs = endsAt - link.openedAt;
    return { from: endsAt - Math.min(120_000, lifeMs * 0.3), latest: endsAt - Math.min(10_000, lifeMs * 0.15) };
  };
  const discard = () => {
    attempt?.abort();
    attempt = undefined;
    next?.end();
    next?.wire.close();
    next = undefined;
  };
  const prepare = async (candidates: readonly Transport[], failed: () => void) => {
    const own = new AbortController();
    attempt = own;
    try {
      const link = await options.open(candidates, own.signal);
      if (attempt === own) next = link;
    } catch {
      // The wire in use still works: there will be another time.
      if (attempt === own) failed();
    }
    if (attempt !== own) return;
    attempt = undefined;
    tick();
  };
  const handOver = (late: boolean) => {
    if (next?.gone === true) discard();
    if (next === undefined || !(late || options.quiet())) return;
    const link = next;
    next = undefined;
    options.adopt(link);
  };
  const tick = () => {
    if (current === undefined || attempt !== undefined) return;
    const now = Date.now();
    const window = windowOf(current);
    const late = atOnce || (window !== undefined && now >= window.latest);
    if (next !== undefined) return handOver(late);
    if (window !== undefined && now >= window.from && now >= renewNotBefore && (late || options.quiet())) {
      renewNotBefore = now + Math.min(15_000, (window.latest - window.from) / 4);
      return void prepare(options.order(), () => {});
    }
    const better = now >= climbAt && options.quiet() ? options.above(current.transport) : [];
    if (better.length > 0) void prepare(better, () => (climbAt = Date.now() + climbDelay(options.climbAfterMs, ++climbs)));
  };

  return {
    follow(link) {
      current = link;
      const isTop = options.above(link.transport).length === 0;
      climbAt = Date.now() + climbDelay(options.climbAfterMs, isTop ? climbs : climbs++);
      renewNotBefore = 0;
      timer ??= setInterval(tick, tickMs);
      // In Node an open wire keeps the process, not the watch over it.
      (timer as { unref?(): void }).unref?.();
    },
    stop() {
      if (current !== undefined) {
        spent = options.endsAt(current);
        if (options.above(current.transport).length === 0 && Date.now() - current.openedAt > settledMs) climbs = 0;
      }
      current = undefined;
      atOnce = false;
      clearInterval(timer);
      timer = undefined;
      discard();
    },
    take() {
      const link = next?.gone === true ? undefined : next;
      if (link !== undefined) next = undefined;
      return link;
    },
    moveTo(candidates) {
      if (current === undefined || candidates.length === 0) return;
      discard();
      atOnce = true;
      void prepare(candidates, () => (atOnce = false));
    },
  };
}

/** Doubling, and spread so that a crowd does not come back at once. */
const climbDelay = (baseMs: number, climbs: number): number =>
  Math.min(longestClimbMs, baseMs * 2 ** Math.min(climbs, 20)) * (0.85 + 0.3 * Math.random());
