// The button in the full view that is held to say what should change, what it says meanwhile, and the draft that comes of it.
import { html, nothing, type TemplateResult } from 'lit';

import { microphoneIcon } from '../../shared/icons.js';
import { fill } from '../../shared/strings.js';
import { differenceView } from '../composer/help/difference-view.js';
import { videoHelpWords } from '../composer/help/help-words.js';
import { textDifference } from '../composer/help/text-difference.js';
import type { GalleryContext } from '../gallery/gallery-context.js';
import type { Moment } from '../stage/frame-keys.js';
import type { StageHost } from '../stage/stage.js';
import { HoldButton } from './hold-button.js';
import { noteBoardOf, type DraftedRevision } from './note-board.js';
import { noteStyles } from './note.styles.js';
import { voiceFor, watchVoices } from './note-voice.js';
import { SpokenNotes, type NoteState } from './spoken-notes.js';

export const styles = [noteStyles];

export interface NoteKeyActions {
  /** The video stands still while one speaks of it. */
  stop(): void;
  /** Read to those who hear the page. */
  say(text: string): void;
  /** Closes what stands over the form. */
  leave(): void;
}

export class NoteKey {
  readonly #host: StageHost;
  readonly #actions: NoteKeyActions;
  readonly #notes: SpokenNotes;
  readonly #button: HoldButton;
  #context: GalleryContext | undefined;
  #moment: (() => Moment) | undefined;
  #unwatch: (() => void) | undefined;

  constructor(host: StageHost, actions: NoteKeyActions) {
    this.#host = host;
    this.#actions = actions;
    this.#notes = new SpokenNotes(noteBoardOf(host.element), (state) => this.#changed(state));
    this.#button = new HoldButton({
      isHeld: () => this.#notes.held,
      start: () => this.#start(),
      stop: () => void this.#notes.release(),
    });
  }

  /** A note is being spoken: keys that lead elsewhere wait. */
  get held(): boolean {
    return this.#notes.held;
  }

  cancel(): void {
    this.#notes.cancel();
  }

  /** From now on it is there while a voice is. */
  open(): void {
    this.#notes.close();
    this.#unwatch ??= watchVoices(this.#host.element, this.#voicesChanged);
    document.addEventListener('visibilitychange', this.#hidden);
  }

  close(): void {
    this.#notes.close();
    this.#unwatch?.();
    this.#unwatch = undefined;
    document.removeEventListener('visibilitychange', this.#hidden);
  }

  /** `moment`: what is shown when it is pressed. */
  view(context: GalleryContext, moment: () => Moment): TemplateResult | typeof nothing {
    this.#context = context;
    this.#moment = moment;
    if (voiceFor(this.#host.element) === undefined) return nothing;
    const words = this.#host.playingWords();
    const { state } = this.#notes;
    const { onPointerDown, onPointerEnd, onKeyDown, onKeyUp, onClick, onBlur } = this.#button;
    return html`<div class="note-key">
      <button
        type="button"
        class="button"
        data-act="note"
        aria-pressed=${this.held}
        @pointerdown=${onPointerDown}
        @pointerup=${onPointerEnd}
        @pointercancel=${onPointerEnd}
        @lostpointercapture=${onPointerEnd}
        @keydown=${onKeyDown}
        @keyup=${onKeyUp}
        @click=${onClick}
        @blur=${onBlur}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        ${microphoneIcon}${words.noteHold}
      </button>
      ${state.step === 'drafted' ? this.#draftView(state.revision, context) : this.#lineView(state)}
    </div>`;
  }

  #lineView(state: NoteState): TemplateResult | typeof nothing {
    const line = this.#lineOf(state);
    const isAnswer = state.step === 'answered';
    return line === '' ? nothing : html`<p class=${isAnswer ? '' : 'hint'} dir=${isAnswer ? 'auto' : nothing}>${line}</p>`;
  }

  #lineOf(state: NoteState): string {
    const words = this.#host.playingWords();
    if (state.step === 'ended') return words[state.why];
    if (state.step === 'answered') return state.answer;
    if (state.step === 'drafted') return [this.#context?.words.orderRevise, state.revision.change].filter(Boolean).join(': ');
    if (state.step === 'connecting') return words.noteConnecting;
    if (state.step === 'listening') return words.noteListening;
    return state.step === 'waiting' ? words.noteWaiting : '';
  }

  #draftView(revision: DraftedRevision, { words, formats }: GalleryContext): TemplateResult {
    const { draft, from, change } = revision;
    const isSame = draft.prompt === from.prompt;
    const { model, duration, width, height } = draft;
    const before = from.draft;
    const facts = [
      model === before.model ? '' : model,
      duration === before.duration || duration === undefined ? '' : formats.seconds(duration),
      width === undefined || height === undefined || (width === before.width && height === before.height)
        ? ''
        : `${formats.number(width)}\u2009\u00d7\u2009${formats.number(height)}`,
    ].filter((fact) => fact !== '');
    const open = () => {
      this.#actions.leave();
      revision.open();
    };
    return html`<div class="note-draft" role="group" aria-label=${words.orderRevise}>
      <h3>${words.orderRevise}</h3>
      ${change === '' ? nothing : html`<p dir="auto">${change}</p>`}
      ${isSame ? nothing : html`<p class="difference" dir="auto">${differenceView(textDifference(from.prompt, draft.prompt), this.#helpWords)}</p>`}
      ${facts.length === 0 ? nothing : html`<p class="tabular"><bdi>${facts.join(' \u00b7 ')}</bdi></p>`}
      <button type="button" class="button primary" data-act="open-draft" @click=${open}>${this.#host.playingWords().noteOpen}</button>
    </div>`;
  }

  get #helpWords() {
    return videoHelpWords.wordsFor(this.#host.language());
  }

  #start(): void {
    const voice = voiceFor(this.#host.element);
    if (voice === undefined || this.#context === undefined || this.#moment === undefined) return;
    this.#actions.stop();
    const { result, atS } = this.#moment();
    const { formats, words } = this.#context;
    const { task, at } = result;
    const seed = task.outputs[at]?.seed ?? task.seed;
    const text = fill(this.#host.playingWords().noteText, {
      id: task.id,
      time: formats.seconds(Math.round(atS * 10) / 10),
      prompt: task.prompt,
    });
    void this.#notes.begin(voice, {
      video: task.id,
      text: seed === undefined ? text : `${text} ${words.seed}: ${seed}`,
      frame: this.#host.frames.read(result, atS).catch(() => undefined),
    });
  }

  #changed(state: NoteState): void {
    this.#actions.say(this.#lineOf(state));
  }

  readonly #voicesChanged = (): void => {
    // The one that listens may be gone.
    if (voiceFor(this.#host.element) === undefined) this.#notes.cancel('noteLost');
    this.#host.element.requestUpdate();
  };

  readonly #hidden = (): void => {
    if (document.visibilityState === 'hidden') this.#notes.cancel();
  };
}
