// A time limit for what a site's own code promises: its promise may never settle.

/** A site's own function, or its state, did not settle in time. */
export class Unsettled extends Error {
  override readonly name = 'Unsettled';

  constructor(what: string, ms: number) {
    super(`${what} did not settle within ${ms} ms.`);
  }
}

/** The value, as soon as it is there; rejects with `Unsettled` after `ms`. Any thenable counts as a promise. */
export async function inTime<T>(what: string, value: T | PromiseLike<T>, ms: number): Promise<T> {
  if (!isThenable(value)) return value;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unsettled(what, ms)), ms);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
