// `npm run mutants [room ...] [--count=50] [--seed=1]`: puts small faults into the rooms, one at a time, and counts those that a related test notices.
// `--survivors`: only the faults that went unnoticed in the last run of each room.
// A survivor gets a test, its code goes, or `equivalent.json` says why no test can tell: `{ "file", "mutator", "original", "replacement", "reason" }`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { inBrowser } from './in-browser.mjs';
import { asSource, inNode } from './in-node.mjs';
import { writeBuiltPackage } from '../source-doors.mjs';
import { rooms, tooSlow } from './rooms.mjs';
import { sampleFaults } from './sample.mjs';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
process.chdir(root);
const words = process.argv.slice(2);
const numberOf = (name, otherwise) => Number(words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const onlySurvivors = words.includes('--survivors');
const names = words.filter((word) => !word.startsWith('--'));
const unknown = names.find((name) => !Object.hasOwn(rooms, name));
if (unknown !== undefined) throw new Error(`There is no room "${unknown}"; choose from ${Object.keys(rooms).join(', ')}.`);
const [count, seed] = [numberOf('count', 50), numberOf('seed', 1)];
const equivalents = JSON.parse(readFileSync(new URL('equivalent.json', import.meta.url), 'utf8'));

/** What the last run of each room came to. */
const lastRuns = '.build/mutants.json';
const last = existsSync(lastRuns) ? JSON.parse(readFileSync(lastRuns, 'utf8')) : {};
const survivorsOf = (name) => last[name]?.survivors ?? [];

const filesIn = (folder, beginnings, ends) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ends) && !name.endsWith('.d.ts') && beginnings.some((beginning) => name.startsWith(beginning)))
    .map((name) => join(folder, name));

const filesOf = ({ sources }, browser) => filesIn(browser ? 'src' : '.build/src', sources, browser ? '.ts' : '.js');

const browserFiles = (tests) => filesIn('test/browser', tests, '.test.ts');

/** Those that no test in Node notices, and none of the room's in a browser. */
async function bySteps(faults, { browserTests }, options) {
  const unnoticed = await inNode(faults, options);
  if (unnoticed.length === 0 || browserTests.length === 0) return unnoticed;
  const ids = new Set((await inBrowser(unnoticed.map(asSource), browserFiles(browserTests), [])).map(({ id }) => id));
  return unnoticed.filter(({ id }) => ids.has(id));
}

/** The code that a fault replaces. */
function originalOf({ fileName, location: { start, end } }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column) ?? '';
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}

const sourceOf = (fileName) =>
  relative(root, fileName)
    .replace(/^\.build\//, '')
    .replace(/\.js$/, '.ts');

/** A fault as lists hold it: without its place, which moves. */
const asEntry = (fault) => ({
  file: sourceOf(fault.fileName),
  mutator: fault.mutatorName,
  original: originalOf(fault),
  replacement: fault.replacement,
});

const isIn = (list) => {
  const textOf = ({ file, mutator, original, replacement }) => JSON.stringify([file, mutator, original, replacement]);
  const texts = new Set(list.map(textOf));
  return (entry) => texts.has(textOf(entry));
};

async function judge(name) {
  const { sources, tests, nodeTests = [], browser } = rooms[name];
  const earlier = Object.values(rooms).slice(0, Object.keys(rooms).indexOf(name));
  const taken = new Set(earlier.flatMap((room) => filesOf(room, browser)));
  const files = filesOf({ sources }, browser).filter((file) => !taken.has(file));
  const compiledTests = (beginnings) => filesIn('.build/test/node', beginnings, '.test.js').filter((path) => !tooSlow.test(path));
  const related = browser ? browserFiles(tests) : compiledTests(tests);
  const isSurvivor = isIn(survivorsOf(name));
  const pick = (faults) => (onlySurvivors ? faults.filter((fault) => isSurvivor(asEntry(fault))) : faults.slice(0, count));
  const { faults: picked, instrumented } = await sampleFaults(files, { seed, pick });
  const sampled = picked.map((fault) => ({ ...fault, ...asEntry(fault) }));
  const isEquivalent = isIn(equivalents);
  const faults = sampled.filter((fault) => !isEquivalent(fault));
  const begun = performance.now();
  const survivors = await (browser
    ? inBrowser(faults, related, compiledTests(nodeTests))
    : bySteps(faults, rooms[name], { tests: related, instrumented }));
  for (const { file, location, mutator, original, replacement } of survivors)
    console.log(`${file}:${location.start.line + 1} ${mutator}\n- ${original}\n+ ${replacement}`);
  return {
    room: name,
    faults: faults.length,
    noticed: faults.length - survivors.length,
    equivalent: sampled.length - faults.length,
    seconds: Math.round((performance.now() - begun) / 1000),
    survivors: survivors.map(({ file, mutator, original, replacement }) => ({ file, mutator, original, replacement })),
  };
}

// What a file that has moved or gone was compiled to would be judged, and its tests run.
for (const part of ['src', 'test']) rmSync(join('.build', part), { recursive: true, force: true });
writeBuiltPackage('.build');
spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'test/node'], { stdio: 'inherit' });
const chosen = (names.length > 0 ? names : Object.keys(rooms)).filter((name) => !onlySurvivors || survivorsOf(name).length > 0);
const scores = [];
for (const name of chosen) scores.push(await judge(name));
mkdirSync('.build', { recursive: true });
for (const { room, ...score } of scores) last[room] = { seed, count, ...score };
writeFileSync(lastRuns, JSON.stringify(last, undefined, 2));
const columns = ['room', 'faults', 'noticed', 'equivalent', 'seconds', 'percent'];
console.table(
  scores.map((score) => ({ ...score, percent: Math.round((100 * score.noticed) / score.faults) })),
  columns,
);
if (scores.some(({ faults, noticed }) => noticed < 0.9 * faults)) process.exitCode = 1;
