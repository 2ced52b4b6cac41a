// Polygons turned into pixels with smooth edges.

const subRows = 4;

export interface Bounds {
  readonly width: number;
  readonly height: number;
}

/** Calls `plot` for every pixel the polygon (x, y, x, y, ...; even-odd) touches, with how much of it is covered, above 0 to 1. */
export function rasterize(points: readonly number[], bounds: Bounds, plot: (x: number, y: number, coverage: number) => void): void {
  const [top, bottom] = extent(points, 1, bounds.height);
  const [left, right] = extent(points, 0, bounds.width);
  if (left > right) return;
  const coverage = new Float32Array(right - left + 1);
  for (let y = top; y <= bottom; y += 1) {
    for (let part = 0; part < subRows; part += 1) {
      const crossings = crossingsAt(points, y + (part + 0.5) / subRows);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2)
        cover(coverage, (crossings[pair] ?? 0) - left, (crossings[pair + 1] ?? 0) - left);
    }
    for (let x = left; x <= right; x += 1) {
      const amount = coverage[x - left] ?? 0;
      if (amount > 0.004) plot(x, y, Math.min(1, amount));
    }
    coverage.fill(0);
  }
}

function extent(points: readonly number[], axis: 0 | 1, length: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let index = axis; index < points.length; index += 2) {
    low = Math.min(low, points[index] ?? 0);
    high = Math.max(high, points[index] ?? 0);
  }
  return [Math.max(0, Math.floor(low)), Math.min(length - 1, Math.floor(high))];
}

function crossingsAt(points: readonly number[], y: number): number[] {
  const crossings: number[] = [];
  const count = points.length;
  for (let index = 0; index < count; index += 2) {
    const x1 = points[index] ?? 0;
    const y1 = points[index + 1] ?? 0;
    const x2 = points[(index + 2) % count] ?? 0;
    const y2 = points[(index + 3) % count] ?? 0;
    if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  }
  return crossings.sort((a, b) => a - b);
}

function cover(coverage: Float32Array, start: number, end: number): void {
  const from = Math.max(0, start);
  const to = Math.min(coverage.length, end);
  for (let x = Math.floor(from); x < to; x += 1) coverage[x] = (coverage[x] ?? 0) + (Math.min(to, x + 1) - Math.max(from, x)) / subRows;
}

/** The outline of an oval, with as many corners as it needs. */
export function ellipse(x: number, y: number, rx: number, ry: number): number[] {
  const sides = Math.max(12, Math.min(64, Math.ceil((rx + ry) * 1.5)));
  return Array.from({ length: sides * 2 }, (_, index) => {
    const angle = ((index >> 1) / sides) * Math.PI * 2;
    return index % 2 === 0 ? x + Math.cos(angle) * rx : y + Math.sin(angle) * ry;
  });
}

/** A stroke from one point to another that may narrow on its way. */
export function stroke(x1: number, y1: number, x2: number, y2: number, widthFrom: number, widthTo = widthFrom): number[] {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const nx = (y1 - y2) / length / 2;
  const ny = (x2 - x1) / length / 2;
  return [
    x1 + nx * widthFrom,
    y1 + ny * widthFrom,
    x2 + nx * widthTo,
    y2 + ny * widthTo,
    x2 - nx * widthTo,
    y2 - ny * widthTo,
    x1 - nx * widthFrom,
    y1 - ny * widthFrom,
  ];
}
