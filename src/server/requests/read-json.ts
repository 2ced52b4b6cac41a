// The JSON object in a request, read with care.
import { refuse, refused } from '../answers/answers.js';
import type { Limits } from '../gateway-options.js';
import { tooManyBodies } from './open-bodies.js';
import { readCapped, TooMuchHeld } from './read-capped.js';
import { TooSlow } from '../too-slow.js';
import { scanJson, type JsonShape } from './scan-json.js';
import { isResponse } from '../answers/buffered-response.js';

/** Room for the schemas of many tools. */
const shape: JsonShape = { depth: 32, members: 20_000 };

export interface ReadLimits extends Pick<Limits, 'bodyMs'> {
  /** Counts bytes as they are read; false where no more may be held. */
  readonly hold: (bytes: number) => boolean;
  readonly maxBytes: number;
  /** What the body must be, e.g. `application/json`. Parameters beside it are not looked at. */
  readonly type: string;
}

/** The text of a body in UTF-8, or the refusal to answer with. */
export async function readText(request: Request, { type, maxBytes, bodyMs, hold }: ReadLimits): Promise<string | Response> {
  const given = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  // A page of another origin cannot send this type without a preflight.
  if (given !== type) return refuse(400, 'content_type_not_allowed', `The body must be ${type}.`, 'Content-Type');
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  // What unpacks to a thousand times its size is not unpacked here.
  if (encoding !== 'identity') return refuse(400, 'content_encoding_not_allowed', 'The body may not be compressed.', 'Content-Encoding');
  try {
    const bytes = await readCapped(request, maxBytes, { totalMs: bodyMs, hold });
    if (bytes === undefined) return refuse(400, 'body_too_large', `The body is larger than ${maxBytes} bytes.`, 'body');
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    return refusedBody(error, bodyMs, 'The body is incomplete, or no text in UTF-8.');
  }
}

/** What is answered to a body that could not be read; `otherwise` where it was neither too slow nor too much. */
export function refusedBody(error: unknown, bodyMs: number, otherwise: string): Response {
  if (error instanceof TooMuchHeld) return tooManyBodies();
  if (error instanceof TooSlow) return refuse(400, 'body_too_slow', `The body took longer than ${bodyMs} ms.`, 'body');
  return refuse(400, 'invalid_body', otherwise, 'body');
}

/** The object, or the refusal to answer with. */
export async function readJson(
  request: Request,
  { bodyBytes, bodyMs }: Pick<Limits, 'bodyBytes' | 'bodyMs'>,
  hold: (bytes: number) => boolean,
): Promise<Record<string, unknown> | Response> {
  const text = await readText(request, { type: 'application/json', maxBytes: bodyBytes, bodyMs, hold });
  if (isResponse(text)) return text;
  const found = scanJson(text, shape);
  if (found !== undefined) return refused(found);
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Said below.
  }
  return refuse(400, 'invalid_json', 'The body is not a JSON object.', 'body');
}
