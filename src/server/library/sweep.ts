// Deletes what is older than it may be, and the bytes of files that are replaced, removed or never became whole: beside requests, and each hour.
import type { FileStore } from './file-store.js';
import type { ExpiredRecord } from './record-bin.js';
import type { FileIndex } from './record-store.js';

/** Of one round: what is left is for the next. */
const atOnce = 100;
const everyMs = 60_000;
const hourMs = 3_600_000;

/** Deletes up to `limit` old records. */
export type Expire = (limit: number) => Promise<readonly ExpiredRecord[]>;

export interface Sweep {
  /** Begins a round if the last was long ago. Waits for nobody, and never throws. */
  due(): void;
  /** Deletes at once the bytes that nobody needs. Old records wait for their time: looking for them has no part in a deletion. */
  now(): void;
  /** Begins one each hour, also where nobody asks anything. `told` hears what was deleted because of its age. */
  hourly(told: (record: ExpiredRecord) => void): void;
}

export function createSweep(index: FileIndex, files: FileStore, expire: Expire | undefined): Sweep {
  let sweptAt = Number.NEGATIVE_INFINITY;
  let round: Promise<unknown> | undefined;
  let told = (_record: ExpiredRecord): void => {};
  const sweepOld = async (): Promise<void> => {
    const expired = (await expire?.(atOnce)) ?? [];
    for (const record of expired) told(record);
    if (expired.length === atOnce) await sweepOld();
  };
  /** One after another: what is removed during a round may have come too late for it. */
  const begin = (work: () => Promise<unknown>): void => {
    round = (round ?? Promise.resolve()).then(work).catch(() => {});
  };
  const now = (): void => begin(() => removeUnused(index, files));
  const all = (): void => {
    sweptAt = performance.now();
    begin(sweepOld);
    now();
  };
  return {
    now,
    due() {
      if (performance.now() - sweptAt > everyMs) all();
    },
    hourly(given) {
      told = given;
      try {
        const timer = setInterval(all, hourMs);
        // On Node it does not keep the process up; elsewhere it is a number.
        if (typeof timer === 'object') timer.unref();
      } catch {
        // Some runtimes have no timers before the first request.
      }
    },
  };
}

/** All bytes that nobody needs now; how many files of them were removed, and how many the store would not remove. */
export async function removeUnused(index: FileIndex, files: FileStore): Promise<{ readonly removed: number; readonly failed: number }> {
  const keys = await index.unused(atOnce);
  const removed = await Promise.all(
    keys.map((key) =>
      files.remove(key).then(
        () => [key],
        () => [],
      ),
    ),
  );
  // The others come again after their lease.
  await index.forget(removed.flat());
  const done = { removed: removed.flat().length, failed: keys.length - removed.flat().length };
  if (keys.length < atOnce) return done;
  const more = await removeUnused(index, files);
  return { removed: done.removed + more.removed, failed: done.failed + more.failed };
}
