// Which pages may ask. A request that changes something must say where it comes from.

/** Origins as a browser writes them (`https://example.org`), or `'*'` for any. The gateway's own origin is always allowed. */
export type Origins = readonly string[] | '*';

const changes = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** The origin to answer for in CORS headers, `undefined` for none needed, or `false` for a page that may not ask. */
export function checkOrigin(request: Request, origins: Origins): string | undefined | false {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const own = ownOrigin(request);
  if (origin !== null) return origin === own || origins === '*' || origins.includes(origin) ? origin : false;
  if (site === 'same-origin' || site === 'none') return undefined;
  if (changes(request.method)) return origins === '*' ? undefined : false;
  return site === null || origins === '*' ? undefined : false;
}

function ownOrigin(request: Request): string {
  const url = new URL(request.url);
  return `${url.protocol}//${request.headers.get('host') ?? url.host}`;
}

export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, content-range, accept-ranges',
    vary: 'origin',
  };
}

export const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, range',
  'access-control-max-age': '600',
};
