// The video benches a page runs: bundled by the bench command, started by the page.
import { indexedDbStorage } from '../../.build/src/core/persistence/indexed-db.js';
import { memoryStorage } from '../../.build/src/core/persistence/memory.js';
import { createStore } from '../../.build/src/core/store/store.js';
import { foldNews } from '../../.build/src/core/store/task-news.js';
import { foldTasks, followTasks, initialTasks } from '../../.build/src/core/store/tasks.js';
import { createVideoQueue } from '../../.build/src/core/video/queue/queue.js';
import { createListBench } from './video-list.mjs';
import { createWorkBench } from './video-work.mjs';

const core = { createVideoQueue, indexedDbStorage, memoryStorage, createStore, foldNews, foldTasks, followTasks, initialTasks };
const list = createListBench(core);
const work = createWorkBench(core);

globalThis.benches = {
  restore: ({ counts }) => list.restore(counts),
  first: ({ few, counts }) => list.firstListed(few, counts),
  update: (given) => list.update(given),
  storing: ({ times }) => work.storing(times),
  submitting: ({ pairs }) => work.submitting(pairs),
};
