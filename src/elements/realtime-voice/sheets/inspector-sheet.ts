// The inspector: every event in and out, a filter, and a step back and forth through what the conversation was after each. Also of a
// recording from a file, which can be played in the element. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import { createScrubber } from '../../../base/scrubber.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';
import { chevronIcon } from '../../shared/icons.js';
import { fill, fillCount, type Language } from '../../shared/strings.js';
import { createEventFilter } from './event-filter.js';
import type { InspectorLog, InspectedEvent, InspectedLog } from './inspector-log.js';
import { createEventRows, placeOf } from './event-rows.js';
import { inspectorStyles } from './inspector-sheet.styles.js';
import { stateView } from './inspector-state.js';
import { inspectorWords, type InspectorWords } from './inspector-words.js';
import { jsonOf } from './json-text.js';
import { mergedLog } from './merged-log.js';
import { openButton, type OpenedFile } from './open-file.js';
import { showVideos } from './recorded-videos.js';
import { readRecording, type Recording } from './recording.js';
import type { RecordingPlayer } from './recording-player.js';
import { mimeTypes, saveBlob } from './save-file.js';
import { sheetFrame } from './sheet-frame.js';
import type { Sheet, SheetHost } from './sheet.js';
import type { NamedVideos } from '../named-videos.js';
import { videosView } from './videos-view.js';
import { voiceWords } from '../voice-words.js';

const none: InspectedLog = { events: [], stateAfter: () => undefined, videosAfter: () => undefined };
const speeds = [1, 4] as const;
const longestDetail = 20_000;
/** Of lines that could not be read: so many are named, and so many shown. */
const namedLines = 20;
const shownLines = 200;

/** What is inspected: the first two change with the conversation. */
export interface Inspected {
  readonly session: Pick<RealtimeSession, 'export'> | undefined;
  /** Undefined until events are kept. */
  readonly log: InspectorLog | undefined;
  readonly player: RecordingPlayer;
  readonly videos: NamedVideos;
}

export const createInspectorSheet = (host: SheetHost, inspected: Inspected): Sheet => new InspectorSheet(host, inspected);

class InspectorSheet implements Sheet {
  readonly styles = inspectorStyles;
  readonly #host: SheetHost;
  readonly #inspected: Inspected;
  readonly #filter = createEventFilter();
  readonly #rows = createEventRows();
  readonly #scrubber = createScrubber();
  /** Undefined: the newest. */
  #selected: InspectedEvent | undefined;
  /** From a file, in place of the conversation. */
  #recording: Recording | undefined;
  #problem: string | undefined;

  constructor(host: SheetHost, inspected: Inspected) {
    this.#host = host;
    this.#inspected = inspected;
    this.#recording = inspected.player.recording;
  }

  render(): TemplateResult {
    const { language, close } = this.#host;
    return sheetFrame(this.#words.inspector, voiceWords.wordsFor(language).close, close, this.#body());
  }

  close(): void {
    this.#rows.close();
  }

  get #language(): Language {
    return this.#host.language;
  }

  get #words(): InspectorWords {
    return inspectorWords.wordsFor(this.#language);
  }

