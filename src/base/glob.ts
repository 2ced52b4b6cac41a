// Model and host names as globs: `kling-*` matches every name that starts with `kling-`. Only the star is special, and case counts.

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
