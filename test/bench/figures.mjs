// Figures of the record as every part makes them. Knows their shape, and measures nothing.

/** What was found, over what was found beside it. */
export const over = (value, base) => ({ value, base, ratio: value / base });

/**
 * Makes figures that have `common` fields.
 * `points`: a number, what `over` gives, or several of either with their `size`.
 *
 * @param {Partial<import('./parts.mjs').Figure>} common
 */
export const figures = (common) => (id, what, points, more) => ({ id, what, ...common, ...more, points: pointsOf(points) });

function pointsOf(points) {
  if (Array.isArray(points)) return points;
  return [typeof points === 'number' ? { value: points } : points];
}
