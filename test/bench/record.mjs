// The performance record: record.json, by part, and record.html, which is drawn from it. Knows the shape of figures, and measures nothing.
import { readFileSync, writeFileSync } from 'node:fs';

import { median } from './fold.mjs';
import { drawPage } from './page.mjs';

const json = new URL('record.json', import.meta.url);
const html = new URL('record.html', import.meta.url);

export const readRecord = () => JSON.parse(readFileSync(json, 'utf8'));

export function writeRecord(record) {
  const text = JSON.stringify(record, null, 2);
  // A line a point: what changed is seen in a diff.
  const short = text.replaceAll(/\{[^{}[\]]*\}|\[[^{}[\]]*\]/g, (inner) => inner.replaceAll(/\s*\n\s*/g, ' '));
  writeFileSync(json, `${short}\n`);
  writeFileSync(html, drawPage(record));
}

const four = (value) => Number(value.toPrecision(4));

const rounded = ({ points, ...figure }) => ({
  ...figure,
  points: points.map((point) =>
    Object.fromEntries(Object.entries(point).map(([key, value]) => [key, key === 'size' ? value : four(value)])),
  ),
});

/** The record with this part measured again, in the order of `names`; every other part as it was. `missing`: those that were never measured. */
export function withPart(record, { name, title, measured, figures, runs }, names) {
  const checks = checksOf(runs);
  const part = {
    name,
    title,
    measured,
    figures: figures.map((figure) => ({ ...rounded(figure), ...(checks.has(figure.id) ? { check: checks.get(figure.id) } : {}) })),
  };
  const parts = [...record.parts.filter((one) => one.name !== name), part];
  const nth = (one) => names.indexOf(one.name);
  return {
    ...record,
    missing: names.filter((known) => parts.every((one) => one.name !== known)),
    parts: parts.toSorted((one, other) => nth(one) - nth(other)),
  };
}

/** By id, from several runs of a part's check. */
function checksOf(runs) {
  const ids = (runs[0] ?? []).map(({ id }) => id);
  return new Map(
    ids.map((id) => {
      const figures = runs.map((run) => run.find((figure) => figure.id === id));
      const ratios = figures.map(({ points: [{ ratio }] }) => four(ratio));
      const [{ size }] = figures[0].points;
      return [id, { ...(size === undefined ? {} : { size }), ratios, tolerance: toleranceOf(ratios, figures[0].better) }];
    }),
  );
}

const least = 1.5;
const most = 2;

/**
 * How many times worse than the median of the record's runs a ratio may be: one and a half, or the square of how far the worst of those runs was
 * from their median, if that is more. Null where that would be over two: so unsteady a ratio is not compared.
 */
export function toleranceOf(ratios, better = 'lower') {
  const middle = median(ratios);
  const worst = better === 'lower' ? Math.max(...ratios) / middle : middle / Math.min(...ratios);
  const tolerance = Math.max(least, worst ** 2);
  return tolerance > most ? null : four(tolerance);
}

/** The ratio beyond which a figure is worse than its record. */
export function limitOf({ better = 'lower', check: { ratios, tolerance } }) {
  const middle = median(ratios);
  return better === 'lower' ? middle * tolerance : middle / tolerance;
}

export const isWorse = (figure, ratio) => !(figure.better === 'higher' ? ratio >= limitOf(figure) : ratio <= limitOf(figure));
