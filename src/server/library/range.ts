// Which part of a file a request asks for.

export interface FileRange {
  readonly start: number;
  /** Not part of it. */
  readonly end: number;
  /** False for the whole file, asked for as such. */
  readonly isPart: boolean;
}

/** `Range` is known to be one plain range. Undefined where the file has no byte of it. */
export function rangeIn({ headers }: Request, bytes: number, etag: string): FileRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  const whole = { start: 0, end: bytes, isPart: false };
  // The page has a part of another file than this.
  if ((first === '' && last === '') || (headers.get('if-range') ?? etag) !== etag) return whole;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  return start < end ? { start, end, isPart: true } : undefined;
}
