// Waits for what a page will show, without a fixed sleep.

/** Asks on each frame until there is an answer. */
export async function until<T>(ask: () => T | undefined, what: string): Promise<T> {
  const end = performance.now() + 4000;
  for (;;) {
    const answer = ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Never there: ${what}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
