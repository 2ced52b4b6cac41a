// The local service as a whole: both halves behind one address, who may ask, faults, and a clean end.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { describe, it } from 'node:test';

import { createLocalService } from 'voxreel/local';
import type { LocalServiceOptions } from 'voxreel/local';

import { connect, field, Refused, standardKey } from './realtime/talker.js';

async function serving(
  options: LocalServiceOptions,
  run: (url: string, service: ReturnType<typeof createLocalService>) => Promise<void>,
): Promise<void> {
  const service = createLocalService({ key: standardKey, ...options });
  const { url } = await service.listen();
  try {
    await run(url, service);
  } finally {
    await service.close();
    await service.close();
  }
}

const authorization = `Bearer ${standardKey}`;

describe('the local service', () => {
  it('answers both documents at one address, and nothing else', () =>
    serving({}, async (url) => {
      const video = await fetch(`${url}/v1/video/generations/none`, { headers: { authorization } });
      assert.equal(((await video.json()) as Record<string, unknown>)['code'], 'task_not_exist');
      const token = await fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: { authorization }, body: '{}' });
      assert.equal(token.status, 200);
      const nothing = await fetch(`${url}/v1/else`);
      assert.deepEqual([nothing.status, ((await nothing.json()) as Record<string, unknown>)['code']], [400, 'not_found']);
      const get = await fetch(`${url}/v1/realtime/sessions`, { headers: { authorization } });
      assert.equal(((await get.json()) as Record<string, unknown>)['code'], 'method_not_allowed');
    }));

  it('is open to pages of any origin where its options say so', () =>
    serving({ origins: '*' }, async (url) => {
      const preflight = await fetch(`${url}/v1/realtime`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-headers': 'authorization' },
      });
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
      assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization');
      const refused = await fetch(`${url}/v1/realtime/sessions`, { method: 'POST' });
      assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, '*']);
    }));

  it('refuses pages of other origins, and lets those it was given read its answers', () =>
    serving({ origins: ['https://studio.example'] }, async (url, service) => {
      const mint = (headers: Record<string, string>): Promise<Response> =>
        fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: { authorization, ...headers }, body: '{}' });
      const allowed = await mint({ origin: 'https://studio.example' });
      assert.deepEqual([allowed.status, allowed.headers.get('access-control-allow-origin')], [200, 'https://studio.example']);
      const image = { 'sec-fetch-site': 'cross-site' };
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        image,
        { ...image, referer: 'https://evil.example/' },
      ]) {
        const refused = await mint(headers);
        assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [403, null]);
        assert.equal(((await refused.json()) as Record<string, unknown>)['code'], 'origin_not_allowed');
      }
      assert.equal((await mint({ ...image, referer: 'https://studio.example/page' })).status, 200);
      const preflight = await fetch(`${url}/v1/realtime/sessions`, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } });
      assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [403, null]);
      const socket = { Authorization: authorization, 'Vendor-Beta': 'realtime=v1', Origin: 'https://evil.example' };
      await assert.rejects(connect(url, { headers: socket }), (error) => error instanceof Refused && error.status === 403);
      assert.equal(service.openSessions, 0);
    }));

  it('answers to its own names alone: a name pointed at it is refused', () =>
    serving({ hosts: ['demo.example'] }, async (url) => {
      const { port } = new URL(url);
      const statusOf = (host: string, upgrade = false): Promise<number | undefined> =>
        new Promise((resolve, reject) => {
          const socket = {
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
            'sec-websocket-version': '13',
          };
          const headers = { host, ...(upgrade ? socket : {}) };
          get({ host: '127.0.0.1', port, path: '/v1/realtime', headers, agent: false }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          }).once('error', reject);
        });
      const known = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `demo.example:${port}`];
      assert.deepEqual(await Promise.all(known.map((host) => statusOf(host))), [400, 400, 400, 400]);
      const unknown = [
        `rebound.example:${port}`,
        'rebound.example',
        `0.0.0.0:${port}`,
        `127.0.0.1.nip.example:${port}`,
        `192.168.1.9:${port}`,
      ];
      assert.deepEqual(await Promise.all(unknown.map((host) => statusOf(host))), [403, 403, 403, 403, 403]);
      assert.equal(await statusOf('rebound.example', true), 403);
    }));

  it('makes a key of its own where it is given none, and takes no short one', async () => {
    const [one, other] = [createLocalService(), createLocalService()];
    assert.match(one.key, /^[A-Za-z0-9_-]{20,}$/);
    assert.notEqual(one.key, other.key);
    await Promise.all([one.close(), other.close()]);
    assert.throws(() => createLocalService({ key: 'shorter' }), /key: use at least 8/);
  });

  it('lets a token make no videos', () =>
    serving({}, async (url) => {
      const minted = await fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: { authorization }, body: '{}' });
      const token = ((await minted.json()) as { client_secret: { value: string } }).client_secret.value;
      const video = await fetch(`${url}/v1/video/generations/none`, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(video.status, 403);
    }));

  it('takes its key and the maker’s word from its options', () =>
    serving({ key: 'my-own-key', vendor: 'acme' }, async (url) => {
      const talker = await connect(url, { headers: { Authorization: 'Bearer my-own-key', 'Acme-Beta': 'realtime=v1' } });
      assert.equal(field(await talker.next('session.created'), 'session')['object'], 'realtime.session');
      await talker.close();
      const other = await connect(url, { protocols: ['realtime', 'acme-insecure-api-key.my-own-key', 'acme-beta.realtime-v1'] });
      await other.close();
    }));

  it('arms no faults unless it was told so', async () => {
    await serving({}, async (url) => {
      const response = await fetch(`${url}/faults`, { method: 'POST', headers: { authorization }, body: '{"status":500}' });
      assert.equal(response.status, 400);
    });
    await serving({ faults: true }, async (url, service) => {
      const body = '{"path":"/v1/realtime/sessions","status":503}';
      for (const method of ['POST', 'GET', 'DELETE'])
        assert.equal((await fetch(`${url}/faults`, { method, body: method === 'POST' ? body : null })).status, 401);
      await fetch(`${url}/faults`, { method: 'POST', headers: { authorization }, body });
      const failed = await fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: { authorization }, body: '{}' });
      assert.equal(failed.status, 503);
      service.faults.arm({ path: '/v1/realtime/sessions', drop: true });
      await assert.rejects(fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: { authorization }, body: '{}' }));
      assert.equal(service.faults.requests().length, 2);
    });
  });

  it('ends open sessions when it is closed', { timeout: 120_000 }, async () => {
    const service = createLocalService({ key: standardKey });
    const { url } = await service.listen();
    const talker = await connect(url);
    await service.close();
    assert.equal((await talker.closed).code, 1001);
    await assert.rejects(fetch(url));
  });

  it('answers without a socket too, and logs a line without secrets', async () => {
    const lines: string[] = [];
    const service = createLocalService({ key: standardKey, log: (line) => void lines.push(line) });
    const response = await service.fetch(
      new Request('http://service/v1/realtime/sessions', { method: 'POST', headers: { authorization }, body: '{}' }),
    );
    assert.equal(response.status, 200);
    assert.match(lines.join(), /^POST \/v1\/realtime\/sessions 200 \d+ ms$/);
    await service.close();
  });
});
