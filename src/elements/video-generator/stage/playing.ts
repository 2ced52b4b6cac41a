// What plays in the cards: one at a time, without sound where one points or goes by keys, with sound and controls where one asked.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { savesData } from '../../../core/saves-data.js';
import type { TaskOutput } from '../../../core/store/tasks-state.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { GalleryController } from '../gallery/gallery-controller.js';
import type { KeptFiles, Screen } from '../gallery/kept-files.js';

export interface Playing {
  readonly id: string;
  readonly at: number;
  /** Asked for: with sound and controls, until another is. */
  readonly sound: boolean;
  /** Undefined until it is there. */
  readonly screen: Screen | undefined;
  /** Our controls, for what has none. */
  readonly controls: Element | undefined;
}

type Host = ReactiveControllerHost & HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment };

/** Undefined where their code did not come. */
type ControlsFor = (screen: Screen) => Promise<{ readonly element: Element; close(): void } | undefined>;

/** Long enough to pass over a card on the way to another. */
const pauseMs = 120;

const mayPreview = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches && !savesData();

export class PlayingController implements ReactiveController {
  readonly #host: Host;
  readonly #state: GalleryController;
  readonly #files: KeptFiles;
  readonly #controlsFor: ControlsFor;
  #playing: Playing | undefined;
  #over = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host, state: GalleryController, files: KeptFiles, controlsFor: ControlsFor) {
    this.#host = host;
    this.#state = state;
    this.#files = files;
    this.#controlsFor = controlsFor;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** What left the page, was removed, lies under a dialog, or was told to stop, stops. */
  hostUpdated(): void {
    const playing = this.#playing;
    if (playing === undefined) return;
    const { renderRoot } = this.#host;
    const gone = playing.screen !== undefined && !renderRoot.contains(playing.screen.element);
    const under = !playing.sound && renderRoot.querySelector('dialog[open]') !== null;
    if (gone || under || (playing.sound && this.#state.playing !== playing.id)) this.stop();
  }

  of(id: string, at: number): Playing | undefined {
    return this.#playing?.id === id && this.#playing.at === at ? this.#playing : undefined;
  }

  /** Somebody points at it, or came to it by keys. */
  preview(task: VideoTask, at: number): void {
    const output = task.outputs[at];
    if (output === undefined || this.#playing?.sound === true || this.of(task.id, at) !== undefined || !mayPreview()) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#play(task.id, at, output, false), pauseMs);
  }

  /** The pointer has left it. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.#playing?.sound === false) this.stop();
  }

  /** With sound and controls. */
  async start(task: VideoTask, at: number): Promise<void> {
    const output = task.outputs[at];
    if (output === undefined) return;
    this.#state.play(task.id);
    await this.#play(task.id, at, output, true);
  }

  stop(): void {
    clearTimeout(this.#timer);
    const playing = this.#playing;
    if (playing === undefined) return;
    this.#playing = undefined;
    this.#over.abort();
    this.#over = new AbortController();
    const { screen } = playing;
    if (screen !== undefined && !screen.player.paused) screen.player.pause();
    if (playing.sound && this.#state.playing === playing.id) this.#state.play(undefined);
    this.#state.redraw();
  }

  async #play(id: string, at: number, output: TaskOutput, sound: boolean): Promise<void> {
    clearTimeout(this.#timer);
    const before = this.of(id, at);
    if (before === undefined) this.#stopOther();
    const { signal } = this.#over;
    const isOver = () => signal.aborted || this.#playing?.id !== id || this.#playing.sound !== sound;
    this.#set({ id, at, sound, screen: before?.screen, controls: before?.controls });
    const screen = before?.screen ?? (await this.#files.open(id, at, output, signal));
    if (isOver()) return;
    if (screen === undefined) return this.stop();
    const controls = sound && screen.element instanceof HTMLCanvasElement ? await this.#controlled(screen, signal) : undefined;
    if (isOver()) return;
    screen.player.muted = !sound;
    screen.player.loop = true;
    const playing = { id, at, sound, screen, controls };
    if (before?.screen === undefined) this.#watch(playing, output, screen, signal);
    this.#set(playing);
    await this.#host.updateComplete;
    if (isOver()) return;
    if (sound) focusIn(controls ?? screen.element);
    await screen.player.play().catch(() => {
      // What cannot be played says why by an event. Firefox sends it after this: stopped now, it would never come.
      if (!isOver() && !hasFailed(screen)) this.stop();
    });
  }

  #stopOther(): void {
    const wanted = this.#state.playing;
    this.stop();
    if (wanted !== undefined) this.#state.play(wanted);
  }

  #set(playing: Playing): void {
    this.#playing = playing;
    this.#state.redraw();
  }

  /** A link that cannot be played is broken: its card says so. Where nothing here plays the kept file its link may do. */
  #watch({ id, at, sound }: Playing, output: TaskOutput, { element, player }: Screen, signal: AbortSignal): void {
    const failed = () => {
      if (signal.aborted) return;
      if (element.getAttribute('src') === output.url) return this.#state.markBroken(id, output.url);
      // Only a kept file that cannot be played here has a link to fall back on.
      if (this.#files.playable(id, at)) return;
      this.stop();
      if (sound) this.#state.play(id);
      void this.#play(id, at, output, sound);
    };
    player.addEventListener('error', failed, { signal });
  }

  async #controlled(screen: Screen, signal: AbortSignal): Promise<Element | undefined> {
    const controls = await this.#controlsFor(screen);
    if (signal.aborted) controls?.close();
    else signal.addEventListener('abort', () => controls?.close(), { once: true });
    return controls?.element;
  }
}

const hasFailed = ({ element }: Screen): boolean => element instanceof HTMLVideoElement && element.error !== null;

function focusIn(element: Element): void {
  const target = element.querySelector<HTMLElement>('button') ?? element;
  if (target instanceof HTMLElement) target.focus();
}
