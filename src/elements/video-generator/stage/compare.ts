// Two to four results beside each other, played in step with one row of controls. Loaded when some were first chosen.
import { html, nothing, type TemplateResult } from 'lit';

import { closeIcon } from '../../shared/icons.js';
import { fill } from '../../shared/strings.js';
import { bestIcon } from '../gallery/organize-icons.js';
import { compareStyles } from './compare.styles.js';
import { dialogStyles } from './dialog.styles.js';
import type { GalleryContext } from '../gallery/gallery-context.js';
import { InStep } from './in-step.js';
import type { Screen } from '../gallery/kept-files.js';
import { swapIcon } from './playing-icons.js';
import { posterView } from './poster-view.js';
import { mostCompared, type Result } from './result.js';
import { usualFrameS, type StageHost } from './stage.js';
import { styles as transportStyles, Transport } from './transport.js';

export const styles = [...transportStyles, dialogStyles, compareStyles];

export class Compare {
  readonly #host: StageHost;
  readonly #closed: (first: Result) => void;
  /** What there is to choose from. */
  #results: readonly Result[] = [];
  /** Those that are shown, by their place among them, in the order of the screen. */
  #shown: readonly number[] = [];
  #over = new AbortController();
  /** By place; `false`: it does not play here. */
  readonly #screens = new Map<number, Screen | false>();
  #players: InStep | undefined;
  #transport: Transport | undefined;

  /** `closed`: with what stood first. */
  constructor(host: StageHost, closed: (first: Result) => void) {
    this.#host = host;
    this.#closed = closed;
  }

  /** The first of them are shown; of more than four, others can take their places. */
  open(results: readonly Result[]): void {
    this.clear();
    this.#results = results;
    this.#show([...results.keys()].slice(0, mostCompared), 0);
  }

  clear(): void {
    this.#stop();
    this.#results = this.#shown = [];
    this.#host.element.requestUpdate();
  }

  view(context: GalleryContext): TemplateResult | typeof nothing {
    const [first] = this.#shown;
    const start = first === undefined ? undefined : this.#results[first];
    if (start === undefined) return nothing;
    const more = this.#host.playingWords();
    return html`<dialog
      class="full compare"
      part="compare"
      tabindex="-1"
      aria-label=${more.compareTitle}
      @close=${() => {
        this.clear();
        this.#closed(start);
      }}
      @keydown=${(event: KeyboardEvent) => this.#press(event)}
    >
      <div class="top">
        <h2>${more.compareTitle}</h2>
        ${this.#results.length > 2 ? this.#choiceView() : button(more.swap, swapIcon, () => this.#show(this.#shown.toReversed()))}
        ${button(more.close, closeIcon, ({ currentTarget }) => {
          if (currentTarget instanceof Element) currentTarget.closest('dialog')?.close();
        })}
      </div>
      <div class="sides" data-count=${this.#shown.length}>${this.#shown.map((place) => this.#sideView(place, context))}</div>
      ${this.#transport?.element ?? nothing}
    </dialog>`;
  }

  /** Which of them are shown: never fewer than two, and of too many the one that was chosen first goes. */
  #choiceView(): TemplateResult {
    const words = this.#host.playingWords();
    const toggle = (place: number) => {
      const others = this.#shown.filter((one) => one !== place);
      if (others.length === this.#shown.length) this.#show([...others.slice(1 - mostCompared), place]);
      else if (others.length > 1) this.#show(others);
    };
    return html`<div class="choice tabular" role="group" aria-label=${words.compareShown}>
      ${this.#results.map(
        ({ task }, place) =>
          html`<button
            type="button"
            class="button"
            title="${task.model}: ${task.prompt}"
            aria-label=${fill(words.compareNumber, { number: this.#numberOf(place) })}
            aria-pressed=${this.#shown.includes(place)}
            @click=${() => toggle(place)}
          >
            ${this.#numberOf(place)}
          </button>`,
      )}
    </div>`;
  }

  #numberOf(place: number): string {
    return this.#host.formats().number(place + 1);
  }

  /** Two have sides, more have numbers. */
  #nameOf(place: number): string {
    const { left, right, compareNumber } = this.#host.playingWords();
    if (this.#results.length > 2) return fill(compareNumber, { number: this.#numberOf(place) });
    return place === this.#shown[0] ? left : right;
  }

  #sideView(place: number, context: GalleryContext): TemplateResult {
    const { words, formats, tasks } = context;
    const result = this.#results[place];
    // As it is now: it may have become the best meanwhile.
    const task = tasks.find(({ id }) => id === result?.task.id) ?? result?.task;
    if (result === undefined || task === undefined) return html``;
    const { at } = result;
    const output = task.outputs[at];
    const seconds = output?.duration ?? task.draft.duration;
    const seed = output?.seed ?? task.seed;
    const count = task.outputs.length;
    const which = fill(words.output, { number: formats.number(at + 1), count: formats.number(count) });
    const title =
      this.#results.length > 2 ? html`<span class="number tabular">${this.#numberOf(place)}</span> ${task.prompt}` : task.prompt;
    return html`<figure aria-label="${this.#nameOf(place)}: ${task.prompt}">
      ${this.#screenView({ task, at }, this.#screens.get(place), context)}
      <figcaption>
        <p class="prompt" dir="auto" title=${task.prompt}>${title}</p>
        <p class="facts tabular">
          <span>${task.model}</span>
          ${seconds === undefined ? nothing : html`<span>${formats.seconds(seconds)}</span>`}
          ${seed === undefined ? nothing : html`<span>${fill(words.seedValue, { seed })}</span>`}
          ${count < 2 ? nothing : html`<span>${which}</span>`}
        </p>
        ${task.groupId === undefined ? nothing : bestView(task, context)}
      </figcaption>
    </figure>`;
  }

  #screenView(result: Result, screen: Screen | false | undefined, context: GalleryContext): TemplateResult {
    const { words } = context;
    if (screen === false)
      return html`<div class="screen">
        <div class="trouble">
          <p class="title warn">${words.cannotPlay}</p>
          <p class="note">${words.cannotPlayHint}</p>
        </div>
      </div>`;
    screen?.element.setAttribute('aria-label', result.task.prompt);
    return html`<div class="screen" @click=${() => this.#transport?.toggle()}>
      ${posterView(result, screen?.player.readyState, context)} ${screen?.element ?? nothing}
    </div>`;
  }

  /** All from the same moment. */
  #show(places: readonly number[], atS = this.#players?.currentTime ?? 0): void {
    this.#stop();
    this.#shown = places;
    this.#host.element.requestUpdate();
    void this.#begin(places, atS);
  }

  #stop(): void {
    this.#over.abort();
    this.#over = new AbortController();
    this.#transport?.close();
    this.#players?.close();
    this.#transport = this.#players = undefined;
    this.#screens.clear();
  }

