// Waits for what a page will show, without a fixed sleep.

/** Asks on each frame until there is an answer. `ms`: how long. */
export async function until<T>(ask: () => T | undefined, what: string, ms = 4000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Never there: ${what}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
