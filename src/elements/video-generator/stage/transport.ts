// The row under what plays: play, a line to seek on, time, sound, and where wanted speed and single frames. Draws itself as the time goes on, so
// that nothing around it is drawn with it.
import { html, nothing, render, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { Player } from '../../playing/player.js';
import { fields } from '../../shared/fields.styles.js';
import type { Formats } from '../../shared/formats.js';
import { playIcon } from '../../shared/icons.js';
import { fill } from '../../shared/strings.js';
import { pauseIcon, soundIcon, soundOffIcon, stepBackIcon, stepOnIcon } from './playing-icons.js';
import { videoPlayingWords, type VideoPlayingWords } from './playing-words.js';
import { transportStyles } from './transport.styles.js';

export const styles = [fields, transportStyles];
export { videoPlayingWords };

export interface TransportOptions {
  readonly player: Player;
  /** Seconds a frame stands. */
  readonly frameS: number;
  readonly words: () => VideoPlayingWords;
  readonly formats: () => Formats;
  /** Single frames and speed. */
  readonly fine?: boolean;
  /** In place of the button for the sound. */
  readonly sound?: () => TemplateResult;
  /** What follows at the end of the row. */
  readonly more?: () => TemplateResult;
}

const speeds = [0.25, 0.5, 1, 1.5, 2];
const told = [
  'play',
  'pause',
  'timeupdate',
  'seeking',
  'seeked',
  'ended',
  'volumechange',
  'ratechange',
  'loadedmetadata',
  'durationchange',
];

export class Transport {
  readonly element = document.createElement('div');
  readonly #options: TransportOptions;
  readonly #over = new AbortController();
  #frame = 0;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.element.className = 'transport';
    this.element.part.add('transport');
    for (const name of told) options.player.addEventListener(name, this.draw, { signal: this.#over.signal });
    this.draw();
  }

  close(): void {
    this.#over.abort();
    cancelAnimationFrame(this.#frame);
  }

  toggle(): void {
    const { player } = this.#options;
    if (player.paused) void player.play().catch(() => undefined);
    else player.pause();
  }

  mute(): void {
    const { player } = this.#options;
    player.muted = !player.muted;
  }

  /** So many frames on. */
  step(frames: number): void {
    const { player, frameS } = this.#options;
    player.pause();
    // Into the middle of a frame: at its edge players differ.
    const at = Math.floor(player.currentTime / frameS + 0.01) + frames + 0.5;
    player.currentTime = Math.min(this.#lengthS || Infinity, Math.max(0, at * frameS));
  }

  readonly draw = (): void => {
    if (this.#over.signal.aborted) return;
    cancelAnimationFrame(this.#frame);
    render(this.#view(), this.element, { host: this.element });
    if (!this.#options.player.paused) this.#frame = requestAnimationFrame(this.draw);
  };

  /** A link's length is not known at first. */
  get #lengthS(): number {
    const { duration } = this.#options.player;
    return Number.isFinite(duration) ? duration : 0;
  }

  #view(): TemplateResult {
    const { player, frameS, words: wordsOf, formats: formatsOf, fine, sound, more } = this.#options;
    const [words, formats] = [wordsOf(), formatsOf()];
    const times = { at: formats.clock(player.currentTime * 1000), length: formats.clock(this.#lengthS * 1000) };
    return html`${player.paused ? button(words.play, playIcon, () => this.toggle()) : button(words.pause, pauseIcon, () => this.toggle())}
      ${fine === true ? html`${button(words.stepBack, stepBackIcon, () => this.step(-1))} ${button(words.stepOn, stepOnIcon, () => this.step(1))}` : nothing}
      <input
        class="line"
        type="range"
        min="0"
        max=${this.#lengthS}
        step=${frameS}
        aria-label=${words.position}
        aria-valuetext=${fill(words.positionValue, times)}
        .value=${live(String(player.currentTime))}
        @input=${({ target }: Event) => {
          if (target instanceof HTMLInputElement) player.currentTime = target.valueAsNumber;
        }}
      />
      <span class="clock tabular" aria-hidden="true">${times.at} / ${times.length}</span>
      ${sound?.() ?? button(player.muted ? words.unmute : words.mute, player.muted ? soundOffIcon : soundIcon, () => this.mute())}
      ${fine === true ? this.#speedView(words, formats) : nothing} ${more?.() ?? nothing}`;
  }

  #speedView({ speed }: VideoPlayingWords, formats: Formats): TemplateResult {
    const { player } = this.#options;
    return html`<select
      class="input tabular"
      aria-label=${speed}
      @change=${({ target }: Event) => {
        if (target instanceof HTMLSelectElement) player.playbackRate = speeds[target.selectedIndex] ?? 1;
      }}
    >
      ${speeds.map((rate) => html`<option .selected=${rate === player.playbackRate}>${formats.number(rate)}×</option>`)}
    </select>`;
  }
}

const button = (name: string, icon: TemplateResult, press: () => void): TemplateResult =>
  html`<button type="button" class="button quiet round" title=${name} aria-label=${name} @click=${press}>${icon}</button>`;
