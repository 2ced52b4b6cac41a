// The handlers of the realtime document: tokens that are tickets too, and the SDP exchange.
import { limits as documented, paths } from '../protocol/names.js';
import { json, refuse, refused } from './answers/answers.js';
import { isRestricted, mintedFields, mintedModel, sessionToMint } from './requests/check-session.js';
import type { GatewaySettings } from './gateway-options.js';
import { callRequest } from './gateway-request.js';
import { moderated } from './moderation.js';
import type { Budget } from './state/budget.js';
import type { Rates } from './state/rate.js';
import { readJson, readText } from './requests/read-json.js';
import { exactly, refuseModel, type Call, type Route } from './route.js';
import type { GatewayState } from './state/state.js';
import { namingFailures } from './state/state-away.js';
import type { RealtimeRequest } from '../services/service.js';
import type { SessionConfig } from '../protocol/session.js';
import type { RelayServices, TalkBackend, Talker } from './backends/talk-backend.js';
import { isFields, type Fields } from './requests/fields.js';
import { fieldsSet } from './requests/session-fields.js';
import { isForeign, keepTicket, modelOf, takeTicket, type BoundSession, type Ticket } from './tickets.js';
import { modelNamed } from './watch/audit.js';
import { isResponse, valueOf, BufferedResponse } from './answers/buffered-response.js';

export const refuseOtherUser = (): Response =>
  refuse(403, 'token_of_another_user', 'This token was made for another user.', 'Authorization');
export const refuseOtherModel = (): Response => refuse(403, 'model_not_allowed', 'This token was made for another model.', 'model');

const clientSecretsPath = '/v1/realtime/client_secrets';
/** The configuration of a session: instructions and tools, and no sound. */
const longestSession = 512 * 1024;

const bearerOf = (request: Request): string | undefined => /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
export const modelQuery = (model: string | null): string => (model === null ? '' : `?model=${encodeURIComponent(model)}`);

/** Tickets with their sessions stand in the state, which others fill as well: characters of one, as JSON. */
const longestBound = 64 * 1024;

/** Where a site limits sessions or models, a token is good for the session that it was made for. */
function boundSession({ session: policy, models }: GatewaySettings, asked: Fields): BoundSession | Response | undefined {
  if (!isRestricted(policy) && models === undefined) return undefined;
  const bound = { fixed: { ...mintedFields(asked), ...policy?.fixed }, allow: policy?.allow };
  if (JSON.stringify(bound).length <= longestBound) return bound;
  return refuse(400, 'session_too_large', `The session is longer than ${longestBound} characters.`, 'session');
}

/** Without an upstream there is nobody to talk to. */
export const nobodyTalks = (): Response => refuse(400, 'model_not_found', 'No service here offers this model for conversations.', 'model');

/**
 * Such a page is kept on the relay, where what it says can be looked at, and its minutes are counted: no token of the service's own may reach it.
 * With one it could ask the service itself for another model, by another connection or in a `session.update`.
 */
const staysOnRelay = ({ session: policy, models, cost }: GatewaySettings): boolean =>
  cost !== undefined || ((isRestricted(policy) || models !== undefined) && policy?.webrtc !== true);

/** What a token of the maker's own is asked for. */
interface Wanted extends Talker {
  readonly model: unknown;
  readonly session: SessionConfig;
}

/** For a page that goes to the maker itself, in the documents' place. */
async function makersToken(backend: TalkBackend, { model, session, ...talker }: Wanted): Promise<Response> {
  if (backend.mint === undefined)
    return refuse(400, 'direct_not_allowed', 'This service gives no tokens to pages: connect through the gateway.');
  const minted = await backend.mint({ model: String(model), session }, talker);
  if (isResponse(minted)) return minted;
  const { value, expiresAt } = minted;
  return json(200, { object: 'realtime.session', model, client_secret: { value, expires_at: expiresAt } });
}

/** In the documents' place, or at the top as the newest dialect has it. Good for one WebSocket through this gateway. */
async function ticketAlone(
  state: GatewayState,
  ticket: Pick<Ticket, 'user' | 'bound'> & { readonly model: unknown },
  nested: boolean,
): Promise<Response> {
  const { model } = ticket;
  const value = `ek_${crypto.randomUUID().replaceAll('-', '')}`;
  await keepTicket(state, value, ticket);
  const expires = Math.floor((Date.now() + documented.tokenLifetimeMs) / 1000);
  const session = { object: 'realtime.session', ...(typeof model === 'string' ? { model } : {}) };
  const secret = { value, expires_at: expires };
  return json(200, nested ? { ...secret, session: { type: 'realtime', ...session } } : { ...session, client_secret: secret });
}

