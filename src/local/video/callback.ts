// Tells a caller's address that its task has ended.

const attempts = [0, 500, 3000];
const timeoutMs = 10_000;

/** POSTs `body` as JSON until the address answers with success, three times at most. Resolves in any case. */
export async function callBack(address: string, body: unknown, signal: AbortSignal): Promise<void> {
  for (const waitMs of attempts) {
    await waited(waitMs, signal);
    if (signal.aborted) return;
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // An address that does not answer is tried again, then left alone: the task itself can always be queried.
    }
  }
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
