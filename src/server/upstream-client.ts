// The service of the documents' interface behind the gateway: its key goes out, and nothing but whole answers comes back.
import type { GatewaySettings } from './gateway-options.js';
import type { Scrub } from './answers/scrub.js';
import { callUpstream, type Upstream, type UpstreamCall } from './upstream.js';

export interface UpstreamClient extends Pick<Upstream, 'vendor' | 'idempotent' | 'apiKey'> {
  /** Without a slash at its end. */
  readonly base: string;
  readonly scrub: Scrub;
  /** The header with the standard key, beside others. */
  withKey(headers?: Record<string, string>): Record<string, string>;
  /** `path` below the base address. The answer is whole; a `signal` ends the wait for it. */
  send(
    path: string,
    method: 'GET' | 'POST',
    headers: Record<string, string>,
    signal?: AbortSignal,
    body?: BodyInit,
    answer?: UpstreamCall['answer'],
  ): Promise<Response>;
}

/** Undefined for a gateway before other makers' services alone. */
export function createUpstreamClient(
  { upstream, limits }: Pick<GatewaySettings, 'upstream' | 'limits'>,
  scrub: Scrub,
): UpstreamClient | undefined {
  if (upstream === undefined) return undefined;
  const base = upstream.baseUrl.replace(/\/+$/, '');
  return {
    ...upstream,
    base,
    scrub,
    withKey: (headers = {}) => ({ authorization: `Bearer ${upstream.apiKey}`, ...headers }),
    send: (path, method, headers, signal, body, answer) =>
      callUpstream(base + path, { method, headers, body, signal, timeoutMs: limits.timeoutMs, answer }, scrub),
  };
}