  async #begin(places: readonly number[], atS: number): Promise<void> {
    const { signal } = this.#over;
    const { element, playingWords: words, formats } = this.#host;
    const opened = await Promise.all(places.map((place) => this.#open(place, signal)));
    const screens = opened.filter((screen) => screen !== undefined);
    // One that does not play here leaves the others to be compared.
    if (signal.aborted || screens.length < 2) return;
    await Promise.all(screens.map((screen) => lengthKnown(screen, signal)));
    if (signal.aborted) return;
    const players = (this.#players = new InStep(screens.map(({ player }) => player)));
    const heard = places.filter((_, at) => opened[at] !== undefined);
    players.sound = 0;
    players.currentTime = atS;
    const frameS = Math.min(...screens.map((screen) => screen.frameS ?? usualFrameS));
    this.#transport = new Transport({ player: players, frameS, words, formats, fine: true, sound: () => this.#soundView(players, heard) });
    element.requestUpdate();
    await element.updateComplete;
    if (!signal.aborted && !matchMedia('(prefers-reduced-motion: reduce)').matches) await players.play();
  }

  async #open(place: number, signal: AbortSignal): Promise<Screen | undefined> {
    const result = this.#results[place];
    const output = result?.task.outputs[result.at];
    const screen = result && output && (await this.#host.files.open(result.task.id, result.at, output, signal));
    if (signal.aborted) return undefined;
    this.#screens.set(place, screen ?? false);
    screen?.player.addEventListener('error', () => this.#fail(place), { signal });
    this.#host.element.requestUpdate();
    return screen;
  }

  #fail(place: number): void {
    this.#players?.pause();
    this.#screens.set(place, false);
    this.#host.element.requestUpdate();
  }

  /** `places`: of the players, in their order. */
  #soundView(players: InStep, places: readonly number[]): TemplateResult {
    const words = this.#host.playingWords();
    const choices: readonly (readonly [number | undefined, string])[] = [
      ...places.map((place, at) => [at, this.#results.length > 2 ? this.#numberOf(place) : this.#nameOf(place)] as const),
      [undefined, words.soundNone],
    ];
    return html`<select
      class="input"
      aria-label=${words.sound}
      title=${words.sound}
      @change=${({ target }: Event) => {
        if (target instanceof HTMLSelectElement) players.sound = choices[target.selectedIndex]?.[0];
      }}
    >
      ${choices.map(([at, name]) => html`<option .selected=${at === players.sound}>${words.sound}: ${name}</option>`)}
    </select>`;
  }

  #press(event: KeyboardEvent): void {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof Element && target.matches('input, select'))) return;
    const onButton = target instanceof Element && target.matches('button');
    const actions: Readonly<Record<string, () => unknown>> = {
      k: () => this.#transport?.toggle(),
      ',': () => this.#transport?.step(-1),
      '.': () => this.#transport?.step(1),
      ...(onButton ? {} : { ' ': () => this.#transport?.toggle() }),
    };
    const action = actions[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }
}

/** The one to keep of its group. */
const bestView = (task: Result['task'], { words, act }: GalleryContext): TemplateResult =>
  html`<button type="button" class="button best" data-act="best" aria-pressed=${task.best === true} @click=${() => act('best', task)}>
    ${bestIcon} ${words.keepBest}
  </button>`;

const button = (name: string, icon: TemplateResult, press: (event: Event) => void): TemplateResult =>
  html`<button type="button" class="button quiet round" title=${name} aria-label=${name} @click=${press}>${icon}</button>`;

/** A link's length comes with its first bytes; a file's is known. */
function lengthKnown({ player }: Screen, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (Number.isFinite(player.duration) || player.readyState > 0 || signal.aborted) return resolve();
    for (const name of ['loadedmetadata', 'error']) player.addEventListener(name, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
