// What exactly one video on this device is to be, with every default filled in.
import { VoxreelError } from '../errors.js';
import type { VideoDraft } from '../providers/provider.js';

export interface VideoOrder {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly style: string;
  readonly quality: string;
  readonly movement: 'auto' | 'small' | 'medium' | 'large';
  readonly seed: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly frames: number;
  /** Absent: whichever this browser makes. */
  readonly format: 'webm' | 'mp4' | undefined;
  /** First and last frame: a web address, a data URL or a file. */
  readonly image: string | Blob | undefined;
  readonly lastImage: string | Blob | undefined;
}

export const movements = ['auto', 'small', 'medium', 'large'] as const;

const defaults = { width: 640, height: 360, fps: 24, duration: 5 };
const edge = { min: 16, max: 1920 };
/** Frames times width times height, of one video: twenty seconds of 1920x1080 at 24. */
const mostPixels = 1_000_000_000;

const invalid = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

/** One for each of the draft's `n`, each with the next seed. Throws `invalid_input` naming the field. */
export function ordersOf(draft: VideoDraft): readonly VideoOrder[] {
  const { prompt, metadata = {}, seed = 0, n = 1, fps = defaults.fps, duration = defaults.duration, image, lastImage } = draft;
  const size = sizeOf(draft);
  const frames = Math.max(1, Math.round(duration * fps));
  if (frames * size.width * size.height > mostPixels)
    throw invalid(
      'duration',
      `${frames} frames of ${size.width}x${size.height} are too many for this device: ask for a shorter or smaller video.`,
    );
  const text = (key: string) => (typeof metadata[key] === 'string' ? metadata[key] : '');
  const order = {
    prompt,
    ...size,
    fps,
    frames,
    image,
    lastImage,
    format: formatOf(draft, size),
    negativePrompt: text('negative_prompt'),
    style: text('style'),
    quality: text('quality_level'),
    movement: movements.find((word) => word === metadata['movement_amplitude']) ?? 'auto',
  };
  return Array.from({ length: n }, (_, at) => ({ ...order, seed: seed + at }));
}

type Size = Pick<VideoOrder, 'width' | 'height'>;

/** A missing side is made to fit 16:9. */
function sizeOf({ width, height }: VideoDraft): Size {
  const shape = defaults.width / defaults.height;
  const even = (side: number) => Math.max(2, Math.round(side / 2) * 2);
  const size = {
    width: width ?? (height === undefined ? defaults.width : even(height * shape)),
    height: height ?? (width === undefined ? defaults.height : even(width / shape)),
  };
  for (const side of ['width', 'height'] as const)
    if (size[side] < edge.min || size[side] > edge.max) throw invalid(side, `${side} must be from ${edge.min} to ${edge.max}.`);
  return size;
}

/** Clients of other services send `url`: an output has one anyway. */
function formatOf({ responseFormat = 'url' }: VideoDraft, { width, height }: Size): VideoOrder['format'] {
  const format = (['webm', 'mp4'] as const).find((name) => name === responseFormat.toLowerCase());
  if (format === undefined && responseFormat.toLowerCase() !== 'url')
    throw invalid('responseFormat', 'responseFormat must be webm or mp4.');
  if (format === 'mp4' && width % 2 === 1) throw invalid('width', 'mp4 needs an even width.');
  if (format === 'mp4' && height % 2 === 1) throw invalid('height', 'mp4 needs an even height.');
  return format;
}
