// The provider check: silent for the built-ins and for a newcomer's, and in words about what is wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import * as z from 'zod/mini';
import { checkProvider } from 'voxreel/testing';
import { defineProvider, providers } from 'voxreel';
import type { ProviderEntry } from 'voxreel';

import type { VideoReading } from '../../../src/core/providers/provider.js';

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
  /** As a page without types writes it. */
  const loose = (more: object) => ({ ...acme, ...more }) as unknown as ProviderEntry;
  const says = async (entry: ProviderEntry, words: string, fixtures = {}) =>
    assert.deepEqual(await checkProvider(entry, fixtures), [words]);

  it('calls a service of its own, and names what it gives that is no reading', async () => {
    const right = { taskId: 't-1', status: 'processing', outputs: [] };
    const service = { create: async (): Promise<unknown> => right, query: async (): Promise<unknown> => right };
    const own = (more: object) => loose({ service: { ...service, ...more } });
    assert.deepEqual(await checkProvider(own({})), []);
    await says(own({ create: async () => 'task-1' }), 'service.create(): gives "task-1"; it must give { taskId, status, outputs }.');
    await finds(own({ create: () => ({ ...right, taskId: undefined }) }), /^service\.create\(\): gives the taskId undefined/);
    await finds(own({ query: async () => ({ ...right, status: 'done' }) }), /^service\.query\(\): gives the status "done"/);
    await finds(own({ query: async () => ({ ...right, outputs: undefined }) }), /^service\.query\(\): gives undefined for outputs/);
    await finds(own({ query: () => Promise.reject(new Error('down')) }), /^service\.query\(\): throws down, which is no VoxreelError/);
    // Nothing is sent, and the fetch of the page is back afterwards.
    const real = globalThis.fetch;
    const asking = { create: async () => (await fetch('https://service.example/')).text() };
    await finds(own(asking), /gives "{\\"message\\":\\"Down for repairs\.\\"}"/);
    await finds(own(asking), /gives "hello"/, { fetch: async () => new Response('hello') });
    assert.equal(globalThis.fetch, real);
  });

  it('names a member that is not there, and the one that was meant', async () => {
    await says(loose({ limit: {} }), 'limit: there is no such member; `limits` was meant?');
    await says(loose({ limits: { duration: [5] } }), 'limits.duration: there is no such member; `durations` was meant?');
    await says(
      loose({ ui: { style: { type: 'choice' } } }),
      'ui.style.type: there is no such member; there are label, description, placeholder, kind, rare, min, max, step, choices, choiceLabels, default.',
    );
    await says(
      loose({ words: { zh: { fields: { style: { labels: {} } } } } }),
      'words.zh.fields.style.labels: there is no such member; `label` was meant?',
    );
    await says(loose({ words: { zh: { units: { credits: 7 } } } }), 'words.zh.units.credits: is 7, must be a text.');
    await says({ models: ['x'] } as unknown as ProviderEntry, 'id: is missing.');
  });
  it('says of what form a member must be', async () => {
    await says(loose({ id: 'Acme Inc' }), 'id: is "Acme Inc", must be in lower case with hyphens.');
    await says(loose({ models: 'acme-*' }), 'models: is "acme-*", must be a list, e.g. [\'acme-*\'].');
    await says(loose({ models: [] }), 'models: is empty, which allows nothing at all.');
    await says(loose({ models: [/^acme/] }), 'models[0]: is {}, must be a text.');
    await says(loose({ limits: { durations: ['5'] } }), 'limits.durations[0]: is "5", must be a number.');
    await says(loose({ limits: { durations: { min: 9, max: 1 } } }), 'limits.durations: its min is above its max.');
    await says(loose({ limits: { sizes: ['1280*720'] } }), 'limits.sizes[0]: is "1280*720", must be <width>x<height>.');
    await says(loose({ limits: { images: { encoding: 'base64', max: 1 } } }), 'limits.images.maxBytes: is missing.');
    await says(loose({ mirror: ['fps'] }), 'mirror[0]: is "fps", must be one of "seed", "duration".');
    await says(loose({ service: { create: async () => ({}) } }), 'service.query: is missing.');
    await says(
      loose({ service: { create: async () => ({}), query: async () => ({}), stop: true } }),
      'service.stop: is true, must be a function.',
    );
    await says(
      loose({ metadata: { type: 'object', properties: {} } }),
      'metadata: is no Standard Schema; give a schema of zod, valibot or arktype, or describe the fields in `ui` alone.',
    );
  });
  it('notices seconds and megabytes', async () => {
    await says(loose({ poll: { everyMs: 5 } }), 'poll.everyMs: 5 milliseconds are too few; 5000 for 5 s?');
    await says(
      loose({ limits: { images: { encoding: 'base64', max: 1, maxBytes: 10 } } }),
      'limits.images.maxBytes: 10 bytes hold no picture; 10000000 for 10 MB?',
    );
  });
  it('notices a request() that gives no body', async () => {
    await says(loose({ request: () => undefined }), 'request(): gives undefined; it must return the body.');
    await says(loose({ request: async (_: unknown, body: object) => body }), 'request(): gives a promise; it must give the body at once.');
  });
  it('says what a parse() must give', async () => {
    const [first] = await checkProvider(loose({ parse: () => ({ status: 'done', outputs: [] }) }));
    assert.equal(
      first,
      'parse(): the answer undefined is read with the status "done"; it must be one of processing, succeeded, failed, unknown.',
    );
    await finds(loose({ parse: () => ({ status: 'processing' }) }), /undefined for outputs; it must be a list/);
  });
  it('names what a person would have to fill in', async () => {
    await finds(
      loose({ metadata: z.object({ mood: z.string() }) }),
      /refused for `metadata\.mood`: .*needs a default, or must be optional/,
    );
  });
  it('notices a fixture for another provider', async () => {
    await says(acme, 'the draft {"model":"other","prompt":"x"}: its model is none of acme-*.', {
      takes: [{ draft: { model: 'other', prompt: 'x' } }],
    });
  });

  it('says in words what is wrong', async () => {
    await finds({ id: 'acme', models: ['other'], load: async () => acme }, /light entry/);
    await finds({ id: 'acme', models: ['acme-*'], load: () => Promise.reject(new Error('no such file')) }, /no such file/);
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
