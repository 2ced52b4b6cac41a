// What the gallery shows and what is going on in it: filter, how many, which output, which plays, what was just removed. Keeps no task.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { differing } from '../../../core/video/history/differing.js';
import { findTasks } from '../../../core/video/history/history.js';
import type { TaskFilter, VideoStatus, VideoTask } from '../../../core/video/queue/video-queue.js';

export type Show = 'all' | 'working' | 'done' | 'trouble';

const page = 24;
/** More than this many are never on the page: what leaves it at one end comes back by the button there. */
const most = 4 * page;
/** A page of cards made at once would hold up the browser. */
const slice = 2;
/** Time to see that it was done. */
const copiedMs = 2500;
/** Time to think better of it. */
const undoMs = 8000;

const statusesOf: Readonly<Record<Show, readonly VideoStatus[] | undefined>> = {
  all: undefined,
  working: ['waiting', 'submitting', 'processing'],
  done: ['succeeded'],
  trouble: ['unconfirmed', 'failed', 'stopped', 'expired'],
};

/** By how videos are organized. */
export type OrganizedFilter = Pick<TaskFilter, 'favorite' | 'rating' | 'labels' | 'collection' | 'best' | 'groupId'>;

/** What came of something one asked of a task. */
interface Told {
  readonly text: string;
  readonly isTrouble: boolean;
}

/** What is known of a task here, and not by the queue. */
interface Note {
  output: number;
  /** Links that did not play. */
  readonly broken: Set<string>;
  told: Told | undefined;
}

