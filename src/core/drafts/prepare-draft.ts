// From a draft to what is sent and what is kept. Knows the documented names of the request; sends nothing.
import { fieldEntries, imageFields, wireNameOf, type FieldOf } from '../../protocol/video-fields.js';
import type { VideoRequest } from '../../protocol/video.js';
import { isRecord } from '../../base/is-record.js';
import { isUrl } from '../../base/is-url.js';
import { rewriteMentions } from '../../base/mentions.js';
import { checkDraft } from './check-draft.js';
import { encodeImage, isPicture } from './image.js';
import type { EncodedImage, ImageOptions } from './image-file.js';
import type { VideoDraft, VideoProvider, VideoReference } from '../providers/provider.js';
import { isNoAddress, referenceField, splitReferences } from './file-fields.js';

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

/** Brings a picture to where the request only names it; undefined where it stands in the request itself. */
export type PlacePicture = (
  picture: string | Blob,
  how: { readonly param: string; readonly longEdge: ImageOptions['longEdge'] },
) => Promise<EncodedImage | undefined>;

/** Throws `invalid_input` naming the field, `aborted`, or what `place` throws. */
export async function prepareDraft(
  provider: VideoProvider,
  draft: VideoDraft,
  signal?: AbortSignal,
  place?: PlacePicture,
): Promise<PreparedDraft> {
  const { mirror = [], limits = {} } = provider;
  const images = limits.images ?? { encoding: 'data-url', max: 2, maxBytes: Infinity };
  const smaller: string[] = [];
  const encode = async (image: string | Blob, param: string) => {
    const longEdge = longEdgeFor(draft);
    const placed = isPicture(image) ? await place?.(image, { param, longEdge }) : undefined;
    const { text, warning } = placed ?? (await encodeImage(image, images, param, { longEdge, signal }));
    if (warning !== undefined) smaller.push(warning);
    return text;
  };
  const given = { ...draft, ...ownIn(draft, mirror), metadata: await encodePictures(withDefaults(draft.metadata, provider.ui), encode) };
  const { metadata, warnings } = await checkDraft(provider, given);
  // A seed that does nothing would promise that it brings the video back.
  const filled = limits.ignores?.includes('seed') ? given : { ...given, seed: given.seed ?? randomSeed() };
  // One truth for a mirrored field: the draft's own; the request repeats it.
  const repeated = Object.fromEntries(mirror.flatMap((key) => (filled[key] === undefined ? [] : [[key, filled[key]]])));
  const seeded = {
    ...filled,
    metadata: nonEmpty(Object.fromEntries(Object.entries(metadata ?? {}).filter(([key]) => !(key in repeated)))),
  };
  const frame = (param: 'image' | 'lastImage', needed: number) => {
    const image = given[param];
    return image === undefined || image === '' || images.max < needed ? undefined : encode(image, param);
  };
  const [image, lastImage, references] = await Promise.all([
    frame('image', 1),
    frame('lastImage', 2),
    encodeReferences(limits.references && given.references, encode),
  ]);
  const ready = { ...seeded, image, lastImage, references };
  const prompt = references === undefined ? rewriteMentions(given.prompt, given.references ?? [], nameOf) : given.prompt;
  const body = requestBody({ ...ready, prompt }, nonEmpty({ ...ready.metadata, ...repeated }));
  return {
    draft: ready,
    body: provider.request?.(ready, body) ?? body,
    warnings: [...warnings, ...smaller],
    ...withoutFiles(seeded, draft.metadata),
  };
}

/** A mirrored field that is only given in the metadata is the draft's own. */
const ownIn = ({ metadata, ...draft }: VideoDraft, mirror: NonNullable<VideoProvider['mirror']>): Partial<VideoDraft> =>
  Object.fromEntries(
    mirror.flatMap((key) => (draft[key] === undefined && typeof metadata?.[key] === 'number' ? [[key, metadata[key]]] : [])),
  );

