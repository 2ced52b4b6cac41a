// Deletes the bytes of files that are replaced, removed or never became whole. No timer: it happens beside requests.
import type { FileStore } from './file-store.js';
import type { FileIndex } from './record-store.js';

/** Of one round: what is left is for the next. */
const atOnce = 100;
const everyMs = 60_000;

export interface Sweep {
  /** Begins a round if the last was long ago. Waits for nobody, and never throws. */
  due(): void;
  /** Begins one at once. */
  now(): void;
}

export function createSweep(index: FileIndex, files: FileStore): Sweep {
  let sweptAt = Number.NEGATIVE_INFINITY;
  let round: Promise<void> | undefined;
  const sweep = async (): Promise<void> => {
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
    if (keys.length === atOnce) await sweep();
  };
  const now = (): void => {
    sweptAt = performance.now();
    // One after another: what is removed during a round may have come too late for it.
    const after = (round ?? Promise.resolve()).then(sweep).catch(() => {});
    round = after;
  };
  return {
    now,
    due() {
      if (performance.now() - sweptAt > everyMs) now();
    },
  };
}
