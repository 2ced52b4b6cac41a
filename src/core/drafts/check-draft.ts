// What a draft must be before anything is written or sent, and what its model will make no use of.
import { VoxreelError } from '../errors.js';
import { isRecord } from '../../base/is-record.js';
import {
  fieldEntries,
  imageFields,
  limitOf,
  numberFields,
  videoFields,
  type NumberField,
  type Range,
  type VideoField,
} from '../../protocol/video-fields.js';
import { allowedDurations, type ProviderLimits, type VideoDraft, type VideoProvider } from '../providers/provider.js';
import { checkReferences } from './check-references.js';

const invalid = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

export interface CheckedDraft {
  /** As the provider's schema gives it back: with its defaults. */
  readonly metadata: VideoDraft['metadata'];
  /** In words: what the models make no use of. */
  readonly warnings: readonly string[];
}

/** Throws `invalid_input` naming the field. */
export async function checkDraft(provider: VideoProvider, draft: VideoDraft): Promise<CheckedDraft> {
  const { limits = {} } = provider;
  for (const [param, { required }] of fieldEntries) if (required && isEmpty(draft[param])) throw invalid(param, `${param} is needed.`);
  for (const param of numberFields) requireNumber(param, draft[param]);
  for (const param of imageFields) if (!isImage(draft[param])) throw invalid(param, `${param} must be an address or a file.`);
  if (draft.metadata !== undefined && !isRecord(draft.metadata)) throw invalid('metadata', 'metadata must be an object.');
  if (!isWritable(draft.metadata)) throw invalid('metadata', 'metadata must be what JSON can hold, and not nested too deep.');
  checkLimits(limits, draft);
  checkReferences(draft, limits.references);
  const metadata = await checkMetadata(provider, draft);
  return { metadata, warnings: [...warningsOf(provider, draft), ...lostIn(metadata, provider, draft)] };
}

/** What goes round in circles, or too deep, is not. */
function isWritable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

function requireNumber(param: NumberField, value: number | undefined): void {
  const { kind, above = -Infinity }: VideoField = videoFields[param];
  const integer = kind === 'integer';
  if (value === undefined || (Number.isFinite(value) && value > above && (!integer || Number.isSafeInteger(value)))) return;
  throw invalid(param, `${param} must be a ${integer ? 'whole number' : 'number'}${above === -Infinity ? '' : ` above ${above}`}.`);
}

const isImage = (image: unknown): boolean => image === undefined || typeof image === 'string' || image instanceof Blob;

function checkLimits(limits: ProviderLimits, draft: VideoDraft): void {
  const { promptLength = Infinity } = limits;
  if (draft.prompt.length > promptLength) throw invalid('prompt', `prompt takes at most ${promptLength} characters.`);
  const durations = allowedDurations(draft.references, limits);
  for (const param of numberFields) requireWithin(param, draft[param], param === 'duration' ? durations : limitOf(param, limits));
  const size = `${draft.width}x${draft.height}`;
  const sized = draft.width !== undefined || draft.height !== undefined;
  if (limits.sizes && sized && !limits.sizes.includes(size))
    throw invalid(draft.width === undefined ? 'height' : 'width', `The size must be one of ${limits.sizes.join(', ')}.`);
}

function requireWithin(param: string, value: number | undefined, allowed: readonly number[] | Range | undefined): void {
  if (value === undefined || allowed === undefined) return;
  if ('min' in allowed) {
    if (value < allowed.min || value > allowed.max) throw invalid(param, `${param} must be from ${allowed.min} to ${allowed.max}.`);
  } else if (!allowed.includes(value)) throw invalid(param, `${param} must be one of ${allowed.join(', ')}.`);
}

async function checkMetadata({ metadata }: VideoProvider, draft: VideoDraft): Promise<VideoDraft['metadata']> {
  const result = await metadata?.['~standard'].validate(draft.metadata ?? {});
  if (result === undefined) return draft.metadata;
  if (result.issues === undefined) return isRecord(result.value) ? result.value : draft.metadata;
  const [issue] = result.issues;
  const path = (issue?.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  throw invalid(['metadata', ...path].join('.'), issue?.message ?? 'Invalid input');
}

const nameOf = ({ title, id }: VideoProvider): string => title ?? id;

/** A schema that is not loose gives back only what it knows. */
function lostIn(metadata: VideoDraft['metadata'] = {}, provider: VideoProvider, { metadata: given = {} }: VideoDraft): readonly string[] {
  const lost = Object.keys(given).filter((key) => given[key] !== undefined && !(key in metadata));
  return lost.map((key) => `${nameOf(provider)} makes no use of metadata.${key}: it is left out.`);
}

function warningsOf(provider: VideoProvider, draft: VideoDraft): readonly string[] {
  const { limits = {}, mirror = [] } = provider;
  const name = nameOf(provider);
  const isGiven = (key: keyof VideoDraft) => draft[key] !== undefined && draft[key] !== '';
  const warnings = (limits.ignores ?? []).filter(isGiven).map((key) => `${name} makes no use of ${key}.`);
  const { max = 2 } = limits.images ?? {};
  if (isGiven('image') && max < 1) warnings.push(`${name} takes no picture: it is left out.`);
  if (isGiven('lastImage') && max < 2) warnings.push(`${name} takes no last frame: it is left out.`);
  if (limits.references === undefined && draft.references !== undefined && draft.references.length > 0)
    warnings.push(`${name} takes no references: they are left out.`);
  for (const key of mirror) {
    const inner = draft.metadata?.[key];
    if (inner !== undefined && draft[key] !== undefined && inner !== draft[key]) warnings.push(`metadata.${key} gives way to ${key}.`);
  }
  return warnings;
}
