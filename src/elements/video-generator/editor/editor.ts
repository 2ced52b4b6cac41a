// The editor of a clip, or of a chain of clips joined to one: a preview, what can be set, and the file that comes of it.
import { html, nothing, type TemplateResult } from 'lit';

import type { EditingOptions } from '../../../core/editing/edit.js';
import { startEdit, startJoin } from '../../../core/editing/start-job.js';
import { isVoxreelError } from '../../../core/errors.js';
import { downloadName } from '../../../core/video/files/download-name.js';
import { outputKey } from '../../../core/video/files/result-keys.js';
import { closeIcon } from '../../shared/icons.js';
import { fill, type Language } from '../../shared/strings.js';
import { drawn } from '../../shared/drawn.js';
import type { GalleryContext } from '../gallery/gallery-context.js';
import type { Screen } from '../gallery/kept-files.js';
import { saveAs } from '../gallery/save-as.js';
import { checks } from '../../shared/checks.styles.js';
import { progressBar } from '../../shared/progress.styles.js';
import { dialogStyles } from '../stage/dialog.styles.js';
import { frameKeysView, type Moment } from '../stage/frame-keys.js';
import { lengthOf, type Clip, type Result } from '../stage/result.js';
import { usualFrameS, type StageHost } from '../stage/stage.js';
import { styles as transportStyles, Transport } from '../stage/transport.js';
import { formView } from './editor-form.js';
import { editOf, problemIn, type EditorSettings } from './editor-settings.js';
import { videoEditorWords, type VideoEditorWords } from './editor-words.js';
import { editorStyles } from './editor.styles.js';

export const styles = [...transportStyles, dialogStyles, checks, progressBar, editorStyles];

interface EditorHost extends StageHost {
  language(): Language;
}

/** The one file that is edited, on its screen. */
interface Opened {
  readonly source: Blob;
  readonly screen: Screen;
  readonly transport: Transport;
  readonly frameS: number;
}

const stillPx = 720;
const unset = { startS: 0, endS: 0, shape: '', speed: 1, plays: 1, mute: false, captions: '' } as const;

export class Editor {
  readonly #host: EditorHost;
  readonly #closed: (result: Result) => void;
  #clips: readonly Clip[] = [];
  /** Until it is closed, or other clips are opened. */
  #over = new AbortController();
  #opened: Opened | undefined;
  #settings: EditorSettings = { ...unset, format: 'mp4' };
  /** What is being made, and how far it is. */
  #work: { readonly stop: AbortController; readonly done: number } | undefined;
  /** As it will look, with crop and captions: shown while nothing plays. */
  #still: Blob | undefined;
  #looking = new AbortController();
  #said = '';
  #problem = '';

  /** `closed`: with the clip it was opened from. */
  constructor(host: EditorHost, closed: (result: Result) => void) {
    this.#host = host;
    this.#closed = closed;
  }

  /** Several are joined first, and then edited as one. */
  open(clips: readonly Clip[]): void {
    this.close();
    this.#clips = clips;
    this.#draw();
    void this.#begin(clips, this.#over.signal);
  }

  close(): void {
    this.#over.abort();
    this.#looking.abort();
    this.#over = new AbortController();
    this.#opened?.transport.close();
    this.#opened = this.#still = this.#work = undefined;
    this.#clips = [];
    this.#said = this.#problem = '';
    this.#draw();
  }

  view({ formats }: GalleryContext): TemplateResult | typeof nothing {
    const result = this.#clips.at(-1);
    if (result === undefined) return nothing;
    const words = this.#words();
    const { length } = this.#clips;
    const title = length === 1 ? words.title : fill(words.chainTitle, { count: formats.number(length) });
    const { close } = this.#host.playingWords();
    const leave = () => {
      this.close();
      this.#closed(result);
    };
    return html`<dialog class="full editor" part="editor" tabindex="-1" aria-label=${title} @close=${leave}>
      <div class="top">
        <h2>${title}</h2>
        <button type="button" class="button quiet round" title=${close} aria-label=${close} @click=${closeDialog}>${closeIcon}</button>
      </div>
      <div class="body">
        <div class="stage">
          <div class="screen">${this.#screenView(result, words)}</div>
          ${this.#opened?.transport.element ?? nothing}
        </div>
        <form
          novalidate
          @submit=${(event: Event) => {
            event.preventDefault();
            void this.#save(result);
          }}
        >
          ${this.#opened === undefined ? nothing : this.#formView(this.#opened, formats)}
          ${this.#opened === undefined ? nothing : this.#framesView(this.#opened)}
          <p class="note">${words.note}</p>
          ${this.#keysView(words)}
        </form>
      </div>
    </dialog>`;
  }

