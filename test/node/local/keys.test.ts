// `npx voxreel` with the makers' keys in its environment: their models beside those of the local service, and the keys nowhere else.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { writingsOf } from '../../../src/base/key-writings.js';
import { makers } from '../../../src/local/makers.js';
import {
  createTask,
  finished,
  refused,
  startProcess,
  startService,
  standardKey,
  taskIdOf,
  visitor,
  withCookie,
  type Ask,
  type Example,
} from '../guides/example.js';
import { falJudge } from '../services/fal-judge.js';
import { falWithFilm, type FalWithFilm } from '../services/fal-with-film.js';

const bin = 'dist/local/bin.js';
const start = (env: Readonly<Record<string, string>>, ...flags: readonly string[]): Promise<Example> =>
  startProcess([bin, '--port', '0', ...flags], env);
const key = falJudge.key;

interface Listed {
  readonly id: string;
  readonly service: string;
}
const listed = async (ask: Ask): Promise<readonly Listed[]> =>
  ((await (await ask('/v1/models')).json()) as { data: readonly Listed[] }).data;

/** Of every maker, and the second one of those that give out two. */
const everyKey = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    makers.flatMap(({ key: first, secretKey = first }, at) => [first, secretKey].map((name) => [name, `key_number_${at}_of_the_tests`])),
  );

describe('npx voxreel with keys', () => {
  it('names every variable in its help and in its guide', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [bin, '--help']);
    const guide = readFileSync('stories/guides/npx-voxreel.mdx', 'utf8');
    const names = makers.flatMap(({ key, secretKey, baseUrl }) => [key, ...(secretKey === undefined ? [] : [secretKey]), baseUrl]);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      names.filter((name) => !stdout.includes(name) || !guide.includes(`\`${name}\``)),
      [],
    );
  });

  it('offers the models of each key, under the name of its maker', async () => {
    const keys = everyKey();
    const nowhere = Object.fromEntries(makers.map((maker) => [maker.baseUrl, 'http://127.0.0.1:9']));
    const demo = await start({ ...keys, ...nowhere });
    const services = new Set((await listed(visitor(demo.url))).map(({ service }) => service));
    const opened = makers.flatMap((maker) => maker.open({ apiKey: 'key_number_0_of_the_tests', baseUrl: 'http://127.0.0.1:9' }));
    // What Azure offers has the names of OpenAI's, and is listed once.
    const ids = opened.map(({ id }) => id).filter((id) => id !== 'azure');
    assert.deepEqual([...services].toSorted(), ids.toSorted());
    assert.deepEqual(await demo.stop(), { code: 0, signal: null });
  });

  for (const [what, env, words] of [
    ['a key of seven characters', { FAL_KEY: 'shorter' }, /^voxreel: FAL_KEY is too short/],
    ['an address that is none', { FAL_KEY: key, FAL_BASE_URL: 'queue.fal.run' }, /^voxreel: FAL_BASE_URL must be an address/],
    ['one key of two', { KLINGAI_ACCESS_KEY: 'an-access-key' }, /^voxreel: KLINGAI_ACCESS_KEY is set: KLINGAI_SECRET_KEY must hold/],
    [
      'a key that every machine could spend',
      { FAL_KEY: key, HOST: '0.0.0.0' },
      /^voxreel: HOST is 0\.0\.0\.0: .*your FAL_KEY\. .*--users .*--public/,
    ],
  ] as const) {
    it(`names what is wrong: ${what}`, () =>
      assert.rejects(
        promisify(execFile)(process.execPath, [bin, '--port', '0'], { env: { PATH: process.env['PATH'] ?? '', ...env } }),
        ({ stderr }: { stderr: string }) => words.test(stderr) && !stderr.includes(key),
      ));
  }
});

