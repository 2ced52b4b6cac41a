// A model that the service itself describes, as a provider: the page needs no plugin for it.
import { isRecord } from '../../base/is-record.js';
import { closestResolution } from '../../base/resolution.js';
import { ignoredFields, type JsonSchema, type OfferedModel, type Priced, type Rate } from '../offered-model.js';
import {
  allowedDurations,
  requireFirstFrame,
  type ProviderEntry,
  type ProviderLimits,
  type VideoDraft,
  type VideoEstimate,
  type VideoProvider,
} from '../providers/provider.js';
import type { StandardResult, StandardSchema } from '../standard-schema.js';

export interface OfferedProvider extends VideoProvider {
  readonly offered: OfferedModel;
}

export const isOffered = (entry: ProviderEntry): entry is OfferedProvider => 'offered' in entry;

const made = new WeakMap<OfferedModel, OfferedProvider>();

/** The same provider for the same entry. */
export function offeredProvider(offered: OfferedModel): OfferedProvider {
  const known = made.get(offered);
  if (known !== undefined) return known;
  const { id, service, title = id, limits, fields, price } = offered;
  const provider: OfferedProvider = {
    // No service has a colon in its id, so none of the page's own providers is taken for it.
    id: `${service}:${id}`,
    title,
    models: [id],
    offered,
    ...(limits === undefined ? {} : { limits: limitsOf(limits) }),
    ...(fields === undefined ? {} : { metadata: schemaOf(fields) }),
    // The list tells services which frame is which; `image` stays for those that know the document's field alone.
    request: (draft, body) => (draft.lastImage === undefined ? body : { ...body, images: [requireFirstFrame(draft), draft.lastImage] }),
    ...(price === undefined ? {} : { estimate: (draft) => costIn(draft, offered) }),
  };
  made.set(offered, provider);
  return provider;
}

/** Services name fields as the request has them. */
function limitsOf({ ignores = [], ...limits }: NonNullable<OfferedModel['limits']>): ProviderLimits {
  const ignored = ignoredFields(ignores);
  // What was read from the list has no field that is there and undefined.
  return { ...(limits as ProviderLimits), ...(ignored.length > 0 ? { ignores: ignored } : {}) };
}

/** What a second and a video of this draft cost: both undefined where that is not known. */
export function rateOf(draft: VideoDraft, { price, fields, limits }: Priced): Omit<Rate, 'when'> {
  const { rates = [] } = price ?? {};
  const { width, height, metadata } = draft;
  const tiers = rates.flatMap(({ when }) => ('resolution' in when ? [String(when['resolution'])] : []));
  const bySize = width && height && !limits?.ignores?.includes('width') ? closestResolution(Math.min(width, height), tiers) : undefined;
  const ofRequest: Readonly<Record<string, unknown>> = { duration: draft.duration, resolution: bySize };
  const chosen = (name: string): unknown => {
    const written = isRecord(metadata) && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
    const field = Object.hasOwn(fields?.properties ?? {}, name) ? { ...fields?.properties[name] } : {};
    return written ?? (Object.hasOwn(ofRequest, name) ? ofRequest[name] : undefined) ?? ('default' in field ? field.default : undefined);
  };
  const isMet = ([name, value]: readonly [string, unknown]) => String(chosen(name)).toLowerCase() === String(value).toLowerCase();
  return rates.find(({ when }) => Object.entries(when).every(isMet)) ?? { perSecond: price?.perSecond, perVideo: price?.perVideo };
}

/** Undefined where there is no price, and while the length decides and is not chosen. */
export function costIn(draft: VideoDraft, priced: Priced): VideoEstimate | undefined {
  const { duration: asked, references = [], n = 1 } = draft;
  const durations = allowedDurations(references, priced.limits ?? {});
  const only = Array.isArray(durations) && durations.length === 1 ? Number(durations[0]) : undefined;
  // With references, a model that makes a single length makes that one, whatever was asked for.
  const duration = references.length > 0 ? (only ?? asked) : (asked ?? only);
  const { perSecond, perVideo } = rateOf({ ...draft, duration }, priced);
  if (priced.price === undefined || (perSecond === undefined && perVideo === undefined)) return undefined;
  const { unit } = priced.price;
  if (perSecond !== undefined && duration === undefined) return undefined;
  // Prices are decimal, and floating point is not.
  return { unit, amount: Number((((perSecond ?? 0) * (duration ?? 0) + (perVideo ?? 0)) * n).toFixed(6)) };
}

type Issue = { readonly message: string; readonly path: readonly string[] };

/** JSON Schema as far as a form goes: what is needed, of which type, within which bounds. The rest is the service's to judge. */
function schemaOf(fields: JsonSchema): StandardSchema {
  const validate = (value: unknown): StandardResult<unknown> => {
    const given = isRecord(value) ? value : {};
    const missing = (fields.required ?? []).filter((name) => given[name] === undefined);
    const issues: Issue[] = missing.map((name) => ({ message: 'This is needed.', path: [name] }));
    for (const [name, field] of Object.entries(fields.properties)) {
      const message = given[name] === undefined ? undefined : problemWith(given[name], { ...field });
      if (message !== undefined) issues.push({ message, path: [name] });
    }
    return issues.length > 0 ? { issues } : { value: given };
  };
  const standard = { version: 1 as const, vendor: 'voxreel', validate, jsonSchema: { input: () => fields } };
  return { '~standard': standard };
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
  null: (value) => value === null,
};

function problemWith(value: unknown, field: Readonly<Record<string, unknown>>): string | undefined {
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity, maxLength = Infinity } = field;
  const named = [type].flat().filter((name) => typeof name === 'string' && Object.hasOwn(types, name));
  if (named.length > 0 && !named.some((name) => types[String(name)]?.(value))) return `This must be of type ${named.join(' or ')}.`;
  if (Array.isArray(choices) && !choices.includes(value)) return `This must be one of ${choices.join(', ')}.`;
  if (typeof value === 'number' && (value < Number(minimum) || value > Number(maximum)))
    return `This must be from ${String(minimum)} to ${String(maximum)}.`;
  if (typeof value === 'string' && value.length > Number(maxLength)) return `This takes at most ${String(maxLength)} characters.`;
  return undefined;
}
