// The service behind the gateway fails in every way it can: the client always gets a documented error, or a stream that is cut, and nothing hangs.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import type { FaultRule, LocalService } from 'voxreel/local';
import { serve } from 'voxreel/server/node';
import type { Served } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';

import { brokenService, misbehaviors, type BrokenService } from './broken-service.js';
import { handshake } from './raw-socket.js';

const key = 'standard_key_of_the_site';
const timeoutMs = 250;
/** A request that takes longer hangs: far above the gateway's own time, for machines that are busy. */
const hangsMs = 120_000;

const open: Served[] = [];
let local: LocalService;
let localUrl: string;
let broken: BrokenService;
/** Before the local service, and soon out of patience. */
let hasty: Served;
/** The same for what must get through, however busy the machine is. */
let patient: Served;
let taskId: string;

async function siteBefore(baseUrl: string, answersMs = timeoutMs): Promise<Served> {
  const gateway = createGateway({
    upstream: { baseUrl, apiKey: key },
    authorize: () => ({ id: 'ann' }),
    origins: '*',
    content: 'proxy',
    limits: {
      timeoutMs: answersMs,
      idleMs: answersMs,
      resultMs: 3 * answersMs,
      tokens: false,
      tasks: { perUser: false, atOnce: false },
      sockets: { perUser: false, perAddress: false },
    },
  });
  const served = await serve(gateway, { port: 0 });
  open.push(served);
  return served;
}

const json = { 'content-type': 'application/json' };
const create = (url: string): Promise<Response> =>
  fetch(`${url}/v1/video/generations`, {
    method: 'POST',
    headers: json,
    body: '{"model":"vidu-q2","prompt":"sea","duration":0.5,"width":64,"height":36}',
  });
const query = (url: string): Promise<Response> => fetch(`${url}/v1/video/generations/${taskId}`);
const content = (url: string): Promise<Response> => fetch(`${url}/v1/video/generations/${taskId}/content/0`);
const mint = (url: string): Promise<Response> =>
  fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: json, body: '{"model":"m"}' });
const tokenOf = async (url: string): Promise<string> =>
  ((await (await mint(url)).json()) as { client_secret: { value: string } }).client_secret.value;
const exchange = async (url: string, token: string): Promise<Response> =>
  fetch(`${url}/v1/realtime?model=m`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${token}` },
    body: 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n',
  });

before(async () => {
  local = createLocalService({ key, faults: true });
  localUrl = (await local.listen()).url;
  broken = await brokenService();
  hasty = await siteBefore(localUrl);
  patient = await siteBefore(localUrl, 10_000);
  taskId = ((await (await create(patient.url)).json()) as { task_id: string }).task_id;
  for (let task = { status: '' }; task.status !== 'succeeded';) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    task = (await (await query(patient.url)).json()) as { status: string };
  }
});
after(async () => {
  await Promise.all(open.map((served) => served.close()));
  await local.close();
  broken.close();
});

/** Fails where it takes so long that it hangs. */
async function inTime<T>(action: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It hangs.')), hangsMs);
  });
  return Promise.race([action, hangs]).finally(() => clearTimeout(timer));
}

/** A documented error, whatever the service said: nothing of its own but what it says in the documents' shape. */
async function documented(answer: Response, statuses: readonly number[]): Promise<void> {
  const text = await answer.text();
  assert.ok(statuses.includes(answer.status), `${answer.status} ${text.slice(0, 300)}`);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.deepEqual(Object.keys(JSON.parse(text) as object).sort(), ['code', 'message', 'param', 'type']);
  assert.ok(!text.includes(key) && !text.includes('127.0.0.1') && !text.includes('<'), text);
}

/** An error, or a stream that ends with an error for its reader. */
async function errorOrCut(answer: Response, statuses: readonly number[]): Promise<void> {
  if (answer.status >= 400) return documented(answer, statuses);
  const length = answer.headers.get('content-length');
  const read = await answer.arrayBuffer().then(
    (bytes) => bytes.byteLength,
    () => 'cut',
  );
  assert.ok(read === 'cut', `${read} bytes of ${length} passed for whole`);
}

const rules: readonly [string, FaultRule, readonly number[]][] = [
  ['is slow', { delayMs: 3000 }, [504]],
  ['answers 500', { status: 500 }, [500, 502]],
  ['answers 500 with a page', { status: 500, body: '<h1>Internal error</h1>' }, [500, 502]],
  ['answers 502 with a page', { status: 502, body: '<html>nginx at 127.0.0.1</html>' }, [502]],
  ['answers 200 with a page', { status: 200, body: '<html>Log in</html>', headers: { 'content-type': 'text/html' } }, [502]],
  [
    'answers an error with the key in it',
    { status: 400, body: { error: { message: `bad ${key} at http://127.0.0.1:80/`, code: 'x' } } },
    [400, 502],
  ],
  ['answers half of it', { truncateBodyAt: 10 }, [502]],
  ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, [502]],
  ['redirects to itself', { status: 307, headers: { location: '?' } }, [502]],
  ['cuts the line', { drop: true }, [502]],
  ['does it, and cuts the line', { dropAfterUpload: true }, [502]],
];

