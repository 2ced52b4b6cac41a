// What the gallery shows and what is going on in it: filter, how many, which output, which plays, what was just removed. Keeps no task.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { findTasks } from '../../core/video/history.js';
import type { VideoStatus, VideoTask } from '../../core/video/video-queue.js';

export type Show = 'all' | 'working' | 'done' | 'trouble';

const page = 24;
/** Time to think better of it. */
const undoMs = 8000;

const statusesOf: Readonly<Record<Show, readonly VideoStatus[] | undefined>> = {
  all: undefined,
  working: ['submitting', 'processing'],
  done: ['succeeded'],
  trouble: ['unconfirmed', 'failed', 'stopped', 'expired'],
};

export class GalleryController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #reallyRemove: (id: string) => void;
  readonly #removing = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #outputs = new Map<string, number>();
  readonly #broken = new Set<string>();
  readonly #told = new Map<string, string>();
  #search = '';
  #show: Show = 'all';
  #model: string | undefined;
  #history = false;
  #count = page;
  #playing: string | undefined;

  constructor(host: ReactiveControllerHost & Element, reallyRemove: (id: string) => void) {
    this.#host = host;
    this.#reallyRemove = reallyRemove;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#settle);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#settle);
    this.#settle();
  }

  get search(): string {
    return this.#search;
  }

  get show(): Show {
    return this.#show;
  }

  /** Only the videos of this one. */
  get model(): string | undefined {
    return this.#model;
  }

  /** Whether the history's own tools are unfolded. */
  get history(): boolean {
    return this.#history;
  }

  set history(open: boolean) {
    this.#history = open;
    this.#host.requestUpdate();
  }

  /** The task whose video was started. */
  get playing(): string | undefined {
    return this.#playing;
  }

  filter(change: { readonly search?: string; readonly show?: Show; readonly model?: string | undefined }): void {
    this.#search = change.search ?? this.#search;
    this.#show = change.show ?? this.#show;
    if ('model' in change) this.#model = change.model;
    this.#count = page;
    this.#host.requestUpdate();
  }

  /** Those that match, cut to what is shown, and how many more there are. */
  select(tasks: readonly VideoTask[]): { readonly shown: readonly VideoTask[]; readonly older: number } {
    const matching = findTasks(tasks, { text: this.#search, status: statusesOf[this.#show], model: this.#model });
    return { shown: matching.slice(0, this.#count), older: Math.max(0, matching.length - this.#count) };
  }

  /** Makes sure that a task is among those shown. */
  reveal(id: string, tasks: readonly VideoTask[]): void {
    if (!this.select(tasks).shown.some((task) => task.id === id)) this.filter({ search: '', show: 'all', model: undefined });
    this.#count = Math.max(this.#count, Math.ceil((tasks.findIndex((task) => task.id === id) + 1) / page) * page);
    this.#host.requestUpdate();
  }

  older(): void {
    this.#count += page;
    this.#host.requestUpdate();
  }

  play(id: string | undefined): void {
    this.#playing = id;
    this.#host.requestUpdate();
  }

  outputOf(task: VideoTask): number {
    return Math.min(this.#outputs.get(task.id) ?? 0, Math.max(0, task.outputs.length - 1));
  }

  chooseOutput(id: string, at: number): void {
    this.#outputs.set(id, at);
    this.play(undefined);
  }

  isBroken(url: string): boolean {
    return this.#broken.has(url);
  }

  markBroken(url: string): void {
    this.#broken.add(url);
    this.#host.requestUpdate();
  }

  /** What went wrong with something one asked of a task here. */
  told(id: string): string | undefined {
    return this.#told.get(id);
  }

  tell(id: string, text: string | undefined): void {
    if (text === undefined) this.#told.delete(id);
    else this.#told.set(id, text);
    this.#host.requestUpdate();
  }

  isRemoving(id: string): boolean {
    return this.#removing.has(id);
  }

  /** Hides it now, removes it when the time to undo has passed. */
  remove(id: string): void {
    if (this.#removing.has(id)) return;
    this.#removing.set(id, this.#removeLater(id));
    if (this.#playing === id) this.#playing = undefined;
    this.#host.requestUpdate();
  }

  undo(id: string): void {
    clearTimeout(this.#removing.get(id));
    this.#removing.delete(id);
    this.#host.requestUpdate();
  }

  #removeLater(id: string): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      // Someone is on the undo button: it must not vanish under them.
      const focused = this.#host.shadowRoot?.activeElement;
      if (focused instanceof HTMLElement && focused.dataset['undo'] === id) this.#removing.set(id, this.#removeLater(id));
      else this.#finish(id);
    }, undoMs);
  }

  #finish(id: string): void {
    this.undo(id);
    this.#reallyRemove(id);
  }

  readonly #settle = (): void => {
    for (const id of [...this.#removing.keys()]) this.#finish(id);
  };
}
