// The local service as a whole: both halves behind one address, faults, CORS, and a clean end.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createLocalService } from '../../../src/local/index.js';
import type { LocalServiceOptions } from '../../../src/local/index.js';
import { connect, field } from './realtime/talker.js';

async function serving(
  options: LocalServiceOptions,
  run: (url: string, service: ReturnType<typeof createLocalService>) => Promise<void>,
): Promise<void> {
  const service = createLocalService(options);
  const { url } = await service.listen();
  try {
    await run(url, service);
  } finally {
    await service.close();
    await service.close();
  }
}

const authorization = 'Bearer voxreel-local';

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

  it('is open to any origin', () =>
    serving({}, async (url) => {
      const preflight = await fetch(`${url}/v1/realtime`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-headers': 'authorization' },
      });
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
      assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization');
      const refused = await fetch(`${url}/v1/realtime/sessions`, { method: 'POST' });
      assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, '*']);
    }));

  it('lets a token make no videos', () =>
    serving({}, async (url) => {
      const minted = await fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: { authorization }, body: '{}' });
      const token = ((await minted.json()) as { client_secret: { value: string } }).client_secret.value;
      const video = await fetch(`${url}/v1/video/generations/none`, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(video.status, 403);
    }));

  it('takes its key and the maker’s word from its options', () =>
    serving({ key: 'mine', vendor: 'acme' }, async (url) => {
      const talker = await connect(url, { headers: { Authorization: 'Bearer mine', 'Acme-Beta': 'realtime=v1' } });
      assert.equal(field(await talker.next('session.created'), 'session')['object'], 'realtime.session');
      await talker.close();
      const other = await connect(url, { protocols: ['realtime', 'acme-insecure-api-key.mine', 'acme-beta.realtime-v1'] });
      await other.close();
    }));

  it('arms no faults unless it was told so', async () => {
    await serving({}, async (url) => {
      const response = await fetch(`${url}/faults`, { method: 'POST', body: '{"status":500}' });
      assert.equal(response.status, 400);
    });
    await serving({ faults: true }, async (url, service) => {
      await fetch(`${url}/faults`, { method: 'POST', body: '{"path":"/v1/realtime/sessions","status":503}' });
      const failed = await fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: { authorization }, body: '{}' });
      assert.equal(failed.status, 503);
      service.faults.arm({ path: '/v1/realtime/sessions', drop: true });
      await assert.rejects(fetch(`${url}/v1/realtime/sessions`, { method: 'POST', headers: { authorization }, body: '{}' }));
      assert.equal(service.faults.requests().length, 2);
    });
  });

  it('ends open sessions when it is closed', { timeout: 15_000 }, async () => {
    const service = createLocalService();
    const { url } = await service.listen();
    const talker = await connect(url);
    await service.close();
    assert.equal((await talker.closed).code, 1001);
    await assert.rejects(fetch(url));
  });

  it('answers without a socket too, and logs a line without secrets', async () => {
    const lines: string[] = [];
    const service = createLocalService({ log: (line) => void lines.push(line) });
    const response = await service.fetch(
      new Request('http://service/v1/realtime/sessions', { method: 'POST', headers: { authorization }, body: '{}' }),
    );
    assert.equal(response.status, 200);
    assert.match(lines.join(), /^POST \/v1\/realtime\/sessions 200 \d+ ms$/);
    await service.close();
  });
});
