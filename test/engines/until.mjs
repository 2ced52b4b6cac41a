// Waits for a program beside the tests to be ready.

/** @param {() => unknown} check may be asynchronous; what it throws means "not yet". */
export async function until(check, what, ms = 60_000) {
  const end = Date.now() + ms;
  for (;;) {
    const found = await Promise.resolve()
      .then(check)
      .catch(() => undefined);
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not start.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
