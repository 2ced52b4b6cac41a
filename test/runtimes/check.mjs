// For parts that run where `node:assert` is not.

/** Throws, naming what was not so. */
export function check(holds, what) {
  if (!holds) throw new Error(what);
}

export function equal(actual, expected, what) {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(found === wanted, `${what}: ${found}, not ${wanted}`);
}

/** Asks until the answer is not undefined. */
export async function eventually(ask, what, timeoutMs = 30_000) {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await new Promise((later) => setTimeout(later, 20))) {
    const found = await ask();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not happen within ${timeoutMs / 1000} s`);
}
