// A page that was left may be put aside, to be shown again as it was. It runs no code meanwhile, and WebKit keeps what it had begun in a database: every
// page of the origin waits for that.

const acts = new Set<() => void>();
/** Undefined while the page runs. */
let shown: Promise<void> | undefined;
let isWatched = false;

/** Calls `act` as the page is put aside, and at once where it is. Returns its undo. */
export function onPutAside(act: () => void): () => void {
  watch();
  acts.add(act);
  if (shown !== undefined) act();
  return () => void acts.delete(act);
}

/** Does `work`, and what failed because the page was put aside again once it is shown. */
export async function whileShown<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    await shown;
    let wasPutAside = false;
    const undo = onPutAside(() => (wasPutAside = true));
    try {
      return await work();
    } catch (error) {
      if (!wasPutAside) throw error;
    } finally {
      undo();
    }
  }
}

/** Nothing of this happens in workers and in Node. */
function watch(): void {
  if (isWatched) return;
  isWatched = true;
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    if (!persisted) return;
    shown = new Promise((resolve) =>
      globalThis.addEventListener(
        'pageshow',
        () => {
          shown = undefined;
          resolve();
        },
        { once: true },
      ),
    );
    for (const act of acts) act();
  });
}
