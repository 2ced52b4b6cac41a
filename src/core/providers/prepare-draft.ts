// From a draft to what is sent and what is kept. Knows the documented names of the request; sends nothing.
import type { VideoRequest } from '../../protocol/video.js';
import { checkDraft } from './check-draft.js';
import { encodeImage, isUrl } from './image.js';
import type { VideoDraft, VideoProvider } from './provider.js';

export interface PreparedDraft {
  /** Complete: with its seed, pictures as text. */
  readonly draft: VideoDraft;
  readonly body: VideoRequest;
  /** What a record may hold: pictures only where they are URLs. */
  readonly kept: VideoDraft;
  /** Fields that `kept` lost, e.g. `image`, `metadata.image_tail`. */
  readonly files: readonly string[];
  readonly warnings: readonly string[];
}

/** Throws `invalid_input` naming the field. */
export async function prepareDraft(provider: VideoProvider, given: VideoDraft): Promise<PreparedDraft> {
  const { metadata, warnings } = await checkDraft(provider, given);
  const { mirror = [], limits = {} } = provider;
  const own = mirror.includes('seed') ? metadata?.['seed'] : undefined;
  const whole = { ...given, seed: given.seed ?? (typeof own === 'number' ? own : randomSeed()) };
  // One truth for a mirrored field: the draft's own; the request repeats it.
  const repeated = Object.fromEntries(mirror.flatMap((key) => (whole[key] === undefined ? [] : [[key, whole[key]]])));
  const seeded = { ...whole, metadata: nonEmpty(Object.fromEntries(Object.entries(metadata ?? {}).filter(([key]) => !(key in repeated)))) };
  const images = limits.images ?? { encoding: 'data-url', max: 2, maxBytes: Infinity };
  const encode = async (param: 'image' | 'lastImage', needed: number) => {
    const image = given[param];
    return image === undefined || image === '' || images.max < needed ? undefined : encodeImage(image, images, param);
  };
  const draft = { ...seeded, image: await encode('image', 1), lastImage: await encode('lastImage', 2) };
  const body = requestBody(draft, nonEmpty({ ...draft.metadata, ...repeated }));
  return { draft, body: provider.request?.(draft, body) ?? body, warnings, ...withoutFiles(seeded) };
}

const nonEmpty = (metadata: VideoDraft['metadata']) => (metadata !== undefined && Object.keys(metadata).length > 0 ? metadata : undefined);

/** 31 bits: within what every provider takes. */
export const randomSeed = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;

/** The documented body. Some gateways drop width and height, so `size` says them once more. */
function requestBody(draft: VideoDraft & { image?: string | undefined }, metadata: VideoDraft['metadata']): VideoRequest {
  const { model, prompt, duration, fps, height, width, image, n, responseFormat, seed, user } = draft;
  const size = width !== undefined && height !== undefined ? `${width}x${height}` : undefined;
  const fields = {
    duration,
    fps,
    height,
    width,
    image,
    metadata: metadata && { ...metadata },
    n,
    response_format: responseFormat,
    seed,
    user,
    size,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { model, prompt, ...Object.fromEntries(given) };
}

const isFile = (value: unknown): boolean => value instanceof Blob || (typeof value === 'string' && value.startsWith('data:'));

function withoutFiles(draft: VideoDraft): Pick<PreparedDraft, 'kept' | 'files'> {
  const files: string[] = [];
  const keep = (param: 'image' | 'lastImage') => {
    const image = draft[param];
    if (image === undefined || image === '' || isUrl(image)) return image;
    files.push(param);
    return undefined;
  };
  const [image, lastImage] = [keep('image'), keep('lastImage')];
  const entries = Object.entries(draft.metadata ?? {});
  files.push(...entries.filter(([, value]) => isFile(value)).map(([key]) => `metadata.${key}`));
  const metadata = draft.metadata && Object.fromEntries(entries.filter(([, value]) => !isFile(value)));
  return { kept: { ...draft, image, lastImage, metadata }, files };
}