  #words(): VideoEditorWords {
    return videoEditorWords.wordsFor(this.#host.language());
  }

  #screenView({ task }: Result, words: VideoEditorWords): TemplateResult {
    if (this.#opened === undefined)
      return this.#problem === ''
        ? html`<p class="opening" role="status">${this.#clips.length === 1 ? words.opening : words.joining}</p>`
        : html``;
    const { element } = this.#opened.screen;
    element.setAttribute('aria-label', task.prompt);
    return html`${element}
    ${this.#still === undefined ? nothing : html`<canvas class="poster" aria-hidden="true" ${drawn(this.#still, stillPx)}></canvas>`}`;
  }

  #formView({ screen, frameS }: Opened, formats: GalleryContext['formats']): TemplateResult {
    return formView({
      settings: this.#settings,
      durationS: screen.player.duration,
      frameS,
      formats,
      words: this.#words(),
      set: (changes) => this.#set(changes),
    });
  }

  #keysView(words: VideoEditorWords): TemplateResult {
    const work = this.#work;
    return html`<p class="bad" role="alert">${this.#problem}</p>
      <p role="status">${this.#said}</p>
      <div class="keys">
        ${
          work === undefined
            ? html`<button class="button primary" ?disabled=${this.#opened === undefined}>${words.save}</button>`
            : html`<progress aria-label=${words.progress} max="1" .value=${work.done}></progress>
                <button type="button" class="button" @click=${() => work.stop.abort()}>${words.cancel}</button>`
        }
      </div>`;
  }

  #framesView({ screen }: Opened): TemplateResult {
    const moment = () => momentIn(this.#clips, screen.player.currentTime);
    return html`<div class="edits">${frameKeysView(this.#host, moment, () => this.close())}</div>`;
  }

  async #begin(clips: readonly Clip[], signal: AbortSignal): Promise<void> {
    const source = await this.#sourceOf(clips, signal).catch((cause: unknown) => {
      if (!signal.aborted) this.#fail(isVoxreelError(cause) ? problemIn(cause, this.#words()) : this.#words().cannotRead);
    });
    const [first] = clips;
    if (source === undefined || first === undefined || signal.aborted) return;
    const { files, playingWords: words, formats } = this.#host;
    const screen = await files.show(source, outputKey(first.task.id, first.at), signal);
    if (screen === undefined) return;
    const { player, frameS = usualFrameS } = screen;
    await lengthKnown(player, signal);
    if (signal.aborted) return;
    if (!Number.isFinite(player.duration)) return this.#fail(this.#words().cannotMake);
    this.#opened = { source, screen, frameS, transport: new Transport({ player, frameS, words, formats, fine: true }) };
    this.#settings = { ...unset, endS: player.duration, format: source.type.includes('webm') ? 'webm' : 'mp4' };
    player.addEventListener('timeupdate', () => this.#stayWithin(player), { signal });
    for (const name of ['pause', 'seeked']) player.addEventListener(name, () => void this.#look(), { signal });
    player.addEventListener('play', () => this.#hideStill(), { signal });
    this.#draw();
  }

  async #sourceOf(clips: readonly Clip[], signal: AbortSignal): Promise<Blob> {
    const read = async ({ task, at, endS }: Clip) => {
      const output = task.outputs[at];
      if (output === undefined) throw new TypeError('There is no such video.');
      const file = await this.#host.files.read(task.id, at, output, signal);
      return endS === undefined ? file : startEdit(file, { trim: { endS } }, { signal });
    };
    const sources = await Promise.all(clips.map(read));
    const [only] = sources;
    return only !== undefined && sources.length === 1 ? only : startJoin(sources, { ...this.#origin(), signal });
  }

  #origin(): Pick<EditingOptions, 'model' | 'createdAt'> {
    const task = this.#clips.at(-1)?.task;
    return { model: task?.model, createdAt: task?.endedAt ?? task?.createdAt };
  }

  #set(changes: Partial<EditorSettings>): void {
    const player = this.#opened?.screen.player;
    this.#settings = { ...this.#settings, ...changes };
    this.#said = this.#problem = '';
    const { startS, endS } = this.#settings;
    if (player !== undefined && (changes.startS !== undefined || changes.endS !== undefined)) {
      player.pause();
      player.currentTime = changes.startS === undefined ? Math.max(startS, endS - (this.#opened?.frameS ?? 0)) : startS;
    }
    if (player !== undefined && changes.speed !== undefined) player.playbackRate = changes.speed;
    this.#draw();
    void this.#look();
  }

  /** What plays stays in what is left of it. */
  #stayWithin(player: Screen['player']): void {
    const { startS, endS } = this.#settings;
    if (!player.paused && (player.currentTime >= endS || player.currentTime < startS - usualFrameS)) player.currentTime = startS;
  }

  /** Draws the moment as it will look, where that is not how it looks anyway. */
  async #look(): Promise<void> {
    this.#hideStill();
    const [opened, settings] = [this.#opened, this.#settings];
    if (opened === undefined || !opened.screen.player.paused || (settings.shape === '' && settings.captions.trim() === '')) return;
    this.#looking = new AbortController();
    const { signal } = this.#looking;
    const { duration, currentTime } = opened.screen.player;
    const edit = { ...editOf(settings, duration, currentTime), format: 'png', maxWidth: 960 } as const;
    const still = await startEdit(opened.source, edit, { signal }).catch((cause: unknown) => {
      if (!signal.aborted) this.#fail(problemIn(cause, this.#words()));
    });
    if (still === undefined || signal.aborted) return;
    this.#still = still;
    this.#draw();
  }

  #hideStill(): void {
    this.#looking.abort();
    if (this.#still === undefined) return;
    this.#still = undefined;
    this.#draw();
  }

  async #save({ task, at }: Result): Promise<void> {
    const opened = this.#opened;
    if (opened === undefined || this.#work !== undefined) return;
    const words = this.#words();
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.#over.signal]);
    const tell = (done: number) => {
      if (signal.aborted) return;
      this.#work = { stop, done };
      this.#draw();
    };
    this.#said = this.#problem = '';
    tell(0);
    const edit = editOf(this.#settings, opened.screen.player.duration, opened.screen.player.currentTime);
    try {
      const file = await startEdit(opened.source, edit, { ...this.#origin(), signal, onProgress: tell });
      const name = `${downloadName(task, at).replace(/\.\w+$/, '')}.${String(edit.format)}`;
      saveAs(name, file);
      this.#said = fill(words.saved, { name });
    } catch (cause) {
      if (stop.signal.aborted) this.#said = words.cancelled;
      else if (!signal.aborted) this.#problem = problemIn(cause, words);
    }
    if (this.#opened === opened) this.#work = undefined;
    this.#draw();
  }

  #fail(problem: string): void {
    this.#problem = problem;
    this.#draw();
  }

  #draw(): void {
    this.#host.element.requestUpdate();
  }
}

/** Where this moment of the clips as one is. */
function momentIn(clips: readonly Clip[], atS: number): Moment {
  let startS = 0;
  for (const result of clips.slice(0, -1)) {
    const length = lengthOf(result) ?? 0;
    if (atS < startS + length) return { result, atS: atS - startS };
    startS += length;
  }
  const [last] = clips.slice(-1);
  if (last === undefined) throw new TypeError('There is no clip.');
  return { result: last, atS: atS - startS };
}

function lengthKnown(player: Screen['player'], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (Number.isFinite(player.duration)) return resolve();
    for (const name of ['loadedmetadata', 'error']) player.addEventListener(name, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function closeDialog({ currentTarget }: Event): void {
  if (currentTarget instanceof Element) currentTarget.closest('dialog')?.close();
}
