// The pictures of a filmed conversation: a title, who speaks and how loud, and the words.
import { balanced, directionOf, font } from './captions.js';
import type { FilmCaption } from './film-captions.js';
import type { FilmJob, FilmTheme } from './film-job.js';
import { levelS, type RecordedSides } from './film-sound.js';
import { blankPicture, type Shots } from './pictures.js';

type Pen = OffscreenCanvasRenderingContext2D;

export const filmSize = { width: 1280, height: 720 } as const;
export const filmFps = 24;

interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly disc: string;
  readonly accent: string;
}

/** Those of the elements. */
const palettes: Readonly<Record<FilmTheme, Palette>> = {
  light: { paper: '#ffffff', ink: '#16181d', muted: '#5b6270', disc: '#eaecf0', accent: '#0b6e5f' },
  dark: { paper: '#15171b', ink: '#eceef2', muted: '#a2a9b6', disc: '#262a32', accent: '#3fd0b4' },
};

const discs = { user: 400, other: 880, y: 240, radius: 84 } as const;
const words = { top: 430, bottom: 670, side: 96, largestPx: 44, leastPx: 20 } as const;

export interface FilmPlan {
  readonly job: FilmJob;
  readonly captions: readonly FilmCaption[];
  readonly levels: RecordedSides['levels'];
  /** How long the title stands, and how long everything takes. */
  readonly titleS: number;
  readonly totalS: number;
}

export function filmShots(plan: FilmPlan): Shots {
  const { job, captions, titleS, totalS } = plan;
  const palette = { ...palettes[job.theme], ...(job.accent !== undefined && { accent: job.accent }) };
  const count = Math.round(totalS * filmFps);
  return {
    ...filmSize,
    fps: filmFps,
    count,
    async *pictures() {
      const picture = blankPicture(filmSize.width, filmSize.height);
      const { pen } = picture;
      const show = createStage(pen, palette, plan);
      for (let index = 0; index < count; index += 1) {
        const atS = index / filmFps;
        pen.fillStyle = palette.paper;
        pen.fillRect(0, 0, filmSize.width, filmSize.height);
        if (atS < titleS) drawTitle(pen, palette, job);
        else show(atS - titleS, captionAt(captions, atS - titleS));
        yield picture;
      }
    },
  };
}

/** Of two at once the one that began later. */
const captionAt = (captions: readonly FilmCaption[], atS: number) =>
  captions.findLast(({ startS, endS }) => atS >= startS - 0.001 && atS < endS - 0.001);

function drawTitle(pen: Pen, { ink, muted, accent }: Palette, { title, subtitle }: FilmJob): void {
  const middleY = filmSize.height / 2;
  pen.fillStyle = accent;
  pen.fillRect(filmSize.width / 2 - 32, middleY - 150, 64, 6);
  const laid = layOut(pen, title, { largestPx: 64, leastPx: 28, height: 190 });
  const bottom = writeLines(pen, laid, { color: ink, top: middleY - 110 });
  writeLines(pen, layOut(pen, subtitle, { largestPx: 30, leastPx: 18, height: 40 }), { color: muted, top: bottom + 28 });
}

function createStage(pen: Pen, palette: Palette, { job, captions, levels, totalS, titleS }: FilmPlan) {
  const laid = new Map<FilmCaption, Laid>();
  const initial = (side: FilmCaption['side']) => job.lines.find((line) => line.side === side)?.name ?? '';
  const names = { user: initial('user'), other: initial('other') };
  const sides = (['user', 'other'] as const).filter((side) => captions.some((caption) => caption.side === side));
  const loudness = { user: 0, other: 0 };
  const rtl = directionOf(captions.map(({ text }) => text).join(' ')) === 'rtl';
  return (atS: number, caption: FilmCaption | undefined): void => {
    if (caption !== undefined) names[caption.side] = caption.name;
    for (const side of sides) {
      const level = Math.min(1, (levels[side][Math.floor(atS / levelS)] ?? 0) * 6);
      // Rises at once and falls slowly, as a voice is seen on a meter.
      loudness[side] = Math.max(level, loudness[side] * 0.82);
      const x = sides.length === 1 ? filmSize.width / 2 : rtl ? filmSize.width - discs[side] : discs[side];
      drawSpeaker(pen, palette, { x, name: names[side], loudness: loudness[side], speaks: caption?.side === side });
    }
    pen.fillStyle = palette.disc;
    pen.fillRect(0, filmSize.height - 6, filmSize.width, 6);
    pen.fillStyle = palette.accent;
    const done = filmSize.width * Math.min(1, atS / (totalS - titleS));
    pen.fillRect(rtl ? filmSize.width - done : 0, filmSize.height - 6, done, 6);
    if (caption === undefined) return;
    const height = words.bottom - words.top;
    const lines = laid.get(caption) ?? layOut(pen, caption.text, { largestPx: words.largestPx, leastPx: words.leastPx, height });
    laid.set(caption, lines);
    writeLines(pen, lines, { color: palette.ink, top: words.top + (height - heightOf(lines)) / 2 });
  };
}

interface Speaker {
  readonly x: number;
  readonly name: string;
  readonly loudness: number;
  readonly speaks: boolean;
}

function drawSpeaker(pen: Pen, { paper, ink, muted, disc, accent }: Palette, { x, name, loudness, speaks }: Speaker): void {
  const circle = (radius: number) => {
    pen.beginPath();
    pen.arc(x, discs.y, radius, 0, 2 * Math.PI);
  };
  if (loudness > 0.02) {
    pen.globalAlpha = 0.25;
    pen.fillStyle = accent;
    circle(discs.radius + 4 + 40 * loudness);
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.fillStyle = speaks ? accent : disc;
  circle(discs.radius);
  pen.fill();
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.direction = directionOf(name);
  pen.fillStyle = speaks ? paper : muted;
  pen.font = font(64);
  pen.fillText(firstOf(name), x, discs.y + 4);
  pen.fillStyle = speaks ? ink : muted;
  pen.font = font(28);
  pen.fillText(name, x, discs.y + discs.radius + 56, 420);
}

const firstOf = (name: string): string => [...new Intl.Segmenter().segment(name)][0]?.segment.toLocaleUpperCase() ?? '';

interface Laid {
  readonly lines: readonly string[];
  readonly fontPx: number;
  readonly direction: 'ltr' | 'rtl';
}

const lineHeight = 1.3;
const heightOf = ({ lines, fontPx }: Laid): number => lines.length * fontPx * lineHeight;

interface Room {
  readonly largestPx: number;
  readonly leastPx: number;
  readonly height: number;
}

/** As large as fits; what does not fit in the smallest size runs out at the bottom. */
function layOut(pen: Pen, text: string, { largestPx, leastPx, height }: Room): Laid {
  const direction = directionOf(text);
  for (let fontPx = largestPx; ; fontPx -= 2) {
    pen.font = font(fontPx);
    const lines = balanced(text, filmSize.width - 2 * words.side, (line) => pen.measureText(line).width);
    const laid = { lines, fontPx, direction };
    if (heightOf(laid) <= height || fontPx <= leastPx) return laid;
  }
}

/** Returns where they end. */
function writeLines(
  pen: Pen,
  { lines, fontPx, direction }: Laid,
  { color, top }: { readonly color: string; readonly top: number },
): number {
  pen.font = font(fontPx);
  pen.direction = direction;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = color;
  for (const [at, line] of lines.entries()) pen.fillText(line, filmSize.width / 2, top + (at + 0.5) * fontPx * lineHeight);
  return top + lines.length * fontPx * lineHeight;
}
