// One call to the service behind the gateway: the real key goes out, nothing but listed headers comes back. Follows no redirect.
import { refuse } from './answers.js';

export interface Upstream {
  /** Base address of the service, e.g. `https://api.example.org`. */
  readonly baseUrl: string;
  /** The standard key. It is in no answer, log line or error of the gateway. */
  readonly apiKey: string;
  /** The maker's word where the documents say "vendor". */
  readonly vendor?: string | undefined;
  /** The service itself answers a repeated `Idempotency-Key` with its first answer, so that a request in doubt may be sent again. Default false. */
  readonly idempotent?: boolean | undefined;
}

const headersBack = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified', 'retry-after'];

export interface UpstreamCall {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: BodyInit | undefined;
  readonly signal: AbortSignal;
  /** Until the answer's headers are there. */
  readonly timeoutMs: number;
}

/** The upstream's answer with its listed headers, or a documented 502 or 504. Error text is passed on without the key. */
export async function callUpstream(url: string, call: UpstreamCall, apiKey: string): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), call.timeoutMs);
  try {
    const { method, headers, body } = call;
    const signal = AbortSignal.any([call.signal, timeout.signal]);
    const answer = await fetch(url, { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      await answer.body?.cancel();
      return refuse(502, 'upstream_redirect', 'The service answered with a redirect, which is not followed.');
    }
    return await passOn(answer, apiKey, call.signal);
  } catch {
    return timeout.signal.aborted
      ? refuse(504, 'upstream_timeout', 'The service did not answer in time.')
      : refuse(502, 'upstream_unreachable', 'The service could not be reached.');
  } finally {
    clearTimeout(timer);
  }
}

async function passOn(answer: Response, apiKey: string, caller: AbortSignal): Promise<Response> {
  const headers = new Headers();
  for (const name of headersBack) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // What fetch has unpacked is no longer as long as the header says.
  if (answer.headers.has('content-encoding')) headers.delete('content-length');
  if (answer.ok) return new Response(answer.body && untilCallerLeaves(answer.body, caller), { status: answer.status, headers });
  const text = await answer.text();
  headers.delete('content-length');
  return documentedError(answer.status, text.replaceAll(apiKey, '[key]'), headers);
}

/** The same bytes. A caller that goes away in the middle, as a player that seeks does, ends them; it is no error of anybody's. */
function untilCallerLeaves(body: ReadableStream<Uint8Array>, caller: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (caller.aborted) controller.close();
        else controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** An error body that is not JSON (a proxy's page, say) becomes a documented one. */
function documentedError(status: number, text: string, headers: Headers): Response {
  try {
    JSON.parse(text);
    return new Response(text, { status, headers });
  } catch {
    const retryAfter = headers.get('retry-after');
    const message = `The service answered ${status} without an error body.`;
    return refuse(status, 'upstream_error', message, '', retryAfter === null ? {} : { 'retry-after': retryAfter });
  }
}
