// Width and height from the several places a request may name them.
import { refuse } from './refusal.js';
import { videoDefaults, videoLimits, type Group } from './limits.js';
import type { Refusal } from './refusal.js';
import type { VideoRequest } from '../../protocol/index.js';

export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * `width` and `height`, or `size`, rule; `resolution` gives a missing height and `aspect_ratio` what is then still
 * missing; with nothing but an aspect ratio the default's area is kept. Odd sizes are made as asked.
 */
export function frameSize(request: VideoRequest, group: Group, metadata: Readonly<Record<string, unknown>>): FrameSize | Refusal {
  const sized = /^(\d+)x(\d+)$/.exec(request.size ?? '');
  if (sized !== null && disagrees(request, Number(sized[1]), Number(sized[2])))
    return refuse('size', 'size says other than width and height');
  const ratio = group === 'B' || group === 'other' ? aspect(metadata['aspect_ratio']) : undefined;
  if (ratio !== undefined && !(ratio >= 0.25 && ratio <= 4))
    return refuse('metadata.aspect_ratio', 'aspect_ratio must lie between 1:4 and 4:1');
  const width = request.width ?? (sized === null ? undefined : Number(sized[1]));
  const height = request.height ?? (sized === null ? undefined : Number(sized[2])) ?? lines(group, metadata['resolution'], width);
  const size = completed(width, height, ratio);
  const param = sized === null ? undefined : 'size';
  return (
    bounded('width', size.widthPx, videoLimits.widthPx, param) ?? bounded('height', size.heightPx, videoLimits.heightPx, param) ?? size
  );
}

function disagrees({ width, height }: VideoRequest, sizedWidth: number, sizedHeight: number): boolean {
  return (width !== undefined && width !== sizedWidth) || (height !== undefined && height !== sizedHeight);
}

function aspect(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? /^(\d+):(\d+)$/.exec(value) : null;
  return parts === null ? undefined : Number(parts[1]) / Number(parts[2]);
}

/** `720p`: so many lines, where no width asks for others. */
function lines(group: Group, value: unknown, width: number | undefined): number | undefined {
  const parts = (group === 'C' || group === 'other') && typeof value === 'string' && width === undefined ? /^(\d+)p$/.exec(value) : null;
  return parts === null ? undefined : Number(parts[1]);
}

function completed(width: number | undefined, height: number | undefined, ratio: number | undefined): FrameSize {
  const { widthPx, heightPx } = videoDefaults;
  const shape = ratio ?? widthPx / heightPx;
  if (width !== undefined) return { widthPx: width, heightPx: height ?? even(width / shape) };
  if (height !== undefined) return { widthPx: even(height * shape), heightPx: height };
  if (ratio === undefined) return { widthPx, heightPx };
  return { widthPx: even(Math.sqrt(widthPx * heightPx * ratio)), heightPx: even(Math.sqrt((widthPx * heightPx) / ratio)) };
}

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);

function bounded(
  name: 'width' | 'height',
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
  param: string | undefined,
): Refusal | undefined {
  return value >= min && value <= max ? undefined : refuse(param ?? name, `${name} must be between ${min} and ${max}`);
}
