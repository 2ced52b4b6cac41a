// What the lazily loaded halves of a queue have to work with. Types alone.
import type { Storage } from '../../persistence/storage.js';
import type { Store } from '../../store/store.js';
import type { TaskEvent, TaskNews, TasksState, VideoTask } from '../../store/tasks-state.js';
import type { Lazy } from '../../../base/lazy.js';
import type { Results } from '../files/results.js';
import type { TaskRecords } from './task-records.js';
import type { VideoQueueOptions } from './video-queue.js';

export interface QueueParts {
  readonly options: VideoQueueOptions;
  /** Of its database, its lock and its channel; other stores of this queue take it as their prefix. */
  readonly name: string;
  /** Whose tasks these are; empty where nobody is signed in. */
  readonly user: string;
  readonly store: Store<TasksState, TaskEvent>;
  readonly storage: Storage<VideoTask>;
  readonly records: TaskRecords;
  readonly results: Lazy<Results>;
  /** Throws `closed`. */
  requireOpen(): void;
  /** The task of this id. Throws `closed` or `not_found`. */
  require(id: string): VideoTask;
  /** Folds, keeps and tells the other tabs; trouble with keeping is told in the task. Never rejects. */
  tell(news: TaskNews): Promise<void>;
  /** Known to be under way until it ends: the storage stays open for it. */
  whole<T>(work: Promise<T>): Promise<T>;
  /** Writes; where there is no room, once more after kept files made some. Rejects as `write` does. */
  roomFor<T>(write: () => Promise<T>): Promise<T>;
}
