// The gallery's frame: its filter, its cards, and what follows. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from '../../shared/repeat.js';

import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { fillCount } from '../../shared/strings.js';
import { cardView } from './card-view.js';
import type { GalleryContext } from './gallery-context.js';
import type { Show } from './gallery-controller.js';
import { hasEnded } from './output-link.js';
import { isBeingMade } from './task-news.js';
import { organizedFilterView } from './organized-filter.js';

/** Below this many, everything is in sight and a filter is in the way. */
const filterFrom = 7;

/** A card is drawn again for these alone: a thousand stand still while one moves. */
function causesOf(task: VideoTask, { queue, state, playing, stages, words, formats, now, kinOf }: GalleryContext): unknown[] {
  const { parent, groupSize, groupResults } = kinOf(task);
  const at = state.outputOf(task);
  const moves = [playing.of(task.id, at), stages.isChosen(task.id, at)];
  const second = isBeingMade(task) ? now : 0;
  const links = task.outputs.map((output) => (output.expiresAt === undefined || hasEnded(output, now) ? 0 : Math.floor(now / 60_000)));
  return [task, second, links.join(), ...moves, state.revision, queue, words, formats, parent, groupSize, groupResults];
}

/** What has code of its own. */
export interface GalleryParts {
  /** Its tools, where they are unfolded and their code is here. */
  readonly history: TemplateResult | undefined;
  /** What can be done with the videos that are selected. */
  readonly bar: TemplateResult | undefined;
  /** The button about notifications, and what it unfolds. */
  readonly notify: readonly [unknown, unknown];
  /** What is open over the gallery. */
  readonly over: TemplateResult;
}

export function galleryView(context: GalleryContext, { history, bar, notify, over }: GalleryParts): TemplateResult {
  const { tasks, state, stages, words, formats } = context;
  const { shown, newer, older } = state.select(tasks);
  return html`<section class="gallery" part="gallery" role="group" aria-label=${words.gallery}>
    ${tasks.length < filterFrom && state.organized === undefined ? nothing : filterView(context)} ${bar ?? nothing}
    ${stages.isChoosing ? choosingView(context) : nothing}
    ${shown.length === 0 && tasks.length > 0 ? html`<p class="note">${words.noMatch}</p>` : nothing}
    ${newer === 0 ? nothing : moreButton('newer', fillCount(words.newer, newer, formats), () => showNewer(context))}
    <ul class="cards" role="list">
      ${repeat(
        shown,
        (task) => task.id,
        (task) => guard(causesOf(task, context), () => cardView(task, context)),
      )}
    </ul>
    ${older === 0 ? nothing : moreButton('older', fillCount(words.older, older, formats), () => showOlder(context))}
    ${footView(context, history, notify)} ${over}
  </section>`;
}

const moreButton = (kind: 'newer' | 'older', label: string, show: () => void): TemplateResult =>
  html`<button type="button" class="button ${kind}" @click=${show}>${label}</button>`;

function footView(
  { tasks, state, selection, words, openHistory, startSelecting }: GalleryContext,
  history: GalleryParts['history'],
  [notifyButton, notifySettings]: GalleryParts['notify'],
): TemplateResult {
  return html`<div class="foot">
    <button
      type="button"
      class="button quiet"
      aria-expanded=${state.history}
      aria-controls=${state.history ? 'history' : nothing}
      @click=${() => openHistory(!state.history)}
    >
      ${words.history}
    </button>
    ${
      tasks.length === 0 || selection.isOn
        ? nothing
        : html`<button type="button" class="button quiet" data-act="select" @click=${startSelecting}>${words.select}</button>`
    }
    ${notifyButton} ${notifySettings} ${state.history ? html`<div id="history" part="history">${history ?? nothing}</div>` : nothing}
  </div>`;
}

function choosingView({ stages, words }: GalleryContext): TemplateResult {
  return html`<p class="choosing">
    <span>${words.compareChosen}</span>
    <button type="button" class="button quiet" @click=${() => stages.stopChoosing()}>${words.compareStop}</button>
  </p>`;
}

/** The first of them has the focus then: the button may be gone. */
function showOlder({ state, tasks, focus }: GalleryContext): void {
  const last = state.select(tasks).shown.at(-1);
  state.older();
  const { shown } = state.select(tasks);
  focusOn(shown[shown.findIndex((task) => task === last) + 1], focus);
}

/** The one next to where the reader was. */
function showNewer({ state, tasks, focus }: GalleryContext): void {
  const [first] = state.select(tasks).shown;
  state.newer();
  const { shown } = state.select(tasks);
  focusOn(shown[shown.findIndex((task) => task === first) - 1], focus);
}

function focusOn(task: VideoTask | undefined, focus: GalleryContext['focus']): void {
  if (task !== undefined) focus(`[data-id="${CSS.escape(task.id)}"]`);
}

function filterView(context: GalleryContext): TemplateResult {
  const { state, words } = context;
  return html`<div class="filter" role="search">
    <input
      class="input"
      type="search"
      aria-label=${words.search}
      placeholder=${words.search}
      .value=${live(state.search)}
      @input=${(event: Event) => event.target instanceof HTMLInputElement && state.filter({ search: event.target.value })}
    />
    ${statusView(context)} ${modelView(context)} ${organizedFilterView(context)}
  </div>`;
}

function statusView({ state, words }: GalleryContext): TemplateResult {
  const shows: readonly (readonly [Show, string])[] = [
    ['all', words.filterAll],
    ['working', words.filterWorking],
    ['done', words.filterDone],
    ['trouble', words.filterTrouble],
  ];
  return html`<select
    class="input"
    aria-label=${words.filterStatus}
    @change=${(event: Event) => {
      const chosen = event.target instanceof HTMLSelectElement ? shows[event.target.selectedIndex] : undefined;
      if (chosen !== undefined) state.filter({ show: chosen[0] });
    }}
  >
    ${shows.map(([show, label]) => html`<option .selected=${show === state.show}>${label}</option>`)}
  </select>`;
}

function modelView({ tasks, state, words }: GalleryContext): TemplateResult | typeof nothing {
  const models = state.models(tasks);
  if (models.length < 2) return nothing;
  return html`<select
    class="input"
    aria-label=${words.filterModel}
    @change=${(event: Event) => {
      if (event.target instanceof HTMLSelectElement) state.filter({ model: models[event.target.selectedIndex - 1] });
    }}
  >
    <option .selected=${state.model === undefined}>${words.filterModelAll}</option>
    ${models.map((model) => html`<option .selected=${model === state.model}>${model}</option>`)}
  </select>`;
}
