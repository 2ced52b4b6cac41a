// The inspector: every event in and out, a filter, and a step back and forth through what the conversation was after each. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import { transcript } from '../../core/store/transcript.js';
import { chevronIcon } from '../shared/icons.js';
import { fill, languageOf } from '../shared/strings.js';
import { sheetWords, type SheetWords } from '../shared/strings.voice-sheets.en.js';
import type { LoggedEvent } from './event-log.js';
import { inspectorStyles } from './inspector-sheet.styles.js';
import { redact } from './redact.js';
import { sheetFrame } from './sheet-frame.js';
import type { Sheet, SheetContext } from './sheets.js';

/** Rows drawn at once; the filter reaches all. */
const shownRows = 150;
const shownLines = 4;

export function createInspectorSheet(context: SheetContext): Sheet {
  const { element } = context;
  let filter = '';
  let withAudio = false;
  let selected: LoggedEvent | undefined;
  const set = (change: () => void) => {
    change();
    element.requestUpdate();
  };
  const matching = () => {
    const wanted = filter.trim().toLowerCase();
    return context.events().filter((entry) => (withAudio || !isAudio(entry)) && (wanted === '' || searchable(entry).includes(wanted)));
  };
  const step = (entries: readonly LoggedEvent[], by: number) => {
    const at = selected === undefined ? entries.length - 1 : entries.indexOf(selected);
    selected = entries[Math.max(0, Math.min(entries.length - 1, at + by))];
  };
  const toolbar = (entries: readonly LoggedEvent[], words: SheetWords) =>
    html`<div class="tools">
      <input
        class="input"
        type="search"
        aria-label=${words.filter}
        placeholder=${words.filter}
        .value=${filter}
        @input=${(event: InputEvent) => set(() => (filter = event.target instanceof HTMLInputElement ? event.target.value : ''))}
      />
      <label class="audio"
        ><input type="checkbox" .checked=${withAudio} @change=${() => set(() => (withAudio = !withAudio))} />${words.audioEvents}</label
      >
      ${stepButton('earlier', words.earlier, () => set(() => step(entries, -1)))}
      ${stepButton('later', words.later, () => set(() => step(entries, 1)))}
      <button type="button" class="button" ?disabled=${selected === undefined} @click=${() => set(() => (selected = undefined))}>
        ${words.follow}
      </button>
    </div>`;
  return {
    styles: inspectorStyles,
    render() {
      const words = sheetWords.wordsFor(languageOf(element));
      const entries = matching();
      const select = (entry: LoggedEvent) => set(() => (selected = entry));
      const body = html`<div class="inspector">
        ${toolbar(entries, words)} ${rows(entries, selected, select, words, context.events().length > 0)}
        ${detail(selected ?? entries.at(-1), entries, words)}
      </div>`;
      return sheetFrame(words.inspector, context.words().close, context.close, body);
    },
  };
}

const isAudio = ({ type }: LoggedEvent) => type === 'response.audio.delta' || type === 'input_audio_buffer.append';
const searchable = ({ type, event }: LoggedEvent) => `${type} ${JSON.stringify(event)}`.toLowerCase();

const stepButton = (kind: 'earlier' | 'later', label: string, act: () => void): TemplateResult =>
  html`<button type="button" class="button round ${kind}" aria-label=${label} title=${label} @click=${act}>${chevronIcon}</button>`;

function rows(
  entries: readonly LoggedEvent[],
  selected: LoggedEvent | undefined,
  select: (entry: LoggedEvent) => void,
  words: SheetWords,
  any: boolean,
): TemplateResult {
  if (entries.length === 0) return html`<p class="note">${any ? words.noMatch : words.noEvents}</p>`;
  const at = selected === undefined ? entries.length : entries.indexOf(selected) + 1;
  const window = entries.slice(Math.max(0, Math.max(at, shownRows) - shownRows), Math.max(at, shownRows)).toReversed();
  return html`<ol class="events" aria-label=${words.events} tabindex="0">
    ${repeat(
      window,
      (entry) => entry,
      (entry) =>
        html`<li>
          <button type="button" aria-current=${entry === selected ? 'true' : nothing} @click=${() => select(entry)}>
            <time class="tabular">${timeOf(entry.at)}</time>
            <span aria-hidden="true">${entry.sent ? '\u2191' : '\u2193'}</span>
            <span class="visually-hidden">${entry.sent ? words.sent : words.received}</span>
            <code>${entry.type}</code>
          </button>
        </li>`,
    )}
  </ol>`;
}

function detail(entry: LoggedEvent | undefined, entries: readonly LoggedEvent[], words: SheetWords): TemplateResult | typeof nothing {
  if (entry === undefined) return nothing;
  const lines = transcript(entry.state).slice(-shownLines);
  return html`<div class="detail">
    <p class="note tabular">${fill(words.position, { at: entries.indexOf(entry) + 1, count: entries.length })}</p>
    <pre dir="ltr" tabindex="0">${redact(JSON.stringify(entry.event, undefined, 2))}</pre>
    <p class="note">${words.conversationThen}</p>
    <ol class="then">
      ${lines.map((line) => html`<li dir="auto"><span class="note">${line.role}</span> ${line.text}</li>`)}
    </ol>
  </div>`;
}

const timeOf = (at: number) => new Date(at).toISOString().slice(14, 23);
