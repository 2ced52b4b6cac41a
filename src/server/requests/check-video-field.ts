// One field of the list of video fields, as a page may fill it in here: of its kind, and within the cap that the list or the site has for it.
import { videoFields, type Range, type VideoField } from '../../protocol/video-fields.js';
import type { Refusal } from '../answers/answers.js';
import type { Limits } from '../gateway-options.js';
import { longText, moreThan, outside, type Bounds } from './check-fields.js';
import { checkImage, type ImageRules } from './check-image.js';

export interface VideoRules extends ImageRules {
  readonly limits: Pick<Limits, 'promptLength' | 'duration' | 'pixels' | 'n' | 'fps' | 'metadataBytes'>;
  readonly allowsModel: (model: unknown) => boolean;
  /** Keys that `metadata` may have; undefined for any. */
  readonly metadataKeys: readonly string[] | undefined;
  /** Further top-level fields that a service takes. */
  readonly extraFields: readonly string[];
}

/** An object and a list are only looked at as a whole, by `checkMetadata` and `checkReferences`. */
export type SimpleField = {
  [N in keyof typeof videoFields]: (typeof videoFields)[N]['kind'] extends 'object' | 'references' ? never : N;
}[keyof typeof videoFields];

/** `param`: where it stands, which may be in the metadata under a name of its own. */
export function checkVideoField(name: SimpleField, param: string, value: unknown, rules: VideoRules): Refusal | undefined {
  const field: VideoField = videoFields[name];
  const { cap = Number.MAX_SAFE_INTEGER } = field;
  const most = typeof cap === 'number' ? cap : rules.limits[cap];
  if (field.kind === 'image') return checkImage(param, value, rules);
  if (field.kind === 'text') return longText(param, value, typeof most === 'number' ? most : most.max);
  const integer = field.kind === 'integer';
  return moreThan(param, value, integer ? undefined : field.above) ?? outside(param, value, boundsOf(field, most), integer);
}

/** Of whole numbers above 0 the least is 1. */
function boundsOf({ kind, above }: VideoField, most: number | Range): Bounds {
  if (typeof most !== 'number') return [most.min, most.max];
  if (above === undefined) return [Number.MIN_SAFE_INTEGER, most];
  return [kind === 'integer' ? above + 1 : above, most];
}
