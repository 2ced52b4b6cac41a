// `npx voxreel --data`: the gateway's state lies in the folder too, so that no kill makes a request be paid for twice.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { checkState } from 'voxreel/testing';

import { embeddedStores } from '../../../src/server/node/library/embedded.js';
import { startProcess, visitor, withCookie, type Example } from '../guides/example.js';
import { putDatabase } from '../server/library/embedded-folder.js';
import { startCountingService, type CountingService } from '../server/counting-service.js';

const folder = mkdtempSync(join(tmpdir(), 'voxreel-state-'));
after(() => rmSync(folder, { recursive: true, force: true }));

it('keeps a state beside the records as the contract says', async () => {
  const { records, state } = embeddedStores(await putDatabase(join(folder, 'records')));
  assert.deepEqual(await checkState({ open: () => state }), []);
  await records.close();
  assert.equal(await state.healthy(), false);
});

describe('npx voxreel --data, killed', { timeout: 120_000 }, () => {
  let service: CountingService;
  let demo: Example;
  let cookie = '';
  const start = () =>
    startProcess(['dist/local/bin.js', '--port', '0', '--data', join(folder, 'data')], {
      UPSTREAM_URL: service.url,
      UPSTREAM_KEY: 'standard_key_of_the_site',
    });
  const create = (key: string) =>
    withCookie(visitor(demo.url), cookie)('/v1/video/generations', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ model: 'vidu-q2', prompt: 'A heron over water', duration: 1, width: 64, height: 64 }),
    });
  before(async () => {
    service = await startCountingService();
    await putDatabase(join(folder, 'data', 'records'));
    demo = await start();
    cookie = ((await fetch(demo.url)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  });
  after(async () => {
    await demo.stop('SIGKILL');
    await service.close();
  });

  it('gives the answer again that it gave before', async () => {
    const first = await create('answered');
    const text = await first.text();
    assert.equal(first.status, 200, text);
    await demo.stop('SIGKILL');
    demo = await start();
    const again = await create('answered');
    assert.deepEqual([again.status, await again.text(), service.taken.length], [200, text, 1]);
  });

  it('makes no second video where it was killed between the request and the answer', async () => {
    const held = service.hold();
    const lost = create('lost').catch(() => undefined);
    await held.arrived;
    await demo.stop('SIGKILL');
    await lost;
    held.release();
    const before = service.taken.length;
    demo = await start();
    const again = await create('lost');
    const body = (await again.json()) as { readonly code?: string };
    assert.equal(again.status >= 400, true, JSON.stringify(body));
    assert.deepEqual([body.code, service.taken.length], ['idempotency_unconfirmed', before]);
  });
});
