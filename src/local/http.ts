// HTTP pieces every room of the local service answers with: documented errors, CORS, bearer, capped JSON.
import type { ErrorBody } from '../protocol/index.js';
import { readCapped } from '../server/requests/read-capped.js';
import { deepestJson, parseJson } from './parse-json.js';

/** Who asks. An ephemeral token opens realtime connections only, so its `scope` is `realtime`. */
export interface Caller {
  /** Tells one key from another; never shown to anybody. */
  readonly owner: string;
  readonly scope: 'full' | 'realtime';
}

/** The caller a bearer value stands for, or undefined when it is nobody's. */
export type Identify = (bearer: string) => Caller | undefined;

export interface ErrorFields {
  readonly message: string;
  readonly code?: string | null | undefined;
  /** The offending field, `''` where it is none in particular. */
  readonly param?: string | undefined;
}

/** The statuses the documents list for errors. */
export type ErrorStatus = 400 | 401 | 403 | 500;

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });
}

/** The documented body `{ code, message, param, type }`. */
export function errorResponse(status: ErrorStatus, fields: ErrorFields, headers?: Record<string, string>): Response {
  const type = status === 500 ? 'server_error' : 'invalid_request_error';
  const body: ErrorBody = { code: fields.code ?? null, message: fields.message, param: fields.param ?? '', type };
  return json(status, body, headers);
}

/** The caller, or the 401 to answer with. */
export function authenticate(request: Request, identify: Identify): Caller | Response {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (bearer === undefined) return unauthorized('An Authorization header of the form "Bearer <API_KEY>" is required.');
  return identify(bearer) ?? unauthorized('The API key is not valid.');
}

/** As `authenticate`, and the caller holds the standard key itself. */
export function requireKey(request: Request, identify: Identify): Caller | Response {
  const caller = authenticate(request, identify);
  if (caller instanceof Response || caller.scope === 'full') return caller;
  const message = 'An ephemeral token opens realtime connections only.';
  return errorResponse(403, { code: 'permission_denied', message, param: 'Authorization' });
}

function unauthorized(message: string): Response {
  return errorResponse(401, { code: 'invalid_api_key', message, param: 'Authorization' }, { 'www-authenticate': 'Bearer' });
}

/** The parsed body, or the 400 to answer with. Reads no more than `maxBytes`. */
export async function readJson(request: Request, maxBytes: number): Promise<{ readonly value: unknown } | Response> {
  const bytes = await readCapped(request, maxBytes);
  if (bytes === undefined)
    return errorResponse(400, { code: 'body_too_large', message: `The body is larger than ${maxBytes} bytes.`, param: 'body' });
  try {
    return { value: parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    const message = `The body is no valid JSON in UTF-8 of at most ${deepestJson} levels.`;
    return errorResponse(400, { code: 'invalid_json', message, param: 'body' });
  }
}

const exposed = 'Retry-After, Content-Range, Accept-Ranges, Content-Length, ETag, Location';

/** The same answer, readable by the page that `cors` names. */
export function withCors(response: Response, cors: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
  response.headers.set('access-control-expose-headers', exposed);
  return response;
}

/** The answer to a CORS preflight, or undefined when the request is none. */
export function preflight(request: Request, cors: Readonly<Record<string, string>>): Response | undefined {
  if (request.method !== 'OPTIONS') return undefined;
  const asked = request.headers.get('access-control-request-headers') ?? 'authorization, content-type, idempotency-key, range';
  return new Response(null, {
    status: 204,
    headers: {
      ...cors,
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE, OPTIONS',
      'access-control-allow-headers': asked,
      'access-control-max-age': '600',
    },
  });
}

/** The origin the caller sees: that of the request, or of the gateway in front of us. */
export function publicOrigin(request: Request): string {
  const url = new URL(request.url);
  const host = request.headers.get('x-forwarded-host');
  if (host === null || !/^[\w.:[\]-]+$/.test(host)) return url.origin;
  const scheme = request.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${scheme}://${host}`;
}