function createMint(
  settings: GatewaySettings,
  { upstream, talks }: RelayServices,
  rates: Rates,
  budget: Budget | undefined,
): Route['answer'] {
  const { limits, session: policy } = settings;
  const state = namingFailures(settings.state);

  return async ({ request, url, user, traced, hold, note }) => {
    const bodyBytes = Math.min(limits.bodyBytes, longestSession);
    const read = await readJson(request, { bodyBytes, bodyMs: limits.bodyMs }, hold);
    if (isResponse(read)) return read;
    const { direct, ...given } = read;
    const nested = url.pathname === clientSecretsPath;
    const checked = sessionToMint(given, { policy, limits }, nested);
    if ('refusal' in checked) return refused(checked.refusal);
    const model = mintedModel(given);
    note({ model: modelNamed(model) });
    const refusal = refuseModel(settings, model) ?? (await rates.token(user));
    if (refusal !== undefined) return refusal;
    const asked = callRequest(user, model, given);
    const unwanted = await moderated(settings, asked);
    if (unwanted !== undefined) return unwanted;
    // A minute is counted when it begins: this token may never be used.
    const spend = await budget?.costOf(asked);
    const spent = await budget?.refusal(user, spend ?? 0);
    if (spent !== undefined) return spent;
    note({ spend });
    const backend = talks.offering(model);
    if (backend !== undefined && direct === true) {
      if (staysOnRelay(settings)) return refuse(400, 'direct_not_allowed', 'This site limits its sessions: connect through it.');
      const session = plainSession(checked.body);
      return makersToken(backend, { model, session, user, traced, signal: request.signal });
    }
    const bound = boundSession(settings, given);
    if (isResponse(bound)) return bound;
    const ticket = { user, model, bound };
    if (backend !== undefined || staysOnRelay(settings)) return ticketAlone(state, ticket, nested);
    if (upstream === undefined) return nobodyTalks();
    const { response: answer } = await upstream.withAnyKey((header) => {
      const headers = { ...header, 'content-type': 'application/json', ...traced };
      return upstream.send(url.pathname, 'POST', headers, request.signal, JSON.stringify(checked.body));
    });
    if (!answer.ok) return answer;
    const token = tokenIn(await valueOf(answer));
    if (token === undefined) return refuse(502, 'upstream_error', 'The service answered without a token.');
    await keepTicket(state, token, ticket);
    return answer;
  };
}

export function realtimeRoutes(
  settings: GatewaySettings,
  services: RelayServices,
  rates: Rates,
  budget: Budget | undefined,
): readonly Route[] {
  const { limits, session: policy } = settings;
  const { upstream } = services;
  const state = namingFailures(settings.state);
  const mint = createMint(settings, services, rates, budget);

  const exchangeSdp = async ({ request, url, user, traced, hold, note }: Call): Promise<Response> => {
    const models = url.searchParams.getAll('model');
    if (models.length > 1) return refuse(400, 'invalid_value', 'model stands there twice.', 'model');
    const [asked = null] = models;
    note({ model: modelNamed(asked) });
    const refusal = refuseModel(settings, asked);
    if (refusal !== undefined) return refusal;
    // Not 403: a page that hears this goes on to the WebSocket.
    if (staysOnRelay(settings)) return refuse(400, 'webrtc_not_allowed', 'This site limits its sessions: connect by WebSocket.');
    const token = bearerOf(request);
    const ticket = token === undefined ? undefined : await takeTicket(state, token);
    if (ticket === undefined)
      return refuse(401, 'invalid_token', 'The token is unknown here, used, or older than a minute.', 'Authorization');
    if (isForeign(ticket, user)) return refuseOtherUser();
    const model = modelOf(ticket, asked, settings.models);
    if (model === undefined) return refuseOtherModel();
    const sdp = await readText(request, { type: 'application/sdp', maxBytes: limits.offerBytes, bodyMs: limits.bodyMs, hold });
    if (isResponse(sdp)) return sdp;
    if (!sdp.startsWith('v=0')) return refuse(400, 'invalid_sdp', 'The body is no session description.', 'body');
    const backend = services.talks.offering(model);
    if (backend !== undefined && model !== null)
      return makersAnswer(backend, sdp, { model, session: { ...policy?.fixed } }, { user: ticket.user, traced, signal: request.signal });
    if (upstream === undefined) return nobodyTalks();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp', ...traced };
    return upstream.send(url.pathname + modelQuery(model), 'POST', headers, request.signal, sdp, 'sdp');
  };

  return [
    { method: 'POST', path: exactly(paths.realtimeSessions), answer: mint },
    { method: 'POST', path: exactly(clientSecretsPath), answer: mint },
    { method: 'POST', path: exactly(paths.realtime), answer: exchangeSdp },
    { method: 'POST', path: exactly('/v1/realtime/calls'), answer: exchangeSdp },
  ];
}

async function makersAnswer(backend: TalkBackend, offer: string, asked: RealtimeRequest, talker: Talker): Promise<Response> {
  // Not 403: a page that hears this goes on to the WebSocket.
  if (backend.exchange === undefined) return refuse(400, 'webrtc_not_allowed', 'This service has no WebRTC: connect by WebSocket.');
  const answer = await backend.exchange(offer, asked, talker);
  if (isResponse(answer)) return answer;
  return new BufferedResponse(answer, { status: 200, headers: { 'content-type': 'application/sdp', 'cache-control': 'no-store' } });
}

/** A checked configuration in the documents' flat words, wherever in the body it stands. */
function plainSession({ session, ...top }: Fields): SessionConfig {
  const config = [top, session].filter(isFields).flatMap((one) => fieldsSet(one));
  return Object.fromEntries(config.filter(([name]) => name !== 'model'));
}

/** The token in a minting answer: the documents' place, or top-level as one dialect has it. */
function tokenIn(body: unknown): string | undefined {
  if (!isFields(body)) return undefined;
  const { client_secret: secret, value } = body;
  const token = isFields(secret) ? (secret['value'] ?? value) : value;
  return typeof token === 'string' ? token : undefined;
}