const siteFor = ({ delayMs }: FaultRule): Served => (delayMs === undefined ? patient : hasty);

const routes: readonly [string, string, 'GET' | 'POST', (url: string, token: string) => Promise<Response>][] = [
  ['a task made', '/v1/video/generations', 'POST', create],
  ['a task asked after', '/v1/video/generations/*', 'GET', query],
  ['a result played', '/files/*', 'GET', content],
  ['a token made', '/v1/realtime/sessions', 'POST', mint],
  ['an SDP exchange', '/v1/realtime', 'POST', exchange],
];

for (const [route, path, method, ask] of routes) {
  describe(`${route}, when the service`, { timeout: 120_000 }, () => {
    for (const [name, rule, statuses] of rules) {
      it(name, async () => {
        const site = siteFor(rule);
        local.faults.clear();
        const token = ask === exchange ? await tokenOf(site.url) : '';
        local.faults.arm({ ...rule, path, method, times: 5 });
        await inTime(ask(site.url, token).then((answer) => (ask === content ? errorOrCut : documented)(answer, statuses)));
        assert.equal(
          local.faults.requests().filter((one) => one.method === method && one.path.startsWith(path.replace('*', ''))).length >= 1,
          true,
          'the service was asked',
        );
        local.faults.clear();
      });
    }
    it('is not there', async (t) => {
      const leaving = createLocalService({ key });
      t.after(() => leaving.close());
      const away = await siteBefore((await leaving.listen()).url);
      const token = ask === exchange ? await tokenOf(away.url) : '';
      await leaving.close();
      await inTime(ask(away.url, token).then((answer) => documented(answer, [502])));
    });
  });
}

describe('an empty answer', () => {
  for (const [route, path, method, ask] of routes.filter(([, , , ask]) => ask !== query)) {
    it(`to ${route} is an error`, async () => {
      local.faults.clear();
      const token = ask === exchange ? await tokenOf(patient.url) : '';
      local.faults.arm({ path, method, status: 200, headers: { 'content-type': ask === content ? 'text/plain' : 'application/json' } });
      await inTime(ask(patient.url, token).then((answer) => documented(answer, [502])));
    });
  }
  it('to a task asked after is one that services give: nothing to say yet', async () => {
    local.faults.arm({ path: '/v1/video/generations/*', method: 'GET', status: 202 });
    const answer = await inTime(query(patient.url));
    assert.deepEqual([answer.status, await answer.text()], [202, '']);
  });
});

