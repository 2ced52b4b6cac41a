// The files of a draft by their fields, which lie beside a record that holds only text. The picture of a reference is a field of its own: `references.0`.
import { isUrl } from '../../base/is-url.js';
import type { VideoDraft, VideoReference } from '../providers/provider.js';

const prefix = 'references.';

export const referenceField = (at: number): string => `${prefix}${at}`;

/** Undefined for another field. */
const referenceAt = ({ references }: VideoDraft, field: string): VideoReference | undefined =>
  field.startsWith(prefix) ? references?.[Number(field.slice(prefix.length))] : undefined;

export interface SplitReferences<File> {
  /** Those whose picture is a file have an empty text in its place. */
  readonly kept: readonly VideoReference[] | undefined;
  /** Each with its field. */
  readonly files: readonly (readonly [field: string, image: File])[];
}

/** `isFile`: which pictures a record does not hold. */
export function splitReferences<File extends string | Blob>(
  references: readonly VideoReference[] | undefined,
  isFile: (image: string | Blob) => image is File,
): SplitReferences<File> {
  return {
    kept: references?.map((reference) => (isFile(reference.image) ? { ...reference, image: '' } : reference)),
    files: (references ?? []).flatMap(({ image }, at) => (isFile(image) ? [[referenceField(at), image] as const] : [])),
  };
}

export const isNoAddress = (image: string | Blob): image is string | Blob => typeof image !== 'string' || (image !== '' && !isUrl(image));

/** Of the fields in the metadata. */
export const inMetadata = 'metadata.';

/** What stands in a field of a draft, by the name that a record has for it: `image`, `metadata.image_tail`, `references.0`. */
export function fileIn(draft: VideoDraft, field: string): unknown {
  if (field.startsWith(inMetadata)) return draft.metadata?.[field.slice(inMetadata.length)];
  return referenceAt(draft, field)?.image ?? { image: draft.image, lastImage: draft.lastImage }[field];
}

/** The draft with a file, or a list of files, back in such a field. */
export function withFile(draft: VideoDraft, field: string, value: unknown): VideoDraft {
  if (field.startsWith(inMetadata)) return { ...draft, metadata: { ...draft.metadata, [field.slice(inMetadata.length)]: value } };
  if (!field.startsWith(prefix)) return { ...draft, [field]: value };
  const found = referenceAt(draft, field);
  const isPicture = typeof value === 'string' || value instanceof Blob;
  if (found === undefined || !isPicture) return draft;
  return { ...draft, references: draft.references?.map((one) => (one === found ? { ...one, image: value } : one)) };
}
