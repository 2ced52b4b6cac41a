// What opens over the gallery, the full view and the comparison, and which result waits to be compared. Their code comes when they are wanted.
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import { LazyController } from '../../shared/lazy-controller.js';
import type { Language } from '../../shared/strings.js';
import type * as CompareModule from './compare.js';
import type { Compare } from './compare.js';
import type * as EditorModule from '../editor/editor.js';
import type { Editor } from '../editor/editor.js';
import type { GalleryController } from '../gallery/gallery-controller.js';
import type { GalleryContext } from '../gallery/gallery-context.js';
import type { KeptFiles, Screen } from '../gallery/kept-files.js';
import type { NextFrames } from '../gallery/next-frames.js';
import type { Result } from './result.js';
import type * as TransportModule from './transport.js';
import type { Transport } from './transport.js';
import type * as ViewerModule from './viewer.js';
import type { Viewer } from './viewer.js';

interface Host {
  readonly element: ReactiveControllerHost & HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment };
  readonly files: KeptFiles;
  readonly state: GalleryController;
  readonly frames: NextFrames;
  takesLastFrame(): boolean;
  language(): Language;
  formats(): Formats;
  tasks(): readonly VideoTask[];
  focus(...selectors: readonly string[]): void;
}

type Chosen = Pick<Result, 'at'> & { readonly id: string };

export class Stages implements ReactiveController {
  readonly #host: Host;
  readonly #transports: LazyController<typeof TransportModule>;
  readonly #viewers: LazyController<typeof ViewerModule>;
  readonly #compares: LazyController<typeof CompareModule>;
  readonly #editors: LazyController<typeof EditorModule>;
  #viewer: Viewer | undefined;
  #compare: Compare | undefined;
  #editor: Editor | undefined;
  #chosen: Chosen | undefined;
  #opened: HTMLDialogElement | undefined;

  constructor(host: Host) {
    this.#host = host;
    const { element } = host;
    this.#transports = new LazyController(element, () => import('./transport.js'));
    this.#viewers = new LazyController(element, () => import('./viewer.js'));
    this.#compares = new LazyController(element, () => import('./compare.js'));
    this.#editors = new LazyController(element, () => import('../editor/editor.js'));
    element.addController(this);
  }

  hostUpdated(): void {
    const dialog = this.#host.element.renderRoot.querySelector<HTMLDialogElement>('dialog.full');
    // One that was closed is still there until its event has come.
    if (dialog === null || dialog === this.#opened || !dialog.isConnected) return;
    this.#opened = dialog;
    dialog.showModal();
    // Not its first button: who hears it hears what it is.
    dialog.focus();
  }

  hostDisconnected(): void {
    this.close();
  }

  close(): void {
    this.#viewer?.close();
    this.#compare?.clear();
    this.#editor?.close();
  }

  /** What stands over the gallery, and the line that asks for a second one to compare. */
  view(context: GalleryContext): TemplateResult {
    return html`${this.#viewer?.view(context) ?? nothing} ${this.#compare?.view(context) ?? nothing}
    ${this.#editor?.view(context) ?? nothing}`;
  }

  /** The result that waits for another. */
  isChosen(id: string, at: number): boolean {
    return this.#chosen?.id === id && this.#chosen.at === at;
  }

  get isChoosing(): boolean {
    return this.#chosen !== undefined;
  }

  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void {
    if (this.#chosen !== undefined && isGone(this.#chosen.id)) this.#chosen = undefined;
  }

  /** Heard inside what is open. */
  say(text: string): void {
    this.#viewer?.say(text);
  }

  async open(result: Result): Promise<void> {
    const module = await this.#viewers.load();
    if (module === undefined) return;
    this.#host.state.play(undefined);
    this.#viewer ??= new module.Viewer(await this.#stageHost(), (last) => this.#return(last, 'view'), this.#edit);
    this.#viewer.open(result);
  }

  readonly #edit = async (clips: readonly Result[]): Promise<void> => {
    const module = await this.#editors.load();
    if (module === undefined) return;
    this.#editor ??= new module.Editor(await this.#stageHost(), (last) => this.#return(last, 'view'));
    this.#editor.open(clips);
  };

  /** The first is chosen, the second opens both; the same one again is chosen no more. */
  async choose({ task, at }: Result): Promise<void> {
    const first = this.#chosen;
    const same = this.isChosen(task.id, at);
    this.#chosen = same || first !== undefined ? undefined : { id: task.id, at };
    this.#host.state.redraw();
    if (first === undefined || same) return void this.#compares.load();
    const before = this.#host.tasks().find(({ id }) => id === first.id);
    const module = await this.#compares.load();
    if (module === undefined || before?.outputs[first.at] === undefined) return;
    await this.#openCompare(module, [
      { task: before, at: first.at },
      { task, at },
    ]);
  }

  /** Two or more at once. */
  async compare(results: readonly Result[]): Promise<void> {
    const module = await this.#compares.load();
    if (module !== undefined && results.length > 1) await this.#openCompare(module, results);
  }

  async #openCompare(module: typeof CompareModule, results: readonly Result[]): Promise<void> {
    this.#host.state.play(undefined);
    this.#compare ??= new module.Compare(await this.#stageHost(), (first) => this.#return(first, 'compare'));
    this.#compare.open(results);
  }

  stopChoosing(): void {
    const chosen = this.#chosen;
    this.#chosen = undefined;
    this.#host.state.redraw();
    if (chosen) this.#host.focus(`[data-id="${CSS.escape(chosen.id)}"] [data-act="compare"]`);
  }

  /** The controls of a card whose screen brings none. */
  async controlsFor({ player, frameS = 1 / 24 }: Screen): Promise<Transport | undefined> {
    const module = await this.#transports.load();
    const { formats, language } = this.#host;
    return module && new module.Transport({ player, frameS, words: () => module.videoPlayingWords.wordsFor(language()), formats });
  }

  async #stageHost() {
    const { element, files, state, frames, takesLastFrame, formats, language } = this.#host;
    const { videoPlayingWords } = await import('./playing-words.js');
    return { element, files, state, frames, takesLastFrame, formats, language, playingWords: () => videoPlayingWords.wordsFor(language()) };
  }

  /** To the card of what was seen last, where one came from. */
  #return({ task }: Result, act: string): void {
    const { state, tasks, focus } = this.#host;
    const card = `[data-id="${CSS.escape(task.id)}"]`;
    if (!tasks().some(({ id }) => id === task.id)) return;
    state.reveal(task.id, tasks());
    focus(`${card} [data-act="${act}"]`, card);
  }
}
