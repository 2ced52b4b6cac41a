// The provider check: silent for the built-ins and for a newcomer's, and in words about what is wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { defineProvider } from '../../../src/core/providers/provider.js';
import type { ProviderEntry, VideoReading } from '../../../src/core/providers/provider.js';
import { providers } from '../../../src/core/providers/registry.js';
import { checkProvider } from '../../../src/testing/index.js';

// A provider as a newcomer writes it.
const acme = defineProvider({
  id: 'acme',
  title: 'Acme',
  models: ['acme-*'],
  limits: { durations: [4, 8], images: { encoding: 'base64', max: 1, maxBytes: 5_000_000 } },
  ui: { style: { kind: 'choice', choices: ['film', 'cartoon'] } },
  mirror: ['seed'],
  poll: { everyMs: 8000 },
});

describe('checkProvider', () => {
  const answers = JSON.parse(readFileSync('test/fixtures/video/answers.json', 'utf8')) as {
    body: unknown;
    reading: Partial<VideoReading>;
  }[];
  const reads = answers.map(({ body, reading }) => ({ body, reading, base: 'https://api.example/v1' }));

  for (const entry of providers.list()) {
    it(`finds nothing wrong with ${entry.id}`, async () => assert.deepEqual(await checkProvider(entry, { reads }), []));
  }
  it('finds nothing wrong with a newcomer of fifteen lines', async () => {
    const draft = { model: 'acme-1', prompt: 'x', seed: 4, duration: 8 };
    const fixtures = {
      takes: [{ draft, body: { duration: 8, metadata: { seed: 4 } } }],
      refuses: [{ draft: { ...draft, duration: 5 }, param: 'duration' }],
    };
    assert.deepEqual(await checkProvider(acme, fixtures), []);
  });

  const finds = async (entry: ProviderEntry, words: RegExp, fixtures = {}) =>
    assert.match((await checkProvider(entry, fixtures)).join('\n'), words);
  it('says in words what is wrong', async () => {
    await finds({ ...acme, id: 'Acme Inc' }, /^id:/);
    await finds({ ...acme, models: [] }, /^models:/);
    await finds({ id: 'acme', models: ['other'], load: async () => acme }, /light entry/);
    await finds({ id: 'acme', models: ['acme-*'], load: () => Promise.reject(new Error('no such file')) }, /no such file/);
    await finds({ ...acme, limits: { durations: { min: 9, max: 1 } } }, /limits.durations/);
    await finds({ ...acme, limits: { sizes: ['big'] } }, /limits.sizes/);
    await finds({ ...acme, ui: { style: { kind: 'choice' } } }, /ui.style/);
    await finds({ ...acme, request: (_, { seed: _seed, metadata: _metadata, ...body }) => body }, /seed is lost/);
    await finds({ ...acme, request: (_, body) => ({ ...body, width: 1.5 }) }, /`width`/);
    await finds({ ...acme, parse: () => ({ status: 'failed', outputs: [] }) }, /never one/);
    await finds({ ...acme, parse: () => ({ status: 'succeeded', outputs: [{ url: 'javascript:x' }] }) }, /must not be played/);
    await finds(
      {
        ...acme,
        parse: () => {
          throw new Error('oops');
        },
      },
      /throw: oops/,
    );
    await finds({ ...acme, estimate: () => ({ amount: NaN, unit: 'x' }) }, /estimate/);
    await finds(acme, /taken, but should be refused/, { refuses: [{ draft: { model: 'acme-1', prompt: 'x' }, param: 'prompt' }] });
    await finds(acme, /`n` is undefined, expected 3/, { takes: [{ draft: { model: 'acme-1', prompt: 'x' }, body: { n: 3 } }] });
    await finds(acme, /`status` is "unknown"/, { reads: [{ body: {}, reading: { status: 'succeeded' } }] });
  });
});
