// Makes ephemeral tokens: the documents' way, and the way of `openai-ga`. Opens no connection.
import { isRecord } from '../../base/is-record.js';
import { sessionConfig, sessionDefaults } from '../../protocol/index.js';
import type { SessionConfig } from '../../protocol/index.js';
import { authenticate, json, readJson } from '../http.js';
import { mismatch } from './client-event.js';
import { servedDialects } from './dialects.js';
import type { ServedDialect, WireObject } from './dialects.js';
import { createId } from './identifier.js';
import type { RealtimeContext } from './context.js';
import { isRefusal } from './refusal.js';
import type { Refusal } from './refusal.js';
import { rejected } from './rejected.js';
import type { TokenGrant } from './tokens.js';

const longestBody = 1_000_000;
const defaultModel = 'rehearsal';

/** `POST /v1/realtime/sessions` */
export async function mintSession(context: RealtimeContext, request: Request): Promise<Response> {
  const dialect = servedDialects[request.headers.get('openai-beta') === null ? 'vendor' : 'openai-beta'];
  const body = await readBody(context, request);
  if (body instanceof Response) return body;
  const minted = mint(context, dialect, body, undefined);
  if (isRefusal(minted)) return refused(minted);
  const { grant, session } = minted;
  return json(200, { ...session, client_secret: { value: grant.value, expires_at: seconds(grant) } });
}

/** `POST /v1/realtime/client_secrets` */
export async function mintClientSecret(context: RealtimeContext, request: Request): Promise<Response> {
  const body = await readBody(context, request);
  if (body instanceof Response) return body;
  const asked = isRecord(body['session']) ? body['session'] : {};
  const lifetime = isRecord(body['expires_after']) ? body['expires_after']['seconds'] : undefined;
  const minted = mint(context, servedDialects['openai-ga'], asked, typeof lifetime === 'number' ? lifetime * 1000 : undefined);
  if (isRefusal(minted)) return refused(minted);
  return json(200, { value: minted.grant.value, expires_at: seconds(minted.grant), session: minted.session });
}

/** The parsed body of a caller with the standard key: a token cannot make another. */
async function readBody(context: RealtimeContext, request: Request): Promise<WireObject | Response> {
  const caller = authenticate(request, (bearer) => (bearer === context.key ? { owner: 'key', scope: 'full' } : undefined));
  if (caller instanceof Response) return caller;
  if (request.headers.get('content-length') === '0') return {};
  const body = await readJson(request, longestBody);
  if (body instanceof Response) return body;
  return isRecord(body.value) ? body.value : refused({ code: 'invalid_json', message: 'The body must be a JSON object.', param: 'body' });
}

interface Minted {
  readonly grant: TokenGrant;
  /** As this dialect tells it. */
  readonly session: WireObject;
}

function mint(context: RealtimeContext, dialect: ServedDialect, body: WireObject, lifetimeMs: number | undefined): Minted | Refusal {
  const wished = dialect.decodeSession(body);
  if (!('model' in wished) && isRefusal(wished)) return wished;
  const { model: named, client_secret: _, ...session } = wished;
  if (named !== undefined && typeof named !== 'string')
    return { code: 'invalid_request', message: 'model must be a string.', param: 'model' };
  const problem = mismatch(sessionConfig, session);
  if (problem !== undefined) return { ...problem, code: 'invalid_request' };
  const asked = session as SessionConfig;
  const grant = context.tokens.grant(
    { sessionId: createId('sess'), model: named, session: asked, dialect: dialect.id },
    Math.min(lifetimeMs ?? Infinity, context.tokenLifetimeMs),
  );
  const settings = { ...sessionDefaults, ...dialect.initial, ...asked };
  const told = { id: grant.sessionId, object: 'realtime.session', model: named ?? defaultModel, ...settings };
  return { grant, session: dialect.encodeSession(told) };
}

const seconds = (grant: TokenGrant): number => Math.floor(grant.expiresAtMs / 1000);

const refused = (refusal: Refusal): Response =>
  rejected({ status: 400, code: refusal.code, message: refusal.message, param: refusal.param ?? '' });
