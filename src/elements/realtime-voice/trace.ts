// Draws one trace of both voices on a canvas, and knows from their loudness whether the answer is sounding.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createRef, type Ref } from 'lit/directives/ref.js';

import type { Levels } from '../../core/realtime/speech/voice.js';

export interface TraceSource {
  /** Undefined while nothing is connected: the trace is still. */
  levels(): Levels | undefined;
  /** Called with each bar, while the trace runs. */
  frame(soundingAnswer: boolean): void;
}

/** Each drawing is one more bar: a phone pays for every one of them. */
const barEveryMs = 66;
/** After so many bars of silence it stands until somebody is heard, and nothing is drawn. */
const restAfter = 8;
const pitchPx = 6;
const barPx = 2.5;
/** Half the height of a bar that is silent. */
const restPx = 2;
/** Quieter than this is drawn as silence. */
const silent = 0.004;
const columns = 256;
/** Where "now" stands, from the start of the trace. */
const penAt = 0.62;
const audible = 0.012;
const holdMs = 400;

interface Colors {
  readonly microphone: string;
  readonly speaker: string;
  readonly silence: string;
  readonly rest: string;
}

export class Trace implements ReactiveController {
  readonly canvas: Ref<HTMLCanvasElement> = createRef();
  readonly #source: TraceSource;
  /** Past loudness by column, a ring: above zero the microphone was louder, below zero the answer. */
  readonly #past = new Float32Array(columns);
  #head = 0;
  #silentBars = 0;
  #lastSoundMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #visible = false;
  #observed: HTMLCanvasElement | undefined;
  #undo: (() => void)[] = [];
  #colors: Colors | undefined;
  #colorsAtMs = -Infinity;
  #reduced = false;
  /** Something of the connection that is open is on it: under reduced motion it stays as that. */
  #drawn = false;

  constructor(host: ReactiveControllerHost, source: TraceSource) {
    this.#source = source;
    host.addController(this);
  }

  hostUpdated(): void {
    // What was taken away is still drawn once or twice, and would be watched for ever.
    const canvas = this.canvas.value?.isConnected === true ? this.canvas.value : undefined;
    if (canvas !== this.#observed) this.#observe(canvas);
    this.#schedule();
  }

  hostDisconnected(): void {
    this.#observe(undefined);
  }

  #observe(canvas: HTMLCanvasElement | undefined): void {
    for (const undo of this.#undo.splice(0)) undo();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#visible = false;
    this.#observed = canvas;
    if (canvas === undefined) return;
    const seen = new IntersectionObserver((entries) => {
      this.#visible = entries.at(-1)?.isIntersecting ?? false;
      this.#schedule();
    });
    const sized = new ResizeObserver(() => this.#resize(canvas));
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    const onMotion = () => void (this.#reduced = motion.matches);
    onMotion();
    motion.addEventListener('change', onMotion);
    // Under reduced motion nothing else would draw it again.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const onScheme = () => {
      this.#colors = undefined;
      this.#draw(canvas, performance.now());
    };
    scheme.addEventListener('change', onScheme);
    seen.observe(canvas);
    observeSize(sized, canvas);
    this.#undo.push(
      () => seen.disconnect(),
      () => sized.disconnect(),
      () => motion.removeEventListener('change', onMotion),
      () => scheme.removeEventListener('change', onScheme),
    );
  }

  #resize(canvas: HTMLCanvasElement): void {
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(canvas.clientWidth * scale);
    canvas.height = Math.round(canvas.clientHeight * scale);
    this.#draw(canvas, performance.now());
  }

  #schedule(): void {
    if (this.#timer !== undefined || !this.#visible || this.#source.levels() === undefined) return;
    this.#timer = setTimeout(() => this.#tick(performance.now()), barEveryMs);
  }

