// How long the main thread of a page stands still. Runs in a page.

/** Until the next frame has been drawn. */
export const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Messages to itself, one after the other: the longest time between two is how long the thread stood still. */
export function watchThread() {
  const { port1, port2 } = new MessageChannel();
  let longestMs = 0;
  let last;
  port1.addEventListener('message', () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - (last ?? now));
    last = now;
    port2.postMessage(0);
  });
  port1.start();
  port2.postMessage(0);
  return {
    /** Since the last call. */
    longest() {
      const ms = longestMs;
      longestMs = 0;
      return ms;
    },
    close: () => port1.close(),
  };
}

/** Of this work, and of the frame that shows it. */
export async function longestWhile(work) {
  const thread = watchThread();
  await work();
  await frame();
  thread.close();
  return thread.longest();
}