/** Twice what is asked for leaves a service room to cut; where nothing is asked for, the default of the encoder. */
function longEdgeFor({ width, height }: VideoDraft): ImageOptions['longEdge'] {
  // Pictures in the metadata are looked at before the draft is checked.
  const long = 2 * Math.max(...[width, height].map((side) => (typeof side === 'number' ? side : 0)));
  return long > 0 ? Math.min(4096, Math.max(1024, long)) : undefined;
}

/** What a form shows where nothing is chosen is what is sent. */
function withDefaults(metadata: VideoDraft['metadata'], ui: VideoProvider['ui'] = {}): VideoDraft['metadata'] {
  const missing = Object.entries(ui).filter(([name, field]) => field.default !== undefined && metadata?.[name] === undefined);
  return missing.length > 0 ? { ...metadata, ...Object.fromEntries(missing.map(([name, field]) => [name, field.default])) } : metadata;
}

type Encode = (image: string | Blob, param: string) => Promise<string>;

const nameOf = ({ name = '' }: VideoReference): string => name;

/** An empty list is none. */
async function encodeReferences(references: VideoDraft['references'], encode: Encode): Promise<readonly EncodedReference[] | undefined> {
  if (references === undefined || references.length === 0) return undefined;
  return Promise.all(references.map(async (one, at) => ({ ...one, image: await encode(one.image, referenceField(at)) })));
}

type EncodedReference = VideoReference & { readonly image: string };

/** Pictures that stand in the metadata itself, alone or in a list. */
async function encodePictures(metadata: VideoDraft['metadata'], encode: Encode): Promise<VideoDraft['metadata']> {
  if (!isRecord(metadata) || !Object.values(metadata).some(holdsPicture)) return metadata;
  const encoded = async (value: unknown, param: string) => (isPicture(value) ? encode(value, param) : value);
  const entries = Object.entries(metadata).map(async ([key, value]) => {
    const param = `metadata.${key}`;
    const all = Array.isArray(value) ? Promise.all(value.map((one, at) => encoded(one, `${param}.${at}`))) : encoded(value, param);
    return [key, await all] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const holdsPicture = (value: unknown): boolean => (Array.isArray(value) ? value.some(isPicture) : isPicture(value));

/** Pictures, and whatever else came as a data URL. */
const holdsFile = (value: unknown): boolean => holdsPicture(value) || (typeof value === 'string' && value.startsWith('data:'));

const nonEmpty = (metadata: VideoDraft['metadata']) => (metadata !== undefined && Object.keys(metadata).length > 0 ? metadata : undefined);

/** 31 bits: within what every provider takes. */
export const randomSeed = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;

/** The documented body. Some gateways drop width and height, so `size` says them once more. */
function requestBody(draft: VideoDraft, metadata: VideoDraft['metadata']): VideoRequest {
  const { model, prompt, width, height } = draft;
  const filled = { ...draft, metadata: metadata && { ...metadata } };
  const fields = fieldEntries.map(([name]) => [wireNameOf(name), filled[name]] as const);
  const given = fields.filter(([wire, value]) => wire !== undefined && value !== undefined);
  const size = width !== undefined && height !== undefined ? { size: `${width}x${height}` } : {};
  return { model, prompt, ...Object.fromEntries(given), ...size };
}

/** `metadata`: as it was given, its pictures not yet text like any other. */
function withoutFiles(draft: VideoDraft, metadata: VideoDraft['metadata'] = {}): Pick<PreparedDraft, 'kept' | 'files'> {
  const files: string[] = [];
  const keep = (param: FieldOf<'image'>) => {
    const image = draft[param];
    if (image === undefined || image === '' || isUrl(image)) return image;
    files.push(param);
    return undefined;
  };
  const images = Object.fromEntries(imageFields.map((param) => [param, keep(param)]));
  const references = splitReferences(draft.references, isNoAddress);
  files.push(...references.files.map(([field]) => field));
  const dropped = new Set(Object.keys(metadata).filter((key) => holdsFile(metadata[key])));
  files.push(...[...dropped].map((key) => `metadata.${key}`));
  const entries = draft.metadata && Object.entries(draft.metadata).filter(([key]) => !dropped.has(key));
  return { kept: { ...draft, ...images, references: references.kept, metadata: entries && Object.fromEntries(entries) }, files };
}
