// Which addresses of an answer may be played or linked, and until when.

/** Characters: signed links have a few thousand. */
const longest = 16_384;

/** The absolute form of an http(s) URL, or of a path on the origin of `base`; anything else is undefined. */
export function safeUrl(value: unknown, base: string): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined;
  const text = value.trim();
  const path = text.startsWith('/');
  if (!path && !/^https?:\/\//i.test(text)) return undefined;
  try {
    const url = new URL(text, base);
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
    // `//host` and `/\host` begin like a path and lead elsewhere.
    return path && url.origin !== new URL(base).origin ? undefined : url.href;
  } catch {
    return undefined;
  }
}

const compactDate = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Milliseconds since 1970: from seconds, milliseconds or a date in words. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = Number(value);
  const ms = Number.isFinite(number)
    ? number > 1e11
      ? number
      : number * 1000
    : Date.parse(String(value).replace(compactDate, '$1-$2-$3T$4:$5:$6Z'));
  return known(ms);
}

/** Before 2001, or in a thousand years, it was no time but some other figure. */
const known = (ms: number): number | undefined => (ms > 1e12 && ms < 1e14 ? ms : undefined);

/** When a signed link dies, in milliseconds since 1970, where the link tells. */
export function linkExpiry(url: string): number | undefined {
  const query = new Map<string, string>();
  for (const [name, value] of new URL(url).searchParams) query.set(name.toLowerCase(), value);
  for (const maker of ['amz', 'tos', 'goog', 'oss', 'obs']) {
    const from = timeOf(query.get(`x-${maker}-date`));
    const seconds = Number(query.get(`x-${maker}-expires`));
    if (from !== undefined && seconds > 0) return known(from + seconds * 1000);
  }
  return timeOf(query.get('expires')) ?? timeOf(query.get('se'));
}
