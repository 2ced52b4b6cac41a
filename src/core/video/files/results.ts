// The files of tasks in this browser: finished videos and the pictures they were made from. Knows how they are kept and shared, not how shown.
// Loaded when there is a file to keep or to read.
import { VoxreelError } from '../../errors.js';
import { createFileStore } from './file-store.js';
import type { FileEntry } from './file-store.js';
import { deleteDatabase } from '../../persistence/indexed-db.js';
import { indexedDbKeyValues, memoryKeyValues } from './key-values.js';
import type { VideoDraft, VideoReading } from '../../providers/provider.js';
import { taskOf } from '../../store/tasks.js';
import type { KeptFile, TaskNews, TaskOutput, VideoTask } from '../../store/tasks-state.js';
import { downloadName } from './download-name.js';
import { createInputs } from './inputs.js';
import { createKeeper, isLink } from './keeper.js';
import { createObjectUrls } from './object-urls.js';
import type { QueueParts } from '../queue/queue-parts.js';
import { outputKey, readKey, taskPrefix } from './result-keys.js';
import { asVideo } from './sniff-video.js';
import { sweepFiles } from './sweep-files.js';
import type { VideoResults } from '../queue/video-queue.js';

export interface Results extends VideoResults {
  /** Tasks came or changed: makes the links that are missing here, and keeps what is to be kept. */
  look(tasks: readonly VideoTask[]): void;
  /** Keeps the files a provider made itself, and tells the news without them: each with a link for this page. Never rejects. */
  adopt(news: Answered): Promise<void>;
  /** Keeps the files of a draft by the names of their fields. Never rejects: without them a task cannot be run again later, that is all. */
  keepInputs(id: string, draft: VideoDraft, fields: readonly string[]): Promise<void>;
  /** The draft with the files that are kept; `missing`: the fields that were files and are not. */
  withInputs(task: VideoTask): Promise<{ readonly draft: VideoDraft; readonly missing: readonly string[] }>;
  /** Every file of tasks that are gone. */
  drop(ids: readonly string[]): Promise<void>;
  /** Every file there is, and those of these tasks that another tab is about to keep. Durable. */
  clearAll(ids: readonly string[]): Promise<void>;
  /** Drops the least recently used, for records that find no room. False where there was nothing to drop. */
  makeRoom(): Promise<boolean>;
  /** Links of this page to files of a task that was removed elsewhere. */
  forget(id: string): void;
  /** `idle`: resolves when no work of the queue is under way. */
  close(idle: Promise<unknown>): void;
}

type Answered = Extract<TaskNews, { readonly reading: VideoReading }>;

export interface ResultsOptions extends QueueParts {
  /** The tasks are restored. */
  readonly ready: Promise<void>;
  readonly refresh: (id: string) => Promise<VideoTask>;
}

const standardBytes = 536_870_912;
/** A record is small; what makes room for one makes room for many. */
const roomBytes = 1_048_576;

const keptOf = ({ bytes, type, poster }: FileEntry): KeptFile => ({ bytes, type, poster });

const needsLink = ({ outputs }: VideoTask) => outputs.some(({ url, kept }) => url === '' && kept);

