// The files of tasks in this browser: finished videos and the pictures they were made from. Loaded when there is a file to keep or to read.
import { VoxreelError } from '../../errors.js';
import { deleteDatabase } from '../../delete-database.js';
import { indexedDbKeyValues, memoryKeyValues } from './key-values.js';
import type { Storage } from '../../persistence/storage.js';
import type { VideoDraft, VideoReading } from '../../providers/provider.js';
import { withOutput } from '../../store/task-output.js';
import type { KeptFile, TaskNews, VideoTask } from '../../store/tasks-state.js';
import { AutoKeep } from './auto-keep.js';
import { downloadName } from './download-name.js';
import { createFileLocks } from './file-locks.js';
import { createFileStore } from './file-store.js';
import type { FileStore } from './file-store.js';
import { createInputs } from './inputs.js';
import type { Inputs } from './inputs.js';
import { createObjectUrls } from './object-urls.js';
import { LinkPictures } from './link-pictures.js';
import { Posters } from './posters.js';
import { outputKey, readKey, taskPrefix } from './result-keys.js';
import { createResultSource } from './result-source.js';
import type { ResultService } from './result-source.js';
import { isLink, keptFile, outputOf, taskById } from './result-tasks.js';
import type { ResultTasks } from './result-tasks.js';
import { ResultSaver } from './save-results.js';
import { SharedPosters } from './shared-posters.js';
import { asVideo } from './sniff-video.js';
import { sweepFiles } from './sweep-files.js';
import type { VideoResults } from './video-results.js';

export interface ResultsSettings extends ResultService {
  readonly keepResults?: boolean | { readonly maxBytes?: number } | undefined;
}

/** The records of the tasks. What ends with the page leaves no files behind either. */
export interface ResultRecords {
  /** Files, their database and their locks are named after the queue. */
  readonly owner: { readonly name: string };
  readonly storage: Pick<Storage, 'all' | 'persistent' | 'posters'>;
}

type Answered = Extract<TaskNews, { readonly reading: VideoReading }>;

const standardBytes = 536_870_912;
/** A record is small; what makes room for one makes room for many. */
const roomBytes = 1_048_576;

const openStatuses: readonly (string | undefined)[] = ['waiting', 'submitting', 'unconfirmed', 'processing'];

const needsLink = ({ outputs }: VideoTask) => outputs.some(({ url, kept }) => url === '' && kept);

export class Results implements Omit<VideoResults, 'drawPoster'> {
  readonly #tasks: ResultTasks;
  readonly #name: string;
  readonly #storage: ResultRecords['storage'];
  /** Whether finished videos are kept by themselves. */
  readonly #keeps: boolean;
  readonly #closing = new AbortController();
  readonly #files: FileStore;
  readonly #urls = createObjectUrls();
  readonly #posters: Posters;
  readonly #pictures: LinkPictures;
  readonly #saver: ResultSaver;
  readonly #inputs: Inputs;
  /** Undefined where the page keeps nothing by itself. */
  readonly #autoKeep: AutoKeep | undefined;

