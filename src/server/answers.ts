// Answers of the gateway: the documents' error body, and JSON. Knows no route.
import type { ErrorBody } from '../protocol/video.js';

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** The documented error body. `param` names the field, or is empty. */
export function refuse(status: number, code: string, message: string, param = '', headers: Record<string, string> = {}): Response {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  return json(status, { code, message, param, type } satisfies ErrorBody, headers);
}
