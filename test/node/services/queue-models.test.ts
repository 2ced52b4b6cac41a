// A queue that goes by what its service says of itself: models, prices, uploads, cancelling, pace. Through the gateway, before a scripted maker.
import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';

import { createVideoQueue, defineProvider, memoryStorage, providers } from 'voxreel';
import type { Storage, VideoQueue, VideoQueueOptions, VideoTask } from 'voxreel';
import type { Gateway, GatewayOptions } from 'voxreel/server';
import { checkService } from 'voxreel/testing';
import { processing, succeeded } from 'voxreel/services';
import { VoxreelError } from 'voxreel';
import type { Service, ServiceModel, ServiceVideo } from 'voxreel';

import { until } from '../core/realtime/scripted-transport.js';
import { page, scriptedMaker, siteWith } from './scripted-service.js';

const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach((end) => end()));

const price = { unit: 'USD', perSecond: 0.14, asOf: '2026-11-24', source: 'https://maker.example/prices' };
const maker1: ServiceModel = {
  model: 'maker-1',
  kind: 'video',
  title: 'Maker One',
  limits: { durations: [5, 10], ignores: ['fps'], images: { encoding: 'data-url', max: 2, maxBytes: 1_000_000 } },
  fields: {
    type: 'object',
    properties: { style: { type: 'string', enum: ['film', 'drawn'] }, cameras: { type: 'integer', minimum: 1, maximum: 4 } },
    required: ['style'],
  },
  price,
};

interface Site {
  readonly gateway: Gateway;
  /** Requests that reached the gateway, as `GET /v1/models`. */
  readonly asked: string[];
  /** Answers a request in the gateway's place. */
  instead: (request: Request) => Response | undefined;
  readonly fetch: typeof globalThis.fetch;
}

function siteOf(service: Service, options: Partial<GatewayOptions> = {}): Site {
  const gateway = siteWith([service], options);
  const site: Site = {
    gateway,
    asked: [],
    instead: () => undefined,
    fetch: async (address, { method = 'GET', headers, body, signal } = {}) => {
      const request = new Request(address, {
        method,
        ...(headers ? { headers } : {}),
        ...(body ? { body } : {}),
        ...(signal ? { signal } : {}),
      });
      request.headers.set('origin', page);
      request.headers.set('cookie', 'user=ann');
      site.asked.push(`${method} ${new URL(request.url).pathname}`);
      return site.instead(request) ?? gateway(request);
    },
  };
  return site;
}

function queueOf(site: Site, options: Partial<VideoQueueOptions> = {}): VideoQueue {
  const queue = createVideoQueue({
    baseUrl: 'http://gateway.test',
    poll: { firstMs: 1, everyMs: 1 },
    storage: memoryStorage<VideoTask>(),
    fetch: site.fetch,
    ...options,
  });
  undo.push(() => queue.close());
  return queue;
}

const serviceWith = (video: Partial<ServiceVideo> = {}, models: readonly ServiceModel[] = [maker1]) =>
  scriptedMaker().service({ models }, { create: async () => processing('job-1'), query: async () => processing('job-1'), ...video });

const draft = { model: 'maker-1', prompt: 'a fox', duration: 5, metadata: { style: 'film' } };
const first = (queue: VideoQueue) => queue.tasks.get()[0];
const count = (site: Site, request: string) => site.asked.filter((one) => one === request).length;