  constructor(
    tasks: ResultTasks,
    settings: ResultsSettings,
    { owner: { name }, storage }: ResultRecords,
    drawing: Pick<VideoResults, 'drawPoster'>,
  ) {
    const { keepResults } = settings;
    const closing = this.#closing.signal;
    this.#tasks = tasks;
    this.#name = name;
    this.#storage = storage;
    this.#keeps = Boolean(keepResults);
    const files = createFileStore({
      name: `${name}/files`,
      values: storage.persistent === false ? memoryKeyValues() : indexedDbKeyValues(`${name}/files`),
      maxBytes: (typeof keepResults === 'object' ? keepResults.maxBytes : undefined) ?? standardBytes,
      onEvicted: (keys) => keys.forEach(this.#forgetFile),
    });
    this.#files = files;
    const [source, locks] = [createResultSource(tasks, settings, files), createFileLocks(name)];
    const keeping = (id: string, at: number) => this.#autoKeep?.tried(id, at);
    const page = { tasks, files, shared: new SharedPosters(tasks, storage), drawing, closing };
    this.#posters = new Posters(page);
    this.#pictures = new LinkPictures(page, { locks, source, keeping });
    this.#saver = new ResultSaver({ tasks, files, locks, source, posters: this.#posters }, closing);
    this.#inputs = createInputs(files);
    if (keepResults) this.#autoKeep = new AutoKeep((id, at) => tasks.trackPending(this.#saver.keepUnasked(id, at)), closing);
  }

  file(id: string, at?: number): Promise<Blob | undefined> {
    return this.#tasks.trackPending(this.#file(id, at));
  }

  poster(id: string, at = 0): Promise<Blob | undefined> {
    return this.#tasks.trackPending(this.#poster(id, at));
  }

  keep(id: string, at = 0): Promise<void> {
    return this.#tasks.trackPending(this.#saver.keep(id, at, true));
  }

  async download(id: string, at = 0): Promise<{ readonly name: string; readonly url: string; readonly file?: Blob | undefined }> {
    const { trackPending } = this.#tasks;
    outputOf(this.#tasks, id, at);
    const fetched = () => trackPending(this.#saver.fetch(id, at, this.#keeps)).catch(() => undefined);
    const file = (await this.#file(id, at)) ?? (await fetched());
    const { url } = outputOf(this.#tasks, id, at);
    if (!file && !isLink(url)) throw new VoxreelError('expired', 'The video was made in this browser and is no longer kept.');
    return { name: downloadName(this.#tasks.require(id), at, file?.type), url, file };
  }

  async usage(): Promise<{ readonly bytes: number; readonly maxBytes: number; readonly files: number }> {
    this.#requireOpen();
    const kept = await this.#files.entries();
    const bytes = kept.reduce((sum, entry) => sum + entry.bytes, 0);
    const files = kept.filter((entry) => entry.bytes > 0 && readKey(entry.key).at !== undefined).length;
    return { bytes, maxBytes: this.#files.maxBytes, files };
  }

  async clear(): Promise<void> {
    this.#requireOpen();
    const isOpen = (key: string) => openStatuses.includes(taskById(this.#tasks, readKey(key).id)?.status);
    const keys = (await this.#files.entries()).filter(({ key, bytes }) => bytes > 0 && !isOpen(key)).map(({ key }) => key);
    await this.#tasks.trackPending(this.#files.leave(keys, 'cleared'));
    keys.forEach(this.#forgetFile);
  }

  /** Tasks came or changed: makes the links that are missing here, and keeps what is to be kept. */
  tasksChanged(tasks: readonly VideoTask[]): void {
    // As they are by now.
    const current = tasks.map(({ id }) => taskById(this.#tasks, id)).filter((task) => task !== undefined);
    for (const task of current) if (needsLink(task)) void this.#tasks.trackPending(this.#relink(task)).catch(() => undefined);
    this.#autoKeep?.finished(current);
  }

  /** Keeps the files a provider made itself, and broadcasts the news without them: each with a link for this page. Never rejects. */
  async adopt(news: Answered): Promise<void> {
    const { id, at, reading } = news;
    const { trackPending } = this.#tasks;
    const made: { readonly output: number; readonly kept: KeptFile; readonly file: Blob }[] = [];
    const outputs = reading.outputs.map(async ({ file: given, ...output }, place) => {
      if (given === undefined) return output;
      const file = (await asVideo(given)) ?? given;
      // Without a place in the store it plays for as long as this page lasts.
      const entry = await trackPending(this.#saver.put(id, place, file)).catch(() => undefined);
      if (entry) made.push({ output: place, kept: keptFile(entry), file });
      if (isLink(output.url)) return output;
      URL.revokeObjectURL(output.url);
      return { ...output, url: this.#urls.make(outputKey(id, place), file) };
    });
    const answer: Answered = { ...news, reading: { ...reading, outputs: await Promise.all(outputs) } };
    const kept = made.map(({ output, kept: saved }) => ({ type: 'kept', id, at, output, kept: saved }) as const);
    await Promise.all([answer, ...kept].map((one) => this.#tasks.broadcast(one)));
    for (const { output, file } of made) void trackPending(this.#posters.draw(id, output, file));
  }

  /** Keeps the files of a draft by the names of their fields. Never rejects: without them a task cannot be run again later, that is all. */
  keepInputs(id: string, draft: VideoDraft, fields: readonly string[]): Promise<void> {
    return this.#tasks.trackPending(this.#inputs.keep(id, draft, fields));
  }

  /** The draft with the files that are kept; `missing`: the fields that were files and are not. */
  withInputs(task: VideoTask): Promise<{ readonly draft: VideoDraft; readonly missing: readonly string[] }> {
    return this.#inputs.read(task);
  }

  /** Every file of tasks that are gone. */
  async drop(ids: readonly string[]): Promise<void> {
    const { trackPending } = this.#tasks;
    this.forget(ids);
    const later = await trackPending(this.#saver.drop(ids));
    for (const one of later) void trackPending(one).catch(() => undefined);
  }

  /** Every file there is, and those of these tasks that another tab is about to keep; with `erase` their database too. Durable. */
  async clearAll(ids: readonly string[], erase: boolean): Promise<void> {
    const { trackPending } = this.#tasks;
    this.#urls.revokeAll('');
    await this.drop(ids);
    await trackPending(this.#files.clear());
    if (erase && this.#files.persistent) await trackPending(deleteDatabase(`${this.#name}/files`));
  }

  /** Drops the least recently used, for records that find no room. False where there was nothing to drop. */
  makeRoom(): Promise<boolean> {
    return this.#files.makeRoom(roomBytes);
  }

  /** Once a page: what one that crashed leaves behind is there when the next one comes. `ready`: the tasks are restored. Never rejects. */
  async sweep(ready: Promise<void>): Promise<void> {
    const { trackPending } = this.#tasks;
    const storage = this.#storage;
    try {
      await ready;
      if (storage.persistent === false) return;
      await trackPending(sweepFiles({ tasks: this.#tasks, files: this.#files, storage, forget: this.#forgetFile }));
    } catch {
      // Left for the next page.
    }
  }

  /** Links of this page to files of tasks that were removed elsewhere. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#urls.revokeAll(taskPrefix(id));
  }

  /** `idle`: resolves when no work of the queue is under way. */
  close(idle: Promise<unknown>): void {
    this.#closing.abort();
    this.#urls.revokeAll('');
    void idle.then(() => this.#files.close());
  }

  #requireOpen(): void {
    if (this.#closing.signal.aborted) throw new VoxreelError('closed', 'The queue is closed.');
  }

  async #file(id: string, at = 0): Promise<Blob | undefined> {
    const key = outputKey(id, at);
    const { kept } = outputOf(this.#tasks, id, at);
    const found = await this.#files.file(key);
    // What was made here and found no place in the store is there as long as this page.
    const made = found ?? (kept ? undefined : this.#urls.file(key));
    if (kept && !found) this.#forgetFile(key);
    return made;
  }

  async #poster(id: string, at: number): Promise<Blob | undefined> {
    const poster = await this.#posters.read(id, at);
    const isKept = taskById(this.#tasks, id)?.outputs[at]?.kept !== undefined;
    return poster ?? (isKept ? undefined : this.#pictures.read(id, at));
  }

  /** A link of this page to a file made here: one from before a reload, or from another tab, leads nowhere. */
  async #relink({ id, outputs }: VideoTask): Promise<void> {
    for (const [at, { url, kept }] of outputs.entries()) {
      if (url !== '' || !kept) continue;
      const key = outputKey(id, at);
      const file = await this.#files.file(key, { use: false });
      const task = taskById(this.#tasks, id);
      if (file === undefined) this.#forgetFile(key);
      else if (task) this.#tasks.store.dispatch({ type: 'changed', task: withOutput(task, at, { url: this.#urls.make(key, file) }) });
    }
  }

  /** Not there any more: the task says so. */
  readonly #forgetFile = (key: string): void => {
    const { id, at } = readKey(key);
    this.#urls.revoke(key);
    if (at !== undefined && taskById(this.#tasks, id)?.outputs[at]?.kept)
      void this.#tasks.broadcast({ type: 'kept', id, at: Date.now(), output: at, kept: undefined });
  };
}
