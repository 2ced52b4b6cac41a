// <realtime-voice> as one template.
import { html, nothing, type TemplateResult } from 'lit';

import type { VoiceWords } from './voice-words.js';
import { dockView, type DockView } from './dock-view.js';
import type { Status } from './status.js';

/** What a conversation adds to the element at rest. Its templates come with its code, when there is one. */
export interface ConversationView {
  readonly status: Status;
  /** How it is connected, as a name, and for how long, as a clock. */
  readonly transport?: string | undefined;
  readonly clock?: string | undefined;
  /** Draws on the canvas it is put on. */
  readonly trace?: unknown;
  /** True while the trace has nothing to draw. */
  readonly still: boolean;
  /** Undefined while nothing was said. */
  readonly lines?: unknown;
  /** The way back to the newest line, while one is away from it. */
  readonly latest?: unknown;
  readonly scrolled?: (event: Event) => void;
  /** Stands by the top line. */
  readonly connectionNotice?: unknown;
  /** Stands by the dock. */
  readonly microphoneNotice?: unknown;
  readonly gauges?: unknown;
  readonly interrupt?: (() => void) | undefined;
  readonly announcer?: unknown;
}

export interface RealtimeVoiceView extends ConversationView {
  readonly words: VoiceWords;
  readonly hasVoice: boolean;
  /** What an empty conversation teaches. */
  readonly lesson: string;
  readonly dock: DockView;
  readonly sheet: TemplateResult | undefined;
  /** True when the sheet hides the transcript: it must not take focus then. */
  readonly covered: boolean;
  /** BCP 47: what the words are in. */
  readonly language: string;
  /** Undefined where the page has said it. */
  readonly direction: 'ltr' | 'rtl' | undefined;
}

export function realtimeVoiceView(view: RealtimeVoiceView): TemplateResult {
  const { words, lines } = view;
  return html`<div
    class="sheet frame"
    part="frame"
    role="group"
    lang=${view.language}
    dir=${view.direction ?? nothing}
    aria-label=${words.label}
  >
    ${topLine(view)} ${view.connectionNotice}
    <div class="stage">
      ${
        view.hasVoice
          ? html`<canvas
              class="trace ${view.still ? 'still' : ''} ${view.covered ? 'covered' : ''}"
              part="trace"
              aria-hidden="true"
              ${view.trace}
            ></canvas>`
          : nothing
      }
      <div
        class="scroller"
        part="transcript"
        role="log"
        aria-live="off"
        aria-label=${words.conversation}
        tabindex="0"
        ?inert=${view.covered}
        @scroll=${view.scrolled}
      >
        <div class="lines">${lines ?? html`<slot name="empty"><p class="lesson">${view.lesson}</p></slot>`}</div>
      </div>
      <div class="under" ?inert=${view.covered}>${view.latest} ${view.gauges}</div>
      ${view.sheet}
    </div>
    ${view.microphoneNotice} ${dockView(view.dock)} ${view.announcer}
  </div>`;
}

function topLine({ status, transport, clock, interrupt, words }: RealtimeVoiceView): TemplateResult {
  return html`<div class="top" part="top">
    <span class="dot ${status}" aria-hidden="true"></span>
    <span class="status" part="status">${words[status]}</span>
    ${transport === undefined ? nothing : html`<span class="note transport">${transport}</span>`}
    ${
      interrupt === undefined
        ? nothing
        : html`<button class="button quiet stop" aria-label=${words.interrupt} @click=${interrupt}>${words.stop}</button>`
    }
    ${clock === undefined ? nothing : html`<time class="note tabular clock">${clock}</time>`}
  </div>`;
}