  #set(change: () => void): void {
    change();
    this.#host.requestUpdate();
  }

  #select(event: InspectedEvent | undefined): void {
    this.#set(() => (this.#selected = event));
  }

  #show(recording: Recording | undefined): void {
    this.#set(() => {
      this.#recording = recording;
      this.#selected = recording?.events[0];
      this.#problem = undefined;
    });
  }

  async #open(file: OpenedFile): Promise<void> {
    try {
      this.#show(await readRecording(file.name, await file.text()));
    } catch {
      this.#set(() => (this.#problem = this.#words.notRecording));
    }
  }

  #step(events: readonly InspectedEvent[], by: number): void {
    const at = this.#selected === undefined ? events.length - 1 : placeOf(this.#selected, events);
    this.#select(events[Math.max(0, Math.min(events.length - 1, at + by))]);
  }

  #body(): TemplateResult {
    const words = this.#words;
    const log = this.#recording ?? this.#inspected.log ?? none;
    const events = this.#filter.read(log.events);
    return html`<div class="inspector">
      ${this.#tools(events)} ${this.#problem === undefined ? nothing : html`<p class="problem" role="alert">${this.#problem}</p>`}
      ${this.#recording === undefined ? nothing : recordingView(this.#recording, words, this.#language)}
      ${
        events.length === 0
          ? html`<p class="note">${log.events.length > 0 ? words.noMatch : words.noEvents}</p>`
          : html`<div class="panes">
              ${this.#rows.render({ events, selected: this.#selected, words, select: (event) => this.#select(event) })}
              ${this.#detail(events, log)}
            </div>`
      }
      ${this.#files()}
    </div>`;
  }

  #tools(events: readonly InspectedEvent[]): TemplateResult {
    const words = this.#words;
    const filter = this.#filter;
    const onInput = ({ target }: Event) => this.#set(() => (filter.text = target instanceof HTMLInputElement ? target.value : ''));
    return html`<div class="tools">
      <input
        class="input"
        type="search"
        aria-label=${words.filter}
        placeholder=${words.filter}
        .value=${live(filter.text)}
        @input=${onInput}
      />
      <label class="audio">
        <input type="checkbox" .checked=${filter.audio} @change=${() => this.#set(() => (filter.audio = !filter.audio))} />
        ${words.audioEvents}
      </label>
      <span class="steps">
        ${stepButton('earlier', words.earlier, () => this.#step(events, -1))}
        ${stepButton('later', words.later, () => this.#step(events, 1))}
        <button type="button" class="button" ?disabled=${this.#selected === undefined} @click=${() => this.#select(undefined)}>
          ${words.follow}
        </button>
      </span>
    </div>`;
  }

  #detail(events: readonly InspectedEvent[], log: InspectedLog): TemplateResult | typeof nothing {
    const event = this.#selected ?? events.at(-1);
    if (event === undefined) return nothing;
    const words = this.#words;
    const { formats } = this.#language;
    const at = placeOf(event, log.events);
    const state = log.stateAfter(at);
    const videos = log.videosAfter(at);
    const place = { at: formats.number(placeOf(event, events) + 1), count: formats.number(events.length) };
    return html`<div class="detail" role="group" aria-label=${fill(words.event, { number: formats.number(event.number) })}>
      <p class="note tabular">${fill(words.position, place)} · ${words[event.from]}</p>
      <pre dir="ltr" tabindex="0">${textOf(this.#scrubber.value(event.event))}</pre>
      ${videos === undefined || event.from !== 'queue' ? nothing : videosView(videos, Reflect.get(event.event, 'id'), words, formats)}
      ${state === undefined ? nothing : stateView(state, log.stateAfter(at - 1), words, formats)}
    </div>`;
  }

  #files(): TemplateResult {
    const words = this.#words;
    const most = this.#inspected.log?.most;
    const open = openButton(words.open, '.jsonl,.json,.ndjson', (file) => void this.#open(file));
    if (this.#recording !== undefined) return html`<div class="files">${open} ${this.#playback(this.#recording)}</div>`;
    return html`<div class="files">
      ${open}
      <button type="button" class="button" @click=${() => this.#save()}>${words.save}</button>
      ${most === undefined ? nothing : html`<span class="note">${fill(words.kept, { count: this.#language.formats.number(most) })}</span>`}
    </div>`;
  }

  /** The conversation's log, with what happened to videos meanwhile. */
  #save(): void {
    const { session, log } = this.#inspected;
    const text = mergedLog(session?.export('jsonl') ?? '', log?.events ?? [], this.#scrubber);
    saveBlob(new Blob([text], { type: mimeTypes.jsonl }), 'jsonl');
  }

  #playback(recording: Recording): TemplateResult {
    const { player } = this.#inspected;
    const words = this.#words;
    const { busy } = player;
    const button = (speed: number | 'instant', label: string) => {
      const play = () => {
        this.#host.close();
        player.play(recording, speed, undefined, (queue) => showVideos(this.#inspected.videos, queue));
      };
      return html`<button type="button" class="button" ?disabled=${busy} @click=${play}>${label}</button>`;
    };
    const times = (count: number) => fill(words.replayTimes, { count: this.#language.formats.number(count) });
    return html`<span class="speeds" role="group" aria-label=${words.replay}>
        ${words.replay} ${speeds.map((speed) => button(speed, times(speed)))} ${button('instant', words.replayAtOnce)}
      </span>
      <button type="button" class="button" @click=${() => this.#show(undefined)}>${words.live}</button>
      ${busy ? html`<span class="note">${words.replayBusy}</span>` : nothing}`;
  }
}

const stepButton = (kind: 'earlier' | 'later', label: string, act: () => void): TemplateResult =>
  html`<button type="button" class="button round ${kind}" aria-label=${label} title=${label} @click=${act}>${chevronIcon}</button>`;

function recordingView({ name, unread }: Recording, words: InspectorWords, { formats }: Language): TemplateResult {
  const named = unread.slice(0, namedLines).map(({ line }) => formats.number(line));
  const lines = unread.length > namedLines ? [...named, '\u2026'] : named;
  return html`<div class="opened">
    <p><bdi>${name}</bdi></p>
    ${
      unread.length === 0
        ? nothing
        : html`<details>
            <summary>${fillCount(words.unread, unread.length, formats, { lines: lines.join(', ') })}</summary>
            <ol class="unread" tabindex="0">
              ${unread.slice(0, shownLines).map(
                ({ line, text }) =>
                  html`<li>
                    <span class="note">${fill(words.unreadLine, { number: formats.number(line) })}</span>
                    <code dir="ltr">${text.slice(0, longestDetail)}</code>
                  </li>`,
              )}
            </ol>
          </details>`
    }
  </div>`;
}

function textOf(event: unknown): string {
  const text = jsonOf(event, 2);
  return text.length > longestDetail ? `${text.slice(0, longestDetail)}\u2026` : text;
}
