// The picture of an output where all devices of a user share theirs: the one that another device brought, else one drawn here, which the others have then.
import type { StoragePosters } from '../../persistence/storage.js';
import type { ResultTasks } from './result-tasks.js';

export type Drawn = (signal: AbortSignal) => Promise<Blob | undefined>;

interface SharingStorage {
  readonly posters?: StoragePosters | undefined;
}

export class SharedPosters {
  readonly #tasks: Pick<ResultTasks, 'trackPending'>;
  readonly #storage: SharingStorage;

  constructor(tasks: Pick<ResultTasks, 'trackPending'>, storage: SharingStorage) {
    this.#tasks = tasks;
    this.#storage = storage;
  }

  /** Whether another device may have brought one. */
  get areThere(): boolean {
    return this.#storage.posters !== undefined;
  }

  /** Rejects as `draw` does alone: without the others each device draws its own. */
  async of(id: string, at: number, draw: Drawn, signal: AbortSignal): Promise<Blob | undefined> {
    const { posters } = this.#storage;
    const shared = await posters?.get(id, at, { signal }).catch(() => undefined);
    if (shared !== undefined) return shared;
    signal.throwIfAborted();
    const drawn = await draw(signal);
    // Nobody here waits for it.
    const sent = drawn && posters?.put(id, at, drawn);
    if (sent) void this.#tasks.trackPending(sent.catch(() => undefined));
    return drawn;
  }
}
