// A task as a queue leaves it when its video has come.
import type { VideoTask } from '../../../../src/core/store/tasks-state.js';

export const finishedTask = (more: Partial<VideoTask> = {}): VideoTask => ({
  version: 2,
  id: 'a',
  taskId: 't',
  status: 'succeeded',
  model: 'm',
  prompt: 'p',
  providerId: 'generic',
  draft: { model: 'm', prompt: 'p' },
  createdAt: 1000,
  updatedAt: 2000,
  endedAt: 2000,
  deadlineAt: 90_000,
  idempotencyKey: 'k',
  seed: 7,
  progress: 1,
  outputs: [{ url: 'https://cdn.example/v.mp4' }],
  ...more,
});
