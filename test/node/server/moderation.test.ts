// The site's own look at prompts, pictures and instructions, before they cost anything.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { GatewayRequest } from 'voxreel/server';

import { ask, create, created, jsonOf, scriptedMaker, siteWith } from '../services/scripted-service.js';
import { gatewayTo, refusedWith } from './gateway-client.js';

describe('moderation', () => {
  it('sees the prompt and the pictures of a video, under whatever name a service may read them', async () => {
    const seen: GatewayRequest[] = [];
    const gateway = siteWith([scriptedMaker().service()], { moderate: (request) => void seen.push(request) });
    const image = 'https://pictures.example.org/a.png';
    await created(gateway, { image, metadata: { image_tail: 'https://pictures.example.org/b.png', style: 'oil' } });
    const [{ kind, user, model, prompt, images, fields } = assert.fail('not asked')] = seen;
    assert.deepEqual(
      { kind, user, model, prompt, images },
      {
        kind: 'video',
        user: { id: 'ann' },
        model: 'maker-1',
        prompt: 'a fox',
        images: [image, 'https://pictures.example.org/b.png'],
      },
    );
    assert.deepEqual(fields['metadata'], { image_tail: 'https://pictures.example.org/b.png', style: 'oil' });
  });

  it('refuses with a message for the user, before anything is sent or counted', async () => {
    const maker = scriptedMaker();
    const gateway = siteWith([maker.service()], {
      moderate: async ({ prompt }) => (prompt.includes('fox') ? { refuse: 'No foxes, please.' } : undefined),
      cost: () => 1,
      limits: { spend: { perMs: 60_000, perUser: 5 } },
    });
    const refusal = await jsonOf(await create(gateway));
    assert.deepEqual([refusal['httpStatus'], refusal['code'], refusal['message']], [400, 'content_refused', 'No foxes, please.']);
    assert.equal(maker.called.length, 0);
    assert.equal((await jsonOf(await ask(gateway, '/v1/limits')))['spent'], 0);
    await created(gateway, { prompt: 'a heron' });
  });

  it('sees the instructions of a call in both writings, and gives no token for what it refuses', async () => {
    const gateway = gatewayTo('http://127.0.0.1:9', {
      session: { allow: ['instructions'] },
      moderate: ({ kind, instructions }) => (kind === 'call' && instructions.includes('pirate') ? { refuse: 'No pirates.' } : undefined),
    });
    const mint = (path: string, body: object) => ask(gateway, path, { body });
    await refusedWith(await mint('/v1/realtime/sessions', { model: 'm', instructions: 'Be a pirate.' }), 400, 'content_refused');
    const nested = { session: { model: 'm', instructions: 'Be a pirate.' } };
    await refusedWith(await mint('/v1/realtime/client_secrets', nested), 400, 'content_refused');
    assert.equal((await mint('/v1/realtime/sessions', { model: 'm', instructions: 'Be kind.' })).status, 200);
  });

  it('lets nothing through unseen', async () => {
    for (const moderate of [
      () => Promise.reject(new Error('away')),
      () => ({}) as { refuse: string },
      () => new Promise<never>(() => {}),
    ]) {
      const maker = scriptedMaker();
      const gateway = siteWith([maker.service()], { moderate, limits: { timeoutMs: 50 } });
      await refusedWith(await create(gateway), 500, 'gateway_error');
      assert.equal(maker.called.length, 0);
    }
  });
});
