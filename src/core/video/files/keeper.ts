// Fetches finished videos into the store of files: when asked, or by itself as they come. Each once among all tabs, and never past a removal.
import { VoxreelError, isVoxreelError } from '../../errors.js';
import { exclusively } from '../../tabs/exclusive.js';
import { webLocks } from '../../tabs/web-locks.js';
import type { FileEntry, FileStore } from './file-store.js';
import { abortedError } from '../../retry.js';
import { taskOf } from '../../store/tasks.js';
import type { KeptFile, TaskOutput, VideoTask } from '../../store/tasks-state.js';
import { fetchResult } from './fetch-result.js';
import type { Fetched } from './fetch-result.js';
import { createKeepSchedule } from './keep-schedule.js';
import type { QueueParts } from '../queue/queue-parts.js';
import { outputKey, taskPrefix } from './result-keys.js';

export interface Keeper {
  /** Keeps those of these tasks that are to be kept, where the page wants that. */
  look(tasks: readonly VideoTask[]): void;
  /** Rejects as `VideoResults.keep` says. */
  keep(id: string, at: number): Promise<void>;
  /** The file of an output, fetched now; undefined where its host does not give it. Rejects where the task goes meanwhile. */
  fetch(id: string, at: number): Promise<Blob | undefined>;
  /** Keeps a file that is at hand. Undefined where the task went meanwhile. Rejects as the store does. */
  put(id: string, at: number, file: Blob): Promise<FileEntry | undefined>;
  /** Draws the picture of a kept file. */
  illustrate(id: string, at: number, file: Blob): Promise<void>;
  /** The picture of a kept file; one that a page left undrawn when it ended is drawn now, once. */
  poster(id: string, at: number): Promise<Blob | undefined>;
  drop(ids: readonly string[]): Promise<void>;
  close(): void;
}

export interface KeeperOptions extends QueueParts {
  readonly files: FileStore;
  readonly refresh: (id: string) => Promise<VideoTask>;
  /** Throws `closed` or `not_found`. */
  readonly outputOf: (id: string, at: number) => TaskOutput;
}

/** Older ones were left out for a reason, or came before the page wanted them kept. */
const recentMs = 86_400_000;

export const isLink = (url: string): boolean => /^https?:/.test(url);

