// The service of the documents' interface behind the gateway: one of its keys goes out, and nothing but whole answers comes back.
import type { GatewaySettings } from './gateway-options.js';
import type { Scrub } from './answers/scrub.js';
import { BufferedResponse } from './answers/buffered-response.js';
import { callUpstream, type Upstream, type UpstreamCall } from './upstream.js';
import { createUpstreamKeys, type UpstreamKeys } from './upstream-keys.js';

export interface UpstreamClient extends Pick<Upstream, 'vendor' | 'idempotent'> {
  /** Without a slash at its end. */
  readonly base: string;
  readonly scrub: Scrub;
  readonly keys: UpstreamKeys;
  /** `path` below the base address. The answer is whole; a `signal` ends the wait for it. */
  send(
    path: string,
    method: 'GET' | 'POST',
    headers: Record<string, string>,
    signal?: AbortSignal,
    body?: BodyInit,
    answer?: UpstreamCall['answer'],
  ): Promise<Response>;
  /** The answer to the first key that the service does not refuse, and that key: nothing has begun with those that it refuses. */
  withAnyKey(send: (headers: KeyHeader) => Promise<Response>): Promise<{ readonly response: Response; readonly key: string }>;
}

export type KeyHeader = { readonly authorization: string };

export const keyHeader = (key: string): KeyHeader => ({ authorization: `Bearer ${key}` });

/** Whether an answer of the service is about the key, so that another may fare better. A 401 has been put into words for the page by then. */
const refusesKey = (response: Response): boolean =>
  response.status === 429 || (response instanceof BufferedResponse && response.code === 'upstream_unauthorized');

/** Of a refusal that says when to come again: in seconds, or at a date. */
export function restMsIn(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  const ms = value === null ? Number.NaN : /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Undefined for a gateway before other makers' services alone. */
export function createUpstreamClient(
  { upstream, limits }: Pick<GatewaySettings, 'upstream' | 'limits'>,
  scrub: Scrub,
): UpstreamClient | undefined {
  if (upstream === undefined) return undefined;
  const { vendor, idempotent, apiKey, baseUrl } = upstream;
  const base = baseUrl.replace(/\/+$/, '');
  const keys = createUpstreamKeys(apiKey);
  return {
    vendor,
    idempotent,
    base,
    scrub,
    keys,
    send: (path, method, headers, signal, body, answer) =>
      callUpstream(base + path, { method, headers, body, signal, timeoutMs: limits.timeoutMs, answer }, scrub),
    async withAnyKey(send) {
      const [first = keys.all[0], ...others] = keys.inOrder();
      let [key, response] = [first, await send(keyHeader(first))];
      for (const next of others) {
        if (!refusesKey(response)) break;
        keys.rest(key, restMsIn(response.headers));
        [key, response] = [next, await send(keyHeader(next))];
      }
      if (refusesKey(response)) keys.rest(key, restMsIn(response.headers));
      return { response, key };
    },
  };
}
