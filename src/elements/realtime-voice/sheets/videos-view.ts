// The videos after an event of a log, for the inspector.
import { html, nothing, type TemplateResult } from 'lit';

import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import type { InspectorWords } from './inspector-words.js';

const shownVideos = 8;
const shownCharacters = 160;

/** `id`: the one the event is about, which is marked and always shown. */
export function videosView(tasks: readonly VideoTask[], id: unknown, words: InspectorWords, formats: Formats): TemplateResult {
  const shown = tasks.filter((task, at) => at < shownVideos || task.id === id);
  return html`<h3>${words.videosAfter}</h3>
    ${shown.length === 0 ? html`<p class="note">${words.none}</p>` : nothing}
    <ol class="then">
      ${shown.map((task) => taskView(task, task.id === id, words, formats))}
    </ol>`;
}

function taskView(
  { status, model, progress, error, pollError, prompt }: VideoTask,
  isSubject: boolean,
  words: InspectorWords,
  formats: Formats,
) {
  const facts = [status, model, error?.code, pollError?.code].filter((fact) => fact !== undefined);
  return html`<li class=${isSubject ? 'changed' : ''}>
    <code class="note" dir="ltr">${facts.join(' · ')}</code>
    ${progress === undefined ? nothing : html`<span class="note tabular">${formats.percent(progress)}</span>`}
    ${isSubject ? html`<span class="visually-hidden">(${words.changed})</span>` : nothing}
    <p dir="auto">${prompt.slice(0, shownCharacters)}</p>
  </li>`;
}
