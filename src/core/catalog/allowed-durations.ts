// How long a video may be: references may leave less choice than a prompt alone.
import type { ProviderLimits } from '../providers/provider.js';

type Durations = ProviderLimits['durations'];

/** In seconds: the allowed values, or a range; undefined where anything goes. `references`: those of the draft. */
export const allowedDurations = (
  references: readonly unknown[] | undefined,
  limits: { readonly durations?: Durations | undefined; readonly references?: { readonly durations?: Durations | undefined } | undefined },
): Durations | undefined => (references?.length ? limits.references?.durations : undefined) ?? limits.durations;
