// A launcher's conversation as one bar: talk, trace, one line of captions. What has to be answered stands above it.
import { html, nothing, type TemplateResult } from 'lit';

import { secondButton, talkButton } from '../dock-view.js';
import { chipsView, framed, traceView, type RealtimeVoiceView } from '../realtime-voice-view.js';

export function compactView(view: RealtimeVoiceView): TemplateResult {
  const { words, status, person, dock } = view;
  const isAtRest = person === undefined && (status === 'ready' || status === 'ended');
  return framed(
    view,
    html`${view.sheet} ${view.connectionNotice} ${view.dockNotice} ${view.asks} ${chipsView(view)}
      <div class="bar">
        ${talkButton(dock)} ${view.hasVoice ? traceView(view) : nothing}
        <p class="caption" part="caption"><span>${view.caption || (isAtRest ? view.disclosure : (person ?? words[status]))}</span></p>
        ${dock.talk === 'live' || dock.talk === 'muted' ? nothing : secondButton(dock)} ${view.wayOut}
      </div>`,
  );
}
