// The README's table of hashes, from what is built: `npm pack` writes it, so that what is published tells its own, and takes it back (`--none`).
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const readme = new URL('README.md', root);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const marks = ['<!-- integrity: test/bench/readme-integrity.mjs writes this -->', '<!-- /integrity -->'];
const tags = ['voxreel.js', 'video-generator.js', 'realtime-voice.js', 'core.js', 'voxreel.iife.js'];

function hashTable() {
  const hashes = JSON.parse(read('dist/cdn/integrity.json'));
  const { version } = JSON.parse(read('package.json'));
  const rows = tags.map((name) => `| \`${name}\` | \`${hashes[name]}\` |`);
  return [`| \`dist/cdn\` of ${version} | \`integrity\` |`, '|---|---|', ...rows].join('\n');
}

const said = process.argv.includes('--none') ? 'The README of each published version lists them here.' : hashTable();
const [before, rest] = read('README.md').split(marks[0]);
if (rest === undefined) throw new Error(`The README has no ${marks[0]}`);
writeFileSync(readme, `${before}${marks[0]}\n\n${said}\n\n${marks[1]}${rest.split(marks[1])[1]}`);
