// Finished videos on their way into the store of files: once, never past a removal, and what is said where one cannot be kept.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';

import { VoxreelError } from 'voxreel';

import { createStore } from '../../../../../src/core/store/store.js';
import { foldTasks, initialTasks, taskOf } from '../../../../../src/core/store/tasks.js';
import type { TaskNews } from '../../../../../src/core/store/tasks-state.js';
import { createFileStore, type FileStore } from '../../../../../src/core/video/files/file-store.js';
import type { Fetched } from '../../../../../src/core/video/files/fetch-result.js';
import { memoryKeyValues } from '../../../../../src/core/video/files/key-values.js';
import type { Posters } from '../../../../../src/core/video/files/posters.js';
import { ResultSaver } from '../../../../../src/core/video/files/save-results.js';
import { finishedTask } from '../finished-task.js';
import { tellingTasks } from './telling-tasks.js';

const file = new Blob(['film'], { type: 'video/mp4' });

describe('a finished video', () => {
  let store: ReturnType<typeof createStore<typeof initialTasks, Parameters<typeof foldTasks>[1]>>;
  let files: FileStore;
  let told: TaskNews[];
  let answers: Fetched[];
  let asked: number;
  let drawn: string[];
  let held: string[];
  let busy: string[];
  let saver: ResultSaver;
  let closing: AbortController;

  beforeEach(() => {
    store = createStore(initialTasks, foldTasks);
    store.dispatch({ type: 'restored', tasks: [finishedTask()] });
    files = createFileStore({ name: `saver-${Math.random()}`, values: memoryKeyValues(), maxBytes: 100, onEvicted: () => undefined });
    [told, answers, asked, drawn, held, busy] = [[], [], 0, [], [], []];
    closing = new AbortController();
    const tasks = tellingTasks(store, told);
    saver = new ResultSaver(
      {
        tasks,
        files,
        locks: { hold: (id, work) => (held.push(id), work()), held: async (ids) => ids.filter((id) => busy.includes(id)) },
        source: { file: async () => (asked++, answers.shift() ?? { file }), beginning: () => assert.fail('Nobody draws from a link.') },
        posters: { draw: async (id: string, at: number) => void drawn.push(`${id}/${at}`) } as unknown as Posters,
      },
      closing.signal,
    );
  });

  const task = () => taskOf(store.get(), 'a');
  const remove = () => store.dispatch({ type: 'removed', id: 'a' });
  const entry = async () => (await files.entry('a/0'))?.without ?? ((await files.entry('a/0')) ? 'kept' : undefined);
  const trouble = (kind: 'dead' | 'forbidden' | 'unfit' | 'later', code: string) => ({
    trouble: kind,
    error: new VoxreelError(code, 'No.', { retryable: kind === 'later' }),
  });

  it('is fetched, kept, told of and drawn, under its lock, once', async () => {
    await saver.keep('a', 0, true);
    assert.deepEqual([task()?.outputs[0]?.kept, drawn, held], [{ bytes: 4, type: 'video/mp4', poster: false }, ['a/0'], ['a']]);
    await saver.keep('a', 0, true);
    assert.deepEqual([asked, told.map(({ type }) => type)], [1, ['kept', 'kept']]);
  });

  for (const [kind, code, left, rejected] of [
    ['dead', 'expired', 'dead', 'expired'],
    ['dead', 'bad_response', 'dead', 'expired'],
    ['forbidden', 'network', 'forbidden', 'network'],
    ['unfit', 'storage_full', 'unfit', 'storage_full'],
    ['later', 'network', undefined, 'network'],
  ] as const)
    it(`that is ${kind} by ${code} is ${left ? 'left until it is asked for by hand' : 'fetched again'}`, async () => {
      answers = [trouble(kind, code)];
      const error: unknown = await saver.keep('a', 0, false).catch((cause: unknown) => cause);
      assert.ok(error instanceof VoxreelError);
      assert.deepEqual([error.code, error.retryable, await entry()], [rejected, kind === 'later', left]);
      if (kind === 'dead') assert.equal(error.cause instanceof VoxreelError && error.cause.code, code);
      await saver.keep('a', 0, false);
      assert.equal(asked, left ? 1 : 2);
      await saver.keep('a', 0, true);
      assert.equal(await entry(), 'kept');
    });

  it('that finds no room by itself says so once, and by hand rejects', async () => {
    answers = [{ file: new Blob([new Uint8Array(101)]) }, { file: new Blob([new Uint8Array(101)]) }];
    await saver.keepUnasked('a', 0);
    assert.deepEqual([task()?.pollError?.code, task()?.pollError?.retryable, await entry()], ['storage_full', false, 'full']);
    await saver.keepUnasked('a', 0);
    assert.equal(asked, 1);
    await assert.rejects(saver.keep('a', 0, true), { code: 'storage_full' });
    await saver.keep('a', 0, true);
    assert.deepEqual([task()?.pollError, await entry()], [undefined, 'kept']);
  });

  it('that cannot be had by itself now is somebody else’s to try again', async () => {
    answers = [trouble('later', 'network')];
    await assert.rejects(saver.keepUnasked('a', 0), { code: 'network', retryable: true });
    assert.equal(task()?.pollError, undefined);
    files.put = () => Promise.reject(new Error('odd'));
    await assert.rejects(saver.keepUnasked('a', 0), /odd/);
    assert.equal(task()?.pollError, undefined);
  });

  it('is given as it was fetched, and kept where that is wanted and there is room', async () => {
    assert.equal(await saver.fetch('a', 0, false), file);
    assert.equal(await entry(), undefined);
    assert.equal(await saver.fetch('a', 0, true), file);
    assert.equal(await entry(), 'kept');
    const large = new Blob([new Uint8Array(101)]);
    answers = [{ file: large }, trouble('dead', 'expired')];
    assert.equal(await saver.fetch('a', 0, true), large);
    assert.equal(await saver.fetch('a', 0, true), undefined);
  });

  it('of a task that is gone is not fetched, put or left behind', async () => {
    remove();
    await assert.rejects(saver.keep('a', 0, true), { code: 'aborted' });
    assert.equal(asked, 0);
    assert.equal(await saver.put('a', 0, file), undefined);
    assert.deepEqual(await files.entries(), []);
  });

  it('of a task that goes meanwhile leaves nothing behind and is not drawn', async () => {
    const { put } = files;
    files.put = async (...given) => {
      await put.apply(files, given);
      remove();
    };
    await saver.keep('a', 0, true);
    assert.deepEqual([await files.entries(), told, drawn], [[], [], []]);
  });

  it('of a queue that closes is not fetched', async () => {
    closing.abort();
    await assert.rejects(saver.keep('a', 0, true), { code: 'aborted' });
    assert.equal(asked, 0);
  });

  it('is dropped with its task, once more where another tab was at it', async () => {
    await files.put('a/0', file);
    await files.put('b/0', file);
    remove();
    assert.deepEqual(await saver.drop(['a', 'b']), []);
    assert.deepEqual(await files.entries(), []);
    busy = ['a'];
    const [again, ...more] = await saver.drop(['a', 'b']);
    await files.put('a/0', file);
    await again;
    assert.deepEqual([held.at(-1), more.length], ['a', 0]);
  });

  it('that another tab wrote meanwhile goes too, unless its task is back', async () => {
    busy = ['a'];
    const { remove: take } = files;
    files.remove = async (prefixes) => {
      await take.call(files, prefixes);
      // The other tab writes between the two.
      if ((await files.entries()).length === 0 && held.length === 0) await files.put('a/0', file);
    };
    remove();
    await Promise.all(await saver.drop(['a']));
    assert.deepEqual(await files.entries(), []);
    // As an import brings it back.
    store.dispatch({ type: 'imported', tasks: [finishedTask()] });
    held = [];
    await Promise.all(await saver.drop(['a']));
    assert.equal((await files.entries()).length, 1);
  });
});
