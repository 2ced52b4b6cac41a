// `npx voxreel` as whoever starts it sees it: its flags, its environment, one user for each browser, and an end that is clean.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

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
import { startRedis, withoutRedis, type RedisServer } from '../server/redis-server.js';

const bin = 'dist/local/bin.js';
const start = (env: Readonly<Record<string, string>>, ...flags: readonly string[]): Promise<Example> =>
  startProcess([bin, '--port', '0', ...flags], env);
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, [bin, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });

/** A browser that has opened the page. */
async function browser(url: string): Promise<Ask> {
  const cookie = (await fetch(url)).headers.get('set-cookie') ?? '';
  assert.match(cookie, /^voxreel_visitor=[0-9a-f-]{36}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  return withCookie(visitor(url), cookie.split(';')[0] ?? '');
}

describe('npx voxreel', () => {
  it('says what it takes: every flag, every variable of the environment', async () => {
    const { stdout } = await run(['--help']);
    const source = readFileSync('src/local/bin.ts', 'utf8');
    const [, options = ''] = /options: \{\n([^]*?)\n {4}\}/.exec(source) ?? [];
    const flags = [...options.matchAll(/(\w+): \{ type/g)].map(([, name = '']) => `--${name}`);
    const variables = [...source.matchAll(/setIn\('(\w+)'\)/g)].map(([, name = '']) => name);
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
    ['an address that is none', [], { UPSTREAM_URL: 'api.example.org', UPSTREAM_KEY: 'k' }, /^voxreel: UPSTREAM_URL must be/],
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

  it('ends when it is told to', async () => assert.deepEqual(await demo.stop(), { code: 0, signal: null }));
});

describe('npx voxreel before the local service', () => {
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
    const env = { UPSTREAM_URL: service.url, UPSTREAM_KEY: standardKey, REDIS_URL: redis.url };
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

  it('ends when it is told to, with Redis or without', async () => {
    await redis.kill();
    for (const demo of demos) assert.deepEqual(await demo.stop(), { code: 0, signal: null });
  });
});
