// What came of one request to the documents' service, by what was answered to it.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { VoxreelError, isVoxreelError } from 'voxreel';
import type { VideoProvider, VideoQueueOptions } from 'voxreel';
import { generic } from 'voxreel/providers/generic';

import type { PreparedDraft } from '../../../../../src/core/drafts/prepare-draft.js';
import { createServiceClient } from '../../../../../src/core/video/queue/service-client.js';

const draft = { model: 'm', prompt: 'p' };
const prepared = { draft, body: { model: 'm', prompt: 'p' }, kept: draft, files: [], warnings: [] } as unknown as PreparedDraft;
const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  if (own === undefined) Reflect.deleteProperty(globalThis, 'navigator');
  else Object.defineProperty(globalThis, 'navigator', own);
});
const offline = () => Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });

type Answer = () => Response | Promise<Response>;

function clientOf(answer: Answer, options: Partial<VideoQueueOptions> = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    asked.push({ url: url instanceof Request ? url.url : url.toString(), init });
    return answer();
  };
  const client = createServiceClient({ baseUrl: 'https://api.example/', fetch, ...options });
  return { client, asked };
}

const packed = (client: ReturnType<typeof clientOf>['client'], provider: VideoProvider = generic) =>
  client.pack(provider, prepared, 'key-1', { 'X-User': 'ada' });
const created = (answer: Answer, provider?: VideoProvider) => {
  const { client } = clientOf(answer);
  return client.create(packed(client, provider));
};
function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return () => Response.json(body, { status, headers });
}
const cut = () => Promise.reject(new TypeError('cut'));
const signal = () => new AbortController().signal;