describe('a service that breaks the rules of HTTP', { timeout: 120_000 }, () => {
  let before: Served;
  const task = JSON.stringify({ task_id: '1', status: 'succeeded', url: '/files/1' });
  const good = (body: string): string =>
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

  for (const [name, misbehavior] of Object.entries(misbehaviors)) {
    it(name, async () => {
      before ??= await siteBefore(broken.url);
      broken.misbehave = misbehavior('application/json');
      for (const ask of [create, query, mint]) await inTime(ask(before.url).then((answer) => documented(answer, [502, 504])));

      broken.misbehave = (socket, path) =>
        path === '/v1/realtime/sessions'
          ? void socket.write(good('{"client_secret":{"value":"token"}}'))
          : misbehavior('application/sdp')(socket, path);
      await inTime(exchange(before.url, await tokenOf(before.url)).then((answer) => documented(answer, [502, 504])));
    });

    // One that says too short a length has sent all that it has promised: nobody can tell.
    if (name === 'says a length that is too short') continue;
    it(`${name}, while a result is played`, async () => {
      before ??= await siteBefore(broken.url);
      broken.misbehave = (socket, path) =>
        path.startsWith('/files/') ? misbehavior('video/webm')(socket, path) : void socket.write(good(task));
      await inTime(content(before.url).then((answer) => errorOrCut(answer, [502, 504])));
    });

    it(`${name}, when a socket is to be relayed`, async () => {
      before ??= await siteBefore(broken.url);
      broken.misbehave = (socket, path) =>
        path === '/v1/realtime/sessions'
          ? void socket.write(good('{"client_secret":{"value":"token"}}'))
          : misbehavior('text/html')(socket, path);
      const raw = handshake(before.url, { protocols: `realtime, vendor-insecure-api-key.${await tokenOf(before.url)}` });
      const answer = await inTime(raw.answer());
      assert.ok(answer);
      await documented(new Response(answer.body, { status: answer.status, headers: answer.headers }), [502, 504]);
    });
  }
});

describe('a relay, when the service', { timeout: 240_000 }, () => {
  for (const [name, rule, statuses] of rules.filter(([, { truncateBodyAt }]) => truncateBodyAt === undefined)) {
    it(`${name}: a refusal before the upgrade`, async () => {
      const site = siteFor(rule);
      local.faults.clear();
      const token = await tokenOf(site.url);
      local.faults.arm({ ...rule, path: '/v1/realtime', method: 'GET' });
      const raw = handshake(site.url, { protocols: `realtime, vendor-insecure-api-key.${token}, vendor-beta.realtime-v1` });
      const answer = await inTime(raw.answer());
      assert.ok(answer);
      await documented(new Response(answer.body, { status: answer.status, headers: answer.headers }), statuses);
      assert.equal(site.relays, 0);
    });
  }

  const socketTo = async (): Promise<WebSocket> =>
    new WebSocket(`${patient.url.replace('http', 'ws')}/v1/realtime?model=m`, [
      'realtime',
      `vendor-insecure-api-key.${await tokenOf(patient.url)}`,
      'vendor-beta.realtime-v1',
    ]);
  const ended = (socket: WebSocket): Promise<[number, string]> =>
    new Promise((resolve) => socket.once('close', (code: number, reason: Buffer) => resolve([code, reason.toString()])));

  it('is cut before the first event', async () => {
    local.faults.arm({ realtime: { dropAtEvent: 0 } });
    assert.deepEqual(await inTime(ended(await socketTo())), [1011, 'upstream_closed: The service broke off.']);
  });
  it('is cut in the middle of an answer: what came before it is there', async () => {
    local.faults.arm({ realtime: { dropAtEvent: 2 } });
    const socket = await socketTo();
    const heard: string[] = [];
    socket.on('message', (data: Buffer) => heard.push((JSON.parse(data.toString()) as { type: string }).type));
    socket.once('open', () => socket.send('{"type":"input_audio_buffer.clear"}'));
    assert.deepEqual(await inTime(ended(socket)), [1011, 'upstream_closed: The service broke off.']);
    assert.equal(heard.length, 2);
  });
  it('closes with a code of its own', async () => {
    local.faults.arm({ realtime: { dropAtEvent: 1, closeCode: 4123 } });
    assert.deepEqual(await inTime(ended(await socketTo())), [4123, 'fault']);
  });
  it('does not take the key: the page is not told that its login is what is wrong', async () => {
    const token = await tokenOf(patient.url);
    local.faults.arm({ realtime: { expireToken: true } });
    const raw = handshake(patient.url, { protocols: `realtime, vendor-insecure-api-key.${token}, vendor-beta.realtime-v1` });
    const answer = await inTime(raw.answer());
    assert.ok(answer);
    assert.equal((JSON.parse(answer.body) as { code: string }).code, 'upstream_unauthorized');
    await documented(new Response(answer.body, { status: answer.status, headers: answer.headers }), [500]);
  });
});
