// `npm run mutants [room ...] [--count=50] [--seed=1]`: puts small faults into the rooms, one at a time, and counts those that a related test notices.
// A survivor gets a test, its code goes, or `equivalent.json` says why no test can tell: `{ "file", "mutator", "original", "replacement", "reason" }`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const names = words.filter((word) => !word.startsWith('--'));
const unknown = names.find((name) => !Object.hasOwn(rooms, name));
if (unknown !== undefined) throw new Error(`There is no room "${unknown}"; choose from ${Object.keys(rooms).join(', ')}.`);
const [count, seed] = [numberOf('count', 50), numberOf('seed', 1)];
const equivalents = JSON.parse(readFileSync(new URL('equivalent.json', import.meta.url), 'utf8'));

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

async function judge(name) {
  const { sources, tests, nodeTests = [], browser } = rooms[name];
  const earlier = Object.values(rooms).slice(0, Object.keys(rooms).indexOf(name));
  const taken = new Set(earlier.flatMap((room) => filesOf(room, browser)));
  const files = filesOf({ sources }, browser).filter((file) => !taken.has(file));
  const compiledTests = (beginnings) => filesIn('.build/test/node', beginnings, '.test.js').filter((path) => !tooSlow.test(path));
  const related = browser ? browserFiles(tests) : compiledTests(tests);
  const { faults: picked, instrumented } = await sampleFaults(files, { count, seed });
  const sampled = picked.map((fault) => {
    const [file, original] = [sourceOf(fault.fileName), originalOf(fault)];
    const known = equivalents.some(
      (one) => one.file === file && one.mutator === fault.mutatorName && one.original === original && one.replacement === fault.replacement,
    );
    return { ...fault, file, original, known };
  });
  const faults = sampled.filter(({ known }) => !known);
  const begun = performance.now();
  const survivors = await (browser
    ? inBrowser(faults, related, compiledTests(nodeTests))
    : bySteps(faults, rooms[name], { tests: related, instrumented }));
  for (const { file, location, mutatorName, original, replacement } of survivors)
    console.log(`${file}:${location.start.line + 1} ${mutatorName}\n- ${original}\n+ ${replacement}`);
  return {
    room: name,
    faults: faults.length,
    noticed: faults.length - survivors.length,
    equivalent: sampled.length - faults.length,
    seconds: Math.round((performance.now() - begun) / 1000),
  };
}

// What a file that has moved or gone was compiled to would be judged, and its tests run.
for (const part of ['src', 'test']) rmSync(join('.build', part), { recursive: true, force: true });
writeBuiltPackage('.build');
spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'test/node'], { stdio: 'inherit' });
const scores = [];
for (const name of names.length > 0 ? names : Object.keys(rooms)) scores.push(await judge(name));
mkdirSync('.build', { recursive: true });
writeFileSync('.build/mutants.json', JSON.stringify({ seed, count, scores }, undefined, 2));
console.table(scores.map((score) => ({ ...score, percent: Math.round((100 * score.noticed) / score.faults) })));
if (scores.some(({ faults, noticed }) => noticed < 0.9 * faults)) process.exitCode = 1;