describe('a request that is sent', () => {
  it('has its draft, its key and the headers of the page', async () => {
    const { client, asked } = clientOf(json({ task_id: 't', status: 'queued' }));
    await client.create(packed(client));
    const { url, init } = asked[0] ?? assert.fail();
    assert.deepEqual([url, init.method, init.body], ['https://api.example/v1/video/generations', 'POST', '{"model":"m","prompt":"p"}']);
    assert.deepEqual(init.headers, { 'Content-Type': 'application/json', 'Idempotency-Key': 'key-1', 'X-User': 'ada' });
  });

  it('has no key where the service refuses one', () => {
    const { client } = clientOf(json({}), { idempotent: false });
    assert.equal('Idempotency-Key' in packed(client).headers, false);
  });

  it('is refused before it leaves where it cannot be sent as it is', () => {
    const { client } = clientOf(json({}));
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    assert.throws(() => client.pack(generic, { ...prepared, body: { ...draft, metadata: circular } }, 'k', {}), {
      code: 'invalid_input',
      param: 'metadata',
    });
    assert.throws(() => client.pack(generic, prepared, 'k', { 'X-User': 'a\nb' }), { code: 'invalid_input', param: 'headers' });
    assert.throws(() => createServiceClient({ baseUrl: 'https://%' }), { code: 'invalid_input', param: 'baseUrl' });
  });

  it('was taken where there is a task, or a video at once', async () => {
    for (const [body, taskId, status] of [
      [{ task_id: 't', status: 'queued' }, 't', 'processing'],
      [{ status: 'succeeded', url: 'https://cdn.example/v.mp4' }, undefined, 'succeeded'],
      [{ status: 'failed', error: { code: 'policy', message: 'No.' } }, undefined, 'failed'],
    ] as const) {
      const result = await created(json(body, 200, { 'retry-after': '2' }));
      assert.ok(result.outcome === 'taken');
      assert.deepEqual([result.reading.taskId, result.reading.status, result.waitMs], [taskId, status, 2000]);
    }
  });

  for (const [name, answer] of [
    ['a status of 408', json({ message: 'slow' }, 408)],
    ['a status of 502', json({ message: 'no' }, 502)],
    ['a status of 504', json({ message: 'no' }, 504)],
    ['a status of 520', json({ message: 'no' }, 520)],
    ['a status of 599', json({ message: 'no' }, 599)],
    ['a key that was seen before', json({ code: 'idempotency_in_progress', message: 'Wait.' }, 409)],
    ['a line that is cut', cut],
    ['an answer without a task', json({ code: 'success', data: null })],
    ['no answer', () => new Response('')],
    ['a page instead of an answer', () => new Response('<html>')],
  ] as const)
    it(`may have been taken after ${name}`, async () => {
      const result = await created(answer);
      assert.ok(result.outcome === 'unknown');
      assert.deepEqual([result.error.code, isVoxreelError(result.error.cause)], ['unconfirmed', true]);
    });

  it('that may have been taken may be asked about again when the service says', async () => {
    const result = await created(json({ message: 'no' }, 504, { 'retry-after': '9' }));
    assert.ok(result.outcome === 'unknown');
    assert.deepEqual([result.error.status, result.error.retryAfterMs], [504, 9000]);
    const unread = await created(() => new Response('<html>'));
    assert.ok(unread.outcome === 'unknown' && isVoxreelError(unread.error.cause));
    const { code, status, retryable } = unread.error.cause;
    assert.deepEqual([code, status, retryable], ['bad_response', 200, true]);
  });

  for (const [status, code] of [
    [400, 'policy'],
    [401, 'unauthorized'],
    [409, 'conflict'],
    [422, 'idempotency_key_reused'],
    [429, 'rate_limited'],
    [500, 'server_error'],
    [503, 'busy'],
    [519, 'odd'],
  ] as const)
    it(`was refused after ${status} ${code}`, async () => {
      const result = await created(json({ code, message: 'No.' }, status));
      assert.ok(result.outcome === 'refused');
      assert.deepEqual([result.error.code, result.error.status], [code, status]);
    });

  it('was refused where a good status holds an error', async () => {
    const result = await created(
      json({ code: 'invalid_prompt', message: 'No.', data: null, error: { code: 'bad', message: 'No.', param: 'prompt' } }),
    );
    assert.ok(result.outcome === 'refused');
    assert.deepEqual([result.error.code, result.error.status, result.error.param], ['bad', 200, 'prompt']);
  });

  it('is not sent while the browser is offline, unless the service is on this machine', async () => {
    offline();
    const { client, asked } = clientOf(json({ task_id: 't', status: 'queued' }));
    const result = await client.create(packed(client));
    assert.ok(result.outcome === 'refused');
    assert.deepEqual([result.error.code, result.error.retryable, asked.length, client.reachable()], ['network', true, 0, false]);
    const local = clientOf(json({ task_id: 't', status: 'queued' }), { baseUrl: 'http://127.0.0.1:8080' });
    for (const [baseUrl, isHere] of [
      ['http://localhost:8080', true],
      ['http://[::1]:8080', true],
      ['https://my-localhost', false],
      ['https://localhost.example', false],
      ['https://x127.0.0.example', false],
      ['https://[2001:db8::1]', false],
    ] as const)
      assert.equal(clientOf(json({}), { baseUrl }).client.reachable(), isHere, baseUrl);
    assert.deepEqual([local.client.reachable(), (await local.client.create(packed(local.client))).outcome], [true, 'taken']);
  });
});

describe('a request to a provider’s own service', () => {
  const withService = (create: NonNullable<VideoProvider['service']>['create']): VideoProvider => ({
    ...generic,
    id: 'own',
    service: {
      create,
      query: async (_, { draft: { model: asked }, signal: given }) => ({
        taskId: `${asked} ${given.aborted}`,
        status: 'processing',
        outputs: [],
        waitMs: 5,
      }),
    },
  });

  it('goes there alone, with its key, and needs no line', async () => {
    offline();
    const given: unknown[] = [];
    const { client, asked } = clientOf(() => assert.fail('asked'));
    const provider = withService(async (one, { idempotencyKey, signal: given2 }) => {
      given.push(one, idempotencyKey, given2.aborted);
      return { taskId: 'o', status: 'processing', outputs: [], waitMs: 7 };
    });
    const request = packed(client, provider);
    const result = await client.create(request);
    assert.ok(result.outcome === 'taken');
    assert.deepEqual([result.reading.taskId, result.waitMs, given, request.body], ['o', 7, [draft, 'key-1', false], '']);
    const answer = await client.query(provider, { taskId: 'o', draft }, signal());
    assert.ok(!answer.error);
    assert.deepEqual([answer.reading.taskId, answer.waitMs, asked], ['m false', 5, []]);
  });

  for (const [code, outcome] of [
    ['network', 'unknown'],
    ['timeout', 'unknown'],
    ['unconfirmed', 'unknown'],
    ['aborted', 'unknown'],
    ['policy', 'refused'],
    ['unauthorized', 'refused'],
  ] as const)
    it(`that throws ${code} is ${outcome}`, async () => {
      const result = await created(
        () => assert.fail(),
        withService(async () => {
          throw new VoxreelError(code, 'No.');
        }),
      );
      assert.deepEqual([result.outcome, 'error' in result && result.error.code], [outcome, outcome === 'unknown' ? 'unconfirmed' : code]);
    });

  it('that throws anything else may have been taken', async () => {
    const result = await created(
      () => assert.fail(),
      withService(async () => {
        throw new Error('odd');
      }),
    );
    assert.equal(result.outcome, 'unknown');
  });
});

