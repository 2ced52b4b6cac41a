// The pictures of kept files: drawn by the page, kept beside the file.
import type { KeptFile } from '../../store/tasks-state.js';
import type { FileStore } from './file-store.js';
import { outputKey, pictureKey, taskPrefix } from './result-keys.js';
import { reportKept, taskById } from './result-tasks.js';
import type { ResultTasks } from './result-tasks.js';
import type { Drawn, SharedPosters } from './shared-posters.js';
import type { DrawPoster, VideoResults } from './video-results.js';
import { whileTask } from './while-task.js';

export interface PostersOptions {
  readonly tasks: ResultTasks;
  readonly files: FileStore;
  readonly shared: SharedPosters;
  /** `drawPoster` is read again for each picture: the page may set it later. Undefined while nobody draws. */
  readonly drawing: Pick<VideoResults, 'drawPoster'>;
  /** Fires when the queue closes. */
  readonly closing: AbortSignal;
}

export class Posters {
  readonly #options: PostersOptions;
  /** By key: those being drawn. */
  readonly #drawings = new Map<string, Promise<void>>();
  /** Those whose picture was drawn in this page, or tried. */
  readonly #tried = new WeakSet<KeptFile>();

  constructor(options: PostersOptions) {
    this.#options = options;
  }

  /** Never rejects: a file without a picture is a file all the same. */
  async draw(id: string, at: number, file: Blob): Promise<void> {
    const { drawPoster } = this.#options.drawing;
    if (drawPoster === undefined) return;
    const key = outputKey(id, at);
    const drawing = this.#drawings.get(key) ?? this.#draw(id, at, file, drawPoster).finally(() => this.#drawings.delete(key));
    this.#drawings.set(key, drawing);
    const kept = this.#keptOf(id, at);
    if (kept !== undefined) this.#tried.add(kept);
    await drawing;
  }

  /** The picture of a kept file; one that a page left undrawn when it ended is drawn now, once. */
  async read(id: string, at: number): Promise<Blob | undefined> {
    const { files } = this.#options;
    const key = outputKey(id, at);
    const poster = await files.poster(key);
    const kept = this.#keptOf(id, at);
    if (poster || kept === undefined) return poster;
    const file = this.#tried.has(kept) ? undefined : await files.file(key, { use: false });
    await (file ? this.draw(id, at, file) : this.#drawings.get(key));
    return files.poster(key);
  }

  #keptOf(id: string, at: number): KeptFile | undefined {
    return taskById(this.#options.tasks, id)?.outputs[at]?.kept;
  }

  async #draw(id: string, at: number, file: Blob, drawPoster: DrawPoster): Promise<void> {
    const { tasks, files, shared, closing } = this.#options;
    // One that was drawn from the link, before the file was kept, will do.
    const before = await files.file(pictureKey(id, at));
    const draw: Drawn = (signal) => drawPoster(file, signal);
    const poster = before ?? (await whileTask(tasks, id, closing, (signal) => shared.of(id, at, draw, signal)).catch(() => undefined));
    if (poster === undefined) return;
    const key = outputKey(id, at);
    await files.putPoster(key, poster).catch(() => undefined);
    if (before !== undefined) await files.leave([pictureKey(id, at)], 'moved');
    const entry = await files.entry(key);
    if (taskById(tasks, id) === undefined) await files.remove([taskPrefix(id)]);
    else if (entry?.poster === true) await reportKept(tasks, id, at, entry);
  }
}
