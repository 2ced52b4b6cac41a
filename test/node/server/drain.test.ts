// A gateway that has to stop: nothing in progress is lost. As a real process too, under load.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import type { LocalService } from 'voxreel/local';
import { serve } from 'voxreel/server/node';
import type { Served } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';

import { handshake, RawSocket } from './raw-socket.js';
import { recordingUpstream, type RecordingUpstream } from './recording-upstream.js';

const key = 'standard_key_of_the_site';

const mint = (url: string): Promise<Response> =>
  fetch(`${url}/v1/realtime/sessions`, { method: 'POST', body: '{"model":"m"}', headers: { 'content-type': 'application/json' } });
const ticketOf = async (url: string): Promise<string> =>
  ((await (await mint(url)).json()) as { client_secret: { value: string } }).client_secret.value;
const siteBefore = (baseUrl: string): Promise<Served> =>
  serve(createGateway({ upstream: { baseUrl, apiKey: key }, authorize: () => ({ id: 'ann' }), origins: '*' }), { port: 0 });

describe('a gateway that is drained', { timeout: 120_000 }, () => {
  let local: LocalService;
  let url: string;
  let served: Served;

  before(async () => {
    local = createLocalService({ key, faults: true });
    url = (await local.listen()).url;
  });
  after(() => local.close());
  beforeEach(async () => {
    local.faults.clear();
    served = await siteBefore(url);
  });
  afterEach(() => served.close());

  it('answers what is under way, and everything new with 503 and an end of the connection', async () => {
    local.faults.arm({ path: '/v1/realtime/sessions', delayMs: 300 });
    const underWay = mint(served.url);
    while (local.faults.requests().length === 0) await new Promise(setImmediate);
    const drained = served.drain({ lingerMs: 0 });
    const later = await mint(served.url);
    assert.deepEqual([later.status, later.headers.get('connection')], [503, 'close']);
    assert.equal(((await later.json()) as { code: string }).code, 'draining');
    assert.equal(local.faults.requests().length, 1, 'nothing of it went to the service');
    assert.deepEqual([(await underWay).status, (await underWay).headers.get('connection')], [200, 'close']);
    await drained;
    await assert.rejects(mint(served.url), 'nothing listens any more');
  });

  it('says at /ready that it goes, and at /health that it lives', async () => {
    const before = await fetch(`${served.url}/ready`);
    assert.equal(before.status, 200);
    const drained = served.drain({ lingerMs: 300 });
    const [ready, health] = await Promise.all([fetch(`${served.url}/ready`), fetch(`${served.url}/health`)]);
    assert.deepEqual([ready.status, ready.headers.get('connection')], [503, 'close']);
    assert.deepEqual([health.status, health.headers.get('connection')], [200, 'close']);
    await drained;
    await assert.rejects(fetch(`${served.url}/health`), 'nothing listens any more');
  });

  it('cuts at the timeout what does not come to its end', async () => {
    local.faults.arm({ path: '/v1/realtime/sessions', delayMs: 20_000 });
    const answer = mint(served.url).then(
      () => 'answered',
      () => 'cut',
    );
    while (local.faults.requests().length === 0) await new Promise(setImmediate);
    await served.drain({ timeoutMs: 100, lingerMs: 0 });
    assert.equal(await answer, 'cut');
  });

  it('lets go of callers that have not come to the point', async () => {
    const raw = new RawSocket(served.url);
    raw.write('GET /v1/');
    await mint(served.url);
    await served.drain({ lingerMs: 0 });
    await raw.closed();
  });

  it('may be told twice, and without patience the second time', async () => {
    const socket = await openSocket(served.url);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    local.faults.arm({ path: '/v1/realtime/sessions', delayMs: 20_000 });
    const answer = mint(served.url).catch(() => 'cut');
    while (local.faults.requests().length < 3) await new Promise(setImmediate);
    const first = served.drain({ timeoutMs: 60_000 });
    await served.close();
    await first;
    assert.equal(await closed, 1001);
    assert.equal(await answer, 'cut');
  });
});

