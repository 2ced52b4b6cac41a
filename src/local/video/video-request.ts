// A create request read and checked: documented fields, the metadata of its provider group, and our bounds.
import { metadataGroupA, metadataGroupB, metadataGroupC, videoRequest } from '../../protocol/video.js';
import { frameSize } from './frame-size.js';
import { isRefusal, refuse } from './refusal.js';
import { videoDefaults, videoLimits, type Group } from './limits.js';
import type { Refusal } from './refusal.js';
import type { VideoFormat } from './render-job.js';
import type { VideoRequest } from '../../protocol/video.js';

/** What is to be made, with every default filled in. */
export interface VideoOrder {
  readonly model: string;
  readonly group: Group;
  readonly prompt: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly frames: number;
  readonly n: number;
  /** Of the first video; each further one has the next. */
  readonly seed: number;
  readonly format: VideoFormat;
  readonly user: string | undefined;
  readonly negativePrompt: string;
  readonly movement: 'auto' | 'small' | 'medium' | 'large';
  readonly style: string;
  readonly quality: string;
  readonly music: boolean;
  /** Where each image comes from, and when the video shows it. */
  readonly images: readonly { readonly from: string; readonly param: string; readonly phase: number }[];
  readonly callbackUrl: string | undefined;
  readonly payload: string | undefined;
}

type Metadata = Readonly<Record<string, unknown>>;

const groupSchemas = { A: metadataGroupA, B: metadataGroupB, C: metadataGroupC };
const movements = ['auto', 'small', 'medium', 'large'] as const;

/** The provider group a model name belongs to. */
export function groupOf(model: string): Group {
  if (/^kling-/i.test(model)) return 'A';
  if (/^jimeng/i.test(model)) return 'B';
  return /^vidu/i.test(model) ? 'C' : 'other';
}

/** `randomSeed` is taken where the request names none. */
export function readVideoRequest(body: unknown, randomSeed: () => number): VideoOrder | Refusal {
  const request = checked(videoRequest, body, '');
  if (isRefusal(request)) return request;
  const group = groupOf(request.model);
  const metadata: Metadata | Refusal =
    group === 'other' ? (request.metadata ?? {}) : checked(groupSchemas[group], request.metadata ?? {}, 'metadata');
  if (isRefusal(metadata)) return metadata;
  const refusal = requestBounds(request) ?? metadataBounds(metadata, group);
  if (refusal !== undefined) return refusal;
  const size = frameSize(request, group, metadata);
  if (isRefusal(size)) return size;
  const timing = readTiming(request, group, metadata, size);
  if (isRefusal(timing)) return timing;
  const format = readFormat(request, size);
  if (isRefusal(format)) return format;
  return {
    model: request.model,
    group,
    prompt: request.prompt,
    ...size,
    ...timing,
    n: request.n ?? 1,
    seed: request.seed ?? (group === 'B' ? undefined : number(metadata, 'seed')) ?? randomSeed(),
    format,
    user: request.user,
    negativePrompt: text(metadata, 'negative_prompt'),
    movement: movements.find((word) => word === metadata['movement_amplitude']) ?? 'auto',
    style: text(metadata, 'style'),
    quality: text(metadata, 'quality_level'),
    music: metadata['bgm'] === true,
    images: readImages(request, metadata),
    callbackUrl: text(metadata, 'callback_url') || undefined,
    payload: typeof metadata['payload'] === 'string' ? metadata['payload'] : undefined,
  };
}

interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

function checked<T>(schema: Schema<T>, value: unknown, prefix: string): T | Refusal {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const param = [prefix, ...(issue?.path ?? [])]
    .map(String)
    .filter((part) => part !== '')
    .join('.');
  return refuse(param === '' ? 'body' : param, `${param === '' ? 'The body' : param}: ${issue?.message ?? 'invalid value'}`);
}

function requestBounds(request: VideoRequest): Refusal | undefined {
  if (request.prompt.length > videoLimits.promptCharacters)
    return refuse('prompt', `prompt is longer than ${videoLimits.promptCharacters} characters`);
  if (request.prompt.trim() === '') return refuse('prompt', 'prompt is empty');
  return (
    outside('n', request.n, videoLimits.n) ??
    outside('fps', request.fps, videoLimits.fps) ??
    outside('duration', request.duration, videoLimits.duration)
  );
}

function metadataBounds(metadata: Metadata, group: Group): Refusal | undefined {
  const movement = metadata['movement_amplitude'];
  if (group === 'C' && movement !== undefined && !movements.some((word) => word === movement))
    return refuse('metadata.movement_amplitude', `movement_amplitude must be one of ${movements.join(', ')}`);
  return group === 'C' ? outside('metadata.duration', number(metadata, 'duration'), videoLimits.duration) : undefined;
}

function outside(
  param: string,
  value: number | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): Refusal | undefined {
  return value === undefined || (value >= min && value <= max) ? undefined : refuse(param, `${param} must be between ${min} and ${max}`);
}

function readTiming(
  request: VideoRequest,
  group: Group,
  metadata: Metadata,
  size: { widthPx: number; heightPx: number },
): { fps: number; frames: number } | Refusal {
  const fps = request.fps ?? videoDefaults.fps;
  const durationS = request.duration ?? (group === 'C' ? number(metadata, 'duration') : undefined) ?? videoDefaults.duration;
  const frames = Math.max(1, Math.round(durationS * fps));
  if (frames * size.widthPx * size.heightPx > videoLimits.totalPixels)
    return refuse(
      'duration',
      `duration: ${frames} frames of ${size.widthPx}x${size.heightPx} are more than ${videoLimits.totalPixels} pixels`,
    );
  return { fps, frames };
}

function readFormat(
  { response_format: named = videoDefaults.format }: VideoRequest,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): VideoFormat | Refusal {
  const word = named.toLowerCase();
  // Clients of image services send `url`: the answer carries one anyway.
  if (word === 'webm' || word === 'url') return 'webm';
  if (word !== 'mp4') return refuse('response_format', 'response_format must be webm or mp4');
  return widthPx % 2 === 0 && heightPx % 2 === 0
    ? 'mp4'
    : refuse(widthPx % 2 === 0 ? 'height' : 'width', 'mp4 needs an even width and height');
}

/** `images` stands for `image`; each picture counts once, however often the request names it. */
function readImages({ image, images }: VideoRequest, metadata: Metadata): VideoOrder['images'] {
  const listed = texts(images).map((from, index) => ({ from, param: `images.${index}` }));
  const first = listed.length > 0 || image === undefined || image === '' ? listed : [{ from: image, param: 'image' }];
  const list = texts(metadata['image_urls']).map((from, index) => ({ from, param: `metadata.image_urls.${index}` }));
  const named = [...first, ...list].filter(({ from }, at, all) => all.findIndex((other) => other.from === from) === at);
  const tail = text(metadata, 'image_tail');
  const last = Math.max(1, named.length - (tail === '' ? 1 : 0));
  const spread = named.map((entry, index) => ({ ...entry, phase: named.length === 1 ? 0 : index / last }));
  return tail === '' ? spread : [...spread, { from: tail, param: 'metadata.image_tail', phase: 1 }];
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);

const number = (metadata: Metadata, key: string): number | undefined => (typeof metadata[key] === 'number' ? metadata[key] : undefined);

const text = (metadata: Metadata, key: string): string => (typeof metadata[key] === 'string' ? metadata[key] : '');