describe('npx voxreel with FAL_KEY', () => {
  let demo: Example;
  let maker: FalWithFilm;
  const seen: string[] = [];
  const watched =
    (ask: Ask): Ask =>
    async (path, init) => {
      const answer = await ask(path, init);
      seen.push(JSON.stringify([...answer.headers]), await answer.clone().text());
      return answer;
    };
  before(async () => {
    maker = await falWithFilm();
    demo = await start({ FAL_KEY: key, FAL_BASE_URL: maker.url }, '--log', '--metrics');
  });
  after(async () => {
    await demo.stop();
    await maker.stop();
  });

  it('makes videos there and at the local service, each for its own browser', async () => {
    falJudge.plan({ ends: 'well', url: maker.film });
    const ann = watched(visitor(demo.url));
    assert.ok((await listed(ann)).some(({ id, service }) => id === falJudge.model && service === 'fal'));
    const taskId = await taskIdOf(await createTask(ann, {}, { model: falJudge.model, duration: 5, prompt: 'a fox' }));
    const { url } = await finished(ann, taskId);
    const part = await ann(url, { headers: { range: 'bytes=0-99' } });
    assert.deepEqual([part.headers.get('content-type'), part.ok], ['video/webm', true]);
    await refused(await watched(await browser(demo.url))(`/v1/video/generations/${taskId}`), 400, 'task_not_exist');
    const rehearsed = await finished(ann, await taskIdOf(await createTask(ann)));
    assert.match((await ann(rehearsed.url)).headers.get('content-type') ?? '', /^video\//);
  });

  it('passes on what the maker refuses, in its words', async () => {
    falJudge.plan({ ends: 'refused', status: 422, message: 'No foxes, please.' });
    const answer = await createTask(watched(visitor(demo.url)), {}, { model: falJudge.model, duration: 5, prompt: 'a fox' });
    assert.match(await answer.text(), /No foxes, please\./);
  });

  it('shows the key nowhere', async () => {
    await (await watched(visitor(demo.url))('/metrics')).text();
    const everything = [...seen, demo.log(), demo.said()].join('\n');
    assert.match(everything, /Models of fal, with FAL_KEY/);
    assert.match(demo.log(), /"path":"\/v1\/models"/);
    for (const secret of [key, ...key.split(':')])
      for (const writing of writingsOf(secret)) assert.ok(!everything.includes(writing), `${writing.slice(0, 4)}... is shown`);
  });
});

describe('npx voxreel with a key that its maker rejects', () => {
  const paths: string[] = [];
  let maker: Server;
  let address: string;
  let takesPricing = false;
  before(async () => {
    maker = createServer(({ url = '' }, answer) => {
      paths.push(url);
      const isUnusual = /^\/api-key|pageSize/.test(url);
      const status = takesPricing && url.startsWith('/v1/models/pricing') ? 200 : isUnusual ? 400 : 401;
      answer.writeHead(status, { 'content-type': 'application/json' }).end(`{"detail":"No user found for ${key}"}`);
    });
    await new Promise<void>((listening) => maker.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(maker.address() as AddressInfo).port}`;
  });
  after(() => maker.close());

  it('says so at start, before anybody asks for a video, and once', async () => {
    const demo = await start({ FAL_KEY: key, FAL_BASE_URL: address });
    await said(demo, /voxreel: FAL_KEY is rejected by fal/);
    assert.deepEqual(paths, ['/v1/models/pricing?endpoint_id=fal-ai/flux/dev']);
    await refused(await createTask(visitor(demo.url), {}, { model: falJudge.model, duration: 5 }), 500, 'upstream_unauthorized');
    await demo.stop();
    assert.equal(demo.log().split('\n').filter(Boolean).length, 1, demo.log());
    assert.ok(!demo.log().includes(key));
  });

  it('says so of every maker that can be asked', async () => {
    const keys = everyKey();
    const demo = await start({ ...keys, ...Object.fromEntries(makers.map((one) => [one.baseUrl, address])) });
    const askable = makers.filter((one) => [one.open({ apiKey: key, baseUrl: address })].flat().some(({ check }) => check !== undefined));
    assert.ok(askable.length > 5);
    for (const one of askable) await said(demo, new RegExp(`voxreel: ${one.key} is rejected by `));
    await demo.stop();
    assert.equal(demo.log().split('\n').filter(Boolean).length, askable.length, demo.log());
    assert.doesNotMatch(demo.log() + demo.said(), /key_number/);
  });

  it('says so with the first video where it was taken at start', async () => {
    takesPricing = true;
    const demo = await start({ FAL_KEY: key, FAL_BASE_URL: address });
    await createTask(visitor(demo.url), {}, { model: falJudge.model, duration: 5 });
    await said(demo, /voxreel: FAL_KEY is rejected by fal/);
    await demo.stop();
  });
});

describe('npx voxreel with FAL_KEY and a service of its own', () => {
  it('keeps the upstream for every other model', async () => {
    const service = await startService();
    const demo = await start({ UPSTREAM_URL: service.url, UPSTREAM_KEY: standardKey, FAL_KEY: key, FAL_BASE_URL: 'http://127.0.0.1:9' });
    const ann = visitor(demo.url);
    assert.ok((await listed(ann)).length > 0);
    assert.match((await finished(ann, await taskIdOf(await createTask(ann)))).url, /^\//);
    await demo.stop();
    await service.close();
  });
});

async function browser(url: string): Promise<Ask> {
  return withCookie(visitor(url), ((await fetch(url)).headers.get('set-cookie') ?? '').split(';')[0] ?? '');
}

async function said(demo: Example, words: RegExp): Promise<void> {
  while (!words.test(demo.log())) await new Promise((later) => setTimeout(later, 20));
}
