// The performance record as one page to read: no script, nothing from elsewhere. Draws what record.json says and nothing else.
import { barPlot, escape, legendMark, linePlot } from './plot.mjs';
import { promisesOf } from './promises.mjs';
import { style } from './page-style.mjs';

const short = (value) => (value === undefined ? '' : Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 }));
const bound = ({ better }, limit) => `${better === 'higher' ? 'at least' : 'at most'} ${limit.toLocaleString('en')}`;
const sized = ({ over }, size) => (size === undefined ? '' : `${size.toLocaleString('en')} ${over}`);
const listed = (words) => words.filter((word) => word !== undefined && word !== '').join(', ');

const table = (name, heads, rows) => `<div class="table" role="region" aria-label="${escape(name)}" tabindex="0"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(([first, ...cells]) => `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}
</tbody></table></div>`;

const named = (figure, size) => {
  const note = listed([figure.where, sized(figure, size)]);
  return `${escape(figure.what)}${note === '' ? '' : `<small>${escape(note)}</small>`}`;
};

/** Of each figure the point that is nearest to its promise, or furthest beyond it. */
function hardest(figure) {
  const promises = promisesOf(figure);
  const off = ({ found, limit }) => (figure.better === 'higher' ? limit / found : found / limit);
  return promises.toSorted((one, other) => off(other) - off(one)).slice(0, 1);
}

function promiseTable(figures) {
  const rows = figures
    .flatMap((figure) => hardest(figure).map((promise) => ({ figure, promise })))
    .toSorted((one, other) => Number(one.promise.kept) - Number(other.promise.kept));
  const kept = rows.filter(({ promise }) => promise.kept).length;
  const said = ({ kind, found, kept: good }, { unit }) =>
    `<span class="${good ? 'kept' : 'broken'}">${short(found)}${kind === 'value' ? ` ${escape(unit)}` : ''} <b>${good ? 'kept' : 'not kept'}</b></span>`;
  const asked = (promise, figure) =>
    `${bound(figure, promise.limit)}${promise.kind === 'value' ? ` ${escape(figure.unit)}` : ` × ${escape(figure.base)}`}`;
  return `<h2>What is promised</h2>
<p>${kept} of ${rows.length} are kept. Where a figure has several sizes, the one that comes nearest to its bound is shown.</p>
${table(
  'What is promised',
  ['Figure', 'Promised', 'Found'],
  rows.map(({ figure, promise }) => [named(figure, promise.size), asked(promise, figure), said(promise, figure)]),
)}`;
}

/** Figures of one `what` in one plot, where they have ratios. */
function plotOf(figures) {
  const [{ what, base, better, over, promised }] = figures;
  const lines = figures.some(({ points }) => points.length > 1);
  const drawn = lines
    ? linePlot({ name: what, series: figures, limit: promised?.ratio, at: promised?.at })
    : barPlot({
        name: what,
        bars: figures.map(({ where = what, promised, points: [{ ratio }] }) => ({ label: where, ratio, limit: promised?.ratio })),
      });
  const legend =
    lines && figures.length > 1
      ? `<ul class="legend">${figures.map(({ where }, nth) => `<li>${legendMark(nth)}${escape(where)}</li>`).join('')}</ul>`
      : '';
  const place = lines && figures.length === 1 ? figures[0].where : undefined;
  const say = listed([place, lines ? `by ${over}` : '', better === 'higher' ? 'higher is better' : '']);
  return `<figure><figcaption><b>${escape(what)}</b><span>1 = ${escape(base)}${say === '' ? '' : `; ${escape(say)}`}</span></figcaption>
${drawn}${legend}</figure>`;
}

function plots(figures) {
  return [...grouped(figures.filter(({ points }) => points[0].ratio !== undefined)).values()].map(plotOf).join('\n');
}

function grouped(figures) {
  const groups = new Map();
  for (const figure of figures) groups.set(figure.what, [...(groups.get(figure.what) ?? []), figure]);
  return groups;
}

/** Every point of some figures; what stands beside them only where something does. */
function figuresTable(name, figures) {
  const beside = figures.some(({ base }) => base !== undefined);
  const rows = figures.flatMap((figure) =>
    figure.points.map(({ size, value, base, ratio }) => [
      named(figure, size),
      `${short(value)} ${escape(figure.unit)}`,
      ...(beside ? [base === undefined ? '' : `${short(base)}<small>${escape(figure.base)}</small>`, short(ratio)] : []),
    ]),
  );
  return table(name, ['Figure', 'Found', ...(beside ? ['Beside it', 'Ratio'] : [])], rows);
}

function section({ name, title, figures }) {
  const drawn = plots(figures);
  const all = figuresTable(`Figures of ${name}`, figures);
  return `<section id="${name}"><h2>${escape(title)}</h2>
${drawn === '' ? all : `<div class="plots">\n${drawn}\n</div>\n<details><summary>All figures</summary>\n${all}\n</details>`}</section>`;
}

function compared(figures) {
  const rows = figures
    .filter(({ check }) => check)
    .map((figure) => {
      const { size, ratios, tolerance } = figure.check;
      const range = [Math.min(...ratios), Math.max(...ratios)].map(short).join(' to ');
      return [named(figure, size), range, tolerance === null ? 'too unsteady to compare' : `${short(tolerance)} times`];
    });
  return `<section id="compared"><h2>What CI compares</h2>
<p><code>npm run bench:check</code> measures these ratios again, each in a shorter run, and compares them with the median of five such runs that were made
with this record. It never compares times: another machine has others. A ratio may be one and a half times worse, or the square of how far the worst of
the five was from their median, if that is more; one for which that is over two is not compared. It fails only when it is worse three times in a row.</p>
${table('What CI compares', ['Ratio', 'Five runs', 'May be worse'], rows)}</section>`;
}

/** Parts measured on the same day and machine are one line. */
function measuredLines(parts) {
  const lines = new Map();
  for (const { name, measured } of parts) {
    const { date, cores, processor, system, node, chromium, load } = measured;
    const say = `${date}, ${cores} cores of ${processor}, ${system}, Node ${node}, Chromium ${chromium}; load before it began: ${load}`;
    lines.set(say, [...(lines.get(say) ?? []), name]);
  }
  return [...lines].map(([say, names]) => `<li>${escape(lines.size > 1 ? `${names.join(', ')}: ${say}` : say)}</li>`).join('\n');
}

export function drawPage({ parts, missing = [] }) {
  const figures = parts.flatMap((part) => part.figures);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>voxreel: performance record</title>
<style>${style}</style>
<main>
<h1>voxreel: performance record</h1>
<p>Written by <code>npm run bench</code>, with <code>record.json</code> beside it. Every ratio is to something measured in the same run, in turn with
it; lower is better where nothing else is said. In a plot the solid line is that base, at 1, and the dashed one is what is promised.</p>
<ul>
${measuredLines(parts)}${missing.length === 0 ? '' : `\n<li>Not measured yet: ${missing.join(', ')}</li>`}
</ul>
${promiseTable(figures)}
${parts.map(section).join('\n')}
${compared(figures)}
</main>
</html>
`;
}
