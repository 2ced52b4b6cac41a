// What a video queue offers and takes: the types of `createVideoQueue`, which is in queue.ts.
import type { Prices } from '../../catalog/own-prices.js';
import type { OfferedModel } from '../../offered-model.js';
import type { ForgetOptions, Storage } from '../../persistence/storage.js';
import type { VoxreelError } from '../../errors.js';
import type { PollHint, ProviderEntry, VideoDraft, VideoEstimate } from '../../providers/provider.js';
import type { ReadableStore } from '../../store/store.js';
import type { OrganizationChanges, TaskOrganization, VideoStatus, VideoTask } from '../../store/tasks-state.js';
import type { VideoResults } from '../files/video-results.js';
import type { TimeEstimate, VideoEstimates } from '../history/estimate.js';
import type { TaskFilter } from '../history/history.js';
import type { VideoHistory } from '../history/history-file.js';
import type { ImportedHistory } from '../history/import-history.js';

export type {
  ImportedHistory,
  OrganizationChanges,
  TaskFilter,
  TaskOrganization,
  TimeEstimate,
  VideoEstimates,
  VideoHistory,
  VideoResults,
  VideoStatus,
  VideoTask,
};

/** What a queue is made of. Only `baseUrl` is required. */
export interface VideoQueueOptions {
  /** Base address of the service or gateway; absolute, or relative to the page. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Beside the global registry; these win. */
  readonly providers?: readonly ProviderEntry[] | undefined;
  readonly storage?: Storage<VideoTask> | undefined;
  /** Several queues on one origin: each name has its own tasks. */
  readonly name?: string | undefined;
  /** Whose tasks these are: no other user of this browser gets them. Empty (default) where nobody is signed in. */
  readonly user?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** What models cost, by name or glob, in place of what the service and its providers say. */
  readonly prices?: Prices | undefined;
  /** Asks at this pace whatever the provider hints; by default adapted to the service. */
  readonly poll?: PollHint | undefined;
  /**
   * `true`: the service answers a repeated `Idempotency-Key` as it answered the first, for a day at least. A request whose outcome is unknown
   * is then repeated under its key by the tab that leads, until the service says what became of it or the task's deadline has passed.
   * `false`: the header is not sent. By default it is sent, and no request is ever repeated.
   */
  readonly idempotent?: boolean | undefined;
  /**
   * Fetches each finished video into a store of its own in this browser, so that it outlives its link; those found at a reload too, where they
   * finished within the last day. `maxBytes`: its budget, 512 MiB; 64 MiB in memory, where tasks end with the page.
   */
  readonly keepResults?: boolean | { readonly maxBytes?: number } | undefined;
}

/** What a user may still spend with the service. */
export interface SpendStatus {
  /** `USD`, `credits`... */
  readonly unit: string;
  /** Undefined where the user has no limit. */
  readonly limit?: number | undefined;
  readonly spent: number;
  /** What the next request may cost, by the user's limit and that of the whole site; undefined where there is none. */
  readonly left?: number | undefined;
  /** Milliseconds since 1970. */
  readonly resetsAt: number;
}

/** What the service behind a queue says of itself. */
export interface QueueService {
  /**
   * The models it offers (`GET /v1/models`), of every kind; empty where it has no such list. Asked once for a login. Never rejects. From then on
   * the queue goes by it: limits, prices, uploads and cancelling of each model, unless the page registered a provider for it.
   */
  models(): Promise<readonly OfferedModel[]>;
  /** What is left to spend (`GET /v1/limits`); undefined where the service counts no money. Never rejects. */
  limits(): Promise<SpendStatus | undefined>;
  /**
   * Brings a picture to the service of a model before it is submitted, once however often it is used: `submit` with the same picture waits for it
   * and sends its id. `onProgress`: from 0 to 1. False where this model takes its pictures in the request itself. Rejects as `submit` does.
   */
  upload(
    picture: Blob,
    options: {
      readonly model: string;
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: ((progress: number) => void) | undefined;
    },
  ): Promise<boolean>;
}

/** How a draft is submitted. */
export interface SubmitOptions {
  /** Before the request is sent, nothing is. Afterwards `submit` rejects with `aborted`, and the task stays and is watched. */
  readonly signal?: AbortSignal | undefined;
}

/** Where a new task comes from, as its record says it (`parentId`, `continues`, `leadsTo` of a task). */
export type TaskParentage = Partial<Pick<VideoTask, 'parentId' | 'continues' | 'leadsTo'>>;

/** What several drafts will cost together, as far as that is known. */
export interface GroupEstimate {
  /** How many videos: a draft may ask for several. */
  readonly count: number;
  /** The sum in each unit. */
  readonly costs: readonly VideoEstimate[];
  /** How many drafts the sums leave out, because their price is not known. */
  readonly unpriced: number;
  /** Of each draft, in their order. */
  readonly estimates: readonly VideoEstimates[];
}

