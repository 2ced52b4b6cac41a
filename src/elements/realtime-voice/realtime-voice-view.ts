// The whole of <realtime-voice> as one template. Knows no session: it shows what it is given.
import { html, nothing, type TemplateResult } from 'lit';
import { ref, type Ref } from 'lit/directives/ref.js';

import { dockView, type DockView } from './dock-view.js';
import { gaugesView, type GaugesView } from './gauges-view.js';
import { noticeView, type NoticeView } from './notice-view.js';
import type { Status } from './status.js';
import { transcriptView, type TranscriptView } from './transcript-view.js';

export interface RealtimeVoiceView {
  readonly status: Status;
  /** How it is connected, as a name, and for how long, as a clock. */
  readonly transport: string | undefined;
  readonly clock: string | undefined;
  readonly canvas: Ref<HTMLCanvasElement> | undefined;
  readonly transcript: TranscriptView;
  /** What an empty conversation teaches. */
  readonly lesson: string;
  readonly connectionNotice: NoticeView;
  readonly microphoneNotice: NoticeView;
  readonly gauges: GaugesView;
  readonly dock: DockView;
  readonly interrupt: (() => void) | undefined;
  readonly sheet: TemplateResult | undefined;
  /** True when the sheet hides the transcript: it must not take focus then. */
  readonly covered: boolean;
  readonly announcer: TemplateResult;
}

export function realtimeVoiceView(view: RealtimeVoiceView): TemplateResult {
  const { words } = view.transcript;
  const empty = view.transcript.groups.length === 0;
  return html`<div class="sheet frame" part="frame" role="group" aria-label=${words.label}>
    ${topLine(view)} ${noticeView(view.connectionNotice)}
    <div class="stage">
      ${view.canvas === undefined ? nothing : html`<canvas class="trace" part="trace" aria-hidden="true" ${ref(view.canvas)}></canvas>`}
      <div
        class="scroller"
        part="transcript"
        role="log"
        aria-live="off"
        aria-label=${words.conversation}
        tabindex="0"
        ?inert=${view.covered}
      >
        <div class="lines">
          ${empty ? html`<slot name="empty"><p class="lesson">${view.lesson}</p></slot>` : transcriptView(view.transcript)}
        </div>
      </div>
      ${gaugesView(view.gauges)} ${view.sheet ?? nothing}
    </div>
    ${noticeView(view.microphoneNotice)} ${dockView(view.dock)} ${view.announcer}
  </div>`;
}

function topLine({ status, transport, clock, interrupt, transcript: { words } }: RealtimeVoiceView): TemplateResult {
  return html`<div class="top" part="top">
    <span class="dot ${status}" aria-hidden="true"></span>
    <span class="status" part="status">${words[status]}</span>
    ${transport === undefined ? nothing : html`<span class="note transport">${transport}</span>`}
    ${interrupt === undefined ? nothing : html`<button class="button quiet stop" aria-label=${words.interrupt} @click=${interrupt}>${words.stop}</button>`}
    ${clock === undefined ? nothing : html`<time class="note tabular clock">${clock}</time>`}
  </div>`;
}
