// One task: what is known of it, and how it reads to a caller.
import type { VideoResultMetadata } from '../../protocol/index.js';
import type { VideoFault } from '../faults.js';
import type { VideoOrder } from './video-request.js';

export interface TaskOutput {
  /** Below the service's address. */
  readonly path: string;
  readonly metadata: VideoResultMetadata;
}

export interface TaskError {
  readonly code: string;
  readonly message: string;
  readonly param: string;
  readonly type: 'invalid_request_error' | 'server_error';
}

export interface VideoTask {
  readonly id: string;
  readonly owner: string;
  /** Its images are let go once they have been used. */
  order: VideoOrder;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly fault: VideoFault | undefined;
  status: 'processing' | 'succeeded' | 'failed';
  framesDone: number;
  finishedAt: number | undefined;
  outputs: readonly TaskOutput[];
  error: TaskError | null;
}

/** A task as documented, with what real services add. `url` and `outputs` are absolute. */
export interface TaskView {
  readonly task_id: string;
  readonly status: 'processing' | 'succeeded' | 'failed';
  readonly format: string;
  readonly url?: string;
  readonly metadata?: VideoResultMetadata;
  readonly error: TaskError | null;
  readonly model: string;
  /** 0 to 1: frames made, of all. */
  readonly progress: number;
  readonly created_at: number;
  readonly finished_at?: number;
  /** All of them, where `n` asks for more than one; the first is also at `url`. */
  readonly outputs?: readonly { readonly url: string; readonly metadata: VideoResultMetadata }[];
}

export function viewOf(task: VideoTask, origin: string): TaskView {
  const first = task.outputs[0];
  const frames = task.order.frames * task.order.n;
  return {
    task_id: task.id,
    status: task.status,
    format: task.order.format,
    ...(first === undefined ? {} : { url: origin + first.path, metadata: first.metadata }),
    error: task.error,
    model: task.order.model,
    progress: task.status === 'succeeded' ? 1 : Math.floor((task.framesDone / frames) * 99) / 100,
    created_at: task.createdAt,
    ...(task.finishedAt === undefined ? {} : { finished_at: task.finishedAt }),
    ...(first === undefined ? {} : { outputs: task.outputs.map(({ path, metadata }) => ({ url: origin + path, metadata })) }),
  };
}
