// `npx voxreel init`: what it writes for every framework and service, and what it refuses.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { makers } from '../../../src/local/makers.js';
import { backendOf, starterServices } from '../../../src/local/starter-services.js';
import { starterFiles, starters } from '../../../src/local/starter.js';
import { filesIn, needing, ours } from '../package/packed.js';
import { userFolder } from '../user-folder.js';

const folder = userFolder('init');
after(() => rmSync(folder, { recursive: true, force: true }));
const frameworks = Object.keys(starters);
const named = (...names: readonly string[]) => backendOf(starterServices.filter(({ name }) => names.includes(name)));
const filesOf = (framework: string, ...names: readonly string[]) =>
  starterFiles({
    templates: 'stories/examples/starters',
    starter: starters[framework]!,
    backend: named(...names),
    version: ours.version,
    peers: ours.peerDependencies,
    name: 'site',
    secret: '0123456789abcdef0123456789abcdef',
  });
const textOf = (files: ReadonlyMap<string, string>) => [...files.values()].join('\n');

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (files: ReadonlyMap<string, string>) => JSON.parse(files.get('package.json') ?? '') as Manifest;

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const child = promisify(execFile)(process.execPath, [resolve('dist/local/bin.js'), 'init', ...args], { cwd: folder });
  child.child.stdin?.end();
  return child.then(
    (said) => ({ code: 0, ...said }),
    (failed: { readonly code: number; readonly stdout: string; readonly stderr: string }) => failed,
  );
}

