// One call to the service behind the gateway: the real key goes out, nothing but listed headers comes back. Follows no redirect.
import { json, refuse } from './answers/answers.js';
import { noteOutcome, outcomeOf, outcomeOfError, outcomeOfStatus } from './answers/outcome.js';
import { readCapped } from './requests/read-capped.js';
import { TooSlow } from './too-slow.js';
import type { Scrub } from './answers/scrub.js';
import { isFields, parsed } from './requests/fields.js';
import { wayOut, type ServiceAnswer } from './way-out.js';
import { BufferedResponse } from './answers/buffered-response.js';
import type { KeyList } from './upstream-keys.js';

/** The service behind the gateway, and how to reach it. */
export interface Upstream {
  /** Base address of the service, e.g. `https://api.example.org`. */
  readonly baseUrl: string;
  /**
   * The standard key. It is in no answer, log line or error of the gateway. Of several, the newest first, the first that the service accepts is used;
   * a list needs `secret`.
   */
  readonly apiKey: string | KeyList;
  /** The maker's word where the documents say "vendor". */
  readonly vendor?: string | undefined;
  /**
   * The service itself answers a repeated `Idempotency-Key` with its first answer, so that a request in doubt may be sent again. Default false. With
   * several keys none is sent again: the service would not recognize it under another key.
   */
  readonly idempotent?: boolean | undefined;
}

export interface UpstreamCall {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: BodyInit | undefined;
  /** The caller's, where its leaving ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Until the whole answer is there. */
  readonly timeoutMs: number;
  /** Default `json`. */
  readonly answer?: 'json' | 'sdp' | undefined;
}

/** Far above any answer of this interface but results, which are streamed. */
const longest = 8 * 1024 * 1024;

/** The upstream's whole answer with its listed headers, or a documented 502 or 504. Nothing it says names the key; no error names a host. */
export async function callUpstream(url: string, call: UpstreamCall, scrub: Scrub): Promise<Response> {
  const endsAt = performance.now() + call.timeoutMs;
  try {
    const answer = await wayOut(url, call);
    if (answer.status >= 300 && answer.status < 400) {
      answer.body?.cancel().catch(() => {});
      return refuse(502, 'upstream_redirect', 'The service answered with a redirect, which is not followed.');
    }
    const bytes = await readCapped(answer, longest, { totalMs: Math.max(1, endsAt - performance.now()) });
    if (bytes === undefined) return refuse(502, 'upstream_error', 'The answer of the service is too large.');
    const passed = passOn(answer, new TextDecoder().decode(bytes), scrub, call.answer);
    // What the gateway says instead of it may have another status.
    return noteOutcome(passed, answer.ok ? outcomeOf(passed) : outcomeOfStatus(answer.status));
  } catch (error) {
    return error instanceof TooSlow
      ? refuse(504, 'upstream_timeout', 'The service did not answer in time.')
      : noteOutcome(refuse(502, 'upstream_unreachable', 'The service could not be reached, or broke off.'), outcomeOfError(error));
  }
}

function passOn(answer: ServiceAnswer, text: string, scrub: Scrub, kind: UpstreamCall['answer'] = 'json'): Response {
  const headers = pacing(answer.headers);
  if (!answer.ok) return documentedError(answer.status, text, headers, scrub, kind);
  if (kind === 'sdp') {
    if (!text.startsWith('v=')) return refuse(502, 'upstream_error', 'The service answered without a session description.');
    return new BufferedResponse(scrub.key(text), { status: 200, headers: { 'content-type': 'application/sdp', ...plain } });
  }
  // Some services say no more than that they are at it.
  if (text.trim() === '') return new Response(null, { status: answer.status, headers: { ...plain, ...headers } });
  const body = parsed(text);
  if (!isFields(body)) return refuse(502, 'upstream_error', 'The service answered with something else than a JSON object.');
  return new BufferedResponse(
    { json: scrub.body(body) },
    {
      status: answer.status,
      headers: { 'content-type': 'application/json', ...plain, ...headers },
    },
  );
}

const plain = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The one header that tells a caller what to do next: seconds, or a date. */
export function pacing(headers: Headers): Record<string, string> {
  const value = headers.get('retry-after');
  return value !== null && /^(?:\d{1,7}|\w{3}, [\w :]{20,24})$/.test(value) ? { 'retry-after': value } : {};
}

/** The documented body, out of what the service said in one of three shapes, or instead of a proxy's page. */
export function documentedError(status: number, text: string, headers: Record<string, string>, scrub: Scrub, kind: string): Response {
  // The page's login is not what the service finds wanting: a page that believed so would ask for it again and again.
  if (status === 401 && kind === 'json')
    return refuse(500, 'upstream_unauthorized', 'The service does not take the key of this site.', '', headers);
  const body = parsed(text);
  const outer = isFields(body) ? body : {};
  const { code, message, param, type } = isFields(outer['error']) ? outer['error'] : outer;
  if (typeof message !== 'string') {
    return refuse(status, 'upstream_error', `The service answered ${status} without an error body.`, '', headers);
  }
  return json(
    status,
    {
      code: word(code, scrub) ?? null,
      message: scrub.words(message),
      param: word(param, scrub) ?? '',
      type: word(type, scrub) ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    },
    headers,
  );
}

/** A code or the name of a field; anything longer or stranger is neither. */
function word(value: unknown, scrub: Scrub): string | undefined {
  return typeof value === 'string' && /^[\w.[\]-]{1,100}$/.test(value) ? scrub.key(value) : undefined;
}
