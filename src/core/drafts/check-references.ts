// Whether a draft's references are ones, and such as its model takes.
import { isMentionName } from '../../base/mentions.js';
import { isRecord } from '../../base/is-record.js';
import { referenceRoles } from '../../protocol/video-fields.js';
import { VoxreelError } from '../errors.js';
import type { ProviderLimits, VideoDraft } from '../providers/provider.js';
import { referenceField } from './file-fields.js';

const invalid = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

/** Throws `invalid_input` naming the field: `references`, or `references.0` for one of them. */
export function checkReferences({ references, image, lastImage }: VideoDraft, limits: ProviderLimits['references']): void {
  if (references === undefined) return;
  if (!Array.isArray(references)) throw invalid('references', 'references must be a list.');
  const names = new Set<string>();
  for (const [at, reference] of references.entries()) {
    const param = referenceField(at);
    checkReference(param, reference, limits?.roles);
    const { name = '' } = reference;
    if (name !== '' && names.has(name.toLowerCase())) throw invalid(param, `Two references are called ${name}.`);
    names.add(name.toLowerCase());
  }
  if (limits === undefined || references.length === 0) return;
  if (references.length > limits.max) throw invalid('references', `references takes at most ${limits.max} pictures.`);
  if (limits.alone === true && [image, lastImage].some((frame) => frame !== undefined && frame !== ''))
    throw invalid('references', 'This model takes references or frames, not both.');
}

function checkReference(param: string, reference: unknown, roles: readonly string[] = referenceRoles): void {
  const { image, role, name } = isRecord(reference) ? reference : {};
  if (!(image instanceof Blob) && (typeof image !== 'string' || image === ''))
    throw invalid(param, `${param} needs a picture: an address or a file.`);
  if (role !== undefined && !roles.some((one) => one === role))
    throw invalid(param, `The role of ${param} must be one of ${roles.join(', ')}.`);
  if (name !== undefined && name !== '' && !(typeof name === 'string' && isMentionName(name)))
    throw invalid(param, `The name of ${param} takes letters, digits, hyphens and underscores, 40 at most.`);
}
