// Whether a path is written as the documents write theirs. Looked at as it came, before anything has tidied it up.

const longest = 1024;

/**
 * True for a path of letters, digits and `-._~` between single slashes, and the few signs that `encodeURIComponent` escapes in an id.
 * No dot segments, no empty ones, nothing escaped that another server could take for a slash, a dot or an end. The query is not looked at.
 */
export function isPlainPath(path: string): boolean {
  return path.length <= longest && /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~-]|%(?:3A|3D|2B|40|2C))+)+$/i.test(path);
}

/** The path in a request line or address, as it stands there. */
export function rawPath(target: string): string {
  const afterHost = /^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*/i.exec(target)?.[0].length ?? 0;
  return target.slice(afterHost).split(/[?#]/, 1)[0] ?? '';
}
