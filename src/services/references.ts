// The references of a request, and the prompt that speaks of them, as makers want both.
import { isRecord } from '../base/is-record.js';
import { rewriteMentions } from '../base/mentions.js';
import { referenceRoles, type ReferenceRole } from '../protocol/video-fields.js';
import type { VideoRequest } from '../protocol/video.js';

/** A reference picture in a request. */
export interface Reference {
  /** An address, a data URL, Base64, or a reference of the maker's own. */
  readonly picture: string;
  readonly role?: ReferenceRole | undefined;
  readonly name?: string | undefined;
  /** Among the references, from 1. */
  readonly place: number;
}

/**
 * In the order of the request.
 * @param request The request for a video.
 */
export function referencesOf({ references = [] }: VideoRequest): readonly Reference[] {
  const pictures = (Array.isArray(references) ? references : []).filter(
    (one) => isRecord(one) && typeof one.image === 'string' && one.image !== '',
  );
  return pictures.map(({ image, role, name }, at) => ({
    picture: image,
    role: referenceRoles.find((one) => one === role),
    name,
    place: at + 1,
  }));
}

/**
 * The prompt with each `@name` as the maker writes it; by default the bare name, for makers that know no other way.
 * @param request The request for a video.
 */
export const promptWith = (
  { prompt }: VideoRequest,
  references: readonly Reference[],
  write: (reference: Reference) => string = ({ name = '' }) => name,
): string => rewriteMentions(prompt, references, write);

/** Undefined for none: a field that is not sent. */
export const referenceList = <Written>(
  references: readonly Reference[],
  write: (reference: Reference) => Written,
): readonly Written[] | undefined => (references.length === 0 ? undefined : references.map(write));