export function createResults(options: ResultsOptions): Results {
  const { name, user, store, storage, tell, require, requireOpen, refresh, whole } = options;
  const { keepResults } = options.options;
  // What ends with the page leaves no files behind either.
  const values = storage.persistent === false ? memoryKeyValues() : indexedDbKeyValues(`${name}/files`);
  const files = createFileStore({
    name: `${name}/files`,
    values,
    maxBytes: (typeof keepResults === 'object' ? keepResults.maxBytes : undefined) ?? standardBytes,
    onEvicted: (keys) => keys.forEach(forget),
  });
  const urls = createObjectUrls();
  const taskById = (id: string) => taskOf(store.get(), id);
  /** Not there any more: the task says so. */
  const forget = (key: string) => {
    const { id, at } = readKey(key);
    urls.revoke(key);
    if (at !== undefined && taskById(id)?.outputs[at]?.kept) void tell({ type: 'kept', id, at: Date.now(), output: at, kept: undefined });
  };
  const outputOf = (id: string, at: number): TaskOutput => {
    const output = require(id).outputs[at];
    if (output === undefined) throw new VoxreelError('not_found', `The task has no output ${at}.`, { param: 'at' });
    return output;
  };
  const keeper = createKeeper({ ...options, files, refresh, outputOf });
  const inputs = createInputs(files);

  /** A link of this page to a file made here: one from before a reload, or from another tab, leads nowhere. */
  const relink = async ({ id, outputs }: VideoTask) => {
    for (const [at, { url, kept }] of outputs.entries()) {
      if (url !== '' || !kept) continue;
      const key = outputKey(id, at);
      const file = await files.file(key, { use: false });
      if (file) store.dispatch({ type: 'linked', id, output: at, url: urls.make(key, file) });
      else forget(key);
    }
  };
  const sweep = async () => {
    try {
      await options.ready;
      if (storage.persistent !== false) await whole(sweepFiles({ files, store, storage, tell, forget }));
    } catch {
      // Left for the next page.
    }
  };
  const file = async (id: string, at = 0) => {
    const { kept } = outputOf(id, at);
    const found = await files.file(outputKey(id, at));
    // What was made here and found no place in the store is there as long as this page.
    const made = found ?? (kept ? undefined : urls.file(outputKey(id, at)));
    if (kept && !found) forget(outputKey(id, at));
    return made;
  };

  const adopt = async (news: Answered) => {
    const { id, at, reading } = news;
    const made: { readonly output: number; readonly kept: KeptFile; readonly file: Blob }[] = [];
    const outputs = reading.outputs.map(async ({ file: given, ...output }, place) => {
      if (given === undefined) return output;
      const file = (await asVideo(given)) ?? given;
      // Without a place in the store it plays for as long as this page lasts.
      const entry = await whole(keeper.put(id, place, file)).catch(() => undefined);
      if (entry) made.push({ output: place, kept: keptOf(entry), file });
      if (isLink(output.url)) return output;
      URL.revokeObjectURL(output.url);
      return { ...output, url: urls.make(outputKey(id, place), file) };
    });
    const answer: Answered = { ...news, reading: { ...reading, outputs: await Promise.all(outputs) } };
    const told = [answer, ...made.map(({ output, kept }) => ({ type: 'kept', id, at, output, kept }) as const)];
    await Promise.all(told.map((one) => tell(one)));
    for (const { output, file } of made) void whole(keeper.illustrate(id, output, file));
  };
  // Once a page: what one leaves behind is there when the next one comes.
  void sweep();
  return {
    file: (id, at) => whole(file(id, at)),
    poster: (id, at = 0) => whole(keeper.poster(id, at)),
    keep: (id, at = 0) => whole(keeper.keep(id, at)),
    async download(id, at = 0) {
      outputOf(id, at);
      const kept = (await file(id, at)) ?? (await whole(keeper.fetch(id, at)).catch(() => undefined));
      const { url } = outputOf(id, at);
      if (!kept && !isLink(url)) throw new VoxreelError('expired', 'The video was made in this browser and is no longer kept.');
      return { name: downloadName(require(id), at, kept?.type), url, file: kept };
    },
    async usage() {
      requireOpen();
      const kept = await files.entries();
      const bytes = kept.reduce((sum, entry) => sum + entry.bytes, 0);
      return { bytes, maxBytes: files.maxBytes, files: kept.filter((entry) => entry.bytes > 0 && entry.fixed !== true).length };
    },
    async clear() {
      requireOpen();
      const open = (key: string) => ['submitting', 'unconfirmed', 'processing'].includes(taskById(readKey(key).id)?.status ?? '');
      const keys = (await files.entries()).filter(({ key, bytes }) => bytes > 0 && !open(key)).map(({ key }) => key);
      await whole(files.leave(keys, 'cleared'));
      keys.forEach(forget);
    },
    look(tasks) {
      // As they are by now.
      const current = tasks.map(({ id }) => taskById(id)).filter((task) => task !== undefined);
      for (const task of current) if (needsLink(task)) void whole(relink(task)).catch(() => undefined);
      keeper.look(current);
    },
    adopt,
    keepInputs: (id, draft, fields) => whole(inputs.keep(id, draft, fields)),
    withInputs: (task) => inputs.read(task),
    async drop(ids) {
      for (const id of ids) urls.revokeAll(taskPrefix(id));
      await whole(keeper.drop(ids));
    },
    async clearAll(ids) {
      urls.revokeAll('');
      await whole(keeper.drop(ids));
      await whole(files.clear());
      // The name of the database names the user.
      if (files.persistent && user !== '') await whole(deleteDatabase(`${name}/files`));
    },
    makeRoom: () => files.makeRoom(roomBytes),
    forget: (id) => urls.revokeAll(taskPrefix(id)),
    close(idle) {
      keeper.close();
      urls.revokeAll('');
      void idle.then(() => files.close());
    },
  };
}
