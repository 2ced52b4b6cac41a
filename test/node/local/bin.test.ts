// `npx voxreel` as the person who starts it sees it: its flags, its environment, one user for each browser, and an end that is clean.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';

import {
  createTask,
  finished,
  freePort,
  mint,
  openSession,
  refused,
  standardKey,
  startProcess,
  startService,
  taskIdOf,
  visitor,
  withCookie,
  type Ask,
  type Example,
} from '../guides/example.js';
import { plainSocket } from '../peers/plain-socket.js';
import { startRedis, withoutRedis, type RedisServer } from '../server/redis-server.js';

const bin = 'dist/local/bin.js';
const start = (env: Readonly<Record<string, string>>, ...flags: readonly string[]): Promise<Example> =>
  startProcess([bin, '--port', '0', ...flags], env);
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, [bin, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });

/** A browser that has opened the page. */
async function browser(url: string): Promise<Ask> {
  const cookie = (await fetch(url)).headers.get('set-cookie') ?? '';
  assert.match(cookie, /^voxreel_visitor=[0-9a-f-]{36}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  return withCookie(visitor(url), cookie.split(';')[0] ?? '');
}

const paid = { UPSTREAM_URL: 'https://api.example.org', UPSTREAM_KEY: standardKey };

describe('npx voxreel', () => {
  it('says what it takes: every flag, every variable of the environment', async () => {
    const { stdout } = await run(['--help']);
    const [, options = ''] = /options: \{\n([^]*?)\n {4}\}/.exec(readFileSync('src/local/flags.ts', 'utf8')) ?? [];
    const source = ['environment.ts', 'library/places.ts', 'settings.ts']
      .map((name) => readFileSync(`src/local/${name}`, 'utf8'))
      .join('\n');
    const flags = [...options.matchAll(/(\w+): \{ type/g)].map(([, name = '']) => `--${name}`);
    const variables = [...source.matchAll(/(?:setIn|keyIn|secretIn|addressIn)\('(\w+)'\)/g)].map(([, name = '']) => name);
    assert.ok(flags.length > 5 && variables.length > 5);
    assert.deepEqual(
      [...flags, ...variables].filter((name) => !stdout.includes(name)),
      [],
    );
  });

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    assert.equal((await run(['--version'])).stdout, `${version}\n`);
  });

  for (const [what, args, env, words] of [
    ['a flag it does not know', ['--prot', '1'], {}, /^voxreel: Unknown option '--prot'/],
    ['a port that is none', ['--port', 'http'], {}, /^voxreel: The port must be/],
    ['a service without its key', [], { UPSTREAM_URL: 'https://api.example.org' }, /^voxreel: .*UPSTREAM_KEY/],
    ['a public address with a path', ['--public-url', 'https://video.example.org/app'], {}, /^voxreel: --public-url must be/],
    ['an address that is none', [], { UPSTREAM_URL: 'api.example.org', UPSTREAM_KEY: standardKey }, /^voxreel: UPSTREAM_URL must be/],
    ['a key of seven characters', [], { ...paid, UPSTREAM_KEY: 'shorter' }, /^voxreel: UPSTREAM_KEY is too short/],
    ['a local key of seven characters', [], { LOCAL_KEY: 'shorter' }, /^voxreel: LOCAL_KEY is too short/],
    ['a paid service that every machine could use', [], { ...paid, HOST: '0.0.0.0' }, /^voxreel: HOST is 0\.0\.0\.0: .*--users .*--public/],
    ['a login and none', ['--public', '--users', 'x'], {}, /^voxreel: Give --users .*, or --public .*not both/],
    ['a file of users that is not there', ['--users', 'nowhere/users'], {}, /^voxreel: .*nowhere\/users/],
    [
      'several instances that share no secret',
      [],
      { ...paid, REDIS_URL: 'redis://127.0.0.1:9' },
      /^voxreel: REDIS_URL is set: SECRET must/,
    ],
    ['a command it does not know', ['users', 'remove', 'ann'], {}, /^voxreel: Unknown command/],
    ['a command for a library that it does not know', ['library', 'copy'], {}, /^voxreel: Unknown command\. Use: voxreel library move/],
    ['an origin that is none', ['--port', '0', '--origin', 'example.org'], {}, /^voxreel: .*"example.org" is no origin/],
  ] as const) {
    it(`names what is wrong: ${what}`, async () => {
      const { stderr, code } = await run(args, env).then(
        () => assert.fail('it has started'),
        (error: { stderr: string; code: number }) => error,
      );
      assert.match(stderr, words);
      assert.deepEqual([code, stderr.trim().split('\n').length], [1, 1]);
    });
  }
});

