import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { WebSocket } from 'ws';
import { serve } from 'voxreel/server/node';
import type { Served } from 'voxreel/server/node';
import { createGateway, jsonLog, memoryState } from 'voxreel/server';
import type { Gateway } from 'voxreel/server';

import { modes, startKeyEchoingService, writings, type Mode } from './key-echoing-service.js';

const key = 'sk-live+Zx/9Q=standard.key~77_of-the-site';
const page = 'https://www.example.org';
const forms = [...writings(key), btoa(key).slice(4, -4)];

/** Everything that has left the gateway, by what it was. */
const seen: { readonly from: string; readonly text: string }[] = [];
const see = (from: string, text: string): void => void seen.push({ from, text });
const leaks = (since = 0): readonly string[] =>
  seen.slice(since).flatMap(({ from, text }) => forms.filter((form) => text.includes(form)).map((form) => `${from}: ${form}`));

let service: Awaited<ReturnType<typeof startKeyEchoingService>>;
const gateways: { readonly gateway: Gateway; readonly served: Served }[] = [];

before(async () => {
  service = await startKeyEchoingService(key);
  for (const content of ['link', 'proxy'] as const) {
    const gateway = createGateway({
      upstream: { baseUrl: service.url, apiKey: key },
      authorize: (request) => {
        if (request.headers.get('cookie') === 'user=fails') throw new Error(`the session store says ${key}`);
        return request.headers.get('cookie') === 'user=ann' ? { id: 'ann' } : undefined;
      },
      origins: [page],
      content,
      privateAddresses: true,
      state: memoryState(),
      log: jsonLog((line) => see('log', line)),
      logUser: 'plain',
      metrics: () => true,
      limits: { perUser: false, perAddress: false, tokens: false, tasks: { perUser: false, atOnce: false } },
    });
    gateways.push({ gateway, served: await serve(gateway, { port: 0 }) });
  }
});
after(async () => {
  await Promise.all(gateways.map(({ served }) => served.close()));
  service.close();
});

/** Sends a request as it is and sees every byte that comes back. */
function raw(url: string, from: string, method: string, path: string, headers: Record<string, string>, body = ''): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const lines = Object.entries({
      host: new URL(url).host,
      connection: 'close',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    });
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      see(from, text);
      resolve(text);
    });
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  });
}

const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);
const login = { cookie: 'user=ann', origin: page };
const typed = { ...login, 'content-type': 'application/json' };
const draft = '{"model":"vidu-q2","prompt":"sea"}';

async function everyRequest(url: string, mode: Mode): Promise<void> {
  const ask = (name: string, method: string, path: string, headers: Record<string, string>, body?: string) =>
    raw(url, `${mode}: ${name}`, method, path, headers, body);
  service.speak('ok');
  const token = (): Promise<string> =>
    ask('mint', 'POST', '/v1/realtime/sessions', typed, '{"model":"m","voice":"alloy"}').then(
      (text) => /"value":"(\w+)"/.exec(text)?.[1] ?? assert.fail(text),
    );
  const [first, second] = [await token(), await token()];
  const made = await ask('create', 'POST', '/v1/video/generations', typed, draft);
  const id = /"task_id":"([^"]+)"/.exec(bodyOf(made))?.[1] ?? assert.fail(made);
  service.speak(mode);
  await ask('create', 'POST', '/v1/video/generations', typed, draft);
  await ask('create once', 'POST', '/v1/video/generations', { ...typed, 'idempotency-key': `k-${mode}-${url}` }, draft);
  await ask('create again', 'POST', '/v1/video/generations', { ...typed, 'idempotency-key': `k-${mode}-${url}` }, draft);
  await ask('query', 'GET', `/v1/video/generations/${id}`, login);
  await ask('content', 'GET', `/v1/video/generations/${id}/content/0`, { ...login, range: 'bytes=0-3' });
  await ask('mint', 'POST', '/v1/realtime/sessions', typed, '{"model":"m","voice":"alloy"}');
  await ask('mint (newest)', 'POST', '/v1/realtime/client_secrets', typed, '{"session":{"type":"realtime","model":"m"}}');
  await ask(
    'sdp',
    'POST',
    '/v1/realtime?model=m',
    { ...login, 'content-type': 'application/sdp', authorization: `Bearer ${first}` },
    'v=0\r\n',
  );
  await relayed(url, mode, second);
}