export function createKeeper(options: KeeperOptions): Keeper {
  const { name, store, files, refresh, outputOf, tell, whole } = options;
  const { baseUrl, headers, fetch, keepResults } = options.options;
  const stop = new AbortController();
  const taskById = (id: string) => taskOf(store.get(), id);
  const locked = <T>(id: string, work: () => Promise<T>) => exclusively(`${name}/keep/${id}`, work);
  const origin = () => new URL(baseUrl, typeof document === 'undefined' ? undefined : document.baseURI).origin;

  /** Those whose files some tab is at work on. */
  const underWay = async (ids: readonly string[]): Promise<readonly string[]> => {
    const { held = [] } = (await webLocks()?.query()) ?? {};
    const names = new Set(held.map((lock) => lock.name));
    return ids.filter((id) => names.has(`${name}/keep/${id}`));
  };
  /** Until the task is removed, here or in another tab, or the queue closes. */
  const lasting = async <T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const gone = new AbortController();
    const look = () => {
      if (stop.signal.aborted || taskById(id) === undefined) gone.abort(abortedError());
    };
    const undo = store.subscribe(look);
    stop.signal.addEventListener('abort', look);
    // A frozen page would hold the lock.
    const freeze = () => gone.abort(new VoxreelError('network', 'The page was frozen.', { retryable: true }));
    if (typeof document !== 'undefined') document.addEventListener('freeze', freeze);
    look();
    try {
      return await work(gone.signal);
    } finally {
      undo();
      stop.signal.removeEventListener('abort', look);
      if (typeof document !== 'undefined') document.removeEventListener('freeze', freeze);
    }
  };
  const fetched = (url: string, signal: AbortSignal): Promise<Fetched> =>
    fetchResult(url, {
      maxBytes: files.maxBytes,
      signal,
      fetch,
      origin: origin(),
      headers: async () => (typeof headers === 'function' ? headers() : (headers ?? {})),
    });
  /** A dead link is exchanged for a fresh one, once. */
  const obtain = async (id: string, at: number, signal: AbortSignal): Promise<Fetched> => {
    const { url } = outputOf(id, at);
    if (!isLink(url))
      return { trouble: 'dead', error: new VoxreelError('expired', 'The video was made in a browser and is not kept here.') };
    const first = await fetched(url, signal);
    if (first.trouble !== 'dead') return first;
    const { pollError } = await refresh(id);
    signal.throwIfAborted();
    // Nobody could say whether there is another link.
    if (pollError) return { trouble: 'later', error: new VoxreelError(pollError.code, pollError.message, { retryable: true }) };
    const fresh = outputOf(id, at).url;
    return fresh === url || !isLink(fresh) ? first : fetched(fresh, signal);
  };
  const put = async (id: string, at: number, file: Blob) => {
    const key = outputKey(id, at);
    if (taskById(id) === undefined) return undefined;
    await files.put(key, file);
    if (taskById(id) !== undefined) return files.entry(key);
    await files.remove([taskPrefix(id)]);
    return undefined;
  };
  const told = async (id: string, output: number, { bytes, type, poster }: FileEntry) => {
    const at = Date.now();
    await tell({ type: 'kept', id, at, output, kept: { bytes, type, poster } });
    if (taskById(id)?.pollError?.code === 'storage_full') await tell({ type: 'troubled', id, at, error: undefined });
  };

  /** `again`: asked for by hand, so whatever stood in the way before is tried once more. */
  const keep = (id: string, at: number, again: boolean) =>
    locked(id, () =>
      lasting(id, async (signal) => {
        signal.throwIfAborted();
        const key = outputKey(id, at);
        const known = await files.entry(key);
        if (known && known.without === undefined) return told(id, at, known);
        if (known && !again) return undefined;
        const { file, trouble, error } = await obtain(id, at, signal);
        if (trouble === undefined) return save(id, at, file);
        if (trouble !== 'later') await files.leave([key], trouble);
        throw trouble === 'dead' ? new VoxreelError('expired', error.message, { cause: error }) : error;
      }),
    );
  const save = async (id: string, at: number, file: Blob) => {
    const entry = await put(id, at, file);
    if (entry === undefined) return;
    await told(id, at, entry);
    await illustrate(id, at, file);
  };
  const drawn = async (id: string, file: Blob) => {
    const { drawPoster } = await import('./poster.js');
    return lasting(id, (signal) => drawPoster(file, signal));
  };
  /** By key: those being drawn. */
  const drawings = new Map<string, Promise<void>>();
  /** Those whose picture was drawn in this page, or tried. */
  const tried = new WeakSet<KeptFile>();
  const keptOf = (id: string, at: number) => taskById(id)?.outputs[at]?.kept;
  const illustrate = (id: string, at: number, file: Blob) => {
    const key = outputKey(id, at);
    const drawing = drawings.get(key) ?? picture(id, at, file).finally(() => drawings.delete(key));
    drawings.set(key, drawing);
    const kept = keptOf(id, at);
    if (kept !== undefined) tried.add(kept);
    return drawing;
  };
  /** Never rejects: a file without a picture is a file all the same. */
  const picture = async (id: string, at: number, file: Blob) => {
    const poster = await drawn(id, file).catch(() => undefined);
    if (poster === undefined) return;
    const key = outputKey(id, at);
    await files.putPoster(key, poster).catch(() => undefined);
    const entry = await files.entry(key);
    if (taskById(id) === undefined) await files.remove([taskPrefix(id)]);
    else if (entry?.poster === true) await told(id, at, entry);
  };
  /** Nobody waits for it: where there was no room the task says so, and the next page does not fetch it again. */
  const keepByItself = async (id: string, at: number) => {
    try {
      await keep(id, at, false);
    } catch (error) {
      if (!isVoxreelError(error) || error.code !== 'storage_full') throw error;
      const { code, message } = error;
      await files.leave([outputKey(id, at)], 'full').catch(() => undefined);
      await tell({ type: 'troubled', id, at: Date.now(), error: { code, message, retryable: false } });
    }
  };
  const schedule = createKeepSchedule((id, at) => whole(keepByItself(id, at)), stop.signal);
  const look = (tasks: readonly VideoTask[]) => {
    if (keepResults === undefined || keepResults === false) return;
    const since = Date.now() - recentMs;
    for (const { id, status, endedAt = 0, outputs } of tasks) {
      if (status !== 'succeeded' || endedAt < since) continue;
      for (const [at, { url, kept }] of outputs.entries()) if (!kept && isLink(url)) schedule.want(id, at);
    }
  };

  return {
    look,
    keep: (id, at) => keep(id, at, true),
    fetch: (id, at) =>
      locked(id, () =>
        lasting(id, async (signal) => {
          const { file } = await obtain(id, at, signal);
          if (file && keepResults) await save(id, at, file).catch(() => undefined);
          return file;
        }),
      ),
    put,
    illustrate,
    async poster(id, at) {
      const key = outputKey(id, at);
      const poster = await files.poster(key);
      const kept = keptOf(id, at);
      if (poster || kept === undefined) return poster;
      const file = tried.has(kept) ? undefined : await files.file(key, { use: false });
      await (file ? illustrate(id, at, file) : drawings.get(key));
      return files.poster(key);
    },
    async drop(ids) {
      await files.remove(ids.map(taskPrefix));
      // Another tab may be at one and has yet to hear: once more when it is done.
      for (const id of await underWay(ids)) {
        const again = () => (taskById(id) === undefined ? files.remove([taskPrefix(id)]) : Promise.resolve());
        void whole(locked(id, again)).catch(() => undefined);
      }
    },
    close: () => stop.abort(),
  };
}
