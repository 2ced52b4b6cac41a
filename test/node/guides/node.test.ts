// The guides for Node and for Redis hold: their examples run as they are shown, and so does the site of the README.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { startRedis, withoutRedis, type RedisServer } from '../server/redis-server.js';
import { userFolder } from '../user-folder.js';
import {
  cookieFor,
  createTask,
  finished,
  logIn,
  makesVideos,
  mint,
  openSession,
  opensSessions,
  refused,
  standardKey,
  startExample,
  startProcess,
  startService,
  taskIdOf,
  visitor,
  withCookie,
  type Ask,
  type Example,
} from './example.js';

type Service = Awaited<ReturnType<typeof startService>>;

describe('the example for Node', () => {
  let service: Service;
  let example: Example;
  before(async () => {
    service = await startService();
    example = await startExample('gateway-node.mjs', { API_URL: service.url });
  });
  after(async () => {
    await example.stop();
    await service.close();
  });

  it('makes videos for who is logged in', () => makesVideos(visitor(example.url)));
  it('opens realtime sessions', () => opensSessions(example.url, visitor(example.url)));

  it('allows the models it names', async () => {
    const ann = await logIn(visitor(example.url));
    await refused(await createTask(ann, {}, { model: 'costly-9' }), 403, 'model_not_allowed');
  });

  it('serves the page and its script, and no other file', async () => {
    const somebody = visitor(example.url);
    assert.match(await (await somebody('/')).text(), /<video-generator/);
    assert.equal((await somebody('/cdn/voxreel.js')).status, 200);
    assert.equal((await somebody('/cdn/..%2f..%2fpackage.json')).status, 404);
  });

  it('logs without secrets, and ends on a signal', async () => {
    assert.deepEqual(await example.stop(), { code: 0, signal: null });
    const entries = example
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { path: string; status: number });
    assert.ok(entries.some(({ path, status }) => path === '/v1/video/generations/{task_id}' && status === 200));
    assert.ok(!example.log().includes(standardKey));
  });
});

describe('the two files of a site', () => {
  const blockOf = (document: string, start: RegExp): string => {
    const [block] = new RegExp(`(?<=^\`\`\`\\w+\\n)${start.source}[^]*?(?=^\`\`\`$)`, 'm').exec(readFileSync(document, 'utf8')) ?? [];
    assert.ok(block, `${document} shows ${start.source}`);
    return block;
  };
  /** On a free port, which it says. */
  const startShown = async (folder: string, document: string, env: Readonly<Record<string, string>>): Promise<Example> => {
    const server = blockOf(document, /\/\/ server\.mjs/).replace('port: 8787', 'port: 0');
    writeFileSync(join(folder, 'index.html'), blockOf(document, /<!doctype html>/));
    writeFileSync(join(folder, 'server.mjs'), server.replace(/^await serve\((.*)\);/m, 'console.log((await serve($1)).url);'));
    return startProcess([join(folder, 'server.mjs')], env);
  };

  for (const [document, env] of [
    ['README.md', { FAL_KEY: standardKey, OPENAI_API_KEY: standardKey, SECRET: 'a secret of at least 32 characters' }],
    ['stories/guides/gateway-node.mdx', {}],
  ] as const)
    it(`that ${document} shows are a page, its scripts and a gateway`, async () => {
      const folder = userFolder('shown');
      const site = await startShown(folder, document, env);
      const somebody = visitor(site.url);
      assert.match(await (await somebody('/')).text(), /<realtime-voice base-url="\/"/);
      const script = await somebody('/cdn/voxreel.js');
      assert.deepEqual([script.status, script.headers.get('content-type')], [200, 'text/javascript']);
      assert.equal((await somebody('/v1/models')).status, 200);
      if (document !== 'README.md') await finished(somebody, await taskIdOf(await createTask(somebody)));
      await site.stop();
      rmSync(folder, { recursive: true });
    });
});

describe('the example with Redis', { skip: withoutRedis }, () => {
  let service: Service;
  let redis: RedisServer;
  let [first, second]: Example[] = [];
  before(async () => {
    [service, redis] = await Promise.all([startService(), startRedis()]);
    const env = { API_URL: service.url, REDIS_URL: redis.url };
    [first, second] = await Promise.all([startExample('gateway-redis.mjs', env), startExample('gateway-redis.mjs', env)]);
  });
  after(async () => {
    await Promise.all([first?.stop(), second?.stop()]);
    await Promise.all([redis.stop(), service.close()]);
  });

  it('is one gateway in two processes', async () => {
    assert.ok(first && second);
    const cookie = await cookieFor(visitor(first.url));
    const [ann, annThere] = [first, second].map(({ url }) => withCookie(visitor(url), cookie)) as [Ask, Ask];
    const key = { 'idempotency-key': 'the-same-one' };
    const taskId = await taskIdOf(await createTask(ann, key));
    assert.equal(await taskIdOf(await createTask(annThere, key)), taskId, 'a repeated request is answered by the other');
    await finished(annThere, taskId);
    const ticket = await mint(ann);
    assert.equal(await openSession(second.url, ticket), 'session.created', 'a ticket of one opens a session at the other');
    assert.equal(await openSession(first.url, ticket), 401);
  });

  it('refuses while Redis is away, and goes on when it is back', async () => {
    assert.ok(first);
    const ann = await logIn(visitor(first.url));
    await redis.kill();
    const answer = await createTask(ann, { 'idempotency-key': 'while-it-is-away' });
    assert.equal(answer.status, 503);
    await redis.start();
    while ((await ann('/ready')).status !== 200) await new Promise((later) => setTimeout(later, 50));
    await taskIdOf(await createTask(ann, { 'idempotency-key': 'when-it-is-back' }));
  });
});
