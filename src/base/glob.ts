// Model and host names as globs: `kling-*` matches every name that starts with `kling-`. Only the star is special, and case counts.

/** The one whose glob fits most closely; of two that fit alike, the first. */
export function closestFit<Item>(items: readonly Item[], globOf: (item: Item) => string, name: string): Item | undefined {
  const fitting = items.map((item) => ({ item, fit: globFit(globOf(item), name) })).filter(({ fit }) => fit >= 0);
  // Two exact names are both endless, and their difference is no number, which counts as none.
  return fitting.toSorted((one, other) => other.fit - one.fit)[0]?.item;
}

export const globMatches = (glob: string, name: string): boolean => globFit(glob, name) >= 0;

/** How closely `glob` fits: Infinity for the exact name, else the length of what precedes the first star, or -1 for no match. */
export function globFit(glob: string, name: string): number {
  if (glob === name) return Infinity;
  const [head = '', ...rest] = glob.split('*');
  const tail = rest.pop();
  if (tail === undefined || !name.startsWith(head)) return -1;
  let at = head.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return -1;
    at = found + part.length;
  }
  return name.length - tail.length >= at && name.endsWith(tail) ? head.length : -1;
}
