// Tasks from order to end: made, rendered in turn, remembered, told of.
import { randomBytes } from 'node:crypto';

import { callBack } from './callback.js';
import { createRenderer } from './renderer.js';
import { produceVideos } from './produce-videos.js';
import { videoLimits } from './limits.js';
import { viewOf } from './video-task.js';
import type { ResultFiles } from './result-files.js';
import type { VideoTask } from './video-task.js';
import type { VideoFault } from '../faults.js';
import type { VideoOrder } from './video-request.js';

export interface TaskStore {
  /** Undefined when too many wait already. `origin` is where the caller sees this service. */
  create(order: VideoOrder, owner: string, origin: string, fault: VideoFault | undefined): VideoTask | undefined;
  get(id: string): VideoTask | undefined;
  close(): Promise<void>;
}

export function createTaskStore(files: ResultFiles): TaskStore {
  const tasks = new Map<string, VideoTask>();
  const renderer = createRenderer();
  const stop = new AbortController();

  async function carryOut(task: VideoTask, origin: string): Promise<void> {
    const ended = await produceVideos(task, renderer, files, stop.signal);
    if (stop.signal.aborted) return;
    task.order = { ...task.order, images: [] };
    task.finishedAt = Math.floor(Date.now() / 1000);
    if (ended.outputs === undefined) task.error = ended.error;
    else task.outputs = ended.outputs;
    task.status = ended.outputs === undefined ? 'failed' : 'succeeded';
    const { callbackUrl, payload } = task.order;
    if (callbackUrl !== undefined)
      await callBack(callbackUrl, { ...viewOf(task, origin), ...(payload === undefined ? {} : { payload }) }, stop.signal);
  }

  return {
    create(order, owner, origin, fault) {
      if (stop.signal.aborted || renderer.pending >= videoLimits.waiting) return undefined;
      const task = newTask(order, owner, fault);
      tasks.set(task.id, task);
      forgetOldest(tasks);
      if (fault?.stuck !== true) void carryOut(task, origin);
      return task;
    },
    get: (id) => tasks.get(id),
    async close() {
      stop.abort();
      await renderer.close();
    },
  };
}

function newTask(order: VideoOrder, owner: string, fault: VideoFault | undefined): VideoTask {
  const id = `task_${randomBytes(24).toString('base64url')}`;
  const createdAt = Math.floor(Date.now() / 1000);
  return { id, owner, order, createdAt, fault, status: 'processing', framesDone: 0, finishedAt: undefined, outputs: [], error: null };
}

function forgetOldest(tasks: Map<string, VideoTask>): void {
  if (tasks.size <= videoLimits.remembered) return;
  for (const [id, { status }] of tasks) {
    if (status === 'processing') continue;
    tasks.delete(id);
    return;
  }
}
