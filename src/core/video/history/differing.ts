// Where a list differs from the one before it. Both may be long and are nearly the same: what is alike is passed over by identity.

export interface Difference<T> {
  readonly before: readonly T[];
  readonly after: readonly T[];
}

const same: Difference<never> = { before: [], after: [] };

/** Several follow the same lists: the stretch between two is looked for once. */
const known = new WeakMap<readonly unknown[], { readonly since: readonly unknown[]; readonly difference: Difference<unknown> }>();

/** The stretch of each that begins and ends where the other is not the same. */
export function differing<T>(before: readonly T[], after: readonly T[]): Difference<T> {
  if (before === after) return same;
  const last = known.get(after);
  // What is kept under these two lists was found in them.
  if (last?.since === before) return last.difference as Difference<T>;
  const difference = between(before, after);
  known.set(after, { since: before, difference });
  return difference;
}

function between<T>(before: readonly T[], after: readonly T[]): Difference<T> {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let behind = 0;
  while (behind < shorter - from && before.at(-1 - behind) === after.at(-1 - behind)) behind += 1;
  return { before: before.slice(from, before.length - behind), after: after.slice(from, after.length - behind) };
}
