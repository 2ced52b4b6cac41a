// `recordVideos` and `createReplayQueue`: few pages need them, and what they are made of loads when they are first used.
import type { VideoRecording } from './record-videos.js';
import type { ReplayQueue, ReplayQueueOptions } from './replay-queue.js';
import type { VideoQueue } from './video-queue.js';

/** Records what happens in a queue from when it resolves. */
export const recordVideos = async (queue: Pick<VideoQueue, 'tasks' | 'ready'>): Promise<VideoRecording> =>
  (await import('./record-videos.js')).recordVideos(queue);

/**
 * A queue that shows recorded tasks as they were, beginning at once. What would send, write or remove rejects with `unsupported`. Rejects with
 * `invalid_input` for a speed that is none.
 */
export const createReplayQueue = async (options: ReplayQueueOptions): Promise<ReplayQueue> =>
  (await import('./replay-queue.js')).createReplayQueue(options);
