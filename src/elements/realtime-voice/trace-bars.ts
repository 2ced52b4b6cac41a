// What both voices were as bars of loudness, and how they are drawn on a canvas: of the page, of another window, or in a worker.
import type { Levels } from '../../core/realtime/speech/voice.js';

/** After so many bars of silence nothing moves until somebody is heard. */
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

export interface TraceColors {
  readonly microphone: string;
  readonly speaker: string;
  readonly silence: string;
  readonly rest: string;
}

/** The colors that a canvas has from its style sheet. */
export const traceColors = ({ color, outlineColor, borderTopColor, caretColor }: CSSStyleDeclaration): TraceColors => ({
  microphone: color,
  speaker: outlineColor,
  silence: borderTopColor,
  rest: caretColor,
});

export type TraceContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Of a canvas, in device pixels. */
export interface TraceSize {
  readonly width: number;
  readonly height: number;
  /** Device pixels in one of CSS. */
  readonly scale: number;
}

/** Where it stands, in a window with so many device pixels to one of CSS. */
export const sizeOf = ({ clientWidth, clientHeight }: HTMLCanvasElement, scale: number): TraceSize => ({
  width: Math.round(clientWidth * scale),
  height: Math.round(clientHeight * scale),
  scale,
});

/** All that is on a canvas. */
export interface TracePicture extends TraceSize {
  readonly past: Loudness;
  readonly colors: TraceColors;
}

/** Where bars are drawn, in CSS pixels. */
export interface TraceArea {
  readonly context: TraceContext;
  readonly width: number;
  readonly height: number;
}

/** Loudness by bar, the newest first: above zero the microphone was louder, below zero the answer. */
export type Loudness = ArrayLike<number>;

export class TraceBars {
  readonly #past = new Float32Array(columns);
  #silentBars = 0;

  get past(): Loudness {
    return this.#past;
  }

  /** One more bar. False while it stands. */
  add({ microphone, speaker }: Levels): boolean {
    const loudest = speaker >= microphone ? -speaker : microphone;
    this.#silentBars = Math.abs(loudest) < silent ? this.#silentBars + 1 : 0;
    if (this.#silentBars > restAfter) return false;
    this.#past.copyWithin(1, 0);
    this.#past[0] = this.#silentBars > 0 ? 0 : loudest;
    return true;
  }

  clear(): void {
    this.#past.fill(0);
  }
}

export function paintTrace(context: TraceContext, { width, height, scale, past, colors }: TracePicture): void {
  const { canvas } = context;
  // Setting its size empties a canvas, and takes its time.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const area = { context, width: width / scale, height: height / scale };
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, area.width, area.height);
  drawTrace(area, past, colors);
}

export function drawTrace(area: TraceArea, past: Loudness, colors: TraceColors): void {
  const { context, width, height } = area;
  context.lineWidth = barPx;
  context.lineCap = 'round';
  strokeBars(area, colors.microphone, past, (level) => level > 0);
  strokeBars(area, colors.speaker, past, (level) => level < 0);
  strokeBars(area, colors.silence, past, (level) => level === 0);
  context.strokeStyle = colors.rest;
  context.beginPath();
  for (let x = width * penAt + pitchPx; x < width - 2; x += pitchPx) strokeBar(context, x, height / 2, restPx);
  context.stroke();
}

/** One path a color, however many bars. */
function strokeBars({ context, width, height }: TraceArea, color: string, past: Loudness, mine: (level: number) => boolean): void {
  const penX = width * penAt;
  context.strokeStyle = color;
  context.beginPath();
  const count = Math.min(past.length, Math.ceil(penX / pitchPx));
  for (let back = 0; back < count; back++) {
    const level = past[back] ?? 0;
    if (mine(level)) strokeBar(context, penX - back * pitchPx, height / 2, restPx + (height / 2 - 6) * heightOf(Math.abs(level)));
  }
  context.stroke();
}

/** Loudness is heard by ratio: a quiet voice still shows, a loud one does not leave the trace. */
const heightOf = (level: number) => Math.min(1, (level * 3) ** 0.65);

function strokeBar(context: TraceContext, x: number, middle: number, half: number): void {
  context.moveTo(x, middle - half);
  context.lineTo(x, middle + half);
}
