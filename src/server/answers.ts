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

/** The body's bytes, or undefined when there are more than `maxBytes`. Never reads past the cap. */
export async function readCapped(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  chunks.reduce((at, chunk) => {
    bytes.set(chunk, at);
    return at + chunk.byteLength;
  }, 0);
  return bytes;
}