export class GalleryController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #reallyRemove: (id: string) => void;
  readonly #removing = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #notes = new Map<string, Note>();
  #revision = 0;
  #search = '';
  #show: Show = 'all';
  #model: string | undefined;
  #organized: OrganizedFilter | undefined;
  #history = false;
  /** Of those that match, the first on the page. */
  #from = 0;
  #count = page;
  /** How many are still to come: older ones, or newer ones below zero. */
  #coming = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #playing: string | undefined;
  #copied: string | undefined;
  #models: readonly string[] = [];
  #modelsOf: readonly VideoTask[] = [];

  constructor(host: ReactiveControllerHost & Element, reallyRemove: (id: string) => void) {
    this.#host = host;
    this.#reallyRemove = reallyRemove;
    host.addController(this);
  }

  /** Grows with whatever cards show beside their tasks and the time. */
  get revision(): number {
    return this.#revision;
  }

  /** The cards show something else than their tasks and the time have changed. */
  redraw(): void {
    this.#revision += 1;
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    // Addresses of kept files ended when the host left the page.
    this.#revision += 1;
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

  /** Only the videos that are organized so. */
  get organized(): OrganizedFilter | undefined {
    return this.#organized;
  }

  /** Whether the history's own tools are unfolded. */
  get history(): boolean {
    return this.#history;
  }

  set history(open: boolean) {
    this.#history = open;
    this.redraw();
  }

  /** The task whose video was started. */
  get playing(): string | undefined {
    return this.#playing;
  }

  filter(change: {
    readonly search?: string;
    readonly show?: Show;
    readonly model?: string | undefined;
    readonly organized?: OrganizedFilter | undefined;
  }): void {
    this.#search = change.search ?? this.#search;
    this.#show = change.show ?? this.#show;
    if ('model' in change) this.#model = change.model;
    if ('organized' in change) this.#organized = change.organized;
    [this.#from, this.#count, this.#coming] = [0, page, 0];
    this.#host.requestUpdate();
  }

  /** Those that match: cut to what is shown, how many more there are, and all. */
  select(tasks: readonly VideoTask[]): {
    readonly shown: readonly VideoTask[];
    readonly newer: number;
    readonly older: number;
    readonly all: readonly VideoTask[];
  } {
    const matching = findTasks(tasks, {
      text: this.#search,
      status: statusesOf[this.#show],
      model: this.#model,
      ...this.#organized,
    });
    const from = Math.min(this.#from, Math.max(0, matching.length - this.#count));
    // Not past the end, from where the way back would show nothing at first.
    this.#from = from;
    const to = from + this.#count;
    return { shown: matching.slice(from, to), newer: from, older: Math.max(0, matching.length - to), all: matching };
  }

  /** Every model of these, in order. */
  models(tasks: readonly VideoTask[]): readonly string[] {
    const { before, after } = differing(this.#modelsOf, tasks);
    const same = before.length === after.length && before.every(({ model }, at) => model === after[at]?.model);
    if (!same) this.#models = [...new Set(tasks.map(({ model }) => model))].toSorted();
    this.#modelsOf = tasks;
    return this.#models;
  }

  /** Makes sure that a task is among those shown. */
  reveal(id: string, tasks: readonly VideoTask[]): void {
    if (this.select(tasks).shown.some((task) => task.id === id)) return;
    this.filter({ search: '', show: 'all', model: undefined, organized: undefined });
    const at = Math.floor(tasks.findIndex((task) => task.id === id) / page) * page;
    [this.#from, this.#count] = at < most ? [0, at + page] : [at - page, 2 * page];
    this.#host.requestUpdate();
  }

  older(): void {
    this.#move(Math.max(0, this.#coming) + page);
  }

  newer(): void {
    this.#move(Math.min(0, this.#coming) - page);
  }

  /** By slices, each in a separate task. */
  #move(by: number): void {
    clearTimeout(this.#timer);
    if (by === 0) return;
    const step = Math.sign(by) * slice;
    if (step > 0 && this.#count < most) this.#count += step;
    else this.#from = Math.max(0, this.#from + step);
    this.#coming = by - step;
    this.#timer = setTimeout(() => this.#move(this.#coming));
    this.#host.requestUpdate();
  }

  play(id: string | undefined): void {
    this.#playing = id;
    this.redraw();
  }

  outputOf(task: VideoTask): number {
    return Math.min(this.#notes.get(task.id)?.output ?? 0, Math.max(0, task.outputs.length - 1));
  }

  chooseOutput(id: string, at: number): void {
    this.#note(id).output = at;
    this.play(undefined);
  }

  isBroken(id: string, url: string): boolean {
    return this.#notes.get(id)?.broken.has(url) === true;
  }

  markBroken(id: string, url: string): void {
    this.#note(id).broken.add(url);
    this.redraw();
  }

  /** What came of something one asked of a task here. */
  told(id: string): Told | undefined {
    return this.#notes.get(id)?.told;
  }

  tell(id: string, text: string | undefined, isTrouble = true): void {
    this.#note(id).told = text === undefined ? undefined : { text, isTrouble };
    this.redraw();
  }

  /** As at first; what was about to be removed is not removed from another user's tasks. */
  clear(): void {
    for (const timer of this.#removing.values()) clearTimeout(timer);
    this.#removing.clear();
    this.#playing = this.#copied = undefined;
    this.history = false;
    this.filter({ search: '', show: 'all', model: undefined, organized: undefined });
  }

  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void {
    for (const id of this.#notes.keys()) if (isGone(id)) this.#notes.delete(id);
  }

  #note(id: string): Note {
    const note = this.#notes.get(id) ?? { output: 0, broken: new Set(), told: undefined };
    this.#notes.set(id, note);
    return note;
  }

  /** Its link was copied just now. */
  isCopied(id: string): boolean {
    return this.#copied === id;
  }

  markCopied(id: string): void {
    this.#copied = id;
    this.redraw();
    setTimeout(() => {
      if (this.#copied !== id) return;
      this.#copied = undefined;
      this.redraw();
    }, copiedMs);
  }

  isRemoving(id: string): boolean {
    return this.#removing.has(id);
  }

  /** Hides it now, removes it when the time to undo has passed. */
  remove(id: string): void {
    if (this.#removing.has(id)) return;
    this.#removing.set(id, this.#removeLater(id));
    if (this.#playing === id) this.#playing = undefined;
    this.redraw();
  }

  undo(id: string): void {
    clearTimeout(this.#removing.get(id));
    this.#removing.delete(id);
    this.redraw();
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
    for (const id of Array.from(this.#removing.keys())) this.#finish(id);
  };
}
