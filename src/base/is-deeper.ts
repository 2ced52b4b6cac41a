// Whether objects and lists are nested deeper than a number of levels: `JSON.stringify` gives up on what `JSON.parse` still reads.

export const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
