// Resolutions by the names that makers have for them.

export const isResolution = (name: string): boolean => /^(?:[1-9]\d{2,3}p|4k)$/.test(name);

/** The closest of `names` (`720p`, `4k`...) to so many lines. */
export function closestResolution<const R extends string>(lines: number, names: readonly R[]): R | undefined {
  const distance = (name: string): number => Math.abs(Math.log(lines / (name === '4k' ? 2160 : Number.parseInt(name, 10))));
  return names.toSorted((one, other) => distance(one) - distance(other))[0];
}
