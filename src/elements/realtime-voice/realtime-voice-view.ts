// <realtime-voice> as one template.
import { html, nothing, type TemplateResult } from 'lit';

import type { VoiceWords } from './voice-words.js';
import { dockView, type DockView } from './dock-view.js';
import type { Status } from './status.js';

/** What a conversation adds to the element at rest. Its templates come with its code, when there is one. */
export interface ConversationView {
  readonly status: Status;
  /** Who has the conversation, once it was handed to a person: stands in place of the status. */
  readonly person?: string | undefined;
  /** How it is connected, as a name, and for how long, as a clock. */
  readonly transport?: string | undefined;
  readonly clock?: string | undefined;
  /** Both voices, drawn. */
  readonly trace?: unknown;
  /** What the other side shows. */
  readonly remoteVideo?: unknown;
  /** Undefined while nothing was said. */
  readonly lines?: unknown;
  /** The way back to the newest line, while one is away from it. */
  readonly latest?: unknown;
  /** Calls that wait for a person, for where the transcript is not shown. */
  readonly asks?: unknown;
  readonly scrolled?: (event: Event) => void;
  /** Stands by the top line. */
  readonly connectionNotice?: unknown;
  /** Stands by the dock. */
  readonly dockNotice?: unknown;
  readonly gauges?: unknown;
  readonly interrupt?: (() => void) | undefined;
  readonly announcer?: unknown;
  /** Replies that the model suggests. */
  readonly suggestions?: readonly string[];
  /** The newest words. */
  readonly caption?: string | undefined;
  /** Lies over the transcript. */
  readonly sheet?: unknown;
  /** True when it hides the transcript: that must not take focus then. */
  readonly covered?: boolean;
  /** The sentence that says one talks to an AI. */
  readonly disclosure?: string | undefined;
  /** Turns the sound of the answer on and off. */
  readonly volume?: unknown;
}

export interface RealtimeVoiceView extends ConversationView {
  readonly words: VoiceWords;
  readonly hasVoice: boolean;
  /** What an empty conversation teaches. */
  readonly lesson: string;
  /** Messages to begin with. */
  readonly starters: readonly string[];
  readonly dock: DockView;
  /** The way out of a launcher, in the top line. */
  readonly wayOut?: TemplateResult | undefined;
  /** True in a launcher, which says whom the visitor talks to. */
  readonly discloses?: boolean;
  /** BCP 47: what the words are in. */
  readonly language: string;
  /** Undefined where the page has said it. */
  readonly direction: 'ltr' | 'rtl' | undefined;
}

/** What holds a whole conversation, with its name and language. */
export const framed = ({ words, language, direction, announcer }: RealtimeVoiceView, content: TemplateResult): TemplateResult =>
  html`<div class="sheet frame" part="frame" role="group" lang=${language} dir=${direction ?? nothing} aria-label=${words.label}>
    ${content} ${announcer}
  </div>`;

export function realtimeVoiceView(view: RealtimeVoiceView): TemplateResult {
  const { dock, covered = false } = view;
  return framed(
    view,
    html`${topLine(view)} ${view.connectionNotice}
      <div class="stage">
        ${view.hasVoice ? traceView(view) : nothing} ${view.remoteVideo} ${dock.offers('transcript') ? transcriptView(view) : view.asks}
        ${dock.offers('captions') ? html`<p class="caption" part="caption"><span>${view.caption}</span></p>` : nothing}
        <div class="under" ?inert=${covered}>${view.latest} ${view.gauges} ${chipsView(view)}</div>
        ${view.sheet}
      </div>
      ${view.dockNotice} ${dockView(dock)}
      ${view.discloses && view.disclosure ? html`<p class="note disclosure" part="disclosure">${view.disclosure}</p>` : nothing}`,
  );
}

/** Silence, until a conversation draws both voices. */
export const traceView = ({ trace }: RealtimeVoiceView): unknown =>
  trace ?? html`<canvas class="trace still" part="trace" aria-hidden="true"></canvas>`;

function transcriptView({ words, covered, scrolled, lines, lesson }: RealtimeVoiceView): TemplateResult {
  return html`<div
    class="scroller"
    part="transcript"
    role="log"
    aria-live="off"
    aria-label=${words.conversation}
    tabindex="0"
    ?inert=${covered}
    @scroll=${scrolled}
  >
    <div class="lines">${lines ?? html`<slot name="empty"><p class="lesson">${lesson}</p></slot>`}</div>
  </div>`;
}

/** What one may say next: at first what the page has to begin with, later what the model suggests. */
export function chipsView({ words, lines, starters, suggestions = [], dock }: RealtimeVoiceView): TemplateResult | typeof nothing {
  const chips = lines === undefined ? starters : suggestions;
  if (chips.length === 0) return nothing;
  return html`<div class="chips" part="suggestions" role="group" aria-label=${words.suggestions}>
    ${chips.map((text) => html`<button type="button" class="chip" @click=${() => dock.send(text)}>${text}</button>`)}
  </div>`;
}

export function topLine({ status, person, transport, clock, interrupt, words, volume, wayOut }: RealtimeVoiceView): TemplateResult {
  return html`<div class="top" part="top">
    <span class="dot ${status}" aria-hidden="true"></span>
    <span class="status" part="status">${person ?? words[status]}</span>
    ${transport === undefined ? nothing : html`<span class="note transport">${transport}</span>`}
    ${
      interrupt === undefined
        ? nothing
        : html`<button class="button quiet stop" aria-label=${words.interrupt} @click=${interrupt}>${words.stop}</button>`
    }
    ${clock === undefined ? nothing : html`<time class="note tabular clock">${clock}</time>`} ${volume} ${wayOut}
  </div>`;
}