describe('npx voxreel before a real service', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let demo: Example;
  before(async () => {
    service = await startService();
    const env = { UPSTREAM_URL: service.url, UPSTREAM_KEY: standardKey };
    demo = await start(env, '--log', '--metrics', '--origin', 'https://other.example');
  });
  after(async () => {
    await demo.stop();
    await service.close();
  });

  it('makes videos there, which are their own browser’s alone', async () => {
    const [ann, ben] = [await browser(demo.url), await browser(demo.url)];
    const taskId = await taskIdOf(await createTask(ann));
    await refused(await ben(`/v1/video/generations/${taskId}`), 400, 'task_not_exist');
    await refused(await visitor(demo.url)(`/v1/video/generations/${taskId}`), 400, 'task_not_exist');
    const { url } = await finished(ann, taskId);
    assert.match((await ann(url)).headers.get('content-type') ?? '', /^video\//);
    assert.ok(service.faults.requests().some(({ method, path }) => method === 'POST' && path === '/v1/video/generations'));
  });

  it('gives a browser that has its cookie no other', async () => {
    const ann = await browser(demo.url);
    assert.equal((await ann('/')).headers.get('set-cookie'), null);
  });

  it('opens realtime sessions there', async () => {
    const ann = await browser(demo.url);
    assert.equal(await openSession(demo.url, await mint(ann)), 'session.created');
  });

  it('lets the pages in that --origin names, and no other', async () => {
    const from = (origin: string): Promise<Response> => createTask(visitor(demo.url, origin));
    assert.equal((await from('https://other.example')).status, 200);
    await refused(await from('https://third.example'), 403, 'origin_not_allowed');
  });

  it('is no page of another name, pointed at it', async () => {
    const port = await freePort();
    const named = await startProcess([bin, '--port', String(port), '--name', `demo.example:${port}`], {
      UPSTREAM_URL: service.url,
      UPSTREAM_KEY: standardKey,
    });
    const asked = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const path = '/v1/video/generations/t';
        get({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).once('error', reject);
      });
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `demo.example:${port}`, `rebound.example:${port}`, 'rebound.example'];
    assert.deepEqual(await Promise.all(hosts.map(asked)), [400, 400, 400, 403, 403]);
    await named.stop();
  });

  it('says how it is, counts, and writes its log without the key', async () => {
    const somebody = visitor(demo.url);
    assert.equal((await somebody('/health')).status, 200);
    assert.match(await (await somebody('/metrics')).text(), /^voxreel_tasks_total [1-9]/m);
    const entries = demo
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { method: string; path: string });
    assert.ok(entries.some(({ method, path }) => method === 'POST' && path === '/v1/video/generations'));
    assert.ok(!demo.log().includes(standardKey));
  });

  it('counts a thousand invented cookies of one address as one user', async () => {
    const counted = await start({ UPSTREAM_URL: service.url, UPSTREAM_KEY: standardKey });
    const invented = Array.from({ length: 1000 }, () => `voxreel_visitor=${crypto.randomUUID()}.${'A'.repeat(43)}`);
    const statuses: number[] = [];
    for (const cookie of invented.slice(0, 60)) statuses.push((await mintAs(withCookie(visitor(counted.url), cookie))).status);
    assert.equal(statuses.filter((status) => status === 200).length, 30, 'tokens of one user in a minute');
    assert.equal((await mintAs(await browser(counted.url))).status, 429, 'a cookie that was fetched is of the same address');
    await counted.stop();
  });

  it('is served to other machines with --public', async () => {
    const shown = await start({ UPSTREAM_URL: service.url, UPSTREAM_KEY: standardKey, HOST: '0.0.0.0' }, '--public');
    assert.equal((await fetch(shown.url.replace('0.0.0.0', '127.0.0.1'))).status, 200);
    await shown.stop();
  });

  it('ends on a signal', async () => assert.deepEqual(await demo.stop(), { code: 0, signal: null }));
});

