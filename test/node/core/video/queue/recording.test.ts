// A queue recorded as events, and the recording played again: the same tasks, nothing secret, and nothing believed that is no task.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createReplayQueue, createVideoQueue, importConversation, isVoxreelError, memoryStorage, recordVideos } from 'voxreel';
import type { VideoQueue, VideoTask } from 'voxreel';

import type { RecordedEvent } from '../../../../../src/core/recorded-events.js';
import { videosAfter } from '../../../../../src/core/video/history/video-log.js';
import { finishedTask } from '../finished-task.js';

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((one) => one.close()));

interface Line {
  readonly at: number;
  readonly from: string;
  readonly event: { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>;
}
const linesOf = (log: string): readonly Line[] =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const typesOf = (log: string) => linesOf(log).map(({ event }) => event.type);

/** A queue whose service says what the test has it say. */
async function recorded(...kept: readonly VideoTask[]) {
  const storage = memoryStorage<VideoTask>();
  for (const task of kept) await storage.put(task.id, task);
  let answer: object = { task_id: 't', status: 'processing' };
  const queue: VideoQueue = createVideoQueue({
    baseUrl: 'https://api.example',
    storage,
    poll: { firstMs: 3_600_000, everyMs: 3_600_000 },
    fetch: async () => Response.json(answer),
  });
  const recording = await recordVideos(queue);
  open.push(queue, recording);
  await queue.ready;
  const answers = async (id: string, next: object) => {
    answer = next;
    await queue.refresh(id);
  };
  return { queue, recording, answers };
}

/** The whole life of a video, and of one that was there before. */
async function lived() {
  const shown = await recorded(finishedTask({ id: 'a' }));
  const { queue, recording, answers } = shown;
  const { id } = await queue.submit({
    model: 'm',
    prompt: 'A heron; my key is sk-abcdefghijklmnop',
    image: 'https://pictures.example/a.png',
  });
  await answers(id, { task_id: 't', status: 'processing', progress: 40 });
  await answers(id, { task_id: 't', status: 'succeeded', url: 'https://films.example/t.mp4?token=1234567890abcdef' });
  const again = await queue.resubmit(id);
  await queue.organize([id], { favorite: true });
  await queue.remove('a');
  return { ...shown, id, again, log: recording.export() };
}

const played = async (log: string) => {
  const replay = await createReplayQueue({ log, speed: 'instant' });
  open.push(replay);
  await replay.ended;
  return replay;
};

describe('a recorded queue', () => {
  it('has an event for all that happened to its videos, in order', async () => {
    const { log, id } = await lived();
    const types = typesOf(log);
    assert.deepEqual(types.slice(0, 2), ['video.restored', 'video.submitted']);
    for (const type of ['video.status', 'video.polled', 'video.retried', 'video.changed', 'video.removed'])
      assert.ok(types.includes(type), `${type} in ${types.join()}`);
    const ends = linesOf(log).filter(({ event }) => event.type === 'video.status' && event.id === id);
    assert.deepEqual(
      ends.map(({ event }) => event['to']),
      ['processing', 'succeeded'],
    );
    const times = linesOf(log).map(({ at }) => at);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
  });

  it('holds no key, and no token of a link', async () => {
    const { log } = await lived();
    assert.doesNotMatch(log, /sk-abcdefghijklmnop|1234567890abcdef/);
  });

  it('holds no picture', async () => {
    const { queue, recording } = await recorded();
    await queue.submit({ model: 'm', prompt: 'p', image: 'data:image/png;base64,iVBORw0KGgo=' });
    assert.doesNotMatch(recording.export(), /data:image/);
  });

  it('plays the same tasks again', async () => {
    const { log, queue } = await lived();
    const replay = await played(log);
    const facts = (tasks: readonly VideoTask[]) => tasks.map(({ id, status, favorite, parentId }) => ({ id, status, favorite, parentId }));
    assert.deepEqual(facts(replay.tasks.get()), facts(queue.tasks.get()));
    assert.equal(replay.tasks.get().at(-1)?.outputs.length, 1);
  });

  it('shows a request in doubt as it was, and sends nothing for it', async () => {
    const task = { ...finishedTask({ id: 'a' }), status: 'unconfirmed', outputs: [], taskId: null };
    const log = JSON.stringify({ at: 5, from: 'queue', event: { type: 'video.restored', id: 'a', task } });
    const replay = await played(log);
    assert.deepEqual(
      replay.tasks.get().map(({ status }) => status),
      ['unconfirmed'],
    );
    const draft = { model: 'm', prompt: 'p' };
    for (const work of [
      replay.submit(draft),
      replay.submitAll([draft]),
      replay.refresh('a'),
      replay.resubmit('a'),
      replay.confirm('a'),
      replay.organize(['a'], { favorite: true }),
      replay.import(log),
      replay.clear(),
      replay.remove('a'),
      replay.results.keep('a'),
      replay.results.download('a'),
    ])
      await assert.rejects(work, (error) => isVoxreelError(error) && error.code === 'unsupported');
  });

  it('has no files and no service of its own', async () => {
    const { results, service, persistent, setAside } = await played((await lived()).log);
    assert.deepEqual(await results.usage(), { bytes: 0, maxBytes: 0, files: 0 });
    assert.deepEqual([await results.file('a'), await results.poster('a'), await results.clear()], [undefined, undefined, undefined]);
    assert.deepEqual(
      [await service.models(), await service.limits(), await service.upload(new Blob(), { model: 'm' })],
      [[], undefined, false],
    );
    assert.deepEqual([persistent, setAside], [true, 0]);
  });

  it('believes nothing in a log', async () => {
    const event = (fields: object) => JSON.stringify({ at: 0, from: 'queue', event: fields });
    const whole = finishedTask({ id: 'a', outputs: [{ url: 'https://films.example/a.mp4' }] });
    const log = [
      event({ type: 'video.restored', id: 'a', task: { ...whole, error: 'bad', statusWord: { toString: 1 }, labels: [{}] } }),
      event({ type: 'video.restored', id: 'b', task: { ...whole, outputs: [{ url: 'javascript:alert(1)' }] } }),
      event({ type: 'video.submitted', id: 'c', task: { status: 'succeeded' } }),
      event({ type: 'video.submitted', id: 7 }),
      event({ type: 'video.unheard', id: 'a', task: null }),
      event({ type: 'video.status', id: 'a', task: 'failed' }),
      'torn {',
    ].join('\n');
    const { tasks } = await played(log);
    assert.deepEqual(
      tasks.get().map(({ id, outputs, error, statusWord }) => [id, outputs.length, error, statusWord]),
      [
        ['b', 0, undefined, undefined],
        ['a', 1, undefined, undefined],
      ],
    );
    const events = log.split('\n').flatMap((line) => (line.startsWith('torn') ? [] : [JSON.parse(line) as RecordedEvent]));
    assert.deepEqual(
      videosAfter(events).map(({ id }) => id),
      ['b', 'a'],
    );
  });

  it('stands in the file of a conversation without changing it', async () => {
    const { log: videos } = await lived();
    const said = JSON.stringify({ at: 1, from: 'server', event: { type: 'session.created', session: { id: 's' } } });
    const [alone, both] = await Promise.all([importConversation(said), importConversation(`${said}\n${videos}`)]);
    assert.deepEqual(both.state, alone.state);
    assert.ok(both.log.length > alone.log.length);
  });

  it('refuses a speed that is none', () =>
    assert.rejects(createReplayQueue({ log: '', speed: 0 }), (error) => isVoxreelError(error) && error.param === 'speed'));
});