/** What became of each draft of a group. */
export interface SubmittedGroup {
  readonly groupId: string;
  /** In the order of the drafts: the task as `submit` resolves with it, or why nothing was sent for this draft. */
  readonly results: readonly ({ readonly task: VideoTask } | { readonly error: VoxreelError })[];
}

/** A queue of videos. Each method that changes a task resolves when the change is stored. */
export interface VideoQueue {
  /** Newest first. */
  readonly tasks: ReadableStore<readonly VideoTask[]>;
  /** Restored from storage. */
  readonly ready: Promise<void>;
  /** Files of finished videos that are kept in this browser. */
  readonly results: VideoResults;
  /** What the service behind it offers, and what is left to spend there. */
  readonly service: QueueService;
  /** False when tasks end with the page. */
  readonly persistent: boolean;
  /** Records that could not be read, or are of a later release: they stay in the storage as they are and are not shown. */
  readonly setAside: number;
  /**
   * Writes the record, sends the request once, and resolves with the task as the service took it (or as it failed).
   * While the browser is offline it resolves with a task that is `waiting`: the record is written, and the request leaves once, as soon as there
   * is a network; after more than an hour only once it is confirmed (`confirm`).
   * Rejects before anything is sent, and may be called again: with `invalid_input` (`param` names the field), `unauthorized` (no headers),
   * `storage_full` or `storage_unavailable`.
   */
  submit(draft: VideoDraft, options?: SubmitOptions & TaskParentage & { readonly groupId?: string | undefined }): Promise<VideoTask>;
  /**
   * Sends 1 to 24 drafts, such as those of `fanOut`, as one group: each once, as a task of its own with the same `groupId`. A draft that is
   * refused leaves the others. Rejects with `invalid_input` (`param`: `drafts`) for too many or none.
   */
  submitAll(drafts: readonly VideoDraft[], options?: SubmitOptions & TaskParentage): Promise<SubmittedGroup>;
  /**
   * Asks the service once, now; or repeats a request in doubt where that costs nothing twice (`idempotent`), and else leaves the doubt to a
   * person: `resubmit` sends it again, `remove` says that it never arrived. Trouble is in the task's `pollError`.
   * Before a `Retry-After` of the task or its service has passed it asks nothing and resolves with the task as it is.
   * Rejects with `not_found` for an id that is not here.
   */
  refresh(id: string): Promise<VideoTask>;
  /** A new task from an old one: the same draft and seed, or with changes. */
  resubmit(id: string, changes?: Partial<VideoDraft>): Promise<VideoTask>;
  /**
   * A task that waits for a network may be sent, however long it has waited (`confirmation: 'needed'`). Resolves once that is written: the tab
   * that leads sends it as soon as it can. One that waits no longer stays as it is. Rejects with `not_found` for an id that is not here.
   */
  confirm(id: string): Promise<VideoTask>;
  /**
   * Watches it no longer, and ends its work where that is possible: at a service that can cancel (`cancels` in its list of models; the task's
   * `cancel` says what came of it, and it is asked again after a reload until it has answered), or in a provider's own service.
   */
  stop(id: string): void;
  remove(id: string): Promise<void>;
  /** What a draft will cost and how long it will take, as far as that is known. Asks no service; a draft need not be finished. */
  estimate(draft: VideoDraft): Promise<VideoEstimates>;
  /** The same of several drafts together, for a total to show before `submitAll`. */
  estimateAll(drafts: readonly VideoDraft[]): Promise<GroupEstimate>;
  /**
   * Changes how these videos are organized, here and in every tab: favorites, ratings, labels, collections. Resolves once it is written. Two
   * tabs may change one video at once: each label, and each other value, is as it was changed last. Rejects before anything changes with
   * `not_found`, or with `invalid_input` (`param` names the field); with `storage_full` or `storage_unavailable` where it lasts only as long
   * as the page for now.
   */
  organize(ids: readonly string[], changes: OrganizationChanges): Promise<void>;
  /** Every task as plain data. Search with `findTasks`. */
  export(): Promise<VideoHistory>;
  /**
   * Takes in a history, given as text or as its parsed JSON, from wherever it comes: only what is sound is taken, and nothing is ever sent
   * for it. What was under way there is watched here; a request whose answer never came is `stopped`. All that is sound and new, or none.
   * Rejects with `invalid_input` (`param`: `history`, `format`, `version` or `tasks`) or `storage_full`.
   */
  import(history: unknown): Promise<ImportedHistory>;
  /**
   * Removes what has ended, with its files, in every tab; resolves with how many. With `status` only those, which may then be
   * `unconfirmed` or `waiting` too; `submitting` and `processing` reject with `invalid_input`.
   */
  clear(filter?: Pick<TaskFilter, 'status'>): Promise<number>;
  /**
   * Deletes everything that is kept of this user and `name` on this device: tasks, videos, pictures; in every tab. For a sign-out. Resolves once
   * it is gone for good, and may be called again. Rejects with `unsent` while a request waits for its answer, unless `discard` is true;
   * with `storage_unavailable` where the browser could not delete it.
   */
  forget(options?: ForgetOptions): Promise<void>;
  close(): void;
}
