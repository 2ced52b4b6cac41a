// One file sent to the gateway, with word of how far it is where the browser says so.
import { abortedError } from '../../abort.js';
import { VoxreelError } from '../../errors.js';
import { http, parseJson, type HttpReply } from '../../http.js';

export interface SentFile {
  readonly url: string;
  readonly file: Blob;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (progress: number) => void;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** For the slowest of lines. */
const timeoutMs = 900_000;

/** Throws `aborted`, `timeout` or `network`; any HTTP status is a reply. */
export function sendFile(sent: SentFile): Promise<HttpReply> {
  const { url, file, headers, signal, fetch } = sent;
  // Of what it sends, fetch says nothing.
  if (fetch === undefined && typeof XMLHttpRequest !== 'undefined') return sendWatched(sent);
  return http(url, { method: 'POST', headers: { ...headers, 'Content-Type': file.type }, body: file, signal, timeoutMs, fetch });
}

function sendWatched({ url, file, headers, signal, onProgress }: SentFile): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortedError(signal));
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', file.type);
    request.timeout = timeoutMs;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(replyOf(request)));
    request.addEventListener('abort', () => reject(abortedError(signal)));
    request.addEventListener('timeout', () => reject(new VoxreelError('timeout', 'The upload took too long.', { retryable: true })));
    request.addEventListener('error', () => reject(new VoxreelError('network', 'The service could not be reached.', { retryable: true })));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.addEventListener('abort', stop);
    request.send(file);
  });
}

function replyOf(request: XMLHttpRequest): HttpReply {
  const { responseURL: url, status, responseText: text } = request;
  const retryAfter = request.getResponseHeader('retry-after');
  const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
  return { url, status, ok: status >= 200 && status < 300, headers, text, json: parseJson(text) };
}