function relayed(url: string, mode: Mode, ticket: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/v1/realtime?model=m`,
      ['realtime', `vendor-insecure-api-key.${ticket}`, 'vendor-beta.realtime-v1'],
      {
        headers: { origin: page },
      },
    );
    socket.on('open', () => socket.send('{"type":"response.create"}'));
    socket.on('message', (data: Buffer) => see(`${mode}: message`, data.toString()));
    socket.on('unexpected-response', (_, response) => {
      see(`${mode}: handshake`, `${response.statusMessage} ${JSON.stringify(response.rawHeaders)}`);
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        see(`${mode}: handshake`, text);
        resolve();
      });
    });
    socket.on('error', (error) => see(`${mode}: error`, error.message));
    socket.on('close', (code, reason) => {
      see(`${mode}: close`, `${code} ${reason.toString()}`);
      resolve();
    });
  });
}

describe('the standard key', { timeout: 240_000 }, () => {
  for (const mode of modes) {
    it(`is in nothing that leaves the gateway while the service tells it everywhere (${mode})`, async () => {
      const [heardBefore, seenBefore] = [service.heard, seen.length];
      for (const { served } of gateways) await everyRequest(served.url, mode);
      assert.ok(service.heard - heardBefore >= 12, 'the service was given the key');
      assert.ok(seen.length - seenBefore >= 24, 'the answers were seen');
      assert.deepEqual(leaks(seenBefore), []);
    });
  }

  it('is in no refusal, whatever is asked', async () => {
    const { url } = gateways[0]?.served ?? assert.fail();
    const before = seen.length;
    await raw(url, 'nobody', 'POST', '/v1/video/generations', { ...typed, cookie: '' }, draft);
    await raw(url, 'failing login', 'POST', '/v1/video/generations', { ...typed, cookie: 'user=fails' }, draft);
    await raw(url, 'foreign', 'POST', '/v1/video/generations', { ...typed, origin: 'https://evil.example' }, draft);
    await raw(url, 'no json', 'POST', '/v1/video/generations', typed, '{');
    await raw(url, 'method', 'DELETE', '/v1/video/generations', login);
    await raw(url, 'path', 'GET', '/v1/files', login);
    await raw(url, 'preflight', 'OPTIONS', '/v1/video/generations', { origin: page });
    await raw(url, 'no http', 'GET', '/ HTTP/9\r\n\r\n', login);
    await raw(url, 'not theirs', 'GET', '/v1/video/generations/task_1~xxxxxxxxxxxxxxxxxxxxxx', login);
    await raw(url, 'no ticket', 'POST', '/v1/realtime?model=m', { ...login, 'content-type': 'application/sdp' }, 'v=0');
    assert.equal(seen.length - before >= 10, true);
    assert.deepEqual(leaks(), []);
  });

  it('is in no metric and no word of health, and in no error of a gateway that was set up wrong', async () => {
    for (const { gateway, served } of gateways) {
      see('metrics', gateway.metrics());
      await raw(served.url, 'metrics', 'GET', '/metrics', {});
      await raw(served.url, 'health', 'GET', '/health', {});
    }
    try {
      createGateway({ upstream: { baseUrl: `http://user:${key}@x y`, apiKey: key }, authorize: () => undefined, origins: [] });
    } catch (error) {
      see('thrown', `${String(error)} ${JSON.stringify(error)}`);
    }
    see('functions', gateways.map(({ gateway }) => `${JSON.stringify(gateway)} ${String(Object.entries(gateway))}`).join());
    assert.deepEqual(leaks(), []);
    assert.ok(
      seen.some(({ from, text }) => from === 'log' && text.includes('relay closed')),
      'the log was seen',
    );
  });

  it('is in nothing that `npm start` serves or says', async () => {
    const before = seen.length;
    const bin = join(process.cwd(), 'dist', 'local', 'bin.js');
    const child = spawn(process.execPath, [bin, '--port', '0', '--log', '--metrics'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LOCAL_KEY: key },
    });
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
      let said = '';
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
        see('npm start', chunk.toString());
        const found = /demo page: (http:\S+?)\/\n/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
    });
    const paths = new Set(['/', '/health', '/metrics', '/v1/realtime/sessions', '/nowhere']);
    for (const path of paths) {
      const answer = await fetch(
        url + path,
        path.endsWith('sessions') ? { method: 'POST', headers: { ...typed, origin: url }, body: '{"model":"m"}' } : {},
      );
      const text = await answer.text();
      see(`npm start: ${path}`, JSON.stringify([...answer.headers]) + text);
      for (const [, next = ''] of text.matchAll(/(?:src|href|from|import)\s*[=(]?\s*["']([^"'\s]+)["']/g)) {
        if (URL.canParse(next, url + path) && new URL(next, url + path).origin === url) paths.add(new URL(next, url + path).pathname);
      }
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    assert.ok(paths.size > 10, 'the page was read with what it loads');
    assert.deepEqual(leaks(before), []);
  });
});