describe('models of the service', () => {
  it('are asked for once by all who ask alike, and by nobody who did not', async () => {
    const site = siteOf(serviceWith());
    const [one, other] = [queueOf(site), queueOf(site)];
    await one.submit(draft);
    assert.equal(count(site, 'GET /v1/models'), 0);
    const [models] = await Promise.all([one.service.models(), other.service.models()]);
    assert.deepEqual(
      models.map(({ id, service, title }) => [id, service, title]),
      [['maker-1', 'maker', 'Maker One']],
    );
    await other.submit(draft);
    assert.equal(await one.service.models(), models);
    assert.equal(count(site, 'GET /v1/models'), 1);
  });

  it('may say of pictures only that they take none, and get no seed that they ignore', async () => {
    const sent: Readonly<Record<string, unknown>>[] = [];
    const create: ServiceVideo['create'] = async (request) => {
      sent.push({ ...request });
      return processing('job-1');
    };
    const plainest: ServiceModel = { model: 'maker-1', kind: 'video', limits: { images: { max: 0 }, ignores: ['seed'] } };
    const queue = queueOf(siteOf(serviceWith({ create }, [plainest])));
    const [model] = await queue.service.models();
    assert.deepEqual(model?.limits?.images, { max: 0, encoding: 'data-url', maxBytes: Infinity });
    const task = await queue.submit({ model: 'maker-1', prompt: 'a fox' });
    assert.equal(task.draft.seed, undefined);
    await until(() => sent.length === 1);
    assert.ok(!('seed' in (sent[0] ?? {})), JSON.stringify(sent));
    assert.deepEqual(await checkService(serviceWith({}, [plainest])).then((found) => found.filter((one) => one.startsWith('models'))), []);
  });

  it('say what a draft costs, and hold it to limits and fields before anything is sent', async () => {
    const site = siteOf(serviceWith());
    const queue = queueOf(site);
    await queue.service.models();
    assert.deepEqual((await queue.estimate({ ...draft, n: 2 })).cost, { amount: 1.4, unit: 'USD' });
    assert.equal((await queue.estimate({ ...draft, duration: undefined })).cost, undefined);
    await assert.rejects(queue.submit({ ...draft, duration: 7 }), { code: 'invalid_input', param: 'duration' });
    await assert.rejects(queue.submit({ ...draft, metadata: {} }), { code: 'invalid_input', param: 'metadata.style' });
    await assert.rejects(queue.submit({ ...draft, metadata: { style: 'film', cameras: 9 } }), { param: 'metadata.cameras' });
    assert.equal(count(site, 'POST /v1/video/generations'), 0);
    const task = await queue.submit({ ...draft, fps: 24 });
    assert.deepEqual([task.providerId, task.warnings], ['maker:maker-1', ['Maker One makes no use of fps.']]);
  });

  it('give way to a provider that the page registered, and come before those of the library', async () => {
    const site = siteOf(serviceWith({}, [maker1, { model: 'kling-*', kind: 'video' }]));
    const queue = queueOf(site);
    await queue.service.models();
    assert.equal((await queue.submit({ ...draft, model: 'kling-v9' })).providerId, 'maker:kling-*');
    undo.push(providers.use(defineProvider({ id: 'mine', models: ['maker-*'] })));
    assert.equal((await queue.submit(draft)).providerId, 'mine');
  });

  it('leave out what is not as documented, with one warning', async () => {
    const site = siteOf(serviceWith());
    const good = { id: 'good-1', object: 'model', kind: 'video', service: 'maker' };
    const spoken = { unit: 'USD', asOf: '2026-11-26', source: price.source, perMillionTokens: { audioInput: 32, audioOutput: 64 } };
    const data = [
      good,
      { ...good, id: 'good-2', kind: 'realtime', price: spoken },
      { ...good, id: 'bad-limits', limits: { durations: ['5'] } },
      { ...good, id: 'bad-rates', price: { ...price, rates: [{ when: { resolution: null }, perSecond: 1 }] } },
      { ...good, id: 'bad-price', price: { unit: 'USD', perSecond: -1, asOf: 'today', source: 'x' } },
      { ...good, id: 'bad-tokens', price: { ...spoken, perMillionTokens: { audioInput: '32' } } },
      { ...good, id: '' },
      { id: 'gpt-4', object: 'model', owned_by: 'somebody' },
      'gone',
    ];
    site.instead = ({ url }) => (url.endsWith('/v1/models') ? Response.json({ object: 'list', data }) : undefined);
    const warn = mock.method(console, 'warn', () => {});
    undo.push(() => warn.mock.restore());
    const models = await queueOf(site).service.models();
    assert.deepEqual(
      models.map((model) => [model.id, model.price]),
      [
        ['good-1', undefined],
        ['good-2', spoken],
      ],
    );
    assert.equal(warn.mock.callCount(), 1);
    assert.match(String(warn.mock.calls[0]?.arguments[0]), /bad-limits, bad-rates, bad-price, bad-tokens, #6, #8/);
  });

  it('are none where the service has no list: everything stays as it was', async () => {
    const site = siteOf(serviceWith());
    site.instead = ({ url }) => (url.endsWith('/v1/models') ? new Response(null, { status: 404 }) : undefined);
    const queue = queueOf(site);
    assert.deepEqual(await queue.service.models(), []);
    assert.deepEqual(await queue.service.models(), []);
    assert.equal((await queue.submit({ ...draft, duration: 7 })).providerId, 'generic');
    assert.equal(count(site, 'GET /v1/models'), 1);
  });

  it('say what a draft costs by its resolution, chosen or nearest to its size', async () => {
    const rates = Object.entries({ '480p': 0.05, '720P': 0.07, '4k': 0.3 }).map(([resolution, perSecond]) => ({
      when: { resolution },
      perSecond,
    }));
    const queue = queueOf(siteOf(serviceWith({}, [{ model: 'maker-1', kind: 'video', price: { ...price, perSecond: 0.05, rates } }])));
    await queue.service.models();
    const costs = [
      {},
      { metadata: { resolution: '720P' } },
      { metadata: { resolution: '8k' } },
      { metadata: { resolution: 'constructor' } },
      { width: 720, height: 1280 },
      { width: 3840, height: 2160 },
      { width: 3840, height: 2160, metadata: { resolution: '480p' } },
    ].map(async (choice) => (await queue.estimate({ model: 'maker-1', prompt: 'a fox', duration: 10, ...choice })).cost?.amount);
    assert.deepEqual(await Promise.all(costs), [0.5, 0.7, 0.5, 0.5, 0.7, 3, 0.5]);
  });

  it('say what a draft costs by other choices, by what a form begins with, and nothing where that is not known', async () => {
    const fields = {
      type: 'object' as const,
      properties: { mode: { type: 'string', enum: ['std', 'pro'], default: 'std' }, sound: { type: 'boolean' } },
    };
    const rates = [
      { when: { mode: 'pro', sound: true }, perSecond: 0.4 },
      { when: { mode: 'pro' }, perSecond: 0.2 },
      { when: { mode: 'std', duration: 5 }, perVideo: 0.3 },
    ];
    const model = {
      model: 'maker-1',
      kind: 'video' as const,
      fields,
      limits: { ignores: ['width'] },
      price: { ...price, perSecond: undefined, rates },
    };
    const queue = queueOf(siteOf(serviceWith({}, [model])));
    await queue.service.models();
    const costs = [
      { metadata: { mode: 'pro', sound: true } },
      { metadata: { mode: 'pro' } },
      { metadata: { mode: 'pro', toString: 1 } },
      {},
      { n: 2 },
      { duration: 10 },
      { metadata: { mode: 'std', sound: true } },
    ].map(async (choice) => (await queue.estimate({ model: 'maker-1', prompt: 'a fox', duration: 5, ...choice })).cost?.amount);
    assert.deepEqual(await Promise.all(costs), [2, 1, 1, 0.3, 0.6, undefined, 0.3]);
  });

  it('take no resolution from a size that the model ignores', async () => {
    const rates = [{ when: { resolution: '1080P' }, perVideo: 0.5 }];
    const model = {
      model: 'maker-1',
      kind: 'video' as const,
      limits: { ignores: ['width', 'height'] },
      price: { ...price, perSecond: undefined, rates },
    };
    const queue = queueOf(siteOf(serviceWith({}, [model])));
    await queue.service.models();
    const draft = { model: 'maker-1', prompt: 'a fox', duration: 6, width: 1920, height: 1080 };
    assert.equal((await queue.estimate(draft)).cost, undefined);
  });

  it('are asked for again when a model or a login is refused', async () => {
    const site = siteOf(serviceWith());
    const queue = queueOf(site);
    await queue.service.models();
    for (const code of ['model_not_found', 'unauthorized']) {
      const status = code === 'unauthorized' ? 401 : 400;
      const before = count(site, 'GET /v1/models');
      site.instead = ({ method }) => (method === 'POST' ? Response.json({ code, message: 'No.' }, { status }) : undefined);
      assert.equal((await queue.submit(draft)).error?.code, code);
      await queue.service.models();
      assert.equal(count(site, 'GET /v1/models'), before + 1, code);
    }
  });

  it('come with what is left to spend, where the site counts it', async () => {
    const spend = { unit: 'USD', perUser: 2, perMs: 3_600_000 };
    const counted = queueOf(siteOf(serviceWith(), { cost: async () => 0.5, limits: { spend } }));
    await counted.submit(draft);
    const status = await counted.service.limits();
    assert.deepEqual([status?.unit, status?.limit, status?.spent, status?.left], ['USD', 2, 0.5, 1.5]);
    assert.ok((status?.resetsAt ?? 0) > Date.now());
    const free = siteOf(serviceWith());
    const queue = queueOf(free);
    assert.deepEqual([await queue.service.limits(), await queue.service.limits()], [undefined, undefined]);
    assert.equal(count(free, 'GET /v1/limits'), 1);
  });
});

describe('a stopped task', () => {
  /** A maker that cancels as `answer` says. */
  const cancelling = (answer: () => void | Promise<void>, more: Partial<ServiceVideo> = {}) => {
    const cancelled: string[] = [];
    const service = serviceWith({
      ...more,
      async cancel({ id }) {
        cancelled.push(id);
        await answer();
      },
    });
    return { cancelled, site: siteOf(service) };
  };
  const running = async (site: Site, options: Partial<VideoQueueOptions> = {}) => {
    const queue = queueOf(site, options);
    await queue.service.models();
    const task = await queue.submit(draft);
    assert.deepEqual([task.status, task.cancels], ['processing', true]);
    return { queue, id: task.id };
  };

  it('is cancelled at the service, once', async () => {
    const { cancelled, site } = cancelling(() => {});
    const { queue, id } = await running(site);
    queue.stop(id);
    assert.equal(first(queue)?.status, 'stopped');
    await until(() => first(queue)?.cancel === 'done');
    assert.deepEqual([cancelled, first(queue)?.status, first(queue)?.pollError], [['job-1'], 'stopped', undefined]);
  });

  it('is asked about where the service did not cancel it: a video that was finished is not lost', async () => {
    let isDone = false;
    const { site } = cancelling(
      () => {
        isDone = true;
        throw new VoxreelError('too_late', 'It is finished already.', { status: 409 });
      },
      { query: async () => (isDone ? succeeded('job-1', [{ url: 'https://cdn.example.org/fox.mp4' }]) : processing('job-1')) },
    );
    const { queue, id } = await running(site);
    queue.stop(id);
    await until(() => first(queue)?.status === 'succeeded');
    assert.deepEqual([first(queue)?.cancel, first(queue)?.outputs.length], ['refused', 1]);
  });

  it('says so where the service refuses while it goes on', async () => {
    const { cancelled, site } = cancelling(() => {
      throw new VoxreelError('too_late', 'Work has begun.', { status: 400 });
    });
    const { queue, id } = await running(site);
    queue.stop(id);
    await until(() => first(queue)?.cancel === 'refused');
    assert.deepEqual([first(queue)?.status, first(queue)?.error?.message, cancelled.length], ['stopped', 'Work has begun.', 1]);
  });

  it('is asked to be cancelled again after a reload, until the service has answered', async () => {
    let isDown = true;
    const { cancelled, site } = cancelling(() => {
      if (isDown) throw new VoxreelError('network', 'No line.', { retryable: true });
    });
    const storage: Storage<VideoTask> = memoryStorage<VideoTask>();
    // Asks to cancel at once, and not again before it is closed.
    const { queue, id } = await running(site, { storage, poll: { firstMs: 600_000, everyMs: 600_000 } });
    queue.stop(id);
    await until(() => first(queue)?.pollError !== undefined);
    assert.deepEqual([first(queue)?.cancel, first(queue)?.pollError?.retryable], ['asked', true]);
    queue.close();
    isDown = false;
    const before = cancelled.length;
    const next = queueOf(site, { storage });
    await next.ready;
    assert.equal(first(next)?.cancel, 'asked');
    await until(() => first(next)?.cancel === 'done');
    assert.equal(cancelled.length, before + 1);
  });

  it('is only watched no longer where the service cannot cancel', async () => {
    const site = siteOf(serviceWith());
    const queue = queueOf(site);
    await queue.service.models();
    const { id, cancels } = await queue.submit(draft);
    queue.stop(id);
    await until(() => first(queue)?.status === 'stopped');
    assert.deepEqual([cancels, first(queue)?.cancel], [undefined, undefined]);
    assert.ok(!site.asked.some((one) => one.startsWith('DELETE')));
  });

  it('is cancelled when it is removed as well', async () => {
    const { cancelled, site } = cancelling(() => {});
    const { queue, id } = await running(site);
    await queue.remove(id);
    await until(() => cancelled.length === 1);
    assert.deepEqual(queue.tasks.get(), []);
  });
});

describe('a picture of a draft', () => {
  const png = () => new File([Uint8Array.from(atob(onePixel), (letter) => letter.charCodeAt(0))], 'fox.png', { type: 'image/png' });
  const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const uploading = (upload: NonNullable<ServiceVideo['upload']>) => {
    const sent: unknown[] = [];
    const create: ServiceVideo['create'] = async ({ image, ...request }) => {
      sent.push([image, request['images']]);
      return processing('job-1');
    };
    return { sent, site: siteOf(serviceWith({ upload, create })) };
  };

  it('is brought to the service once, whatever it is used for', async () => {
    const files: string[] = [];
    const { sent, site } = uploading(async (file) => ({ reference: `https://maker.example/${files.push(`${file.type} ${file.size}`)}` }));
    const queue = queueOf(site);
    await queue.service.models();
    const told: number[] = [];
    assert.equal(await queue.service.upload(png(), { model: 'maker-1', onProgress: (progress) => told.push(progress) }), true);
    await queue.submit({ ...draft, image: png() });
    await queue.submit({ ...draft, image: png(), lastImage: png() });
    const reference = 'https://maker.example/1';
    assert.deepEqual(sent, [
      [reference, undefined],
      [reference, [reference, reference]],
    ]);
    assert.deepEqual([files, told.at(-1)], [['image/png 70'], 1]);
  });

  it('is brought again once the service does not know it any more', async () => {
    let uploads = 0;
    const { site } = uploading(async () => ({ reference: `https://maker.example/${(uploads += 1)}` }));
    const queue = queueOf(site);
    await queue.service.models();
    site.instead = ({ url }) =>
      url.endsWith('/generations') ? Response.json({ code: 'file_not_exist', message: 'Upload it again.' }, { status: 400 }) : undefined;
    const { id, error } = await queue.submit({ ...draft, image: png() });
    assert.equal(error?.code, 'file_not_exist');
    site.instead = () => undefined;
    assert.equal((await queue.resubmit(id)).status, 'processing');
    assert.equal(uploads, 2);
  });

  it('stands in the request itself where the service takes no files', async () => {
    const { sent, site } = uploading(async () => ({ reference: '' }));
    site.instead = ({ url }) =>
      url.includes('/v1/files') ? Response.json({ code: 'upload_not_supported', message: 'No.' }, { status: 400 }) : undefined;
    const queue = queueOf(site);
    await queue.service.models();
    await queue.submit({ ...draft, image: png() });
    assert.match(JSON.stringify(sent), /data:image\/png;base64,iVBOR/);
  });

  it('that nobody wants any more is not brought to its end', async () => {
    const left = new AbortController();
    const { site, sent } = uploading(async () => ({ reference: 'never' }));
    let stopped: AbortSignal | undefined;
    const fetch: typeof globalThis.fetch = (address, init) => {
      if (!(typeof address === 'string' && address.includes('/v1/files'))) return site.fetch(address, init);
      stopped = init?.signal ?? undefined;
      left.abort();
      return new Promise((_, reject) => stopped?.addEventListener('abort', () => reject(new TypeError('aborted'))));
    };
    const queue = queueOf({ ...site, fetch });
    await queue.service.models();
    await assert.rejects(queue.submit({ ...draft, image: png() }, { signal: left.signal }), { code: 'aborted' });
    assert.deepEqual([stopped?.aborted, sent, queue.tasks.get()], [true, [], []]);
  });
});

describe('the pace of a service', () => {
  it('reaches the poller through the gateway: nothing is asked before', async () => {
    const times: number[] = [];
    const service = serviceWith({
      create: async () => ({ ...processing('job-1'), waitMs: 2000 }),
      query: async () => {
        times.push(Date.now());
        return times.length > 1
          ? succeeded('job-1', [{ url: 'https://cdn.example.org/fox.mp4' }])
          : { ...processing('job-1'), waitMs: 1000 };
      },
    });
    const queue = queueOf(siteOf(service), { poll: undefined });
    const began = Date.now();
    await queue.submit(draft);
    await until(() => first(queue)?.status === 'succeeded');
    const [one = 0, two = 0] = times;
    // The usual pace would have asked after three seconds, and five later.
    assert.ok(one - began >= 1900 && one - began < 2900, `${one - began} ms`);
    assert.ok(two - one >= 850 && two - one < 4000, `${two - one} ms`);
  });

  it("of a provider's own service counts as well", async () => {
    const times: number[] = [];
    const own = defineProvider({
      id: 'own',
      models: ['own-1'],
      service: {
        create: async () => ({ ...processing('job-1'), waitMs: 400 }),
        query: async () => {
          times.push(Date.now());
          return succeeded('job-1', [{ url: 'https://cdn.example.org/fox.mp4' }]);
        },
      },
    });
    const queue = queueOf(siteOf(serviceWith()), { poll: undefined, providers: [own] });
    const began = Date.now();
    await queue.submit({ ...draft, model: 'own-1' });
    await until(() => first(queue)?.status === 'succeeded');
    assert.ok((times[0] ?? 0) - began < 2500, `${(times[0] ?? 0) - began} ms`);
  });
});
