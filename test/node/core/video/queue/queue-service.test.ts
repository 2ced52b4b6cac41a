// What a queue learns from its service: models, what is left to spend, and files that are brought to it.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';

import { isOffered, type OfferedProvider } from '../../../../../src/core/catalog/offered-provider.js';
import { createQueueService } from '../../../../../src/core/video/queue/queue-service.js';

const images = { encoding: 'data-url', max: 2, maxBytes: 1_000_000 };
const model = { id: 'maker-1', object: 'model', kind: 'video', service: 'maker', uploads: true, limits: { images } };
const png = new Blob(
  [
    Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='), (one) =>
      one.charCodeAt(0),
    ),
  ],
  {
    type: 'image/png',
  },
);

describe('the service of a queue', () => {
  let asked: string[];
  let answers: Record<string, () => Response | Promise<Response>>;
  let headers: () => Promise<Record<string, string>>;

  beforeEach(() => {
    asked = [];
    headers = async () => ({ 'X-User': 'ada' });
    answers = {
      '/v1/models': () => Response.json({ object: 'list', data: [model, { ...model, id: 'voice-1', kind: 'realtime' }] }),
      '/v1/files': () => Response.json({ id: `f-${asked.length}` }),
    };
  });
  const made = () =>
    createQueueService({
      baseUrl: 'https://api.example',
      headers: () => headers(),
      fetch: async (input, { method = 'GET', headers: sent } = {}) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input.toString());
        asked.push(`${method} ${pathname}${search} ${new Headers(sent).get('x-user')}`);
        return answers[pathname]?.() ?? new Response(null, { status: 404 });
      },
    });

  it('asks for no list before the page wants one, but for the provider of a task', async () => {
    const service = made();
    assert.deepEqual([await service.providers(), service.knownProviders(), asked], [[], [], []]);
    assert.equal((await service.provider('maker:maker-1'))?.id, 'maker:maker-1');
    assert.equal(await service.provider('maker:other'), undefined);
    assert.deepEqual(await service.providers(), []);
    assert.equal(asked.length, 1);
  });

  it('has the video models of the list as providers', async () => {
    const service = made();
    assert.deepEqual(
      (await service.models()).map(({ id }) => id),
      ['maker-1', 'voice-1'],
    );
    const ids = (providers: readonly OfferedProvider[]) => providers.map(({ id }) => id);
    assert.deepEqual([ids(await service.providers()), ids(service.knownProviders())], [['maker:maker-1'], ['maker:maker-1']]);
    assert.deepEqual(asked, ['GET /v1/models ada']);
  });

  for (const [name, error, isAsked] of [
    ['a login', { code: 'unauthorized', status: 401 }, true],
    ['a refused login', { code: 'forbidden', status: 403 }, true],
    ['a model', { code: 'model_not_found', status: 404 }, true],
    ['a file', { code: 'file_not_exist', status: 400 }, false],
    ['a draft', { code: 'policy', status: 400 }, false],
  ] as const)
    it(`asks ${isAsked ? 'again' : 'no more'} for the list after it refused ${name}`, async () => {
      const service = made();
      await service.models();
      service.refused(error);
      await service.models();
      assert.equal(asked.length, isAsked ? 2 : 1);
    });

  describe('says what is left to spend', () => {
    const spend = { unit: 'USD', limit: 10, spent: 4, resets_at: 1_700_000_000, total: { limit: 100, spent: 97 } };
    const limitsOf = async (body: unknown, status = 200) => {
      answers['/v1/limits'] = () => (status === 204 ? new Response(null, { status }) : Response.json(body, { status }));
      return made().limits();
    };
    const left = async (more: object) => (await limitsOf({ ...spend, ...more }))?.left;

    it('with its unit, its limit and the time of the next', async () => {
      assert.deepEqual(await limitsOf(spend), { unit: 'USD', limit: 10, spent: 4, left: 3, resetsAt: 1_700_000_000_000 });
      assert.deepEqual(asked, ['GET /v1/limits ada']);
      assert.deepEqual(await limitsOf({ ...spend, limit: null, total: undefined }), {
        unit: 'USD',
        limit: undefined,
        spent: 4,
        left: undefined,
        resetsAt: 1_700_000_000_000,
      });
    });

    it('as the least of both limits, at least nothing', async () => {
      assert.equal(await left({ total: { limit: 100, spent: 10 } }), 6);
      assert.equal(await left({ limit: null }), 3);
      assert.equal(await left({ spent: 11 }), 0);
      assert.equal(await left({ spent: 0, resets_at: 0, total: { limit: 0, spent: 0 } }), 0);
    });

    it('without a total that is not as documented', async () => {
      for (const total of [null, 'all', [], { limit: 5 }, { spent: 5 }, { limit: '5', spent: 0 }, { limit: 5, spent: -1 }])
        assert.equal(await left({ total }), 6, JSON.stringify(total));
    });

    it('not where an answer is not as documented', async () => {
      for (const body of [
        [],
        'USD',
        { ...spend, unit: 7 },
        { ...spend, spent: '4' },
        { ...spend, spent: -1 },
        { ...spend, spent: null },
        { ...spend, resets_at: undefined },
        { ...spend, limit: 'none' },
        { ...spend, limit: undefined },
        { ...spend, limit: -1 },
      ])
        assert.equal(await limitsOf(body), undefined, JSON.stringify(body));
      answers['/v1/limits'] = () => new Response('{"unit":"USD","limit":null,"spent":1e999,"resets_at":1}');
      assert.equal(await made().limits(), undefined);
    });

    for (const [status, times] of [
      [204, 1],
      [404, 1],
      [500, 2],
      [401, 2],
    ] as const)
      it(`not after ${status}, and ${times === 1 ? 'is not asked again' : 'may say it later'}`, async () => {
        answers['/v1/limits'] = () => (status === 204 ? new Response(null, { status }) : Response.json(spend, { status }));
        const service = made();
        assert.deepEqual([await service.limits(), await service.limits()], [undefined, undefined]);
        assert.equal(asked.length, times);
      });

    it('not where it cannot be asked', async () => {
      answers['/v1/limits'] = () => Promise.reject(new TypeError('cut'));
      assert.equal(await made().limits(), undefined);
      headers = () => Promise.reject(new Error('signed out'));
      assert.equal(await made().limits(), undefined);
    });
  });

  describe('takes a file', () => {
    it('once, for the model of its own that is named', async () => {
      const service = made();
      assert.equal(await service.upload(png, { model: 'maker-1' }), true);
      assert.equal(await service.upload(png, { model: 'maker-1' }), true);
      assert.deepEqual(asked, ['GET /v1/models ada', 'POST /v1/files?model=maker-1 ada']);
    });

    it('again once it does not know it any more', async () => {
      const service = made();
      await service.upload(png, { model: 'maker-1' });
      service.refused({ code: 'file_not_exist' });
      await service.upload(png, { model: 'maker-1' });
      assert.equal(asked.filter((one) => one.startsWith('POST')).length, 2);
    });

    it('not where it takes none for this model, or has no such model', async () => {
      const service = made();
      assert.equal(await service.upload(png, { model: 'unknown-9' }), false);
      answers['/v1/files'] = () => Response.json({ code: 'upload_not_supported', message: 'No.' }, { status: 400 });
      assert.equal(await service.upload(png, { model: 'maker-1' }), false);
      for (const more of [{ uploads: false }, { uploads: undefined }, { limits: {} }, { limits: undefined }]) {
        answers['/v1/models'] = () => Response.json({ object: 'list', data: [{ ...model, ...more }] });
        const other = made();
        const before = asked.filter((one) => one.startsWith('POST')).length;
        assert.equal(await other.upload(png, { model: 'maker-1' }), false);
        assert.equal(asked.filter((one) => one.startsWith('POST')).length, before);
      }
    });

    it('under its limits for pictures, as the request will name it', async () => {
      const service = made();
      const provider = await service.provider('maker:maker-1');
      assert.ok(provider && isOffered(provider));
      answers['/v1/files'] = () => Response.json({ id: 'f-1' });
      const placed = await service.place(png, provider, 'maker-1', {});
      assert.equal(placed?.text, 'f-1');
      const small = { ...provider, limits: { images: { ...provider.limits?.images, maxBytes: 10 } } } as OfferedProvider;
      await assert.rejects(service.place(png, small, 'maker-1', { param: 'image' }), { code: 'invalid_input', param: 'image' });
    });
  });
});
