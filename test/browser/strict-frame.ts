// A page inside the test's own, under the strict policy that the README promises to live under.

/** Not yet in the page. `script`: what its page runs. `connect`: other origins it may ask. */
export function strictFrame(script: URL, connect: readonly string[] = []): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = `/strict-page?${new URLSearchParams({ script: script.pathname, connect: connect.join(' ') }).toString()}`;
  return frame;
}