async function openSocket(url: string): Promise<WebSocket> {
  const protocols = ['realtime', `vendor-insecure-api-key.${await ticketOf(url)}`, 'vendor-beta.realtime-v1'];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime?model=m`, protocols);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

describe('the sockets of a gateway that is drained', { timeout: 120_000 }, () => {
  let upstream: RecordingUpstream;
  let served: Served;
  before(async () => {
    upstream = await recordingUpstream();
    served = await siteBefore(upstream.url);
  });
  after(async () => {
    await served.close();
    upstream.close();
  });

  it('end with 1001: at once, or after their current response', async () => {
    const openOne = async () => {
      const next = upstream.next();
      const socket = await openSocket(served.url);
      const heard: string[] = [];
      socket.on('message', (data: Buffer) => heard.push(data.toString()));
      return { socket, heard, service: (await next).socket, closed: new Promise<number>((resolve) => socket.once('close', resolve)) };
    };
    const [quiet, answering] = [await openOne(), await openOne()];
    answering.socket.send('{"type":"response.create"}');
    await new Promise((resolve) => answering.service.once('message', resolve));
    const drained = served.drain({ lingerMs: 0 });
    assert.equal(await quiet.closed, 1001);
    const refused = handshake(served.url, { protocols: 'realtime' });
    const answer = await refused.answer();
    assert.deepEqual([answer?.status, (JSON.parse(answer?.body ?? '{}') as { code: string }).code], [503, 'draining']);
    for (const type of ['response.created', 'response.text.delta', 'response.done']) answering.service.send(JSON.stringify({ type }));
    assert.equal(await answering.closed, 1001);
    assert.equal(answering.heard.at(-1), '{"type":"response.done"}');
    await drained;
    assert.equal(served.relays, 0);
  });
});

describe('SIGTERM', { timeout: 240_000 }, () => {
  interface Outcome {
    readonly sentBefore: boolean;
    readonly result: number | string;
  }

  /** The command, once it listens, with the addresses it says. */
  async function start(): Promise<{ child: ChildProcess; url: string; serviceUrl: string; serviceKey: string }> {
    const child = spawn(process.execPath, ['dist/local/bin.js', '--port', '0', '--faults'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    for await (const chunk of child.stdout ?? []) {
      said += String(chunk);
      const [, url, serviceUrl, serviceKey] = /demo page: (http\S+)\/\s[^]*?service: (http\S+)\n.*: (\S+)\n/.exec(said) ?? [];
      if (url !== undefined && serviceUrl !== undefined && serviceKey !== undefined) return { child, url, serviceUrl, serviceKey };
    }
    return assert.fail(`It never listened: ${said}`);
  }

  function ask(url: string, agent: Agent): Promise<number | string> {
    return new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', origin: url };
      const request = httpRequest(`${url}/v1/realtime/sessions`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        // A connection that waited to be taken when the listener was closed was never taken: the machine itself resets it.
        resolve(error.code === 'ECONNRESET' && !request.reusedSocket ? 'ECONNREFUSED' : (error.code ?? error.message));
      });
      request.end('{"model":"m"}');
    });
  }

  it('loses no request under way, and ends the process cleanly', async () => {
    const { child, url, serviceUrl, serviceKey } = await start();
    const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
    await fetch(`${serviceUrl}/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceKey}` },
      body: JSON.stringify({ path: '/v1/realtime/sessions', delayMs: 700, times: 100_000 }),
    });
    const agent = new Agent({ keepAlive: true });
    const outcomes: Outcome[] = [];
    let told = false;
    const isGone = () => outcomes.some(({ result }) => result === 'ECONNREFUSED');
    const one = async (): Promise<number | string> => {
      const sentBefore = !told;
      const result = await ask(url, agent);
      outcomes.push({ sentBefore, result });
      return result;
    };
    const load = Array.from({ length: 24 }, async () => {
      // As told by `connection: close` and Retry-After.
      while (!isGone()) if ((await one()) === 503) await pause(50);
    });
    while (outcomes.length < 24) await pause(5);
    told = true;
    child.kill('SIGTERM');
    // Others keep coming all the while, and do not wait for one another.
    const others: Promise<unknown>[] = [];
    for (; !isGone(); await pause(20)) others.push(one());
    await Promise.all([...load, ...others]);
    agent.destroy();
    assert.deepEqual(await exited, { code: 0, signal: null });
    const before = outcomes.filter(({ sentBefore }) => sentBefore).map(({ result }) => result);
    assert.ok(before.length >= 24 + 20, `${before.length} requests, some of them under way`);
    assert.deepEqual(
      before.filter((result) => result !== 200),
      [],
      'each that was sent before has its answer',
    );
    const later = new Set(outcomes.filter(({ sentBefore }) => !sentBefore).map(({ result }) => result));
    assert.ok(later.has(503), 'others are sent elsewhere');
    assert.deepEqual(
      [...later].filter((result) => result !== 503 && result !== 'ECONNREFUSED' && result !== 200),
      [],
    );
  });
});
