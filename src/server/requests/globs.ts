// Model names and globs: `kling-*` takes every name that begins so. The star is the only sign with a meaning.
export function globMatches(glob: string, name: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (rest.length === 0) return glob === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
