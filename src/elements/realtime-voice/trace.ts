// The trace of both voices: when a bar is due, and whether the answer is sounding, which their loudness tells.
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { createRef, ref } from 'lit/directives/ref.js';

import type { Levels } from '../../core/realtime/speech/voice.js';
import { beatMs, untilBeat } from './beat.js';
import { sizeOf, TraceBars, traceColors, type TraceColors, type TraceSize } from './trace-bars.js';
import { createTracePainter, type TracePainter } from './trace-painter.js';

export interface TraceSource {
  /** Undefined while nothing is connected: the trace is still. */
  levels(): Levels | undefined;
  /** Called with each bar, while the trace runs. */
  frame(soundingAnswer: boolean): void;
}

const audible = 0.012;
const holdMs = 400;

export class Trace implements ReactiveController {
  readonly #source: TraceSource;
  readonly #canvas = createRef<HTMLCanvasElement>();
  readonly #bars = new TraceBars();
  /** Draws what this connection was. Its canvas is not that of the next: a worker keeps what it was given. */
  #painter: TracePainter | undefined;
  #nth = 0;
  #lastSoundMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #visible = false;
  #observed: HTMLCanvasElement | undefined;
  #undo: (() => void)[] = [];
  #size: TraceSize | undefined;
  #colors: TraceColors | undefined;
  #colorsAtMs = -Infinity;
  #reduced = false;

  constructor(host: ReactiveControllerHost, source: TraceSource) {
    this.#source = source;
    host.addController(this);
  }

  /** `still`: the style sheet draws the line of rest. `covered`: nobody sees it. */
  view(still: boolean, covered: boolean): unknown {
    const classes = `trace ${still ? 'still' : ''} ${covered ? 'covered' : ''}`;
    return keyed(this.#nth, html`<canvas class=${classes} part="trace" aria-hidden="true" ${ref(this.#canvas)}></canvas>`);
  }

  hostUpdate(): void {
    if (this.#source.levels() === undefined) this.#release();
  }

  hostUpdated(): void {
    // What was taken away is still drawn once or twice, and would be watched for ever.
    const canvas = this.#canvas.value?.isConnected === true ? this.#canvas.value : undefined;
    if (canvas !== this.#observed) this.#observe(canvas);
    this.#schedule();
  }

  hostDisconnected(): void {
    this.#observe(undefined);
    this.#release();
  }

  #release(): void {
    if (this.#painter === undefined) return;
    this.#painter.end();
    this.#painter = undefined;
    this.#bars.clear();
    this.#nth += 1;
  }

  #observe(canvas: HTMLCanvasElement | undefined): void {
    for (const undo of this.#undo.splice(0)) undo();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#visible = false;
    this.#size = undefined;
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
      this.#draw(canvas);
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
    this.#size = sizeOf(canvas, devicePixelRatio || 1);
    this.#draw(canvas);
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
    // Under a sheet nobody sees it. Under reduced motion it stays as what was drawn first.
    const seen = !canvas.matches('.covered');
    if (this.#isRecolored(canvas, nowMs) || (moves && seen && !this.#reduced) || this.#painter === undefined) this.#draw(canvas);
    this.#schedule();
  }

  #draw(canvas: HTMLCanvasElement): void {
    if (this.#size === undefined || this.#source.levels() === undefined) return;
    this.#painter ??= createTracePainter(canvas);
    this.#colors ??= traceColors(getComputedStyle(canvas));
    this.#painter.paint({ ...this.#size, past: this.#bars.past, colors: this.#colors });
  }

  /** The page may change its theme at any time and no event says so: read once a second. */
  #isRecolored(canvas: HTMLCanvasElement, nowMs: number): boolean {
    if (nowMs - this.#colorsAtMs < 1000) return false;
    this.#colorsAtMs = nowMs;
    const [before, after] = [this.#colors, traceColors(getComputedStyle(canvas))];
    this.#colors = after;
    return JSON.stringify(before) !== JSON.stringify(after);
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
