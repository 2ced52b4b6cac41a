// Pictures of kept files: drawn once, kept beside the file, and no trouble where the file goes meanwhile.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';

import { VoxreelError } from 'voxreel';
import type { DrawPoster, StoragePosters } from 'voxreel';

import { createStore } from '../../../../../src/core/store/store.js';
import { foldTasks, initialTasks, taskOf } from '../../../../../src/core/store/tasks.js';
import type { TaskNews } from '../../../../../src/core/store/tasks-state.js';
import { createFileStore, type FileStore } from '../../../../../src/core/video/files/file-store.js';
import { memoryKeyValues } from '../../../../../src/core/video/files/key-values.js';
import { Posters } from '../../../../../src/core/video/files/posters.js';
import { outputKey, taskPrefix } from '../../../../../src/core/video/files/result-keys.js';
import { SharedPosters } from '../../../../../src/core/video/files/shared-posters.js';
import { finishedTask } from '../finished-task.js';
import { tellingTasks } from './telling-tasks.js';

const film = new Blob(['film'], { type: 'video/mp4' });
const picture = new Blob(['a picture'], { type: 'image/webp' });

describe('the picture of a kept file', () => {
  let store: ReturnType<typeof createStore<typeof initialTasks, Parameters<typeof foldTasks>[1]>>;
  let files: FileStore;
  let told: TaskNews[];
  let drawing: { drawPoster: DrawPoster };
  let posters: Posters;
  let others: StoragePosters | undefined;

  beforeEach(async () => {
    store = createStore(initialTasks, foldTasks);
    store.dispatch({
      type: 'restored',
      tasks: [finishedTask({ outputs: [{ url: '', kept: { bytes: 4, type: 'video/mp4', poster: false } }] })],
    });
    files = createFileStore({ name: `posters-${Math.random()}`, values: memoryKeyValues(), maxBytes: 100, onEvicted: () => undefined });
    await files.put(outputKey('a', 0), film);
    told = [];
    others = undefined;
    drawing = { drawPoster: async () => picture };
    const tasks = tellingTasks(store, told);
    const shared = new SharedPosters(tasks, {
      get posters() {
        return others;
      },
    });
    posters = new Posters({ tasks, files, shared, drawing, closing: new AbortController().signal });
  });
  const says = () => taskOf(store.get(), 'a')?.outputs[0]?.kept?.poster;

  it('is drawn for the first who asks, kept, and told', async () => {
    let drawn = 0;
    drawing.drawPoster = async () => ((drawn += 1), picture);
    const [first, second] = await Promise.all([posters.read('a', 0), posters.read('a', 0)]);
    const later = await posters.read('a', 0);
    for (const one of [first, second, later]) assert.equal(await one?.text(), 'a picture');
    assert.deepEqual([drawn, says(), told.length], [1, true, 1]);
  });

  it('is tried once where it cannot be drawn', async () => {
    let tries = 0;
    drawing.drawPoster = () => ((tries += 1), Promise.reject(new Error('No codec.')));
    assert.deepEqual([await posters.read('a', 0), await posters.read('a', 0)], [undefined, undefined]);
    assert.deepEqual([tries, told, says()], [1, [], false]);
  });

  it('is the one that another device has brought, else the other devices get it', async () => {
    const brought: string[] = [];
    others = { get: async () => undefined, put: async (key, output, file) => void brought.push(`${key} ${output} ${file.size}`) };
    assert.equal(await posters.read('a', 0), picture);
    assert.deepEqual(brought, [`a 0 ${picture.size}`]);
    await files.put(outputKey('b', 0), film);
    const task = finishedTask({ id: 'b', outputs: [{ url: '', kept: { bytes: 4, type: 'video/mp4', poster: false } }] });
    store.dispatch({ type: 'restored', tasks: [task] });
    const theirs = new Blob(['of another device'], { type: 'image/webp' });
    others = { ...others, get: async (key, output) => (key === 'b' && output === 0 ? theirs : undefined) };
    drawing.drawPoster = () => assert.fail('It is drawn again.');
    assert.equal(await posters.read('b', 0), theirs);
    assert.equal(brought.length, 1);
  });

  it('is drawn where the other devices cannot be asked, or told', async () => {
    const isAway = () => Promise.reject(new VoxreelError('network', 'Away.'));
    others = { get: isAway, put: isAway };
    assert.equal(await posters.read('a', 0), picture);
  });

  it('is none where the file goes while it is drawn, which is no error', async () => {
    drawing.drawPoster = async () => (await files.remove([taskPrefix('a')]), picture);
    await posters.draw('a', 0, film);
    assert.deepEqual([told, await files.entries()], [[], []]);
  });

  it('leaves nothing where its task goes once it is drawn', async () => {
    const { putPoster } = files;
    files.putPoster = async (...given) => {
      await putPoster.apply(files, given);
      store.dispatch({ type: 'removed', id: 'a' });
    };
    await posters.draw('a', 0, film);
    assert.deepEqual([told, await files.entries()], [[], []]);
  });
});
