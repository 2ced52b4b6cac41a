// Tasks from order to end: made, rendered in turn, remembered, told of. Knows no HTTP.
import { randomBytes } from 'node:crypto';

import { callBack } from './callback.js';
import { createRenderer } from './renderer.js';
import { isRefusal } from './refusal.js';
import { loadImage } from './image-source.js';
import { videoLimits } from './limits.js';
import { viewOf } from './video-task.js';
import type { RenderImage } from './render-job.js';
import type { ResultFiles } from './result-files.js';
import type { TaskError, TaskOutput, VideoTask } from './video-task.js';
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
    const ended = await produce(task);
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

  async function produce(task: VideoTask): Promise<{ outputs: TaskOutput[] } | { outputs?: undefined; error: TaskError }> {
    const { order, fault } = task;
    if (fault?.fail !== undefined) return { error: { ...fault.fail, param: '', type: 'server_error' } };
    const images: RenderImage[] = [];
    for (const { from, param, phase } of order.images) {
      const bytes = await loadImage(from, param, stop.signal);
      if (isRefusal(bytes))
        return { error: { code: bytes.code, message: bytes.message, param: bytes.param, type: 'invalid_request_error' } };
      images.push({ bytes, phase });
    }
    const outputs: TaskOutput[] = [];
    for (let index = 0; index < order.n; index += 1) {
      const job = jobOf(order, order.seed + index, images);
      const onProgress = (frames: number) => (task.framesDone = index * order.frames + frames);
      const outcome = await renderer.render({ job, onProgress, crash: fault?.crash === true });
      if (!outcome.ok)
        return {
          error: {
            code: outcome.code,
            message: outcome.message,
            param: '',
            type: outcome.code === 'invalid_image' ? 'invalid_request_error' : 'server_error',
          },
        };
      const metadata = { duration: order.frames / order.fps, fps: order.fps, height: order.heightPx, width: order.widthPx, seed: job.seed };
      outputs.push({ path: files.add(outcome.bytes, `video/${order.format}`), metadata });
    }
    return { outputs };
  }

  return {
    create(order, owner, origin, fault) {
      if (stop.signal.aborted || renderer.pending >= videoLimits.waiting) return undefined;
      const task: VideoTask = {
        id: `task_${randomBytes(24).toString('base64url')}`,
        owner,
        order,
        createdAt: Math.floor(Date.now() / 1000),
        fault,
        status: 'processing',
        framesDone: 0,
        finishedAt: undefined,
        outputs: [],
        error: null,
      };
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

function jobOf(order: VideoOrder, seed: number, images: readonly RenderImage[]) {
  const { prompt, negativePrompt, widthPx, heightPx, fps, frames, format, movement, style, quality, music } = order;
  const caption = `${order.model} #${seed}`;
  return { prompt, negativePrompt, widthPx, heightPx, fps, frames, format, movement, style, quality, music, seed, caption, images };
}

function forgetOldest(tasks: Map<string, VideoTask>): void {
  if (tasks.size <= videoLimits.remembered) return;
  for (const [id, { status }] of tasks) {
    if (status === 'processing') continue;
    tasks.delete(id);
    return;
  }
}
