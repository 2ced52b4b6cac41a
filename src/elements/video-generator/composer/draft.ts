// What a draft comes to under a model's limits: defaults, allowed values, and what is wrong with it. Pure; knows no words.
import type { FormField } from '../../../core/drafts/metadata-fields.js';
import type { OfferedModel, Priced } from '../../../core/offered-model.js';
import type { ProviderLimits, ProviderWords, VideoDraft, VideoEstimate } from '../../../core/providers/provider.js';
import type { LimitedNumber, Range } from '../../../protocol/video-fields.js';

/** What the face needs to know of the model that is chosen. */
export interface ModelInfo {
  readonly providerId: string;
  readonly limits: ProviderLimits;
  readonly fields: readonly FormField[];
  /** The provider's own words in the language in force. */
  readonly words?: ProviderWords | undefined;
  /** As the service itself describes it. */
  readonly offered?: OfferedModel | undefined;
  /** What it costs, as the page says, or else the service. */
  readonly priced?: Priced | undefined;
  estimate?(draft: VideoDraft): VideoEstimate | undefined;
}

export const unknownModel: ModelInfo = { providerId: '', limits: {}, fields: [] };

type Allowed = readonly number[] | Range;

export const isList = (allowed: Allowed): allowed is readonly number[] => Array.isArray(allowed);

const allows = (allowed: Allowed, value: number): boolean =>
  isList(allowed) ? allowed.includes(value) : value >= allowed.min && value <= allowed.max;

/** The value asked for where it is allowed, else the first one offered, else nothing: the service decides. */
function settle(value: number | undefined, allowed: Allowed | undefined): number | undefined {
  if (allowed === undefined || (value !== undefined && allows(allowed, value))) return value;
  return isList(allowed) ? allowed[0] : undefined;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function sizeOf(text: string): Size | undefined {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  return width === undefined || height === undefined ? undefined : { width: Number(width), height: Number(height) };
}

function settleSize(draft: VideoDraft, sizes: readonly string[] | undefined): Pick<VideoDraft, 'width' | 'height'> {
  const { width, height } = draft;
  if (sizes === undefined || sizes.includes(`${width}x${height}`)) return { width, height };
  return sizeOf(sizes[0] ?? '') ?? {};
}

/** The draft as it would be sent to this model, without what it ignores. What was asked for under another model stays in `draft` itself. */
export function settleDraft(draft: VideoDraft, { limits }: ModelInfo): VideoDraft {
  const frames = limits.images?.max ?? 1;
  const size = settleSize(draft, limits.sizes);
  // Spelt out, since a page's first load does without the list of fields: the type holds it to the list.
  const numbers: { readonly [N in LimitedNumber]: number | undefined } = {
    duration: settle(draft.duration, limits.durations),
    fps: settle(draft.fps, limits.fps),
    n: draft.n === undefined || draft.n === 1 || limits.n === undefined ? draft.n : Math.min(limits.n.max, Math.max(limits.n.min, draft.n)),
  };
  const ignored = Object.fromEntries((limits.ignores ?? []).map((name) => [name, undefined]));
  const metadata = Object.entries(draft.metadata ?? {}).filter(([, value]) => value !== undefined);
  return {
    ...draft,
    prompt: draft.prompt.trim(),
    ...numbers,
    width: size.width,
    height: size.height,
    image: frames > 0 ? draft.image : undefined,
    lastImage: frames > 1 ? draft.lastImage : undefined,
    metadata: metadata.length > 0 ? Object.fromEntries(metadata) : undefined,
    ...ignored,
  };
}
