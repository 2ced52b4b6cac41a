// Captions burned into pictures: wrapped where their language allows it, in its direction, within the safe area, legible on anything.
import { invalid } from './edit.js';
import type { EditCaption } from './edit.js';

type Pen = OffscreenCanvasRenderingContext2D;

interface Span {
  readonly startS: number;
  readonly endS: number;
}

interface Laid extends Span {
  readonly lines: readonly string[];
  readonly fontPx: number;
  readonly direction: 'ltr' | 'rtl';
}

/** Share of a side that stays free: the title-safe area of broadcasters is 90%. */
const marginShare = 0.05;
/** Captions take at most this share of the height. */
const mostHeight = 0.45;
const lineHeight = 1.3;
const leastFontPx = 9;

/** Draws what belongs to a moment of the source. Throws `invalid_input` where a text is too long for the picture. */
export function createCaptions(pen: Pen, captions: string | readonly EditCaption[], span: Span): (atS: number) => void {
  const laid = (typeof captions === 'string' ? dividedBy(captions, span) : captions)
    .filter(({ text }) => text.trim() !== '')
    .map((caption) => layOut(pen, caption, span));
  return (atS) => {
    const shown = laid.filter(({ startS, endS }) => atS >= startS - 0.001 && atS < endS - 0.001);
    let bottom = pen.canvas.height * (1 - marginShare);
    // Of several at once the later one stands above.
    for (const caption of shown) bottom = draw(pen, caption, bottom);
  };
}

function dividedBy(text: string, { startS, endS }: Span): readonly EditCaption[] {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  const eachS = (endS - startS) / parts.length;
  return parts.map((part, at) => ({ text: part, startS: startS + at * eachS, endS: startS + (at + 1) * eachS }));
}

export const font = (px: number) => `600 ${px}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`;

function layOut(pen: Pen, { text, startS, endS }: EditCaption, span: Span): Laid {
  const { width, height } = pen.canvas;
  const largest = Math.max(leastFontPx, Math.round(Math.min(height * 0.055, width * 0.06)));
  for (let fontPx = largest; fontPx >= leastFontPx; fontPx -= 1) {
    pen.font = font(fontPx);
    // Its box stands out by half a line on each side.
    const lines = balanced(text, width * (1 - 2 * marginShare) - fontPx, (line) => pen.measureText(line).width);
    if (lines.length * fontPx * lineHeight <= height * mostHeight)
      return { lines, fontPx, direction: directionOf(text), startS: startS ?? span.startS, endS: endS ?? span.endS };
  }
  throw invalid('captions', `A caption is too long for a picture of ${width}x${height}: divide it.`);
}

/** As few lines as there can be, none much shorter than the others. */
export function balanced(text: string, most: number, widthOf: (line: string) => number): string[] {
  let lines = wrapped(text, most, widthOf);
  for (let width = most * 0.95; width > most / 2; width -= most * 0.05) {
    const narrower = wrapped(text, width, widthOf);
    if (narrower.length > lines.length) break;
    lines = narrower;
  }
  return lines;
}

/** That of the first letter with one, as the Unicode bidirectional algorithm has it. */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(text)
    ? 'rtl'
    : 'ltr';

/** Closing punctuation begins no line. */
const hangs = /^[\p{Pe}\p{Pf}\p{Po}\s]+$/u;

/** Lines as given, each broken where words end; a word that is too long breaks between its characters. */
export function wrapped(text: string, most: number, widthOf: (line: string) => number): string[] {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const pieces = (line: string): string[] => {
    const found: string[] = [];
    for (const { segment } of words.segment(line)) {
      const last = found.at(-1);
      if (last !== undefined && hangs.test(segment) && widthOf(last + segment.trimEnd()) <= most) found[found.length - 1] = last + segment;
      else if (widthOf(segment) <= most) found.push(segment);
      else found.push(...[...characters.segment(segment)].map((one) => one.segment));
    }
    return found;
  };
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = [];
      let current = '';
      for (const piece of pieces(line)) {
        if (current !== '' && widthOf((current + piece).trim()) > most) {
          lines.push(current.trim());
          current = '';
        }
        current += piece;
      }
      return [...lines, current.trim()].filter((one) => one !== '');
    });
}

/** From `bottom` up; returns where the next one may end. */
function draw(pen: Pen, { lines, fontPx, direction }: Laid, bottom: number): number {
  const middle = pen.canvas.width / 2;
  const stepPx = fontPx * lineHeight;
  const top = bottom - lines.length * stepPx;
  pen.font = font(fontPx);
  pen.direction = direction;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const widest = Math.max(...lines.map((line) => pen.measureText(line).width));
  pen.fillStyle = 'rgb(0 0 0 / 0.75)';
  pen.beginPath();
  pen.roundRect(middle - widest / 2 - fontPx / 2, top, widest + fontPx, bottom - top, fontPx / 4);
  pen.fill();
  pen.fillStyle = 'white';
  for (const [at, line] of lines.entries()) pen.fillText(line, middle, top + (at + 0.5) * stepPx);
  return top - fontPx / 4;
}
