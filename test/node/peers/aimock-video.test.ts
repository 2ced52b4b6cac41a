// Our queue against video services of other makers, as aimock plays them: the tolerant reader on answers that are not ours, and plugins for wires that are not the documents'.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import { LLMock } from '@copilotkit/aimock';
import { VoxreelError, createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoProvider, VideoQueue, VideoQueueOptions } from 'voxreel';

import type { VideoReading } from '../../../src/core/providers/provider.js';
import type { VideoTask } from '../../../src/core/video/queue/video-queue.js';
import { until } from '../core/realtime/scripted-transport.js';

const mock = new LLMock({
  port: 0,
  openRouterVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 },
  grokVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 },
});
const open: VideoQueue[] = [];
before(() => mock.start());
after(() => mock.stop());
afterEach(() => {
  mock.clearFixtures().clearRequests();
  for (const queue of open.splice(0)) queue.close();
});

function queueOf(more: Partial<VideoQueueOptions>): VideoQueue {
  const queue = createVideoQueue({ baseUrl: mock.url, storage: memoryStorage<VideoTask>(), poll: { firstMs: 1, everyMs: 1 }, ...more });
  open.push(queue);
  return queue;
}

async function ended(queue: VideoQueue): Promise<VideoTask | undefined> {
  await until(() => !['submitting', 'processing'].includes(queue.tasks.get()[0]?.status ?? 'submitting'));
  return queue.tasks.get()[0];
}

const url = 'https://cdn.example/fox.mp4';

describe('a gateway before the maker’s own video endpoints', () => {
  /** Leads the documents' paths to that maker's, and changes nothing else. */
  const led: typeof fetch = (input, init) =>
    fetch((input instanceof Request ? input.url : input.toString()).replace('/v1/video/generations', '/v1/videos'), init);

  it('is asked until its word for done, and its link is found', async () => {
    const queue = queueOf({ fetch: led });
    mock.onVideo('a fox', { video: { id: 'video_1', status: 'processing' } });
    await queue.submit({ model: 'sora-2', prompt: 'a fox' });
    await until(() => mock.getRequests().length > 3);
    assert.deepEqual([queue.tasks.get()[0]?.status, queue.tasks.get()[0]?.taskId], ['processing', 'video_1']);
    // The same job, finished meanwhile.
    mock.clearFixtures().onVideo('a fox', { video: { id: 'video_1', status: 'completed', url } });
    await led(`${mock.url}/v1/video/generations`, { method: 'POST', body: JSON.stringify({ prompt: 'a fox' }) });
    const task = await ended(queue);
    assert.deepEqual([task?.status, task?.outputs[0]?.url], ['succeeded', url]);
  });

  it('fails in its own words, and refuses with its own code', async () => {
    mock.onVideo('a fox', { video: { id: 'video_2', status: 'failed' } });
    const failing = queueOf({ fetch: led });
    await failing.submit({ model: 'sora-2', prompt: 'a fox' });
    assert.equal((await ended(failing))?.status, 'failed');
    const error = { message: 'Not that.', type: 'invalid_request_error', code: 'moderation_blocked' };
    mock.on({ userMessage: 'a hen', endpoint: 'video' }, { error, status: 400 });
    const refused = queueOf({ fetch: led });
    await refused.submit({ model: 'sora-2', prompt: 'a hen' });
    const task = await ended(refused);
    assert.deepEqual([task?.status, task?.error?.code, task?.error?.message], ['failed', 'moderation_blocked', 'Not that.']);
  });
});

/** What a page writes to speak to a service of another wire: two requests, and how their answers read. */
function plugin(id: string, path: string, read: (body: Record<string, unknown>) => VideoReading, found = path): VideoProvider {
  const ask = async (address: string, init: RequestInit): Promise<VideoReading> => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer a-key' };
    const response = await fetch(mock.url + address, { ...init, headers });
    const body = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new VoxreelError('bad_response', JSON.stringify(body), { status: response.status });
    return read(body);
  };
  return {
    id,
    models: [`${id}-*`],
    service: {
      create: ({ model, prompt }, { signal }) => ask(path, { method: 'POST', body: JSON.stringify({ model, prompt }), signal }),
      query: (taskId, { signal }) => ask(`${found}/${taskId}`, { signal }),
    },
  };
}

const states: Readonly<Record<string, VideoReading['status']>> = { completed: 'succeeded', done: 'succeeded', failed: 'failed' };
const stateOf = (word: unknown): VideoReading['status'] => states[String(word)] ?? 'processing';

const router = plugin('router', '/api/v1/videos', ({ id, status, unsigned_urls: links, error }) => ({
  taskId: String(id),
  status: stateOf(status),
  outputs: Array.isArray(links) ? links.map((link) => ({ url: String(link) })) : [],
  error: typeof error === 'string' ? { code: 'failed', message: error } : undefined,
}));

const imagine = plugin(
  'imagine',
  '/v1/videos/generations',
  ({ request_id: id, status, video, progress }) => ({
    taskId: typeof id === 'string' ? id : undefined,
    status: stateOf(status),
    progress: typeof progress === 'number' ? progress / 100 : undefined,
    outputs: typeof video === 'object' && video !== null && 'url' in video ? [{ url: String(video.url) }] : [],
  }),
  '/v1/videos',
);

describe('a provider plugin for another maker’s service', () => {
  for (const provider of [router, imagine])
    it(`${provider.id}: is queued, made and linked`, async () => {
      mock.onVideo('a fox', { video: { id: 'video_3', status: 'completed', url } });
      const queue = queueOf({ providers: [provider] });
      const seen = new Set<string>();
      queue.tasks.subscribe((tasks) => tasks.forEach(({ status }) => seen.add(status)));
      await queue.submit({ model: `${provider.id}-1`, prompt: 'a fox' });
      const task = await ended(queue);
      assert.deepEqual([task?.status, seen.has('processing')], ['succeeded', true]);
      assert.ok(task?.outputs[0]?.url === url || task?.outputs[0]?.url.startsWith(`${mock.url}/api/v1/videos/`), task?.outputs[0]?.url);
    });

  it('tells what the service said of a failure', async () => {
    mock.onVideo('a fox', { video: { id: 'video_4', status: 'failed', error: 'The fox ran away.' } });
    const queue = queueOf({ providers: [router] });
    await queue.submit({ model: 'router-1', prompt: 'a fox' });
    const task = await ended(queue);
    assert.deepEqual([task?.status, task?.error?.message], ['failed', 'The fox ran away.']);
  });
});
