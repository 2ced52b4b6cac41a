// A launcher's conversation as one bar: talk, trace, one line of captions. What has to be answered stands above it.
import { html, nothing, type TemplateResult } from 'lit';

import { talkButton } from '../dock-view.js';
import { chipsView, framed, traceView, type RealtimeVoiceView } from '../realtime-voice-view.js';

export function compactView(view: RealtimeVoiceView): TemplateResult {
  const { words, status, person, dock } = view;
  const isAtRest = person === undefined && (status === 'ready' || status === 'ended');
  // The sentence that says one talks to an AI is read from its beginning: there is room for all of it.
  const disclosure = isAtRest && !view.caption ? view.disclosure : undefined;
  return framed(
    view,
    html`${view.sheet} ${view.connectionNotice} ${view.dockNotice} ${view.asks} ${chipsView(view)}
      <div class="bar">
        ${talkButton(dock)} ${view.hasVoice && disclosure === undefined ? traceView(view) : nothing}
        <p class="caption ${disclosure === undefined ? '' : 'whole'}" part="caption">
          <span>${disclosure ?? (view.caption || (person ?? words[status]))}</span>
        </p>
        ${dock.talk === 'live' || dock.talk === 'muted' ? nothing : dock.second} ${view.wayOut}
      </div>`,
  );
}