/** Types `answers` at the questions of a terminal, one after the other. Returns the exit code, and what the terminal showed. */
async function answering(target: string, answers: readonly string[]): Promise<{ readonly code: number | null; readonly shown: string }> {
  const command = `"${process.execPath}" "${resolve('dist/local/bin.js')}" init ${target}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd: folder });
  const left = [...answers];
  let shown = '';
  let unanswered = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    unanswered += chunk.toString();
    if (!/Name or number \[\w+\]: /.test(unanswered)) return;
    unanswered = '';
    child.stdin.write(left.shift() ?? '\u0004');
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, shown };
}

const terminal = {
  skip: spawnSync('script', ['--quiet', '--return', '--command', 'true', '/dev/null']).status !== 0 && 'script of util-linux is not there',
};

describe('npx voxreel init', () => {
  it('asks for framework and service in a terminal, again where it does not know the answer', terminal, async () => {
    const { code, shown } = await answering('asked', ['ember\r', 'vue\r', '2\r']);
    assert.equal(code, 0, shown);
    assert.match(shown, /There is no framework "ember"/);
    const files = filesIn(join(folder, 'asked'));
    assert.ok(files.includes('src/App.vue'), files.join());
    assert.match(readFileSync(join(folder, 'asked', '.env'), 'utf8'), /^FAL_KEY=$/m);
  });

  it('takes the first framework and service where nothing is typed', terminal, async () => {
    assert.equal((await answering('first', ['\r', '\r'])).code, 0);
    assert.deepEqual(filesIn(join(folder, 'first')), [...filesOf('express', 'local').keys()].toSorted());
  });

  it('writes nothing where a question is left with Control-D', terminal, async () => {
    const { code, shown } = await answering('left', ['\r']);
    assert.equal(code, 1);
    assert.match(shown, /Nothing was written/);
    assert.ok(!existsSync(join(folder, 'left')));
  });

  it('writes a site and says what to do next', async () => {
    const { code, stdout, stderr } = await run('My Site', '--framework', 'express', '--service', 'fal');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /cd "My Site"\n {2}Put FAL_KEY into \.env\n {2}npm install\n {2}npm start\n/);
    const files = filesIn(join(folder, 'My Site'));
    assert.deepEqual(files, [...filesOf('express', 'fal').keys()].toSorted());
    const { name, version } = JSON.parse(readFileSync(join(folder, 'My Site', 'package.json'), 'utf8')) as Record<string, string>;
    assert.deepEqual({ name, version }, { name: 'my-site', version: '0.0.0' });
    if (process.platform !== 'win32')
      assert.equal(statSync(join(folder, 'My Site', '.env')).mode & 0o077, 0, '.env is for its owner alone');
  });

  it('gives each site a secret of its own, which Git does not see', async () => {
    const secrets = [];
    for (const name of ['one', 'two']) {
      await run(name, '--framework', 'express', '--service', 'local');
      const [, secret = ''] = /^SECRET=(\S+)$/m.exec(readFileSync(join(folder, name, '.env'), 'utf8')) ?? [];
      assert.ok(secret.length >= 32);
      assert.ok(
        !textOf(
          new Map(
            filesIn(join(folder, name))
              .filter((file) => file !== '.env')
              .map((file) => [file, readFileSync(join(folder, name, file), 'utf8')]),
          ),
        ).includes(secret),
      );
      assert.match(readFileSync(join(folder, name, '.gitignore'), 'utf8'), /^\.env$/m);
      secrets.push(secret);
    }
    assert.notEqual(secrets[0], secrets[1]);
  });

  it('writes into a new repository', async () => {
    mkdirSync(join(folder, 'repository', '.git'), { recursive: true });
    assert.equal((await run('repository', '--framework', 'express', '--service', 'local')).code, 0);
  });

  it('leaves a folder alone that is not empty', async () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full', 'notes.txt'), 'mine');
    const { code, stderr } = await run('full', '--framework', 'express', '--service', 'local');
    assert.equal(code, 1);
    assert.match(stderr, /The folder full is not empty/);
    assert.deepEqual(readdirSync(join(folder, 'full')), ['notes.txt']);
  });

  for (const [what, args, says] of [
    ['a file in place of a folder', ['a-file', '--framework', 'express', '--service', 'local'], /is a file/],
    [
      'an unknown framework, and lists those there are',
      ['no', '--framework', 'ember', '--service', 'local'],
      /no framework "ember".*express, react/,
    ],
    [
      'a framework that is a word of the language',
      ['no', '--framework', 'constructor', '--service', 'local'],
      /no framework "constructor"/,
    ],
    [
      'an unknown service, and lists those there are',
      ['no', '--framework', 'express', '--service', 'fall'],
      /no service "fall".*local, fal/,
    ],
    ['no framework where nobody can be asked', ['no', '--service', 'local'], /Give --framework: one of express/],
    ['no service where nobody can be asked', ['no', '--framework', 'express'], /Give --service: one of local, fal/],
    ['neither where nobody can be asked', ['no'], /Give --framework: one of express.*\nGive --service: one of local, fal/],
    ['two folders', ['no', 'neither'], /Use: voxreel init \[folder\]/],
  ] as const)
    it(`refuses ${what}`, async () => {
      writeFileSync(join(folder, 'a-file'), '');
      const { code, stderr } = await run(...args);
      assert.equal(code, 1);
      assert.match(stderr, says);
      assert.ok(!existsSync(join(folder, 'no')));
    });
});

describe('the starters', () => {
  for (const framework of frameworks) {
    it(`for ${framework} is driven in a browser by npm run test:more`, () => {
      assert.match(readFileSync(`test/more/starters/${framework}.test.ts`, 'utf8'), new RegExp(`driveStarter\\('${framework}'\\)`));
    });

    it(`for ${framework} name exact versions, this one of voxreel, and what they import`, () => {
      const files = filesOf(framework, 'local');
      const { dependencies, devDependencies = {} } = manifestOf(files);
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) assert.match(version, /^\d+\.\d+\.\d+$/, name);
      assert.equal(dependencies['voxreel'], ours.version);
      const imported = [...textOf(files).matchAll(/(?:from |import |import\()'((?:@[\w-]+\/)?[a-z][\w-]*)[\w/-]*'/g)].map(
        ([, name = '']) => name,
      );
      assert.ok(imported.includes('voxreel'));
      assert.deepEqual(
        imported.filter((name) => !(name in dependencies || name in devDependencies)),
        [],
      );
    });

    it(`for ${framework} have both elements, with the models of the local service only where it is there`, () => {
      const models = (...services: readonly string[]) =>
        [...textOf(filesOf(framework, ...services)).matchAll(/model="([\w-]+)"/g)].map(([, model]) => model);
      assert.deepEqual(models('local'), ['vidu-q2', 'rehearsal']);
      assert.deepEqual(models('fal'), ['rehearsal']);
      assert.deepEqual(models('deepgram'), ['vidu-q2']);
      assert.deepEqual(models('fal', 'deepgram'), []);
    });
  }

  it('install the packages of the local service only where it is there', () => {
    const needed = needing.get('voxreel/local') ?? [];
    const installed = (...services: readonly string[]) =>
      needed.filter((name) => name in manifestOf(filesOf('express', ...services)).dependencies);
    assert.deepEqual(installed('local'), needed);
    assert.deepEqual(installed('fal'), needed);
    assert.deepEqual(installed('fal', 'openai'), []);
  });

  it('for worker start the local service beside it, in files that go where no service needs it', () => {
    const backend = (...names: readonly string[]) => filesOf('worker', ...names).get('backend.js') ?? '';
    assert.doesNotMatch(backend('local'), /voxreel\/local/);
    assert.match(backend('local'), /upstream: \{ baseUrl: setting\('LOCAL_URL'\), apiKey: setting\('LOCAL_KEY'\) \}/);
    assert.ok(filesOf('worker', 'local').has('local.js'));
    assert.doesNotMatch(backend('fal', 'openai'), /LOCAL_/);
    assert.ok(!filesOf('worker', 'fal', 'openai').has('local.js'));
  });

  it('for worker say what is missing before they are published', () => {
    const readme = (...names: readonly string[]) => filesOf('worker', ...names).get('README.md') ?? '';
    assert.match(readme('local'), /`state` that all isolates share/);
    assert.match(readme('fal', 'deepgram'), /no relay, and Deepgram takes no WebRTC/);
    assert.doesNotMatch(readme('fal', 'openai'), /no relay|local service/);
    assert.match(readme('fal', 'openai'), /secret put` for `SECRET`, `FAL_KEY`, `OPENAI_API_KEY`/);
  });

  it('know every maker whose key npx voxreel takes', () => {
    const taken = starterServices.flatMap(({ variables }) => variables);
    assert.deepEqual(
      makers.filter(({ key, secretKey }) => !taken.includes(key) || (secretKey !== undefined && !taken.includes(secretKey))),
      [],
    );
  });

  for (const { name, variables, calls } of starterServices.filter((one) => one.calls.length > 0))
    it(`open ${name} with ${variables.join(' and ')}, which .env.example names and without which they do not start`, async () => {
      const files = filesOf('express', name);
      for (const variable of variables) assert.match(files.get('.env.example') ?? '', new RegExp(`^${variable}=$`, 'm'));
      const home = join(folder, `backend-${name}`);
      mkdirSync(home);
      const local = `import { createLocalService } from 'voxreel/local';`;
      const backend = (files.get('backend.js') ?? '').replace(
        local,
        `const createLocalService = () => ({ key: 'k', listen: async () => ({ url: 'http://127.0.0.1:1' }) });`,
      );
      writeFileSync(join(home, 'backend.mjs'), backend.replace('./environment.js', './environment.mjs'));
      writeFileSync(join(home, 'environment.mjs'), files.get('environment.js') ?? '');
      const { openBackend } = (await import(pathToFileURL(join(home, 'backend.mjs')).href)) as {
        openBackend(): Promise<{ readonly services: readonly unknown[] }>;
      };
      await assert.rejects(openBackend, new RegExp(`${variables[0]} is not set\\. Add it to the file \\.env`));
      for (const variable of variables)
        process.env[variable] = variable.endsWith('ENDPOINT') ? 'https://example.openai.azure.com' : 'key_of_the_test';
      try {
        assert.equal((await openBackend()).services.length, calls.length);
      } finally {
        for (const variable of variables) delete process.env[variable];
      }
    });
});
