// Resolutions by the names that makers have for them: `720p`, `1080P`, `4k`.

/** The closest of `names` to so many lines; undefined where none of them is a resolution. */
export function closestResolution<const R extends string>(lines: number, names: readonly R[]): R | undefined {
  const distance = (name: string): number => Math.abs(Math.log(lines / linesOf(name)));
  return names.filter((name) => linesOf(name) > 0).toSorted((one, other) => distance(one) - distance(other))[0];
}

const linesOf = (name: string): number => (/^4k$/i.test(name) ? 2160 : Number(/^(\d+)p$/i.exec(name)?.[1] ?? 0));