describe('a question about a task', () => {
  const queried = async (answer: Answer, provider: VideoProvider = generic) => {
    const { client, asked } = clientOf(answer, { headers: async () => ({ 'X-User': 'ada' }) });
    return { answer: await client.query(provider, { taskId: 'a/b', draft }, signal()), asked };
  };

  it('is one GET with the headers of the page', async () => {
    const { answer, asked } = await queried(json({ task_id: 't', status: 'processing' }, 200, { 'retry-after': '3' }));
    assert.ok(!answer.error);
    assert.deepEqual([answer.reading.status, answer.waitMs], ['processing', 3000]);
    const { url, init } = asked[0] ?? assert.fail();
    assert.equal(url, 'https://api.example/v1/video/generations/a%2Fb');
    assert.deepEqual([init.method, init.headers], ['GET', { 'X-User': 'ada' }]);
  });

  for (const [name, given, code, retryable] of [
    ['a refusal', json({ code: 'policy', message: 'No.' }, 400), 'policy', false],
    ['trouble', json({ message: 'No.' }, 503), 'server_error', true],
    ['a line that is cut', cut, 'network', true],
    ['a page instead of an answer', () => new Response('<html>'), 'bad_response', true],
    ['a list', json([]), 'bad_response', true],
  ] as const)
    it(`has no reading after ${name}`, async () => {
      const { answer } = await queried(given);
      assert.ok(answer.error);
      assert.deepEqual([answer.error.code, answer.error.retryable], [code, retryable]);
    });

  it('is answered by nothing at all where the service has nothing to say yet', async () => {
    const { answer } = await queried(() => new Response(' \n', { status: 202 }));
    assert.ok(!answer.error);
    assert.equal(answer.reading.status, 'unknown');
  });

  it('may be asked again after a provider threw', async () => {
    const service = { create: () => assert.fail(), query: () => Promise.reject(new Error('odd')) };
    const { answer } = await queried(() => assert.fail(), { ...generic, service });
    assert.deepEqual([answer.error?.code, answer.error?.retryable], ['bad_response', true]);
  });

  it('is read by its provider, where that reads', async () => {
    const provider: VideoProvider = { ...generic, parse: () => ({ status: 'failed', outputs: [] }) };
    const { answer } = await queried(json({ task_id: 't', status: 'processing' }), provider);
    assert.equal(!answer.error && answer.reading.status, 'failed');
  });
});

describe('a task that is cancelled', () => {
  it('is one DELETE', async () => {
    const { client, asked } = clientOf(() => new Response(null, { status: 204 }));
    await client.cancel('t', signal());
    assert.deepEqual([asked[0]?.url, asked[0]?.init.method], ['https://api.example/v1/video/generations/t', 'DELETE']);
  });
  it('rejects with what the service says', async () => {
    const { client } = clientOf(json({ code: 'too_late', message: 'No.' }, 409));
    await assert.rejects(client.cancel('t', signal()), { code: 'too_late', status: 409 });
  });
});

describe('the headers of a page', () => {
  it('are given, asked for, or none', async () => {
    assert.deepEqual(await clientOf(json({})).client.headers(), {});
    assert.deepEqual(await clientOf(json({}), { headers: { a: '1' } }).client.headers(), { a: '1' });
    assert.deepEqual(await clientOf(json({}), { headers: async () => ({ a: '2' }) }).client.headers(), { a: '2' });
  });
  it('that cannot be had are a login', async () => {
    const failing = clientOf(json({}), { headers: () => Promise.reject(new Error('signed out')) });
    await assert.rejects(failing.client.headers(), { code: 'unauthorized' });
  });
});
