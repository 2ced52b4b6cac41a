// What a video queue offers and takes: the types of `createVideoQueue`, which is in queue.ts.
import type { Registry } from '../registry.js';
import type { VideoDraft, VideoOutput, VideoProvider } from '../providers/provider.js';
import type { ReadableStore } from '../store/store.js';
import type { Storage } from '../persistence/storage.js';

/** The documents' three, and ours before and beside them. */
export type VideoStatus =
  /** Record written, POST not yet answered. */
  | 'submitting'
  /** The outcome of the POST is unknown: it may have been paid for. */
  | 'unconfirmed'
  | 'processing'
  | 'succeeded'
  | 'failed'
  /** No longer watched here; the service goes on. */
  | 'stopped'
  /** The deadline passed, or the service no longer knows it. */
  | 'expired';

export interface VideoTaskError {
  readonly code: string;
  readonly message: string;
  readonly param?: string | undefined;
  readonly retryable: boolean;
}

/** A task as it is kept: plain data, no files. */
export interface VideoTask {
  /** Ours, made before the POST. */
  readonly id: string;
  /** The service's. */
  readonly taskId?: string | undefined;
  readonly status: VideoStatus;
  readonly model: string;
  readonly prompt: string;
  readonly providerId: string;
  /** What was asked for; images only where they are URLs. */
  readonly draft: VideoDraft;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt?: number | undefined;
  readonly deadlineAt: number;
  readonly idempotencyKey: string;
  readonly seed?: number | undefined;
  /** 0 to 1, as the service says. */
  readonly progress?: number | undefined;
  readonly statusWord?: string | undefined;
  readonly outputs: readonly VideoOutput[];
  readonly error?: VideoTaskError | undefined;
  /** The last trouble while asking; the task goes on. */
  readonly pollError?: VideoTaskError | undefined;
  /** The task this one was made from. */
  readonly parentId?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
}

export interface VideoQueueOptions {
  /** Base address of the service or gateway; absolute, or relative to the page. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Beside the global registry; these win. */
  readonly providers?: readonly VideoProvider[] | undefined;
  readonly storage?: Storage<VideoTask> | undefined;
  /** Several queues on one origin: each name has its own tasks. */
  readonly name?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface VideoQueue {
  /** Newest first. */
  readonly tasks: ReadableStore<readonly VideoTask[]>;
  /** Restored from storage. */
  readonly ready: Promise<void>;
  /** False when tasks end with the page. */
  readonly persistent: boolean;
  /**
   * Writes the record, sends the request once, and resolves with the task as the service took it (or as it failed).
   * Rejects with `invalid_input` (nothing written, `param` names the field) or `storage_full`.
   */
  submit(draft: VideoDraft, options?: { readonly parentId?: string }): Promise<VideoTask>;
  /** Asks the service once, now. */
  refresh(id: string): Promise<VideoTask>;
  /** A new task from an old one: the same draft and seed, or with changes. */
  resubmit(id: string, changes?: Partial<VideoDraft>): Promise<VideoTask>;
  /** Watches it no longer. */
  stop(id: string): void;
  remove(id: string): Promise<void>;
  close(): void;
}

/** The plugins a queue chooses from. */
export type ProviderRegistry = Registry<VideoProvider>;
