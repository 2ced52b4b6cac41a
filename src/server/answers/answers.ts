// Answers of the gateway: the documents' error body, and JSON.
import type { ErrorBody } from '../../protocol/video.js';
import { BufferedResponse, headerOf } from './buffered-response.js';

/** Why something is not done, as a value: an HTTP answer or a realtime `error` event can be made of it. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The field it is about, or empty. */
  readonly param: string;
}

/** On every answer: none is kept by a cache on the way, none is taken for something else. */
const everywhere = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** It is done, and there is nothing to say. Kept by nobody. */
export const noContent = (): Response => new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new BufferedResponse({ json: body }, { status, headers: { ...everywhere, ...headers } });
}

/** JSON that is written already. `code`: of a refusal. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}, code?: string): Response {
  return new BufferedResponse(text, { status, headers: { ...everywhere, ...headers } }, code);
}

/** What an answer says of when to ask again, for the one that is given in its place. */
export function paceOf(answer: Response): Record<string, string> {
  const retryAfter = headerOf(answer, 'retry-after');
  return retryAfter === undefined ? {} : { 'retry-after': retryAfter };
}

/** The documented error body. `param` names the field, or is empty. */
export function refuse(status: number, code: string, message: string, param = '', headers: Record<string, string> = {}): Response {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  const json = { code, message, param, type } satisfies ErrorBody;
  return new BufferedResponse({ json }, { status, headers: { ...everywhere, ...headers } }, code);
}

export const refused = ({ status, code, message, param }: Refusal): Response => refuse(status, code, message, param);

/** A field that says what it may not. */
export const invalid = (param: string, message: string, code = 'invalid_value'): Refusal => ({
  status: 400,
  code,
  message: `${param} ${message}`,
  param,
});
