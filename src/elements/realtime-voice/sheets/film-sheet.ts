// A conversation saved as a captioned video, made on the device: what it is called, how it looks, how far it is. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { FilmTheme } from '../../../core/editing/film-job.js';
import { isVoxreelError } from '../../../core/errors.js';
import { firstWords } from '../../../core/realtime/history/conversation-summary.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';
import { transcript } from '../../../core/store/transcript.js';
import { fill } from '../../shared/strings.js';
import { conversationWords } from '../conversation-words.js';
import { voiceWords } from '../voice-words.js';
import type { VoiceElement } from '../voice-element.js';
import { filmStyles } from './film-sheet.styles.js';
import { filmWords, type FilmWords } from './film-words.js';
import { saveBlob } from './save-file.js';
import { sheetFrame } from './sheet-frame.js';
import type { Sheet, SheetHost } from './sheet.js';

/** It changes with the conversation. */
export interface Filmed {
  readonly session: Pick<RealtimeSession, 'exportVideo' | 'openedAt' | 'store'> | undefined;
}

interface Work {
  readonly stop: AbortController;
  readonly done: number;
}

export const createFilmSheet = (host: SheetHost, element: VoiceElement, filmed: Filmed): Sheet => new FilmSheet(host, element, filmed);

class FilmSheet implements Sheet {
  readonly styles = filmStyles;
  readonly #host: SheetHost;
  readonly #element: VoiceElement;
  readonly #filmed: Filmed;
  #title: string;
  #theme: FilmTheme;
  /** Of the page: where the video looks the same, it has the page's own color too. */
  readonly #pageTheme: FilmTheme;
  /** What is being made, and how far it is. */
  #work: Work | undefined;
  #said = '';
  #problem = '';

  constructor(host: SheetHost, element: VoiceElement, filmed: Filmed) {
    this.#host = host;
    this.#element = element;
    this.#filmed = filmed;
    this.#theme = this.#pageTheme = themeOf(element);
    const { session } = filmed;
    const said = session === undefined ? [] : transcript(session.store.get()).filter(({ type, text }) => type === 'message' && text !== '');
    this.#title = firstWords((said.find(({ role }) => role === 'user') ?? said[0])?.text ?? '');
  }

  close(): void {
    this.#work?.stop.abort();
  }

  render(): TemplateResult {
    const words = this.#words;
    const body = html`<form
      class="film"
      @submit=${(event: Event) => {
        event.preventDefault();
        if (this.#work === undefined) void this.#make(event.currentTarget);
        else this.#work.stop.abort();
      }}
    >
      <label class="field">
        <span class="label">${words.title}</span>
        <input
          class="input"
          name="title"
          dir="auto"
          maxlength="120"
          .value=${live(this.#title)}
          @input=${({ currentTarget }: Event) => (this.#title = (currentTarget as HTMLInputElement).value)}
        />
        <span class="hint">${words.titleHint}</span>
      </label>
      <label class="field">
        <span class="label">${words.look}</span>
        <select class="input" name="theme" @change=${({ currentTarget }: Event) => (this.#theme = themeNamed(currentTarget))}>
          <option value="light" ?selected=${this.#theme === 'light'}>${words.light}</option>
          <option value="dark" ?selected=${this.#theme === 'dark'}>${words.dark}</option>
        </select>
      </label>
      <p>${words.note}</p>
      <span class="accent" hidden></span>
      ${this.#problem === '' ? nothing : html`<p class="bad">${this.#problem}</p>`}
      ${this.#said === '' ? nothing : html`<p>${this.#said}</p>`} ${this.#keysView(words)}
    </form>`;
    return sheetFrame(words.film, voiceWords.wordsFor(this.#host.language).close, this.#host.close, body);
  }

  /** One button, so that the focus stays where it is. */
  #keysView({ make, cancel, progress }: FilmWords): TemplateResult {
    const work = this.#work;
    return html`<div class="keys">
      <button class=${work === undefined ? 'button primary' : 'button'}>${work === undefined ? make : cancel}</button>
      ${work === undefined ? nothing : html`<progress aria-label=${progress} max="1" .value=${work.done}></progress>`}
    </div>`;
  }

  get #words(): FilmWords {
    return filmWords.wordsFor(this.#host.language);
  }

  async #make(form: EventTarget | null): Promise<void> {
    const words = this.#words;
    const { session } = this.#filmed;
    if (typeof VideoEncoder === 'undefined') return this.#tell({ problem: words.cannotMake });
    if (session === undefined) return this.#tell({ problem: words.noSound });
    const stop = new AbortController();
    const { signal } = stop;
    const onProgress = (done: number) => {
      if (!signal.aborted) this.#show({ stop, done });
    };
    this.#tell({});
    onProgress(0);
    this.#host.say(words.making);
    try {
      const file = await session.exportVideo({ ...this.#look(session, form), signal, onProgress });
      if (!signal.aborted) this.#tell({ said: fill(words.saved, { name: saveBlob(file, file.type.includes('webm') ? 'webm' : 'mp4') }) });
    } catch (cause) {
      this.#tell(signal.aborted ? { said: words.cancelled } : { problem: problemIn(cause, words) });
    }
    this.#show(undefined);
  }

  #look({ openedAt = Date.now() }: NonNullable<Filmed['session']>, form: EventTarget | null) {
    const { language } = this.#host;
    const { you: user, assistant } = conversationWords.wordsFor(language);
    const accent = form instanceof Element ? form.querySelector('.accent') : null;
    return {
      title: this.#title.trim(),
      subtitle: new Intl.DateTimeFormat(language.tag, { dateStyle: 'long' }).format(openedAt),
      names: { user, assistant },
      theme: this.#theme,
      model: this.#element.model,
      ...(accent !== null && this.#theme === this.#pageTheme && { accent: getComputedStyle(accent).color }),
    };
  }

  #show(work: Work | undefined): void {
    this.#work = work;
    this.#host.requestUpdate();
  }

  #tell({ said = '', problem = '' }: { readonly said?: string; readonly problem?: string }): void {
    this.#said = said;
    this.#problem = problem;
    if (said !== '' || problem !== '') this.#host.say(said || problem);
    this.#host.requestUpdate();
  }
}

function problemIn(cause: unknown, words: FilmWords): string {
  if (!isVoxreelError(cause)) return words.failed;
  if (cause.param === 'record') return words.noSound;
  if (cause.param === 'lines') return words.noLines;
  return cause.code === 'unsupported' ? words.cannotMake : words.failed;
}

const themeNamed = (field: EventTarget | null): FilmTheme =>
  field instanceof HTMLSelectElement && field.value === 'dark' ? 'dark' : 'light';

/** Light words are on something dark. */
function themeOf(element: Element): FilmTheme {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (pen === null) return 'light';
  pen.fillStyle = getComputedStyle(element).color;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 127 ? 'dark' : 'light';
}