const mintAs = (ask: Ask): Promise<Response> =>
  ask('/v1/realtime/sessions', { method: 'POST', body: '{"model":"rehearsal"}', headers: { 'content-type': 'application/json' } });

describe('npx voxreel --users', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
  const users = join(folder, 'users');
  let demo: Example;
  const addUser = (name: string, password: string): Promise<unknown> => {
    const child = run(['users', 'add', name, '--users', users]);
    child.child.stdin?.end(`${password}\n`);
    return child;
  };
  const signIn = (name: string, password: string, ask = visitor(demo.url)): Promise<Response> =>
    ask('/sign-in', { method: 'POST', body: new URLSearchParams({ name, password }) });
  const signedIn = async (name: string, password: string): Promise<Ask> => {
    const answer = await signIn(name, password);
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/']);
    return withCookie(visitor(demo.url), (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '');
  };
  before(async () => {
    await addUser('ann', 'lighthouse at night');
    await addUser('ben', 'slow waves, slow sea');
    demo = await start({}, '--users', users);
  });
  after(async () => {
    await demo.stop();
    rmSync(folder, { recursive: true });
  });

  it('keeps names and hashes, for the owner alone', async () => {
    const text = readFileSync(users, 'utf8');
    assert.match(text, /^ann:scrypt\$\d+\$8\$1\$[\w-]+\$[\w-]+\nben:scrypt\$/);
    assert.ok(!text.includes('lighthouse'));
    assert.equal(statSync(users).mode & 0o777, 0o600);
    await assert.rejects(addUser('cleo', 'short'), /at least 8 characters/);
    await assert.rejects(addUser('cleo:x', 'long enough for us'), /A name has/);
  });

  it('shows a visitor the sign-in page, and refuses everything that costs', async () => {
    const stranger = visitor(demo.url);
    const home = await stranger('/');
    assert.deepEqual([home.status, home.headers.get('location')], [303, '/sign-in']);
    assert.match(await (await stranger('/sign-in')).text(), /<input name="password" type="password"/);
    await refused(await createTask(stranger), 401, 'unauthorized');
    await refused(await mintAs(stranger), 401, 'unauthorized');
  });

  it('lets in the one who knows the password: each with videos of their own', async () => {
    const [ann, ben] = [await signedIn('ann', 'lighthouse at night'), await signedIn('ben', 'slow waves, slow sea')];
    assert.equal((await ann('/')).status, 200);
    const taskId = await taskIdOf(await createTask(ann));
    await refused(await ben(`/v1/video/generations/${taskId}`), 400, 'task_not_exist');
    assert.match((await finished(ann, taskId)).url, /^\//);
    const left = await ann('/sign-out', { method: 'POST' });
    assert.match(left.headers.get('set-cookie') ?? '', /^voxreel_login=; .*Max-Age=0/);
  });

  it('refuses a wrong password, a foreign page, a cookie that was changed, and a try too many', async () => {
    assert.equal((await signIn('ann', 'slow waves, slow sea')).status, 401);
    assert.equal((await signIn('nobody', 'lighthouse at night')).status, 401);
    assert.equal((await signIn('ann', 'lighthouse at night', visitor(demo.url, 'https://evil.example'))).status, 403);
    const [cookie = ''] = ((await signIn('ann', 'lighthouse at night')).headers.get('set-cookie') ?? '').split(';');
    for (const forged of [cookie.replace('=ann~', '=ben~'), cookie.replace(/~\d+~/, '~99999999999999~')])
      await refused(await mintAs(withCookie(visitor(demo.url), forged)), 401, 'unauthorized');
    const tries = await Promise.all(Array.from({ length: 10 }, () => signIn('ann', 'guessing at it')));
    assert.ok(tries.some(({ status }) => status === 429));
  });
});

describe('npx voxreel before the local service', () => {
  it('prints a key that it made, with which the openai package works', async () => {
    const demo = await start({});
    const [, url = '', key = ''] = /local service: (http\S+)\n.*: (\S+)\n/.exec(demo.said()) ?? [];
    assert.match(key, /^[A-Za-z0-9_-]{20,}$/);
    assert.equal(demo.said().split(key).length, 2, 'it is printed once');
    const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1` });
    const { value } = await client.realtime.clientSecrets.create({ session: { type: 'realtime', model: 'gpt-realtime' } });
    const realtime = new OpenAIRealtimeWS({ model: 'gpt-realtime', options: plainSocket }, client.withOptions({ apiKey: value }));
    const created = await new Promise<string>((resolve, reject) => {
      realtime.on('event', ({ type }) => resolve(type));
      realtime.on('error', reject);
    });
    assert.equal(created, 'session.created');
    realtime.close();
    await assert.rejects(client.withOptions({ apiKey: 'voxreel-local', maxRetries: 0 }).realtime.clientSecrets.create({}), { status: 401 });
    await demo.stop();
  });

  it('makes more videos at once than anybody would pay for', async () => {
    const demo = await start({});
    const ann = await browser(demo.url);
    const answers = await Promise.all(Array.from({ length: 25 }, () => createTask(ann)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.deepEqual(await demo.stop(), { code: 0, signal: null });
  });
});

describe('npx voxreel with Redis', { skip: withoutRedis }, () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let redis: RedisServer;
  let demos: Example[] = [];
  before(async () => {
    [service, redis] = await Promise.all([startService(), startRedis()]);
    const env = { UPSTREAM_URL: service.url, UPSTREAM_KEY: standardKey, REDIS_URL: redis.url, SECRET: 'shared by both instances' };
    demos = await Promise.all([start(env), start(env)]);
  });
  after(async () => {
    await Promise.all(demos.map((demo) => demo.stop()));
    await Promise.all([redis.stop(), service.close()]);
  });

  it('shares its state with another', async () => {
    const [first, second] = demos;
    assert.ok(first && second);
    const ticket = await mint(await browser(first.url));
    assert.equal(await openSession(second.url, ticket), 'session.created');
    assert.equal(await openSession(first.url, ticket), 401);
  });

  it('ends on a signal, with Redis or without', async () => {
    await redis.kill();
    for (const demo of demos) assert.deepEqual(await demo.stop(), { code: 0, signal: null });
  });
});

describe('npx voxreel as it is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
  const installed = join(folder, 'node_modules', 'voxreel');
  before(() => {
    for (const part of [
      'dist/local',
      'dist/server',
      'dist/services',
      'dist/base',
      'dist/protocol',
      'dist/picture',
      'dist/cdn',
      'stories/demo.html',
      'package.json',
    ])
      cpSync(part, join(installed, part), { recursive: true });
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
    for (const name of Object.keys(dependencies)) {
      const place = join(folder, 'node_modules', name);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(resolve('node_modules', name), place);
    }
  });
  after(() => rmSync(folder, { recursive: true }));
  const installedBin = join(installed, bin);

  it('needs no more than its dependencies before a real service', async () => {
    const demo = await startProcess([installedBin, '--port', '0'], { UPSTREAM_URL: 'http://127.0.0.1:9', UPSTREAM_KEY: standardKey });
    assert.equal((await fetch(demo.url)).status, 200);
    await demo.stop();
  });

  it('needs no more than its dependencies with the key of a maker, and says what the local service lacks', async () => {
    const env = { FAL_KEY: standardKey, FAL_BASE_URL: 'http://127.0.0.1:9' };
    const demo = await startProcess([installedBin, '--port', '0'], env);
    assert.match(demo.said(), /Without the local service: \S+ is not installed\. Run: npm install .*node-datachannel/);
    assert.match(await (await fetch(new URL('/v1/models', demo.url))).text(), /"service":"fal"/);
    assert.doesNotMatch(await (await fetch(demo.url)).text(), /<video-generator [^>]*models=/, 'it names no model that nobody makes');
    await demo.stop();
  });

  it('names the packages of the local service', () =>
    assert.rejects(promisify(execFile)(process.execPath, [installedBin, '--port', '0']), ({ stderr }: { stderr: string }) => {
      assert.match(stderr, /^voxreel: \S+ is not installed\. Run: npm install .*node-datachannel/);
      return !/ioredis|@hono|\bws\b|react/.test(stderr);
    }));
});