  #tick(nowMs: number): void {
    this.#timer = undefined;
    const canvas = this.#observed;
    const levels = this.#source.levels();
    if (canvas === undefined) return;
    const moves = levels !== undefined && this.#add(levels, nowMs);
    this.#source.frame(levels !== undefined && nowMs - this.#lastSoundMs < holdMs);
    if (levels === undefined) this.#past.fill(0);
    // Under a sheet nobody sees it.
    const seen = !canvas.matches('.covered');
    if (levels === undefined || (moves && seen && !this.#reduced) || !this.#drawn) this.#draw(canvas, nowMs);
    this.#drawn = levels !== undefined;
    this.#schedule();
  }

  /** One more bar. False while it stands. */
  #add({ microphone, speaker }: Levels, nowMs: number): boolean {
    if (speaker > audible) this.#lastSoundMs = nowMs;
    const loudest = speaker >= microphone ? -speaker : microphone;
    this.#silentBars = Math.abs(loudest) < silent ? this.#silentBars + 1 : 0;
    if (this.#silentBars > restAfter) return false;
    this.#past[this.#head] = this.#silentBars > 0 ? 0 : loudest;
    this.#head = (this.#head + 1) % columns;
    return true;
  }

  #draw(canvas: HTMLCanvasElement, nowMs: number): void {
    const context = canvas.getContext('2d');
    if (context === null) return;
    const scale = devicePixelRatio || 1;
    const width = canvas.width / scale;
    const height = canvas.height / scale;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    // At rest the style sheet draws the line.
    if (this.#source.levels() === undefined) return;
    context.lineWidth = barPx;
    context.lineCap = 'round';
    const colors = this.#colorsOf(canvas, nowMs);
    const drawn = { context, height, penX: width * penAt };
    this.#stroke(drawn, colors.microphone, (level) => level > 0);
    this.#stroke(drawn, colors.speaker, (level) => level < 0);
    this.#stroke(drawn, colors.silence, (level) => level === 0);
    context.strokeStyle = colors.rest;
    context.beginPath();
    for (let x = drawn.penX + pitchPx; x < width - 2; x += pitchPx) strokeBar(context, x, height / 2, restPx);
    context.stroke();
  }

  /** One path a colour, however many bars. */
  #stroke(
    drawn: { context: CanvasRenderingContext2D; height: number; penX: number },
    color: string,
    mine: (level: number) => boolean,
  ): void {
    const { context, height, penX } = drawn;
    context.strokeStyle = color;
    context.beginPath();
    const count = Math.min(columns, Math.ceil(penX / pitchPx));
    for (let back = 0; back < count; back++) {
      const level = this.#past[(this.#head - 1 - back + 2 * columns) % columns] ?? 0;
      if (!mine(level)) continue;
      strokeBar(context, penX - back * pitchPx, height / 2, restPx + (height / 2 - 6) * heightOf(Math.abs(level)));
    }
    context.stroke();
  }

  #colorsOf(canvas: HTMLCanvasElement, nowMs: number): Colors {
    // The page may change its theme at any time and no event says so: read once a second.
    if (this.#colors === undefined || nowMs - this.#colorsAtMs > 1000) {
      const style = getComputedStyle(canvas);
      this.#colors = { microphone: style.color, speaker: style.outlineColor, silence: style.borderTopColor, rest: style.caretColor };
      this.#colorsAtMs = nowMs;
    }
    return this.#colors;
  }
}

/** In device pixels, where that can be asked for: they change on another screen while the size stays. */
function observeSize(observer: ResizeObserver, canvas: HTMLCanvasElement): void {
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas);
  }
}

/** Loudness is heard by ratio: a quiet voice still shows, a loud one does not leave the trace. */
const heightOf = (level: number) => Math.min(1, (level * 3) ** 0.65);

function strokeBar(context: CanvasRenderingContext2D, x: number, middle: number, half: number): void {
  context.moveTo(x, middle - half);
  context.lineTo(x, middle + half);
}
