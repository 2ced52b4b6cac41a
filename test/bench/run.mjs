// `npm run bench [-- part ...]`: speed as ratios to something measured in the same run, memory, and the sizes of what a page loads. Prints what it
// finds and keeps it in record.json and record.html: of the parts that are named, or of all.
import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os';

import { chromiumVersion } from './chromium.mjs';
import { parts } from './parts.mjs';
import { prepare } from './prepare.mjs';
import { promisesOf } from './promises.mjs';
import { readRecord, withPart, writeRecord } from './record.mjs';

const names = parts.map(({ name }) => name);
const words = process.argv.slice(2);
const asked = words.filter((word) => !word.startsWith('--'));
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(1);
}

/** Of the minute before: what others had the machine do. */
const [load] = loadavg();
prepare({ built: words.includes('--built') });

const round = (value) => (value === undefined ? undefined : Number(value.toPrecision(3)));
const runsOfChecks = 5;
const chromium = await chromiumVersion();

const machine = () => ({
  date: new Date().toISOString().slice(0, 10),
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  system: `${platform()} ${arch()}`,
  node: process.versions.node,
  chromium,
  load: round(load),
});

const inOrder = async (times, action) => {
  const all = [];
  for (let time = 0; time < times; time++) all.push(await action());
  return all;
};

/** A row a point. */
function rowsOf(figure) {
  const promises = new Map(promisesOf(figure).map((promise) => [promise.size, promise]));
  return figure.points.map(({ size, value, base, ratio }) => {
    const promise = promises.get(size);
    return {
      figure: figure.id,
      size: size === undefined ? '' : `${size.toLocaleString('en')} ${figure.over}`,
      value: round(value),
      base: round(base) ?? '',
      unit: figure.unit,
      ratio: round(ratio) ?? '',
      promised: promise ? `${figure.better === 'higher' ? '>=' : '<='} ${promise.limit}${promise.kept ? '' : ' NOT KEPT'}` : '',
    };
  });
}

for (const part of parts.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const started = Date.now();
  const figures = await part.measure();
  const runs = part.check ? await inOrder(runsOfChecks, part.check) : [];
  writeRecord(withPart(readRecord(), { name: part.name, title: part.title, measured: machine(), figures, runs }, names));
  console.log(`\n${part.title} (${part.name}, ${Math.round((Date.now() - started) / 1000)} s)`);
  console.table(figures.flatMap(rowsOf));
}
process.exit();
