// What both voices were as bars of loudness, and how they are drawn on a canvas.
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

/** Where bars are drawn, in CSS pixels. */
export interface TraceArea {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
}

export class TraceBars {
  /** Past loudness by column, a ring: above zero the microphone was louder, below zero the answer. */
  readonly #past = new Float32Array(columns);
  #head = 0;
  #silentBars = 0;

  /** One more bar. False while it stands. */
  add({ microphone, speaker }: Levels): boolean {
    const loudest = speaker >= microphone ? -speaker : microphone;
    this.#silentBars = Math.abs(loudest) < silent ? this.#silentBars + 1 : 0;
    if (this.#silentBars > restAfter) return false;
    this.#past[this.#head] = this.#silentBars > 0 ? 0 : loudest;
    this.#head = (this.#head + 1) % columns;
    return true;
  }

  clear(): void {
    this.#past.fill(0);
  }

  draw(area: TraceArea, colors: TraceColors): void {
    const { context, width, height } = area;
    context.lineWidth = barPx;
    context.lineCap = 'round';
    this.#stroke(area, colors.microphone, (level) => level > 0);
    this.#stroke(area, colors.speaker, (level) => level < 0);
    this.#stroke(area, colors.silence, (level) => level === 0);
    context.strokeStyle = colors.rest;
    context.beginPath();
    for (let x = width * penAt + pitchPx; x < width - 2; x += pitchPx) strokeBar(context, x, height / 2, restPx);
    context.stroke();
  }

  /** One path a color, however many bars. */
  #stroke({ context, width, height }: TraceArea, color: string, mine: (level: number) => boolean): void {
    const penX = width * penAt;
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
}

/** Loudness is heard by ratio: a quiet voice still shows, a loud one does not leave the trace. */
const heightOf = (level: number) => Math.min(1, (level * 3) ** 0.65);

function strokeBar(context: CanvasRenderingContext2D, x: number, middle: number, half: number): void {
  context.moveTo(x, middle - half);
  context.lineTo(x, middle + half);
}
