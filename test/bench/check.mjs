// `npm run bench:check [-- part ...]`: the ratios that can be had in a few seconds, measured again and compared with the record. Times are never compared:
// another machine has others. A ratio fails only if it is worse than its tolerance allows three times: the machine may be busy.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { isWorse, limitOf, readRecord } from './record.mjs';

const tries = 3;
const mostMs = 120_000;
const round = (value) => Number(value.toPrecision(3));

/** Fails what hangs. */
const within = (work) =>
  Promise.race([
    work,
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error(`Not measured within ${mostMs / 1000} s.`)), mostMs).unref();
    }),
  ]);

const recordedOf = (record, { name }) => (record.parts.find((part) => part.name === name)?.figures ?? []).filter(({ check }) => check);

/** One part against the record: `{ id, passed, said }` of each ratio. `measure` gives figures, or throws. */
export async function checkPart(record, part, measure = part.check) {
  const recorded = recordedOf(record, part);
  if (recorded.length === 0) return [{ id: part.name, passed: false, said: `is not in the record: npm run bench -- ${part.name}` }];
  const known = recorded.filter(({ check }) => check.tolerance !== null);
  const found = new Map(known.map(({ id }) => [id, []]));
  let waiting = known;
  for (let time = 0; time < tries && waiting.length > 0; time++) {
    const figures = await within(measure()).catch((error) => {
      console.error(error);
      return [];
    });
    for (const { id } of waiting) found.get(id).push(figures.find((figure) => figure.id === id)?.points[0].ratio ?? NaN);
    waiting = waiting.filter((figure) => isWorse(figure, found.get(figure.id).at(-1)));
  }
  return known.map((figure) => {
    const ratios = found.get(figure.id);
    const bound = `${figure.better === 'higher' ? 'at least' : 'at most'} ${round(limitOf(figure))}`;
    return { id: figure.id, passed: !waiting.includes(figure), said: `${ratios.map(round).join(', then ')} (${bound})` };
  });
}

async function main() {
  const { prepare } = await import('./prepare.mjs');
  const { parts } = await import('./parts.mjs');
  prepare({ built: process.argv.includes('--built') });
  const record = readRecord();
  const counts = { passed: 0, failed: 0 };
  const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  for (const part of parts.filter(({ name, check }) => check && (asked.length === 0 || asked.includes(name)))) {
    if (record.missing.includes(part.name)) {
      console.log(`       ${part.name} was never measured: npm run bench -- ${part.name}`);
      continue;
    }
    for (const { id, passed, said } of await checkPart(record, part)) {
      counts[passed ? 'passed' : 'failed'] += 1;
      console.log(`${passed ? 'ok    ' : 'WORSE '} ${id}: ${said}`);
    }
  }
  mkdirSync('.build', { recursive: true });
  writeFileSync('.build/ratios.json', JSON.stringify(counts));
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed > 0 ? 1 : 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
