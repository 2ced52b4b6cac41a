// A result played through the gateway: from the maker's own host with the key, from any other public one without it.
import type { ResultPlace } from '../backends/backend.js';
import type { AddressRules } from '../requests/addresses.js';
import { AddressNotPublic, wayOut, type ServiceAnswer } from '../way-out.js';
import { refuse } from './answers.js';
import { timedStream } from './timed-stream.js';

export interface ResultSource {
  readonly addresses: AddressRules;
  /** Called once, when the result has been read, refused or abandoned. */
  readonly done: () => void;
  /** Text without the key. */
  readonly clean: (text: string) => string;
  /** Until the host answers. */
  readonly timeoutMs: number;
  /** Between two pieces of the file, and until the caller reads the next. */
  readonly idleMs: number;
  /** For all of it. */
  readonly totalMs: number;
}

const mostRedirects = 3;
const headersThere = ['range', 'if-range', 'if-none-match', 'if-modified-since'];
const headersBack = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
/** A picture that is a program is no result. */
const media = /^(?:video\/[\w.+-]+|audio\/[\w.+-]+|image\/(?!svg)[\w.+-]+|application\/octet-stream|binary\/octet-stream)$/;
/** Links die, and say so in many ways. */
const gone = new Set([401, 403, 404, 410]);

/** Opened as a page of its own, a file runs nothing. Nothing about the host is revealed. */
export const mediaHeaders = {
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; media-src 'self'; sandbox",
  'cache-control': 'private, no-cache',
};

/** The refusal of a range that is not one plain range, or undefined. Many ranges in one request multiply what is sent. */
export function refuseRange(request: Request): Response | undefined {
  const range = request.headers.get('range');
  if (range === null || /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range)) return undefined;
  return refuse(400, 'invalid_range', 'Range must be one range of bytes.', 'Range');
}

/** A new one for each: a body is read once. */
const notPublic = () => ({ refusal: refuse(502, 'result_not_allowed', 'The result lies at an address that is not public.') });
const badRedirect = () => ({ refusal: refuse(502, 'upstream_redirect', 'The host of the result redirects too often, or to nowhere.') });

type Found = { readonly answer: ServiceAnswer } | { readonly refusal: Response };

export async function streamResult(place: ResultPlace, request: Request, source: ResultSource): Promise<Response> {
  const stop = new AbortController();
  let isDone = false;
  const abandon = (): void => {
    stop.abort();
    if (isDone) return;
    isDone = true;
    source.done();
  };
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    abandon();
  }, source.timeoutMs);
  // Not `AbortSignal.any`: not all runtimes at the edge have it.
  request.signal.addEventListener('abort', abandon, { once: true });
  if (request.signal.aborted) abandon();
  try {
    const found = await findResult(place, request, source, stop.signal);
    if (!('refusal' in found)) return passOn(found.answer, request, source, abandon);
    abandon();
    return found.refusal;
  } catch (error) {
    abandon();
    if (error instanceof AddressNotPublic) return notPublic().refusal;
    return late
      ? refuse(504, 'upstream_timeout', 'The host of the result did not answer in time.')
      : refuse(502, 'upstream_unreachable', 'The host of the result could not be reached.');
  } finally {
    clearTimeout(timer);
  }
}

/** The answer of the host at the end of a few redirects. The key is sent to the maker itself only, and never after a redirect. */
async function findResult(place: ResultPlace, request: Request, { addresses }: ResultSource, signal: AbortSignal): Promise<Found> {
  const asked = headersThere.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  let next = place.url;
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const isTrusted = place.isTrusted(next);
    if (!isTrusted && addresses.check(next) !== undefined) return notPublic();
    const headers = { ...Object.fromEntries(asked), ...(isTrusted && hops === 0 ? place.headers : {}) };
    const publicOnly = !isTrusted && !addresses.isNamedHost(next);
    // Each hop is resolved, checked and connected to by itself.
    const answer = await wayOut(next, { method: 'GET', headers, signal, publicOnly, streamed: true });
    const to = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || answer.status === 304) return { answer };
    answer.body?.cancel().catch(() => {});
    const target = to !== null && URL.canParse(to, next) ? new URL(to, next) : undefined;
    if (target === undefined || (next.startsWith('https:') && target.protocol !== 'https:')) return badRedirect();
    next = target.href;
  }
  return badRedirect();
}

function passOn(answer: ServiceAnswer, request: Request, { clean, idleMs, totalMs }: ResultSource, abandon: () => void): Response {
  const headers = new Headers(mediaHeaders);
  for (const name of headersBack) {
    const value = answer.headers.get(name);
    // One that names the key says nothing a player needs.
    if (value !== null && clean(value) === value) headers.set(name, value);
  }
  const refusal = refuseAnswer(answer, headers);
  if (refusal !== undefined || request.method === 'HEAD' || answer.status === 304 || answer.body === null) {
    abandon();
    return refusal ?? new Response(null, { status: answer.status, headers });
  }
  // What fetch has unpacked is no longer as long as the header says.
  if (answer.headers.has('content-encoding')) headers.delete('content-length');
  return new Response(timedStream(answer.body, { caller: request.signal, idleMs, totalMs, abandon }), {
    status: answer.status,
    headers,
  });
}

/** What a host says in place of a file. Its own words are not passed on: they are not the documents'. */
function refuseAnswer({ status }: ServiceAnswer, headers: Headers): Response | undefined {
  if (status === 416) return refuse(416, 'range_not_satisfiable', 'The file is not as long.', 'Range', lengthOf(headers));
  if (gone.has(status)) return refuse(410, 'result_gone', 'The link of this result has died.');
  if (status >= 400) return refuse(502, 'result_unavailable', `The host of the result answered ${status}.`);
  const type = (headers.get('content-type') ?? 'application/octet-stream').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return status === 304 || media.test(type) ? undefined : refuse(502, 'result_not_media', 'The result is no video, sound or picture.');
}

const lengthOf = (headers: Headers): Record<string, string> => {
  const range = headers.get('content-range');
  return range === null ? {} : { 'content-range': range };
};
