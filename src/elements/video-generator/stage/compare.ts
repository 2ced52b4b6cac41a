// Two results side by side, or one above the other, played in step with one row of controls. Loaded when two were first chosen.
import { html, nothing, type TemplateResult } from 'lit';

import { closeIcon } from '../../shared/icons.js';
import { fill } from '../../shared/strings.js';
import { compareStyles } from './compare.styles.js';
import { dialogStyles } from './dialog.styles.js';
import type { GalleryContext } from '../gallery/gallery-context.js';
import { InStep, type Side } from './in-step.js';
import type { Screen } from '../gallery/kept-files.js';
import { swapIcon } from './playing-icons.js';
import type { Result } from './result.js';
import { usualFrameS, type StageHost } from './stage.js';
import { styles as transportStyles, Transport } from './transport.js';

export const styles = [...transportStyles, dialogStyles, compareStyles];

interface Pair {
  readonly left: Result;
  readonly right: Result;
}

const sides = ['left', 'right'] as const;

export class Compare {
  readonly #host: StageHost;
  readonly #closed: (left: Result) => void;
  #pair: Pair | undefined;
  #over = new AbortController();
  /** `false`: it does not play here. */
  #screens: Partial<Record<Side, Screen | false>> = {};
  #players: InStep | undefined;
  #transport: Transport | undefined;

  /** `closed`: with what stood on the left. */
  constructor(host: StageHost, closed: (left: Result) => void) {
    this.#host = host;
    this.#closed = closed;
  }

  open(pair: Pair, atS = 0): void {
    this.clear();
    this.#pair = pair;
    this.#host.element.requestUpdate();
    void this.#begin(pair, atS);
  }

  clear(): void {
    this.#over.abort();
    this.#over = new AbortController();
    this.#transport?.close();
    this.#players?.close();
    this.#transport = this.#players = this.#pair = undefined;
    this.#screens = {};
    this.#host.element.requestUpdate();
  }

  view(context: GalleryContext): TemplateResult | typeof nothing {
    const pair = this.#pair;
    if (pair === undefined) return nothing;
    const more = this.#host.playingWords();
    return html`<dialog
      class="full compare"
      part="compare"
      tabindex="-1"
      aria-label=${more.compareTitle}
      @close=${() => {
        this.clear();
        this.#closed(pair.left);
      }}
      @keydown=${(event: KeyboardEvent) => this.#press(event)}
    >
      <div class="top">
        <h2>${more.compareTitle}</h2>
        ${button(more.swap, swapIcon, () => this.#swap())}
        ${button(more.close, closeIcon, ({ currentTarget }) => {
          if (currentTarget instanceof Element) currentTarget.closest('dialog')?.close();
        })}
      </div>
      <div class="sides">${sides.map((side) => this.#sideView(side, pair[side], context))}</div>
      ${this.#transport?.element ?? nothing}
    </dialog>`;
  }

  #sideView(side: Side, { task, at }: Result, { words, formats }: GalleryContext): TemplateResult {
    const output = task.outputs[at];
    const seconds = output?.duration ?? task.draft.duration;
    const seed = output?.seed ?? task.seed;
    const count = task.outputs.length;
    const which = fill(words.output, { number: formats.number(at + 1), count: formats.number(count) });
    return html`<figure aria-label="${this.#host.playingWords()[side]}: ${task.prompt}">
      ${this.#screenView(this.#screens[side], words, task.prompt)}
      <figcaption>
        <p class="prompt" dir="auto" title=${task.prompt}>${task.prompt}</p>
        <p class="facts tabular">
          <span>${task.model}</span>
          ${seconds === undefined ? nothing : html`<span>${formats.seconds(seconds)}</span>`}
          ${seed === undefined ? nothing : html`<span>${fill(words.seedValue, { seed })}</span>`}
          ${count < 2 ? nothing : html`<span>${which}</span>`}
        </p>
      </figcaption>
    </figure>`;
  }

  #screenView(screen: Screen | false | undefined, words: GalleryContext['words'], prompt: string): TemplateResult {
    if (screen === false)
      return html`<div class="screen">
        <div class="trouble">
          <p class="title warn">${words.cannotPlay}</p>
          <p class="note">${words.cannotPlayHint}</p>
        </div>
      </div>`;
    screen?.element.setAttribute('aria-label', prompt);
    return html`<div class="screen" @click=${() => this.#transport?.toggle()}>${screen?.element ?? nothing}</div>`;
  }

  async #begin({ left, right }: Pair, atS: number): Promise<void> {
    const { signal } = this.#over;
    const { element, files, playingWords: words, formats } = this.#host;
    const open = async (side: Side, { task, at }: Result) => {
      const output = task.outputs[at];
      const screen = output && (await files.open(task.id, at, output, signal));
      if (signal.aborted) return undefined;
      this.#screens = { ...this.#screens, [side]: screen ?? false };
      screen?.player.addEventListener('error', () => this.#fail(side), { signal });
      element.requestUpdate();
      return screen;
    };
    const [one, other] = await Promise.all([open('left', left), open('right', right)]);
    if (one === undefined || other === undefined) return;
    await Promise.all([lengthKnown(one, signal), lengthKnown(other, signal)]);
    if (signal.aborted) return;
    const players = (this.#players = new InStep(one.player, other.player));
    players.sound = 'left';
    players.currentTime = atS;
    const frameS = Math.min(one.frameS ?? usualFrameS, other.frameS ?? usualFrameS);
    this.#transport = new Transport({ player: players, frameS, words, formats, fine: true, sound: () => this.#soundView(players) });
    element.requestUpdate();
    await element.updateComplete;
    if (!signal.aborted && !matchMedia('(prefers-reduced-motion: reduce)').matches) await players.play();
  }

  #fail(side: Side): void {
    this.#players?.pause();
    this.#screens = { ...this.#screens, [side]: false };
    this.#host.element.requestUpdate();
  }

  #soundView(players: InStep): TemplateResult {
    const words = this.#host.playingWords();
    const choices: readonly (readonly [Side | undefined, string])[] = [
      ['left', words.left],
      ['right', words.right],
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
      ${choices.map(([side, name]) => html`<option .selected=${side === players.sound}>${words.sound}: ${name}</option>`)}
    </select>`;
  }

  #swap(): void {
    if (this.#pair === undefined) return;
    const { left, right } = this.#pair;
    this.open({ left: right, right: left }, this.#players?.currentTime ?? 0);
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
