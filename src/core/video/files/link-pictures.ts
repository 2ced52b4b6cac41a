// The pictures of videos that are not kept: drawn by the page from the beginning of the file at its link, once, and kept by themselves.
import { VoxreelError, isVoxreelError } from '../../errors.js';
import { savesData } from '../../saves-data.js';
import type { FileLocks } from './file-locks.js';
import { headBytes } from './linked-video.js';
import type { PostersOptions } from './posters.js';
import { outputKey, pictureKey, taskPrefix } from './result-keys.js';
import type { ResultSource } from './result-source.js';
import { isLink, taskById } from './result-tasks.js';
import { whileTask } from './while-task.js';

export interface LinkPicturesOptions {
  readonly locks: Pick<FileLocks, 'hold'>;
  readonly source: Pick<ResultSource, 'beginning'>;
  /** Until a file that is about to be kept was tried for. */
  readonly keeping: (id: string, at: number) => Promise<void> | undefined;
}

/** Nobody can play these. What else a script is refused, or takes for no video, a player may be given: it has cookies, and other formats. */
const gone: ReadonlySet<number | undefined> = new Set([404, 410]);

/** Pictures drawn side by side: more would take the network from what a person asked for. */
const lanes = 3;

export class LinkPictures {
  readonly #page: PostersOptions;
  readonly #options: LinkPicturesOptions;
  readonly #lanes: Promise<unknown>[] = Array.from({ length: lanes }, () => Promise.resolve());
  #asked = 0;

  constructor(page: PostersOptions, options: LinkPicturesOptions) {
    this.#page = page;
    this.#options = options;
  }

  /** Rejects with `expired` where the link leads nowhere. */
  async read(id: string, at: number): Promise<Blob | undefined> {
    const { files, tasks, shared, drawing } = this.#page;
    const key = pictureKey(id, at);
    const known = await files.file(key);
    const link = taskById(tasks, id)?.outputs[at]?.url ?? '';
    if (known !== undefined || drawing.drawPoster === undefined || !(isLink(link) || shared.areThere) || savesData()) return known;
    if ((await files.entry(key))?.without === 'forbidden') return undefined;
    await this.#options.keeping(id, at);
    const lane = this.#asked++ % lanes;
    const drawn = (this.#lanes[lane] ?? Promise.resolve()).then(() => this.#alone(id, at)).catch(unlessExpired);
    this.#lanes[lane] = drawn.catch(() => undefined);
    return drawn;
  }

  #alone(id: string, at: number): Promise<Blob | undefined> {
    const { tasks, closing } = this.#page;
    return this.#options.locks.hold(id, () => whileTask(tasks, id, closing, (signal) => this.#draw(id, at, signal)));
  }

  async #draw(id: string, at: number, signal: AbortSignal): Promise<Blob | undefined> {
    const { files, tasks, shared } = this.#page;
    const key = pictureKey(id, at);
    // Another tab, or a file that was kept meanwhile, may have it by now.
    const known = (await files.poster(outputKey(id, at))) ?? (await files.file(key));
    if (known !== undefined) return known;
    const picture = await shared.of(id, at, () => this.#fromLink(id, at, signal), signal);
    if (picture === undefined) return undefined;
    await files.put(key, picture).catch(() => undefined);
    if (taskById(tasks, id) === undefined) await files.remove([taskPrefix(id)]);
    return picture;
  }

  async #fromLink(id: string, at: number, signal: AbortSignal): Promise<Blob | undefined> {
    const { files, drawing } = this.#page;
    for (const bytes of headBytes) {
      const { video, trouble, error } = await this.#options.source.beginning(id, at, bytes, signal);
      if (trouble === 'forbidden') await files.leave([pictureKey(id, at)], 'forbidden');
      if (trouble === 'dead' && gone.has(error.status)) throw new VoxreelError('expired', error.message, { cause: error });
      if (video === undefined) return undefined;
      const picture = await drawing.drawPoster?.(video, signal);
      // That was all of it, or all that there is to read.
      if (picture !== undefined || video.size !== bytes) return picture;
    }
    return undefined;
  }
}

/** A link that is dead is worth a word; whatever else keeps a picture from being drawn is not. */
function unlessExpired(error: unknown): undefined {
  if (isVoxreelError(error) && error.code === 'expired') throw error;
}
