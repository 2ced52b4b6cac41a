// Goes on with unfinished videos while no page is open: takes those that are due from the list that all instances share, a few at a time.
import type { WatchOptions } from './library-options.js';
import type { LeasedVideo, WatchedVideo, WatchList } from './watch-list.js';

/** Undefined: the video is watched no more. */
export type Onward = { readonly afterMs: number; readonly data: string } | undefined;
/** `left` fires where another instance has the video by now, or this one stops. What it rejects with is tried again later. */
export type GoOn = (video: LeasedVideo, left: AbortSignal) => Promise<Onward>;

export interface VideoWatch {
  /** Never rejects: while the library is away, the page alone watches its video. */
  begin(video: WatchedVideo): Promise<void>;
  /** The end of a video was announced, or seen by its page. */
  hurry(key: string): void;
  /** Its user has cancelled it. Never rejects. */
  remove(key: string): Promise<void>;
  run(goOn: GoOn): void;
  /** Takes no more, and leaves what it has to the next instance. */
  stop(): void;
}

export const watchDefaults = { leaseMs: 60_000, atOnce: 8 } satisfies WatchOptions;

/** A page asks soon after it has begun one, and a video takes longer. */
const firstMs = 3000;
const longestIdleMs = 5000;
/** After what went wrong: the service, the host of a result or the library is away. */
const againMs = 15_000;

export function createVideoWatch(list: WatchList, options: WatchOptions = {}): VideoWatch {
  const { leaseMs = watchDefaults.leaseMs, atOnce = watchDefaults.atOnce } = options;
  const idleMs = Math.min(longestIdleMs, leaseMs / 4);
  const underWay = new Set<AbortController>();
  let goOn: GoOn | undefined;
  let stopped = false;
  const alarm = createAlarm(look);
  const lookIn = (ms: number): void => {
    if (!stopped && goOn !== undefined) alarm.within(ms);
  };

  function look(): void {
    const free = atOnce - underWay.size;
    if (free <= 0) return lookIn(idleMs);
    list.lease(free, leaseMs).then(
      (videos) => {
        for (const video of videos) void take(video);
        lookIn(idleMs);
      },
      () => lookIn(2 * idleMs),
    );
  }

  async function take(video: LeasedVideo): Promise<void> {
    const leave = new AbortController();
    underWay.add(leave);
    const work: GoOn = (...given) => (stopped || goOn === undefined ? Promise.reject(new Error('It stops.')) : goOn(...given));
    const held = whileLeased(list, leaseMs, video, leave);
    const onward = await work(video, leave.signal).catch(() => ({ afterMs: stopped ? 0 : againMs, data: video.data }));
    await held.end(onward);
    underWay.delete(leave);
    lookIn(Math.min(onward?.afterMs ?? 0, idleMs));
  }

  return {
    begin: (video) => list.add(video, firstMs).catch(() => {}),
    hurry: (key) =>
      void list.hurry(key).then(
        () => lookIn(0),
        () => {},
      ),
    remove: (key) => list.remove(key).catch(() => {}),
    run(given) {
      goOn = given;
      try {
        lookIn(idleMs);
      } catch {
        // Some runtimes have no timers before the first request: `begin` comes later.
      }
    },
    stop() {
      stopped = true;
      alarm.stop();
      for (const leave of underWay) leave.abort();
    },
  };
}

/** Prolongs the lease until it is ended; fires `leave` where another has it. */
function whileLeased(list: WatchList, leaseMs: number, { key, lease }: LeasedVideo, leave: AbortController) {
  const renewing = setInterval(() => {
    list.renew(key, lease, leaseMs).then(
      (isOurs) => isOurs || leave.abort(),
      () => {},
    );
  }, leaseMs / 3);
  return {
    async end(onward: Onward): Promise<void> {
      clearInterval(renewing);
      // Where this fails the lease ends, and somebody looks at the video again.
      await (onward === undefined ? list.finish(key, lease) : list.putOff(key, lease, onward.afterMs, onward.data)).catch(() => false);
    },
  };
}

/** Rings once, after the shortest of the times that it was given since it rang last. */
function createAlarm(ring: () => void) {
  let next: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const stop = (): void => clearTimeout(next?.timer);
  return {
    stop,
    within(ms: number): void {
      const at = performance.now() + ms;
      if (next !== undefined && next.at <= at) return;
      stop();
      const timer = setTimeout(() => {
        next = undefined;
        ring();
      }, ms);
      // On Node it does not keep the process up; elsewhere it is a number.
      if (typeof timer === 'object') timer.unref();
      next = { at, timer };
    },
  };
}
