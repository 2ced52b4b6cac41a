// The site's own look at what a page asks for, before it costs anything.
import { refuse } from './answers/answers.js';
import type { GatewayRequest, GatewaySettings } from './gateway-options.js';

import { inTime } from './in-time.js';

/** The refusal that the user reads, or undefined. Rejects where the site's function throws or is too slow: unseen is not allowed. */
export async function moderated(
  { moderate, limits }: Pick<GatewaySettings, 'moderate' | 'limits'>,
  request: GatewayRequest,
): Promise<Response | undefined> {
  if (moderate === undefined) return undefined;
  const verdict = await inTime('moderate', moderate(request), limits.timeoutMs);
  if (verdict === undefined || verdict === null) return undefined;
  if (typeof verdict.refuse !== 'string') throw new Error('moderate() must give nothing, or { refuse } with a message.');
  return refuse(400, 'content_refused', verdict.refuse, request.kind === 'video' ? 'prompt' : 'instructions');
}
