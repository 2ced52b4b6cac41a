// Organizes videos: a dialog for their rating, labels and collections, and a bar of what can be done with all that are selected. Loaded with
// the first of both.
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

import type { OrganizationChanges, VideoTask } from '../../../core/video/queue/video-queue.js';
import { fill, fillCount } from '../../shared/strings.js';
import { reasonOf } from './card-actions.js';
import type { GalleryContext } from './gallery-context.js';
import { organizationIn } from './organized-filter.js';
import { organizerStyles } from './organizer.styles.js';
import { keepAll } from './keep-all.js';
import { mostCompared, resultsOf } from '../stage/result.js';
import type { Selection } from './selection.js';

export const styles = [organizerStyles];

interface Host {
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
}

/** The lists of names a video is in. */
const lists = {
  labels: { add: 'addLabels', remove: 'removeLabels', title: 'labels', field: 'addLabel' },
  collections: { add: 'addCollections', remove: 'removeCollections', title: 'collections', field: 'addCollection' },
} as const;

type List = keyof typeof lists;

export class Organizer implements ReactiveController {
  readonly #element: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };
  readonly #selection: Selection;
  readonly #host: Host;
  #ids: readonly string[] | undefined;
  #told: string | undefined;
  #busy = false;

  constructor(element: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment }, selection: Selection, host: Host) {
    this.#element = element;
    this.#selection = selection;
    this.#host = host;
    element.addController(this);
  }

  hostUpdated(): void {
    const dialog = this.#dialog();
    if (dialog?.isConnected && !dialog.open) dialog.showModal();
  }

  open(ids: readonly string[]): void {
    this.#ids = ids;
    this.#told = undefined;
    this.#element.requestUpdate();
  }

  close(): void {
    if (this.#ids === undefined) return;
    const [id] = this.#ids;
    this.#ids = undefined;
    this.#element.requestUpdate();
    if (id !== undefined)
      this.#host.focus(this.#selection.isOn ? '.bar [data-act="organize"]' : `[data-id="${CSS.escape(id)}"] [data-act="organize"]`);
  }

  #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector<HTMLDialogElement>('dialog.organizer');
  }

  /** Undefined where nothing is being selected. */
  barView(context: GalleryContext): TemplateResult | undefined {
    const selection = this.#selection;
    if (!selection.isOn) return undefined;
    const { words, formats, state, tasks } = context;
    const { all } = state.select(tasks);
    const isAll = all.length > 0 && all.every(({ id }) => selection.has(id));
    const act = (label: string, press: () => unknown, name?: string) =>
      html`<button type="button" class="button" data-act=${name ?? nothing} ?disabled=${selection.size === 0 || this.#busy} @click=${press}>
        ${label}
      </button>`;
    const chosen = () => tasks.filter(({ id }) => selection.has(id));
    const favorite = () => this.#change(selection.ids, { favorite: !chosen().every((task) => task.favorite) }, context);
    return html`<div
      class="bar"
      part="selection"
      role="toolbar"
      aria-label=${words.select}
      @keydown=${(event: KeyboardEvent) => this.#press(event)}
    >
      <p class="note tabular" role="status">${fillCount(words.selected, selection.size, formats)}</p>
      <button type="button" class="button" @click=${() => selection.set(isAll ? [] : all.map(({ id }) => id))}>
        ${isAll ? words.selectNone : words.selectAll}
      </button>
      ${act(words.favorite, favorite, 'favorite')} ${act(words.organize, () => this.open(selection.ids), 'organize')}
      ${comparable(chosen()) ? act(words.compare, () => context.stages.compare(resultsOf(chosen())), 'compare') : nothing}
      ${act(words.keep, () => this.#keep(chosen(), context))} ${act(words.downloadZip, () => this.#zip(chosen(), context))}
      ${act(words.remove, () => this.#remove(chosen(), context))}
      <button type="button" class="button quiet" @click=${() => this.#stop()}>${words.selectDone}</button>
      ${this.#told === undefined ? nothing : html`<p class="note bad">${this.#told}</p>`}
    </div>`;
  }

  view(context: GalleryContext): TemplateResult | typeof nothing {
    const ids = this.#ids && new Set(this.#ids);
    const tasks = ids === undefined ? [] : context.tasks.filter(({ id }) => ids.has(id));
    if (tasks.length === 0) return nothing;
    const { words, formats } = context;
    const title = fillCount(words.organizeTitle, tasks.length, formats);
    return html`<dialog class="organizer" part="organizer" aria-label=${title} @close=${() => this.close()}>
      <h2>${title}</h2>
      ${ratingView(tasks, context, (rating) => this.#changeAll(tasks, { rating }, context))} ${this.#listView('labels', tasks, context)}
      ${this.#listView('collections', tasks, context)} ${this.#told === undefined ? nothing : html`<p class="note bad">${this.#told}</p>`}
      <button type="button" class="button primary" @click=${() => this.close()}>${words.organizeDone}</button>
    </dialog>`;
  }

  #listView(list: List, tasks: readonly VideoTask[], context: GalleryContext): TemplateResult {
    const { words } = context;
    const { add, remove, title, field } = lists[list];
    const names = [...new Set(tasks.flatMap((task) => task[list] ?? []))].toSorted((one, other) => one.localeCompare(other));
    const submit = (event: Event) => {
      event.preventDefault();
      const input = event.target instanceof HTMLFormElement ? event.target.querySelector('input') : null;
      if (input === null || input.value.trim() === '') return;
      void this.#changeAll(tasks, { [add]: [input.value] }, context);
      input.value = '';
    };
    return html`<fieldset data-list=${list}>
      <legend>${words[title]}</legend>
      ${names.map(
        (name) =>
          html`<button
            type="button"
            class="button label"
            aria-label=${fill(words.removeItem, { name })}
            @click=${() => this.#drop(list, tasks, { [remove]: [name] }, context)}
          >
            <bdi>${name}</bdi> <span aria-hidden="true">×</span>
          </button>`,
      )}
      <form @submit=${submit}>
        <input
          class="input"
          list="known-${list}"
          maxlength="100"
          autocomplete="off"
          aria-label=${words[field]}
          placeholder=${words[field]}
        />
        <datalist id="known-${list}">${organizationIn(context.tasks)[list].map((name) => html`<option value=${name}></option>`)}</datalist>
        <button class="button">${words.add}</button>
      </form>
    </fieldset>`;
  }

  /** What was pressed is gone afterwards. */
  async #drop(list: List, tasks: readonly VideoTask[], changes: OrganizationChanges, context: GalleryContext): Promise<void> {
    await this.#changeAll(tasks, changes, context);
    this.#host.focus(`.organizer [data-list="${list}"] input`);
  }

  #changeAll(tasks: readonly VideoTask[], changes: OrganizationChanges, context: GalleryContext): Promise<void> {
    return this.#change(
      tasks.map(({ id }) => id),
      changes,
      context,
    );
  }

  async #change(ids: readonly string[], changes: OrganizationChanges, { queue, words }: GalleryContext): Promise<void> {
    await this.#do(words, () => queue.organize(ids, changes));
  }

  async #keep(tasks: readonly VideoTask[], context: GalleryContext): Promise<void> {
    const { queue, words, formats } = context;
    await this.#do(words, async () => this.#host.say(fillCount(words.keptMany, await keepAll(tasks, queue.results), formats)));
  }

  async #zip(tasks: readonly VideoTask[], { queue, words, formats }: GalleryContext): Promise<void> {
    await this.#do(words, async () => {
      const { saveZip } = await import('./save-zip.js');
      const { saved, missing } = await saveZip(tasks, queue.results);
      if (missing > 0) this.#tell(saved === 0 ? words.zipEmpty : fillCount(words.zipMissing, missing, formats));
    });
  }

  /** Each can be brought back where it was, for as long as one that is removed alone. */
  #remove(tasks: readonly VideoTask[], { state, words, formats }: GalleryContext): void {
    for (const { id } of tasks) state.remove(id);
    this.#selection.set([]);
    this.#host.say(fillCount(words.removedMany, tasks.length, formats));
  }

  async #do(words: GalleryContext['words'], work: () => Promise<void>): Promise<void> {
    this.#busy = true;
    this.#told = undefined;
    this.#element.requestUpdate();
    try {
      await work();
    } catch (cause) {
      this.#tell(reasonOf(cause, words));
    } finally {
      this.#busy = false;
      this.#element.requestUpdate();
    }
  }

  #tell(text: string): void {
    this.#told = text;
    this.#host.say(text, 'assertive');
    this.#element.requestUpdate();
  }

  #stop(): void {
    this.#selection.stop();
    this.#told = undefined;
    this.#host.focus('.foot [data-act="select"]');
  }

  /** Escape ends the selection from its bar; the arrows move along it, as in every toolbar. */
  #press(event: KeyboardEvent): void {
    const { currentTarget, target, key } = event;
    if (key === 'Escape') return this.#stop();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined || !(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
    const buttons = [...currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
    const toward = currentTarget.matches(':dir(rtl)') ? -step : step;
    buttons.at((buttons.findIndex((button) => button === target) + toward) % buttons.length)?.focus();
    event.preventDefault();
  }
}

/** Two to four videos that play. */
function comparable(tasks: readonly VideoTask[]): boolean {
  const { length } = resultsOf(tasks);
  return length > 1 && length <= mostCompared;
}

/** Five stars and none, as one choice. */
function ratingView(tasks: readonly VideoTask[], { words, formats }: GalleryContext, choose: (rating: number) => unknown): TemplateResult {
  const [first] = tasks;
  const current = tasks.every(({ rating }) => rating === first?.rating) ? (first?.rating ?? 0) : undefined;
  return html`<fieldset data-list="rating">
    <legend>${words.rating}</legend>
    ${[0, 1, 2, 3, 4, 5].map(
      (rating) =>
        html`<label class="star">
          <input
            type="radio"
            name="rating"
            .checked=${rating === current}
            ?autofocus=${rating === current}
            aria-label=${rating === 0 ? words.ratingNone : fillCount(words.ratingStars, rating, formats)}
            @change=${() => choose(rating)}
          />
          <span aria-hidden="true">${rating === 0 ? '–' : '★'.repeat(rating)}</span>
        </label>`,
    )}
  </fieldset>`;
}
