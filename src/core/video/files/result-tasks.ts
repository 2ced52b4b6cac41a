// The tasks whose files are kept: what this room reads of them, and the news it has of them.
import { VoxreelError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import { taskOf } from '../../store/tasks.js';
import type { KeptFile, TaskEvent, TaskNews, TaskOutput, TasksState, VideoTask } from '../../store/tasks-state.js';
import type { FileEntry } from './file-store.js';

export interface ResultTasks {
  readonly store: Store<TasksState, TaskEvent>;
  /** The task of this id. Throws `closed` or `not_found`. */
  require(id: string): VideoTask;
  /** Folds, writes and tells the other tabs. Never rejects. */
  broadcast(news: TaskNews): Promise<void>;
  /** Asks the service about it once, now. */
  refresh(id: string): Promise<VideoTask>;
  /** Until this work ends the records stay open. */
  trackPending<T>(work: Promise<T>): Promise<T>;
}

export const isLink = (url: string): boolean => /^https?:/.test(url);

export const taskById = ({ store }: Pick<ResultTasks, 'store'>, id: string): VideoTask | undefined => taskOf(store.get(), id);

/** Throws `closed` or `not_found`. */
export function outputOf(tasks: ResultTasks, id: string, at: number): TaskOutput {
  const output = tasks.require(id).outputs[at];
  if (output === undefined) throw new VoxreelError('not_found', `The task has no output ${at}.`, { param: 'at' });
  return output;
}

export const keptFile = ({ bytes, type, poster }: FileEntry): KeptFile => ({ bytes, type, poster });

/** The task says from now on that its output is kept. */
export async function reportKept(tasks: ResultTasks, id: string, output: number, entry: FileEntry): Promise<void> {
  const at = Date.now();
  await tasks.broadcast({ type: 'kept', id, at, output, kept: keptFile(entry) });
  if (taskById(tasks, id)?.pollError?.code === 'storage_full') await tasks.broadcast({ type: 'troubled', id, at, error: undefined });
}
