// One request over fetch, read to its end, with every failure a VoxreelError. Never repeats a request by itself.
import { abortedError } from './abort.js';
import { VoxreelError, isVoxreelError } from './errors.js';
import { withRequest, type FailedRequest } from './failed-request.js';
import { isRecord } from '../base/is-record.js';
import { retryAfterMs } from './retry.js';

export interface HttpRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Blob;
  signal?: AbortSignal | undefined;
  /** Until the body is read to its end. Default 60 s. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch | undefined;
}

export interface HttpReply {
  readonly method?: string | undefined;
  readonly url: string;
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** At most 8 Mi characters. */
  readonly text: string;
  /** The parsed body, or undefined when it is empty or no JSON. */
  readonly json: unknown;
}

/** Sends once. Throws `aborted`, `timeout` or `network`; any HTTP status is a reply. */
export async function http(url: string, request: HttpRequest = {}): Promise<HttpReply> {
  const { signal, timeoutMs = 60_000, fetch = globalThis.fetch, ...init } = request;
  if (signal?.aborted) throw abortedError(signal);
  const stop = new AbortController();
  const onAbort = () => stop.abort(abortedError(signal));
  const timer = setTimeout(
    () => stop.abort(new VoxreelError('timeout', `No answer within ${timeoutMs} ms.`, { retryable: true })),
    timeoutMs,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await fetch(url, { ...init, signal: stop.signal });
    const text = await textOf(answer);
    return {
      method: init.method,
      url: answer.url || url,
      status: answer.status,
      ok: answer.ok,
      headers: answer.headers,
      text,
      json: parseJson(text),
    };
  } catch (cause) {
    const reason: unknown = stop.signal.reason;
    if (stop.signal.aborted && isVoxreelError(reason)) throw reason;
    const error = new VoxreelError('network', 'The service could not be reached.', { retryable: true, cause });
    throw withRequest(error, { method: init.method ?? 'GET', url });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Characters; far above any answer of this interface. What is longer is cut, and so no JSON any more. */
const longest = 8 * 2 ** 20;

/** Bytes; every answer of this interface that says its length. */
const small = 65_536;

/** Does not read a video to its end that came instead of an answer. Chromium counts a body that is read piece by piece as cut off, even when it is complete. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.body || Number(answer.headers.get('content-length') ?? Infinity) <= small) return answer.text();
  const chunks = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let { value } = await chunks.read(); value !== undefined; { value } = await chunks.read()) {
    text += value;
    if (text.length <= longest) continue;
    void chunks.cancel().catch(() => undefined);
    break;
  }
  return text;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codeOfStatus: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  429: 'rate_limited',
};

/** The error an unsuccessful reply stands for: documented body, `{ error: {...} }`, flat `{ code, message }`, HTML or nothing. */
export function errorOfReply(reply: HttpReply): VoxreelError {
  const body = errorFields(reply.json);
  const status = reply.status;
  const retryable = status === 408 || status === 425 || status === 429 || status >= 500;
  const error = new VoxreelError(
    body.code ?? codeOfStatus[status] ?? (status >= 500 ? 'server_error' : 'bad_response'),
    body.message ?? `The service answered ${status}.`,
    {
      status,
      retryable,
      param: body.param,
      retryAfterMs: retryAfterMs(reply.headers),
    },
  );
  return withRequest(error, requestBehind(reply));
}

/** What an answer that is of no use was the answer to. */
export const requestBehind = ({ method = 'GET', url, status, headers }: HttpReply): FailedRequest => ({
  method,
  url,
  status,
  isHtml: isHtml(headers),
});

export const isHtml = (headers: Headers): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value.slice(0, 1000) : undefined);

/** `nested`: how often an error may hold the error. */
function errorFields(json: unknown, nested = 2): { code?: string | undefined; message?: string | undefined; param?: string | undefined } {
  if (!isRecord(json)) return {};
  if (isRecord(json['error']) && nested > 0) return errorFields(json['error'], nested - 1);
  if (typeof json['error'] === 'string') return { message: text(json['error']), code: text(json['code']) };
  return { code: text(json['code']), message: text(json['message']), param: text(json['param']) };
}

/** `base` and a path that begins with a slash, whatever slashes stand between. */
export const joinUrl = (base: string, path: string): string => base.replace(/\/+$/, '') + path;
