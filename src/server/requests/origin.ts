// Which pages may ask, and by which name. A request that changes something must say where it comes from.
import { isHealthPath } from '../health.js';

/**
 * Origins as a browser writes them (`https://example.org`). The gateway's own origin is always allowed. `'*'` is any page, and any program that names
 * none: such a page is never lent the cookies of a visitor, so `authorize` has to go by something that the page itself sends.
 * A program that is no browser, a site's own server say, names an allowed origin itself.
 */
export type Origins = readonly string[] | '*';

const changes = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** The origin to answer for in CORS headers, `undefined` for none needed, or `false` for a page that may not ask. */
export function checkOrigin(request: Request, origins: Origins): string | undefined | false {
  const origin = request.headers.get('origin');
  if (origin !== null && contradicts(origin, request)) return false;
  if (origins === '*') return origin === null ? undefined : '*';
  if (origin !== null) return origins.includes(origin) || isOwn(origin, request) ? origin : false;
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return undefined;
  if (changes(request.method)) return false;
  // A player of another origin names no origin, but its page: a page cannot make one up.
  return site === null || origins.includes(refererOrigin(request)) ? undefined : false;
}

/** A browser writes both headers: a page of the gateway's own origin is `same-origin`, and no other page is. */
function contradicts(origin: string, request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site !== null && (site === 'same-origin') !== isOwn(origin, request);
}

/** The same host, and no weaker scheme: what comes in as http may have been https as far as a proxy before this gateway. */
function isOwn(origin: string, request: Request): boolean {
  const host = hostOf(request);
  return origin === `https://${host}` || (origin === `http://${host}` && !isEncrypted(request));
}

/** Whether the page's own connection is encrypted. A proxy's word for it can be believed: it makes the check stricter. */
function isEncrypted(request: Request): boolean {
  const { headers, url } = request;
  const forwarded = `${headers.get('x-forwarded-proto') ?? ''},${headers.get('forwarded') ?? ''}`;
  return new URL(url).protocol === 'https:' || /(?:^|[,;\s]|proto="?)(?:https|wss)"?(?=$|[,;\s])/i.test(forwarded);
}

const hostOf = (request: Request): string => (request.headers.get('host') ?? new URL(request.url).host).toLowerCase();

function refererOrigin(request: Request): string {
  const referer = request.headers.get('referer') ?? '';
  return URL.canParse(referer) ? new URL(referer).origin : '';
}

/**
 * False for a request that calls this gateway by a name it does not have: a page whose own name has been pointed at it (DNS rebinding) would be
 * of "the same origin". Without a list every name is right.
 */
export function isKnownHost(request: Request, hosts: readonly string[] | undefined): boolean {
  return hosts === undefined || hosts.includes(hostOf(request)) || isHealthPath(new URL(request.url).pathname);
}

export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return { vary: 'origin' };
  return {
    'access-control-allow-origin': origin,
    ...(origin === '*' ? {} : { 'access-control-allow-credentials': 'true' }),
    'access-control-expose-headers': 'retry-after, content-range, accept-ranges, etag, x-request-id',
    vary: 'origin',
  };
}

const usualHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'range',
  'if-range',
  'if-none-match',
  'if-match',
  'library-owner',
  'traceparent',
  'tracestate',
];

export const preflightHeaders = (further: readonly string[] = []): Record<string, string> => ({
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': [...usualHeaders, ...further].join(', '),
  'access-control-max-age': '600',
});
