// `npm run test:runtimes -- [node20 node22 node24 node26 bun deno workerd]`: what runs on a server, on each of them. Ends with a table and one line
// `N passed, N failed`; with `--counts <file>` these go to the file. A program that npm cannot fetch is one failure, with its reason.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { miniflareHome, programOf } from './binaries.mjs';
import { start } from './start.mjs';

const parts = ['fold', 'queue', 'session', 'gateway', 'relay', 'local', 'start'];
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A runtime whose program runs a file of JavaScript. */
const ofProgram = (title, name, ...words) => ({
  title,
  lacks: {},
  async open() {
    const command = [await programOf(name), ...words];
    return (part, service) => (part === 'start' ? start(command) : run([...command, at('part.mjs'), part, ...service]));
  },
});

const runtimes = {
  node20: ofProgram('Node 20', 'node20'),
  node22: ofProgram('Node 22', 'node22'),
  node24: ofProgram('Node 24', 'node24'),
  node26: ofProgram('Node 26', 'node26'),
  bun: ofProgram('Bun', 'bun'),
  deno: ofProgram('Deno', 'deno', 'run', '--allow-all', '--no-lock'),
  workerd: {
    title: 'workerd',
    lacks: {
      relay: 'serve() and attach() need a server of node:http, and workerd accepts connections itself',
      local: 'it needs a server of node:http, worker threads and a native package',
      start: 'a worker starts no process and has no files',
    },
    async open() {
      const [node, miniflare] = await Promise.all([programOf('node22'), miniflareHome()]);
      return (part, service) => run([node, at('workerd.mjs'), miniflare, part, ...service]);
    },
  },
};

/** Runs a command to its end; rejects with what it said. */
function run([program, ...words], timeoutMs = 60_000) {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs, killSignal: 'SIGKILL' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`it ended with ${signal ?? code}\n${output.trim()}`)),
    );
  });
}

/** The cell of the table for one part. */
async function tried(attempt) {
  const started = performance.now();
  try {
    await attempt();
    return { cell: `${((performance.now() - started) / 1000).toFixed(1)} s`, passed: 1 };
  } catch (error) {
    return { cell: 'FAILED', failed: 1, why: error.message };
  }
}

/** A row of the table. Programs are fetched and parts are run one after the other. */
async function row({ title, lacks, open }, service) {
  let attempt;
  try {
    attempt = await open();
  } catch (error) {
    return { title, cells: [{ cell: 'FAILED', failed: 1, why: error.message }] };
  }
  const cells = [];
  for (const part of parts) {
    const why = lacks[part];
    cells.push({ part, ...(why === undefined ? await tried(() => attempt(part, service)) : { cell: 'none', why }) });
  }
  return { title, cells };
}

const { createLocalService } = await import('voxreel/local').catch(({ message }) => {
  console.error(`${message}\nBuild first: npm run build`);
  process.exit(1);
});

const { values, positionals } = parseArgs({ allowPositionals: true, options: { counts: { type: 'string' } } });
const names = positionals.length > 0 ? positionals : Object.keys(runtimes);
const unknown = names.filter((name) => !Object.hasOwn(runtimes, name));
if (unknown.length > 0) {
  console.error(`There is no runtime ${unknown.join(', ')}: ${Object.keys(runtimes).join(', ')}.`);
  process.exit(1);
}

const service = createLocalService();
const { url } = await service.listen();
const left = [...names];
const rows = new Map();
/** Two at a time: a part that waits for a video leaves its core to the other. */
const lane = async () => {
  for (let name = left.shift(); name !== undefined; name = left.shift()) rows.set(name, await row(runtimes[name], [url, service.key]));
};
await Promise.all([lane(), lane()]);
await service.close();

const written = (title, cells) => [title.padEnd(9), ...cells.map((cell) => cell.padEnd(8))].join(' ').trimEnd();
console.log(written('', parts));
for (const name of names)
  console.log(
    written(
      rows.get(name).title,
      rows.get(name).cells.map(({ cell }) => cell),
    ),
  );
const all = names.flatMap((name) => rows.get(name).cells.map((cell) => ({ title: rows.get(name).title, ...cell })));
for (const { title, part, cell, why } of all.filter(({ why }) => why !== undefined))
  console.log(`\n${[title, part].filter(Boolean).join(', ')}: ${cell}. ${why}`);

const count = (outcome) => all.filter((cell) => cell[outcome] === 1).length;
const counts = { passed: count('passed'), failed: count('failed') };
if (values.counts === undefined) console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
else writeFileSync(values.counts, JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
