// What a crash leaves behind, found by the next page: files without a task, tasks without their file, and files their task does not know of.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { TaskOutput } from 'voxreel';

import { createStore } from '../../../../../src/core/store/store.js';
import { foldTasks, initialTasks } from '../../../../../src/core/store/tasks.js';
import type { TaskNews, VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { createFileStore } from '../../../../../src/core/video/files/file-store.js';
import { memoryKeyValues } from '../../../../../src/core/video/files/key-values.js';
import { sweepFiles } from '../../../../../src/core/video/files/sweep-files.js';

const kept = { bytes: 5, type: 'video/webm', poster: false };
const file = new Blob(['video'], { type: 'video/webm' });
const taskOf = (id: string, ...outputs: readonly Partial<TaskOutput>[]) =>
  ({ id, status: 'succeeded', createdAt: 1, outputs: outputs.map((output) => ({ url: '', ...output })) }) as unknown as VideoTask;

async function swept({ tasks, stored = [], put }: { tasks: readonly VideoTask[]; stored?: readonly string[]; put: readonly string[] }) {
  const store = createStore(initialTasks, foldTasks);
  store.dispatch({ type: 'restored', tasks });
  const files = createFileStore({ name: 'swept', values: memoryKeyValues(), maxBytes: 1000, onEvicted: () => assert.fail() });
  for (const key of put) await files.put(key, file);
  await files.leave(['left/0'], 'cleared');
  const news: TaskNews[] = [];
  const forgotten: string[] = [];
  await sweepFiles({
    tasks: { store, broadcast: async (one) => void news.push(one) },
    files,
    storage: { all: async () => stored.map((key) => ({ key, record: {} })) },
    forget: (key) => void forgotten.push(key),
  });
  return { forgotten, keys: (await files.entries()).map(({ key }) => key).toSorted(), told: news.map((one) => ({ ...one, at: 0 })) };
}

it('removes the files of no task, unless there is a record of one', async () => {
  const { keys, told, forgotten } = await swept({ tasks: [], stored: ['later'], put: ['gone/0', 'gone/image', 'later/0'] });
  assert.deepEqual([keys, told, forgotten], [['later/0'], [], []]);
});

it('tells a task of the file it does not know of, and of nothing else', async () => {
  const tasks = [taskOf('a', {}, { kept }), taskOf('left', {})];
  const { told, forgotten } = await swept({ tasks, put: ['a/0', 'a/1', 'a/7', 'a/image'] });
  assert.deepEqual([told, forgotten], [[{ type: 'kept', id: 'a', at: 0, output: 0, kept }], []]);
});

it('has every file forgotten that a task counts on and that is gone, or was left', async () => {
  const tasks = [taskOf('a', { kept }, { kept }), taskOf('left', { kept })];
  const { forgotten } = await swept({ tasks, put: ['a/1'] });
  assert.deepEqual(forgotten.toSorted(), ['a/0', 'left/0']);
});

it('forgets no file that comes while it looks', async () => {
  const store = createStore(initialTasks, foldTasks);
  store.dispatch({ type: 'restored', tasks: [taskOf('a', { kept })] });
  const files = createFileStore({ name: 'coming', values: memoryKeyValues(), maxBytes: 1000, onEvicted: () => assert.fail() });
  const coming = {
    ...files,
    async entries() {
      const before = await files.entries();
      await files.put('a/0', file);
      return before;
    },
    entry: (key: string) => files.entry(key),
  };
  const tasks = { store, broadcast: async () => assert.fail() };
  await sweepFiles({ tasks, files: coming, storage: { all: async () => [] }, forget: () => assert.fail('It is there.') });
});
