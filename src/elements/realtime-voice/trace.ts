// Draws one trace of both voices on a canvas, and knows from their loudness whether the answer is sounding.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createRef, type Ref } from 'lit/directives/ref.js';

import type { Levels } from '../../core/realtime/speech/voice.js';
import { beatMs, untilBeat } from './beat.js';
import { TraceBars, traceColors, type TraceColors } from './trace-bars.js';

export interface TraceSource {
  /** Undefined while nothing is connected: the trace is still. */
  levels(): Levels | undefined;
  /** Called with each bar, while the trace runs. */
  frame(soundingAnswer: boolean): void;
}

const audible = 0.012;
const holdMs = 400;

export class Trace implements ReactiveController {
  readonly canvas: Ref<HTMLCanvasElement> = createRef();
  readonly #source: TraceSource;
  readonly #bars = new TraceBars();
  #lastSoundMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #visible = false;
  #observed: HTMLCanvasElement | undefined;
  #undo: (() => void)[] = [];
  #colors: TraceColors | undefined;
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
    const nowMs = performance.now();
    this.#timer = setTimeout(() => this.#tick(performance.now()), untilBeat(nowMs + beatMs / 2, nowMs));
  }

  #tick(nowMs: number): void {
    this.#timer = undefined;
    const canvas = this.#observed;
    const levels = this.#source.levels();
    if (canvas === undefined) return;
    const moves = levels !== undefined && this.#bars.add(levels);
    if (levels !== undefined && levels.speaker > audible) this.#lastSoundMs = nowMs;
    this.#source.frame(levels !== undefined && nowMs - this.#lastSoundMs < holdMs);
    if (levels === undefined) this.#bars.clear();
    // Under a sheet nobody sees it.
    const seen = !canvas.matches('.covered');
    if (levels === undefined || (moves && seen && !this.#reduced) || !this.#drawn) this.#draw(canvas, nowMs);
    this.#drawn = levels !== undefined;
    this.#schedule();
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
    this.#bars.draw({ context, width, height }, this.#colorsOf(canvas, nowMs));
  }

  #colorsOf(canvas: HTMLCanvasElement, nowMs: number): TraceColors {
    // The page may change its theme at any time and no event says so: read once a second.
    if (this.#colors === undefined || nowMs - this.#colorsAtMs > 1000) {
      this.#colors = traceColors(getComputedStyle(canvas));
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
