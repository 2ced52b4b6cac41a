// `npm run bench`: speed as ratios to something measured in the same run, and the sizes of what a page loads.
import { spawnSync } from 'node:child_process';

import { compile } from '../services.mjs';

compile();
if (spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status !== 0) process.exit(1);

const { benchFold } = await import('./fold.mjs');
const { benchSizes } = await import('./sizes.mjs');

const round = (value, digits = 2) => Number(value.toFixed(digits));

console.log('\nDecode and fold, JSON.parse of the same text = 1');
console.table(
  benchFold().map(({ log, times, items, events, parseNs, foldNs, ratio }) => ({
    log,
    length: `${times}x`,
    items,
    events,
    'parse ns/event': Math.round(parseNs),
    'fold ns/event': Math.round(foldNs),
    ratio: round(ratio),
  })),
);

console.log('\nScript-tag builds, bytes');
console.table(benchSizes());
