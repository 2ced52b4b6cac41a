// What was promised of a figure, and what became of it.

/** The points something was promised of, each with whether it is so. `kind`: of their ratio, or of their value. */
export function promisesOf({ better = 'lower', promised, points }) {
  if (!promised) return [];
  const kind = promised.ratio === undefined ? 'value' : 'ratio';
  const limit = promised[kind];
  return points
    .filter(({ size }) => promised.at === undefined || size === promised.at)
    .map(({ size, [kind]: found }) => ({ size, kind, found, limit, kept: better === 'lower' ? found <= limit : found >= limit }));
}
