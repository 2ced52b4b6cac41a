// Ratios as inline SVG: lines over the size of work, or bars where there is one size. Colors are the page's classes.
const width = 340;
const left = 34;
const right = width - 14;

export const escape = (text) => String(text).replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const px = (value) => Number(value.toFixed(1));
const short = (value) => Number(value.toPrecision(3)).toLocaleString('en');

/** Steps of 1, 2 or 5 of some power of ten, about four of them. */
function ticksTo(top) {
  const rough = top / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((times) => times * power >= rough) * power;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, at) => Number((at * step).toPrecision(6)));
}

const topOf = (ratios) => Math.max(1, ...ratios) * 1.12;

const marks = [
  (x, y) => `<circle cx="${x}" cy="${y}" r="4"/>`,
  (x, y) => `<rect x="${px(x - 3.6)}" y="${px(y - 3.6)}" width="7.2" height="7.2"/>`,
  (x, y) => `<path d="M${x} ${px(y - 5)}l5 5-5 5-5-5z"/>`,
  (x, y) => `<path d="M${x} ${px(y - 4.6)}l4.8 8.4h-9.6z"/>`,
];
const markOf = (nth, x, y) => `<g class="series-${nth % 4}">${marks[nth % 4](px(x), px(y))}</g>`;

const line = (kind, x1, y1, x2, y2) => `<line class="${kind}" x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}"/>`;
const label = (text, x, y, anchor = 'middle') => `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${escape(text)}</text>`;
const drawing = (height, name, inner) => `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(name)}">${inner}</svg>`;

/** @param {{ name: string, series: { points: { size: number, ratio: number }[] }[], limit?: number, at?: number }} plot */
export function linePlot({ name, series, limit, at }) {
  const [upper, lower] = [10, 166];
  const points = series.flatMap((one) => one.points);
  const sizes = [...new Set(points.map(({ size }) => size))].toSorted((one, other) => one - other);
  const top = topOf([limit ?? 0, ...points.map(({ ratio }) => ratio)]);
  const [first, last] = [Math.log(sizes[0]), Math.log(sizes.at(-1))];
  const x = (size) => (first === last ? (left + right) / 2 : left + 16 + ((Math.log(size) - first) / (last - first)) * (right - left - 32));
  const y = (ratio) => lower - (ratio / top) * (lower - upper);
  const [from, to] = at === undefined ? [left, right] : [x(at) - 16, x(at) + 16];
  return drawing(
    190,
    name,
    [
      ...ticksTo(top).map((tick) => line('grid', left, y(tick), right, y(tick)) + label(short(tick), left - 6, y(tick) + 4, 'end')),
      ...sizes.map((size) => label(size.toLocaleString('en'), x(size), lower + 18)),
      line('one', left, y(1), right, y(1)),
      limit === undefined ? '' : line('limit', from, y(limit), to, y(limit)),
      ...series.map(
        (one, nth) =>
          `<path class="line series-${nth % 4}" d="M${one.points.map(({ size, ratio }) => `${px(x(size))} ${px(y(ratio))}`).join('L')}"/>` +
          one.points.map(({ size, ratio }) => markOf(nth, x(size), y(ratio))).join(''),
      ),
    ].join(''),
  );
}

/** @param {{ name: string, bars: { label: string, ratio: number, limit?: number }[] }} plot */
export function barPlot({ name, bars }) {
  const row = 42;
  const height = bars.length * row + 24;
  const top = topOf(bars.flatMap(({ ratio, limit = 0 }) => [ratio, limit]));
  const x = (ratio) => 1 + (ratio / top) * (width - 44);
  const floor = height - 20;
  return drawing(
    height,
    name,
    [
      ...ticksTo(top).map(
        (tick) => line('grid', x(tick), floor - 5, x(tick), floor) + label(short(tick), Math.max(4, x(tick)), height - 5),
      ),
      line('grid', x(0), floor, width, floor),
      ...bars.map(
        (bar, nth) =>
          label(bar.label, 1, nth * row + 17, 'start') +
          `<rect class="series-0" x="1" y="${nth * row + 23}" width="${px(x(bar.ratio) - 1)}" height="13" rx="2"/>` +
          line('one', x(1), nth * row + 20, x(1), nth * row + 39) +
          (bar.limit === undefined ? '' : line('limit', x(bar.limit), nth * row + 20, x(bar.limit), nth * row + 39)) +
          label(short(bar.ratio), width - 2, nth * row + 34, 'end'),
      ),
    ].join(''),
  );
}

/** The mark of the nth series, as it stands in its line. */
export const legendMark = (nth) => `<svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">${markOf(nth, 6, 6)}</svg>`;
