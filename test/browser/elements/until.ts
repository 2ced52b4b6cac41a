// Waits for what a page will show, without a fixed sleep.
import { waitUntil as wait } from '@open-wc/testing';

/** For what always comes: on a busy machine a module may take seconds. */
const patienceMs = 60_000;

export const waitUntil: typeof wait = (holds, what, options) => wait(holds, what, { timeout: patienceMs, ...options });

/** Asks on each frame until there is an answer. `ms`: how long. */
export async function until<T>(ask: () => T | undefined, what: string, ms = patienceMs): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Never there: ${what}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
