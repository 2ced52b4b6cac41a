// A request that may not have left: known from what a free one does, and left in doubt otherwise.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { VoxreelError } from 'voxreel';

import { createSender } from '../../../../../src/core/video/queue/send-once.js';
import type { CreateRequest, Created } from '../../../../../src/core/video/queue/service-client.js';

const request = { provider: { id: 'generic', models: ['*'] }, headers: { 'x-user': 'ada' } } as unknown as CreateRequest;
const unknown = (cause: unknown): Created => ({ outcome: 'unknown', error: new VoxreelError('unconfirmed', 'Who knows?', { cause }) });
const network = new VoxreelError('network', 'It could not be reached.');

describe('a request whose outcome is unknown', () => {
  beforeEach(() => Object.assign(globalThis, { location: new URL('https://site.example/') }));
  afterEach(() => Reflect.deleteProperty(globalThis, 'location'));

  /** `isRefused`: whether the browser sends no request with these headers. */
  async function sent(created: Created, isRefused: boolean) {
    const asked: string[] = [];
    const send = createSender({
      baseUrl: 'https://api.example',
      create: async () => created,
      service: () => undefined,
      async fetch(url, { headers } = {}) {
        asked.push(url instanceof Request ? url.url : url.toString());
        if (isRefused && new Headers(headers).has('x-user')) throw new TypeError('Failed to fetch');
        return Response.json({ data: [] });
      },
    });
    return { created: await send(request), asked };
  }

  it('was not sent where the browser lets none with these headers through', async () => {
    const { created, asked } = await sent(unknown(network), true);
    assert.deepEqual([created.outcome, asked], ['refused', ['https://api.example/v1/models', 'https://api.example/v1/models']]);
  });

  it('stays in doubt where the browser lets them through', async () => {
    assert.equal((await sent(unknown(network), false)).created.outcome, 'unknown');
  });

  for (const [name, cause] of [
    ['nothing is known of why', undefined],
    ['it took too long', new VoxreelError('timeout', 'No answer.')],
    ['something else was thrown', new TypeError('no')],
  ] as const)
    it(`stays in doubt, and asks nobody, where ${name}`, async () => {
      const { created, asked } = await sent(unknown(cause), true);
      assert.deepEqual([created.outcome, asked], ['unknown', []]);
    });
});
