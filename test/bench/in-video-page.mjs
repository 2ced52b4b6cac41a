// The video benches a page runs: bundled by the bench command, started by the page.
import { indexedDbStorage } from '../../.build/src/core/persistence/indexed-db.js';
import { memoryStorage } from '../../.build/src/core/persistence/memory.js';
import { createStore } from '../../.build/src/core/store/store.js';
import { foldNews } from '../../.build/src/core/store/task-news.js';
import { foldTasks, followTasks, initialTasks } from '../../.build/src/core/store/tasks.js';
import { createVideoQueue } from '../../.build/src/core/video/queue.js';
import { createListBench } from './video-list.mjs';
import { createWorkBench } from './video-work.mjs';

const core = { createVideoQueue, indexedDbStorage, memoryStorage, createStore, foldNews, foldTasks, followTasks, initialTasks };
globalThis.benchVideoPage = async () => {
  const [list, work] = [createListBench(core), createWorkBench(core)];
  return {
    restore: await list.restore(10_000),
    update: await list.update(10, 10_000),
    storing: await work.storing(9),
    submitting: await work.submitting(100),
  };
};
