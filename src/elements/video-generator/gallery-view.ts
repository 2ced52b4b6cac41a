// The gallery: its filter, its cards, and what follows. Loaded when there is something to show. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import type { VideoTask } from '../../core/video/video-queue.js';
import { fields } from '../shared/fields.styles.js';
import type { Formats } from '../shared/formats.js';
import { fill } from '../shared/strings.js';
import type { CardAction } from './card-actions.js';
import { cardView } from './card-view.js';
import type { VideoGalleryWords } from './gallery-words.js';
import { galleryStyles } from './gallery.styles.js';
import type { GalleryController, Show } from './gallery-controller.js';
import type { VideoWords } from './video-words.js';
import type { TimeEstimate } from './time-estimate.js';

export { GalleryController } from './gallery-controller.js';
export { cardActions } from './card-actions.js';
export { videoGalleryWords as words } from './gallery-words.js';
export { createEstimates } from './time-estimate.js';

export const styles = [fields, galleryStyles];

export interface GalleryContext {
  readonly tasks: readonly VideoTask[];
  readonly gallery: GalleryController;
  readonly words: VideoWords & VideoGalleryWords;
  readonly formats: Formats;
  /** Milliseconds since 1970. */
  readonly now: number;
  estimate(task: VideoTask): TimeEstimate | undefined;
  act(action: CardAction, task: VideoTask): void;
}

/** Below this many, everything is in sight and a filter is in the way. */
const filterFrom = 7;

export function galleryView(context: GalleryContext): TemplateResult {
  const { tasks, gallery, words, formats } = context;
  const { shown, older } = gallery.select(tasks);
  return html`<section class="gallery" part="gallery" aria-label=${words.gallery}>
    ${tasks.length < filterFrom ? nothing : filterView(context)}
    ${shown.length === 0 ? html`<p class="note">${words.noMatch}</p>` : nothing}
    <ul class="cards" role="list">
      ${repeat(
        shown,
        (task) => task.id,
        (task) => cardView(task, context),
      )}
    </ul>
    ${
      older === 0
        ? nothing
        : html`<button type="button" class="button older" @click=${() => gallery.older()}>
            ${fill(words.older, { count: formats.number(older) })}
          </button>`
    }
  </section>`;
}

function filterView({ gallery, words }: GalleryContext): TemplateResult {
  const shows: readonly (readonly [Show, string])[] = [
    ['all', words.filterAll],
    ['working', words.filterWorking],
    ['done', words.filterDone],
    ['trouble', words.filterTrouble],
  ];
  return html`<div class="filter" role="search">
    <input
      class="input"
      type="search"
      aria-label=${words.search}
      placeholder=${words.search}
      .value=${gallery.search}
      @input=${(event: Event) => event.target instanceof HTMLInputElement && gallery.filter({ search: event.target.value })}
    />
    <select
      class="input"
      aria-label=${words.filterStatus}
      @change=${(event: Event) => {
        const chosen = event.target instanceof HTMLSelectElement ? shows[event.target.selectedIndex] : undefined;
        if (chosen !== undefined) gallery.filter({ show: chosen[0] });
      }}
    >
      ${shows.map(([show, label]) => html`<option .selected=${show === gallery.show}>${label}</option>`)}
    </select>
  </div>`;
}
