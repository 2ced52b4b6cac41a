// `voxreel init [folder]`: writes a new site with the gateway and both elements.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';

import type { Flags } from './flags.js';
import { peers, version } from './own-package.js';
import { backendOf, starterServices, type StarterService } from './starter-services.js';
import { starterFiles, starters, startCommand, type Starter } from './starter.js';

const templates = fileURLToPath(new URL('../../stories/examples/starters', import.meta.url));
const serviceNames = starterServices.map(({ name }) => name);

/** Asks for what is missing where there is a terminal. Throws an Error that says what is wrong before anything is written. */
export async function init([folder = '.', ...rest]: readonly string[], flags: Flags): Promise<void> {
  if (rest.length > 0) throw new Error('Unknown command. Use: voxreel init [folder] [--framework ...] [--service ...]');
  const target = resolve(folder);
  const given = { framework: flags.framework, services: flags.service?.flatMap((names) => names.split(',')) };
  const named = given.framework === undefined ? undefined : starterOf(given.framework);
  for (const name of given.services ?? []) if (!serviceNames.includes(name)) throw unknown('service', name, serviceNames);
  checkEmpty(target, folder);
  checkAnswerable(named === undefined && frameworkQuestion, given.services === undefined && serviceQuestion);

  const starter = named ?? starterOf(await ask(frameworkQuestion));
  const chosen = given.services ?? [await ask(serviceQuestion)];
  const backend = backendOf(starterServices.filter(({ name }) => chosen.includes(name)));
  const files = starterFiles({
    templates,
    starter,
    backend,
    version,
    peers,
    name: packageName(basename(target)),
    secret: randomBytes(32).toString('base64url'),
  });
  for (const [path, content] of files) write(join(target, path), content);
  process.stdout.write(nextSteps(folder, starter, files, backend.services));
}

function starterOf(framework: string): Starter {
  const starter = Object.hasOwn(starters, framework) ? starters[framework] : undefined;
  if (starter === undefined) throw unknown('framework', framework, Object.keys(starters));
  return starter;
}

const unknown = (what: string, name: string, all: readonly string[]): Error =>
  new Error(`There is no ${what} "${name}": use one of ${all.join(', ')}.`);

/** A folder that is not there is as good as an empty one. A new repository has a folder of Git's and nothing else. */
function checkEmpty(target: string, folder: string): void {
  let found: readonly string[];
  try {
    found = readdirSync(target);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw new Error(`${folder} is a file: name a folder.`, { cause: error });
    throw error;
  }
  if (found.some((name) => name !== '.git')) throw new Error(`The folder ${folder} is not empty. Name another: voxreel init my-site`);
}

interface Choice {
  readonly name: string;
  readonly title: string;
}

interface Question {
  readonly what: string;
  readonly choices: readonly Choice[];
}

const frameworkQuestion: Question = {
  what: 'framework',
  choices: Object.entries(starters).map(([name, { title }]) => ({ name, title })),
};
const serviceQuestion: Question = { what: 'service', choices: starterServices };
const namesIn = ({ choices }: Question): readonly string[] => choices.map(({ name }) => name);

/** Without a terminal nobody can be asked: says all that is missing at once. */
function checkAnswerable(...open: readonly (Question | false)[]): void {
  const missing = open.filter((question) => question !== false);
  if (process.stdin.isTTY || missing.length === 0) return;
  throw new Error(missing.map((question) => `Give --${question.what}: one of ${namesIn(question).join(', ')}.`).join('\n'));
}

/** A name out of the list, or its number. Nothing is the first one. */
async function ask(question: Question): Promise<string> {
  const { what, choices } = question;
  const names = namesIn(question);
  const longest = Math.max(...names.map(({ length }) => length));
  const lines = choices.map(({ name, title }, at) => `${String(at + 1).padStart(4)}  ${name.padEnd(longest)}  ${title}\n`);
  process.stdout.write(`Which ${what}?\n${lines.join('')}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Control-D at the question leaves it unanswered for ever.
  const left = new Promise<never>((_, reject) => terminal.once('close', () => reject(new Error('Nothing was written.'))));
  left.catch(() => undefined);
  try {
    for (;;) {
      const answer = (await Promise.race([terminal.question(`Name or number [${names[0]}]: `), left])).trim();
      const name = answer === '' ? names[0] : (names[Number(answer) - 1] ?? names.find((one) => one === answer));
      if (name !== undefined) return name;
      process.stdout.write(`There is no ${what} "${answer}".\n`);
    }
  } finally {
    terminal.close();
  }
}

/** As npm takes it: https://docs.npmjs.com/cli/configuring-npm/package-json#name */
function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z\d._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
  return name === '' || name === 'node_modules' || name === 'voxreel' ? 'voxreel-site' : name;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // Others on this machine need not read a key.
  writeFileSync(path, content, { flag: 'wx', mode: basename(path) === '.env' ? 0o600 : 0o666 });
}

function nextSteps(folder: string, starter: Starter, files: ReadonlyMap<string, string>, services: readonly StarterService[]): string {
  const manifest = JSON.parse(files.get('package.json') ?? '{}') as { scripts: Record<string, string>; engines: Record<string, string> };
  const wanted = manifest.engines['node'];
  const path = relative('', folder);
  const keys = services.flatMap(({ variables }) => variables);
  const steps = [
    ...(wanted !== undefined && isOld(wanted) ? [`Install Node ${wanted.slice(2)} or newer: this is ${process.versions.node}`] : []),
    ...(path === '' ? [] : [`cd ${/\s/.test(path) ? JSON.stringify(path) : path}`]),
    ...(keys.length > 0 ? [`Put ${keys.join(' and ')} into .env`] : []),
    starter.runtime.install,
    startCommand(starter, manifest),
  ];
  return `Written: ${files.size} files. Next:\n\n${steps.map((step) => `  ${step}\n`).join('')}\nThen open http://127.0.0.1:3000/\n`;
}

/** `wanted`: `>=22.12`. */
function isOld(wanted: string): boolean {
  const [major = 0, minor = 0] = (wanted.match(/\d+/g) ?? []).map(Number);
  const [hasMajor = 0, hasMinor = 0] = process.versions.node.split('.').map(Number);
  return hasMajor < major || (hasMajor === major && hasMinor < minor);
}
