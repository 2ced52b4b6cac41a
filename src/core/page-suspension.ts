// A page that was left may be put aside, to be shown again as it was. It runs no code meanwhile, and WebKit keeps what it had begun in a database: every
// page of the origin waits for that. So it is taken back, and done again once the page is shown.

const running = new Set<AbortController>();
/** Undefined while the page runs. */
let shown: Promise<void> | undefined;
let isWatched = false;

/** Does `work`. Where the page is put aside before it is done, `signal` is aborted, and it is done again once the page is shown. */
export async function whileShown<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  watch();
  for (;;) {
    await shown;
    const stop = new AbortController();
    running.add(stop);
    try {
      return await work(stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      running.delete(stop);
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
    for (const stop of running) stop.abort();
  });
}
