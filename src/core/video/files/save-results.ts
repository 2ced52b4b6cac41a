// Saves finished videos in the store of files: each once among all tabs, and never past a removal.
import { VoxreelError, isVoxreelError } from '../../errors.js';
import type { FileLocks } from './file-locks.js';
import type { FileEntry, FileStore } from './file-store.js';
import type { Posters } from './posters.js';
import { outputKey, taskPrefix } from './result-keys.js';
import type { ResultSource } from './result-source.js';
import { reportKept, taskById } from './result-tasks.js';
import type { ResultTasks } from './result-tasks.js';
import { whileTask } from './while-task.js';

export interface ResultSaverOptions {
  readonly tasks: ResultTasks;
  readonly files: FileStore;
  readonly locks: FileLocks;
  readonly source: ResultSource;
  readonly posters: Posters;
}

export class ResultSaver {
  readonly #options: ResultSaverOptions;
  readonly #closing: AbortSignal;

  /** `closing` fires when the queue closes. */
  constructor(options: ResultSaverOptions, closing: AbortSignal) {
    this.#options = options;
    this.#closing = closing;
  }

  /** `again`: asked for by hand, so whatever stood in the way before is tried once more. Rejects as `VideoResults.keep` says. */
  keep(id: string, at: number, again: boolean): Promise<void> {
    const { tasks, files, source } = this.#options;
    return this.#alone(id, async (signal) => {
      signal.throwIfAborted();
      const key = outputKey(id, at);
      const known = await files.entry(key);
      if (known && known.without === undefined) return reportKept(tasks, id, at, known);
      if (known && !again) return undefined;
      const { file, trouble, error } = await source.file(id, at, signal);
      if (trouble === undefined) return this.#save(id, at, file);
      if (trouble !== 'later') await files.leave([key], trouble);
      throw trouble === 'dead' ? new VoxreelError('expired', error.message, { cause: error }) : error;
    });
  }

  /** Nobody waits for it: where there was no room the task says so, and the next page does not fetch it again. */
  async keepUnasked(id: string, at: number): Promise<void> {
    const { tasks, files } = this.#options;
    try {
      await this.keep(id, at, false);
    } catch (error) {
      if (!isVoxreelError(error) || error.code !== 'storage_full') throw error;
      const { code, message } = error;
      await files.leave([outputKey(id, at)], 'full').catch(() => undefined);
      await tasks.broadcast({ type: 'troubled', id, at: Date.now(), error: { code, message, retryable: false } });
    }
  }

  /**
   * The file of an output, fetched now, and kept where `keep` is true and there is room; undefined where its host does not give it.
   * Rejects where the task goes meanwhile.
   */
  fetch(id: string, at: number, keep: boolean): Promise<Blob | undefined> {
    return this.#alone(id, async (signal) => {
      const { file } = await this.#options.source.file(id, at, signal);
      if (file && keep) await this.#save(id, at, file).catch(() => undefined);
      return file;
    });
  }

  /** Keeps a file that is here. Undefined where the task went meanwhile. Rejects as the store does. */
  async put(id: string, at: number, file: Blob): Promise<FileEntry | undefined> {
    const { tasks, files } = this.#options;
    const key = outputKey(id, at);
    if (taskById(tasks, id) === undefined) return undefined;
    await files.put(key, file);
    if (taskById(tasks, id) !== undefined) return files.entry(key);
    await files.remove([taskPrefix(id)]);
    return undefined;
  }

  /** Resolves with what is still to be done: another tab may be at one of these and has yet to hear, so once more when it is done. */
  async drop(ids: readonly string[]): Promise<readonly Promise<void>[]> {
    const { tasks, files, locks } = this.#options;
    await files.remove(ids.map(taskPrefix));
    const again = async (id: string) => {
      if (taskById(tasks, id) === undefined) await files.remove([taskPrefix(id)]);
    };
    return (await locks.held(ids)).map((id) => locks.hold(id, () => again(id)));
  }

  async #save(id: string, at: number, file: Blob): Promise<void> {
    const entry = await this.put(id, at, file);
    if (entry === undefined) return;
    await reportKept(this.#options.tasks, id, at, entry);
    await this.#options.posters.draw(id, at, file);
  }

  #alone<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { tasks, locks } = this.#options;
    return locks.hold(id, () => whileTask(tasks, id, this.#closing, work));
  }
}
