// The queue behind the element: made from attributes, or given by the page; tells of tasks that changed.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { reportError } from '../../core/emitter.js';
import { accountStorage, type AccountStorage } from '../../core/account/account-storage.js';
import { memoryStorage } from '../../core/persistence/memory.js';
import { createVideoQueue } from '../../core/video/queue/queue.js';
import { differing } from '../../core/video/history/differing.js';
import type { ForgetOptions } from '../../core/persistence/storage.js';
import type { VideoQueue, VideoTask } from '../../core/video/queue/video-queue.js';
import { drawPoster } from '../playing/draw-poster.js';
import { placeOf } from '../shared/persistence.js';
import { noteQueue } from '../shared/queue-in-use.js';
import { accountOptions, headersOf } from './account/account-options.js';
import type { VideoProperties } from './video-properties.js';

export type QueueSettings = Pick<
  VideoProperties,
  'baseUrl' | 'user' | 'name' | 'persist' | 'keepResults' | 'headers' | 'providers' | 'prices'
>;

export interface TaskListener {
  changed(task: VideoTask, before: VideoTask | undefined): void;
  /** Some tasks are no more. */
  gone(isGone: (id: string) => boolean): void;
  /** From now on the tasks are another user's than `before`. */
  switched(before: string): void;
}

/** Always the same, so that what follows the tasks sees no change. */
const none: readonly VideoTask[] = [];

export class QueueController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #listener: TaskListener;
  #connected = false;
  #followed: VideoQueue['tasks'] | undefined;
  #unsubscribe: (() => void) | undefined;
  #given: VideoQueue | undefined;
  #made: VideoQueue | undefined;
  #account: AccountStorage<VideoTask> | undefined;
  #settings: QueueSettings | undefined;
  #seen = none;
  /** Tasks that were there before are no news. */
  #watching = false;

  constructor(host: ReactiveControllerHost, listener: TaskListener) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  get queue(): VideoQueue | undefined {
    return this.#given ?? this.#made;
  }

  get tasks(): readonly VideoTask[] {
    return this.#followed?.get() ?? none;
  }

  /** Of the queue made here; nothing where it keeps its tasks elsewhere. */
  get account(): AccountStorage<VideoTask> | undefined {
    return this.#given === undefined ? this.#account : undefined;
  }

  get restored(): boolean {
    return this.#watching;
  }

  hostConnected(): void {
    this.#connected = true;
    this.#follow();
  }

  hostDisconnected(): void {
    this.#connected = false;
    noteQueue(this.#host, undefined);
    this.#discard();
    this.#subscribe(undefined);
  }

  /** The page's own queue; it is never closed here. */
  give(queue: VideoQueue | undefined): void {
    if (queue === this.#given) return;
    this.#given = queue;
    this.#remake();
  }

  configure(settings: QueueSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (before === undefined || !same(before, settings)) this.#remake();
    if (before !== undefined && before.user !== settings.user && this.#given === undefined) this.#listener.switched(before.user);
  }

  /** The queue; nothing where none could be made. */
  available(): VideoQueue | undefined {
    this.#follow();
    return this.queue;
  }

  /** Deletes what is kept of the user, whatever `persist` says now. */
  async forget(options?: ForgetOptions): Promise<void> {
    const { queue } = this;
    await queue?.forget(options);
    if (queue === this.#made && queue?.persistent !== false && queue !== undefined) return;
    const { baseUrl = '', user = '', name = '' } = this.#settings ?? {};
    const kept = createVideoQueue({ baseUrl, user, name: name || undefined });
    await kept.forget(options).finally(() => kept.close());
  }

  #remake(): void {
    this.#discard();
    this.#follow();
  }

  #discard(): void {
    this.#made?.close();
    this.#account?.close();
    this.#made = this.#account = undefined;
  }

  #follow(): void {
    if (!this.#connected) return;
    if (this.queue === undefined && this.#settings !== undefined) this.#made = this.#make(this.#settings);
    const { queue } = this;
    noteQueue(this.#host, queue);
    if (this.#followed === queue?.tasks) return;
    this.#seen = none;
    this.#watching = false;
    this.#subscribe(queue?.tasks);
    if (queue === undefined) return;
    // It needs no element: a queue of the page's own keeps it when this one is gone.
    queue.results.drawPoster ??= drawPoster;
    void this.#restore(queue);
  }

  #subscribe(tasks: VideoQueue['tasks'] | undefined): void {
    this.#unsubscribe?.();
    this.#followed = tasks;
    this.#unsubscribe = tasks?.subscribe((changed) => this.#notice(changed));
    if (tasks === undefined) this.#host.requestUpdate();
    else this.#notice(tasks.get());
  }

  #make(settings: QueueSettings): VideoQueue | undefined {
    const { baseUrl, user, name, persist, keepResults, providers } = settings;
    const current = () => this.#settings;
    try {
      const place = placeOf(persist, 'local', user);
      if (place === 'account') this.#account = accountStorage(accountOptions(settings, current));
      const storage = place === 'none' ? memoryStorage<VideoTask>() : this.#account;
      return createVideoQueue({
        baseUrl,
        user,
        // Read when they are needed: other headers or prices are no reason for another queue.
        headers: () => headersOf(current()),
        providers,
        storage,
        keepResults,
        name: name || undefined,
        get prices() {
          return current()?.prices;
        },
      });
    } catch (error) {
      // A base address that is no URL is reported once. The element keeps working, and the next action tries again.
      reportError(error);
      return undefined;
    }
  }

  async #restore(queue: VideoQueue): Promise<void> {
    await queue.ready.catch(reportError);
    if (queue !== this.queue) return;
    this.#notice(queue.tasks.get());
    this.#watching = true;
  }

  #notice(tasks: readonly VideoTask[]): void {
    const { before, after } = differing(this.#seen, tasks);
    this.#seen = tasks;
    const known = new Map(before.map((task) => [task.id, task]));
    for (const task of after) {
      const earlier = known.get(task.id);
      known.delete(task.id);
      if (this.#watching && earlier !== task) this.#listener.changed(task, earlier);
    }
    if (known.size > 0) this.#tellGone(tasks);
    this.#host.requestUpdate();
  }

  #tellGone(tasks: readonly VideoTask[]): void {
    const here = new Set(tasks.map(({ id }) => id));
    this.#listener.gone((id) => !here.has(id));
  }
}

/** A page may make a new list of providers at each render: only other providers are a change. */
function same(a: QueueSettings, b: QueueSettings): boolean {
  const [before, after] = [a.providers ?? [], b.providers ?? []];
  return (
    a.baseUrl === b.baseUrl &&
    a.user === b.user &&
    a.name === b.name &&
    a.persist === b.persist &&
    a.keepResults === b.keepResults &&
    before.length === after.length &&
    before.every((one, at) => one === after[at])
  );
}
