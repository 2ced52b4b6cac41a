// What can be asked of an edit, and the same checked, with every default filled in.
import { VoxreelError } from '../errors.js';

/** The kinds of files that `editVideo` writes. */
export type EditFormat = 'mp4' | 'webm' | 'gif' | 'webp' | 'png';

/** Burned into the picture. Times are seconds of the source; absent ones are the ends of the clip. */
export interface EditCaption {
  readonly text: string;
  readonly startS?: number | undefined;
  readonly endS?: number | undefined;
}

/** The largest part of the picture that has this shape. */
export interface EditCrop {
  /** Width to height: `'9:16'`. From 1:10 to 10:1. */
  readonly aspectRatio: string;
  /** Which part: 0 is the left or upper one, 1 the right or lower one, 0.5 (the default) the middle. */
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

/** Everything is optional: an empty edit copies the source, with the tag "AI-generated". */
export interface VideoEdit {
  /** Of the file to make. Default: the source's own, MP4 or WebM. `gif` and `webp` move and have no sound, `png` is the still at `atS`. */
  readonly format?: EditFormat | undefined;
  /** Seconds of the source. Exact to the frame. */
  readonly trim?: { readonly startS?: number | undefined; readonly endS?: number | undefined } | undefined;
  /** How often the clip plays, 1 to 20. In a GIF or WebP the default is forever. */
  readonly loop?: number | undefined;
  readonly mute?: boolean | undefined;
  /** 0.25 to 4. The sound keeps its pitch. */
  readonly speed?: number | undefined;
  readonly crop?: EditCrop | undefined;
  /** A string is divided at its empty lines into captions of equal time. */
  readonly captions?: string | readonly EditCaption[] | undefined;
  /** Seconds of the source: where the PNG is taken. Default: the beginning of the clip. */
  readonly atS?: number | undefined;
  /** Pixels, 16 to 3840; the picture is never enlarged. Default: the source's width; at most 480 in a GIF or WebP. */
  readonly maxWidth?: number | undefined;
  /** Frames a second, 1 to 60. Default: the source's; 12 in a GIF or WebP. */
  readonly fps?: number | undefined;
}

/** How an edit runs: its signal, its progress, and what the new file says of itself. */
export interface EditingOptions {
  /** Stops the work at once and frees everything. */
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** What made the video, and when (milliseconds since 1970): for the tag "AI-generated" of the new file. Default: what the source says. */
  readonly model?: string | undefined;
  readonly createdAt?: number | undefined;
}

/** How `joinVideos` runs, and the kind of file it writes. */
export interface JoiningOptions extends EditingOptions {
  /** Default: the first clip's own. */
  readonly format?: 'mp4' | 'webm' | undefined;
}

/** An edit that has been checked. */
export interface Cut {
  readonly format: EditFormat | undefined;
  readonly startS: number;
  /** Infinity: the end of the source. */
  readonly endS: number;
  readonly atS: number | undefined;
  readonly loop: number | undefined;
  readonly mute: boolean;
  readonly speed: number;
  readonly crop: { readonly ratio: number; readonly x: number; readonly y: number } | undefined;
  readonly captions: string | readonly EditCaption[];
  readonly maxWidth: number | undefined;
  readonly fps: number | undefined;
}

const formats: readonly EditFormat[] = ['mp4', 'webm', 'gif', 'webp', 'png'];

export const invalid = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

/** Throws `invalid_input` naming the field. */
export function checkEdit(edit: VideoEdit): Cut {
  const { format, trim = {}, captions = [], mute = false } = edit;
  if (format !== undefined && !formats.includes(format)) throw invalid('format', `format must be one of ${formats.join(', ')}.`);
  const startS = within('trim', trim.startS, 0, Infinity) ?? 0;
  const endS = within('trim', trim.endS, 0, Infinity) ?? Infinity;
  if (endS <= startS) throw invalid('trim', 'trim must end after it begins.');
  const loop = within('loop', edit.loop, 1, 20);
  if (loop !== undefined && !Number.isInteger(loop)) throw invalid('loop', 'loop must be a whole number.');
  return {
    format,
    startS,
    endS,
    loop,
    mute,
    atS: within('atS', edit.atS, 0, Infinity),
    speed: within('speed', edit.speed, 0.25, 4) ?? 1,
    crop: edit.crop && cropOf(edit.crop),
    captions: typeof captions === 'string' ? captions : captions.map(checkCaption),
    maxWidth: within('maxWidth', edit.maxWidth, 16, 3840),
    fps: within('fps', edit.fps, 1, 60),
  };
}

function within(param: string, value: number | undefined, least: number, most: number): number | undefined {
  if (value === undefined || (value >= least && value <= most)) return value;
  throw invalid(param, most === Infinity ? `${param} takes seconds from ${least} on.` : `${param} must be from ${least} to ${most}.`);
}

function cropOf({ aspectRatio, x, y }: EditCrop): NonNullable<Cut['crop']> {
  const [, width = '', height = ''] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(aspectRatio) ?? [];
  const ratio = Number(width) / Number(height);
  if (!(ratio >= 0.1 && ratio <= 10)) throw invalid('crop', 'crop.aspectRatio is width to height, such as 9:16.');
  return { ratio, x: within('crop', x, 0, 1) ?? 0.5, y: within('crop', y, 0, 1) ?? 0.5 };
}

function checkCaption({ text, startS, endS }: EditCaption): EditCaption {
  within('captions', startS, 0, Infinity);
  within('captions', endS, 0, Infinity);
  if (endS !== undefined && endS <= (startS ?? 0)) throw invalid('captions', 'A caption must end after it begins.');
  return { text, startS, endS };
}
