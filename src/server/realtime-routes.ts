// The handlers of the realtime document: tokens that are tickets too, the SDP exchange, and where a WebSocket is to be relayed to.
import { limits as documented, paths, vendorNames } from '../protocol/names.js';
import { refuse } from './answers.js';
import type { GatewaySettings } from './gateway-options.js';
import { checkOrigin } from './origin.js';
import { readCapped } from './read-capped.js';
import { readJson } from './read-json.js';
import { exactly, refuseModel, type Call, type Route, type Service } from './route.js';

/** Where a WebSocket is to be relayed to. */
export interface RelayTarget {
  readonly url: string;
  readonly headers: Record<string, string>;
}

const ticketKey = (token: string): string => `ticket:${token}`;
const bearerOf = (request: Request): string | undefined => /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
const modelQuery = (model: string | null): string => (model === null ? '' : `?model=${encodeURIComponent(model)}`);

export function realtimeRoutes(settings: GatewaySettings, service: Service): readonly Route[] {
  const { limits, state } = settings;

  const mint = async ({ request, url, user }: Call): Promise<Response> => {
    const body = await readJson(request, limits);
    if (body instanceof Response) return body;
    const refusal = refuseModel(settings, body['model']);
    if (refusal !== undefined) return refusal;
    const headers = service.withKey({ 'content-type': 'application/json' });
    const answer = await service.send(url.pathname, 'POST', headers, request.signal, JSON.stringify(body));
    if (!answer.ok) return answer;
    const text = await answer.text();
    const token = tokenIn(text);
    if (token === undefined) return refuse(502, 'upstream_error', 'The service answered without a token.');
    await state.put(ticketKey(token), user.id, documented.tokenLifetimeMs);
    return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
  };

  const exchangeSdp = async ({ request, url }: Call): Promise<Response> => {
    const model = url.searchParams.get('model');
    const refusal = refuseModel(settings, model);
    if (refusal !== undefined) return refusal;
    const token = bearerOf(request);
    if (token === undefined || (await state.take(ticketKey(token))) === undefined) {
      return refuse(401, 'invalid_token', 'The token is unknown here, used, or older than a minute.', 'Authorization');
    }
    const sdp = await readCapped(request, limits.offerBytes);
    if (sdp === undefined) return refuse(400, 'body_too_large', `The offer is larger than ${limits.offerBytes} bytes.`, 'body');
    const headers = { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? 'application/sdp' };
    return service.send(url.pathname + modelQuery(model), 'POST', headers, request.signal, sdp);
  };

  return [
    { method: 'POST', path: exactly(paths.realtimeSessions), answer: mint },
    { method: 'POST', path: exactly('/v1/realtime/client_secrets'), answer: mint },
    { method: 'POST', path: exactly(paths.realtime), answer: exchangeSdp },
    { method: 'POST', path: exactly('/v1/realtime/calls'), answer: exchangeSdp },
  ];
}

/** Checks a WebSocket upgrade and takes its ticket: the target, or the refusal to answer with. */
export async function relayTarget(request: Request, settings: GatewaySettings, service: Service): Promise<RelayTarget | Response> {
  const url = new URL(request.url);
  if (url.pathname !== paths.realtime) return refuse(404, 'not_found', 'There is nothing at this path.');
  if (checkOrigin(request, settings.origins) === false) return refuse(403, 'origin_not_allowed', 'This page may not ask here.', 'Origin');
  const model = url.searchParams.get('model');
  const refusal = refuseModel(settings, model);
  if (refusal !== undefined) return refusal;
  const offered = request.headers.get('sec-websocket-protocol') ?? '';
  const ticket = ticketIn(offered);
  if (ticket === undefined || (await settings.state.take(ticketKey(ticket))) === undefined) {
    return refuse(401, 'invalid_token', 'The ticket is unknown here, used, or older than a minute.', 'Sec-WebSocket-Protocol');
  }
  return {
    url: settings.base.replace(/^http/, 'ws') + paths.realtime + modelQuery(model),
    headers: { ...service.withKey(), ...betaHeader(offered, settings.upstream.vendor) },
  };
}

/** The token in a minting answer: the documents' place, or top-level as one dialect has it. */
function tokenIn(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { client_secret?: { value?: unknown }; value?: unknown };
    const token = body.client_secret?.value ?? body.value;
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

/** The header that selects the beta protocol, where the page has offered its subprotocol: the newest dialect has none. */
function betaHeader(subprotocols: string, vendor: string | undefined): Record<string, string> {
  const word = /(?:^|,)\s*([a-z]+)-beta\.realtime-v1\s*(?:,|$)/.exec(subprotocols)?.[1];
  if (word === undefined) return {};
  const names = vendorNames(word === 'openai' ? word : (vendor ?? word));
  return { [names.betaHeader]: names.betaHeaderValue };
}

/** The ticket among the subprotocols, in the documents' place for a key, whatever the maker's word. */
function ticketIn(subprotocols: string): string | undefined {
  return /(?:^|,)\s*[a-z]+-insecure-api-key\.([^,\s]+)/.exec(subprotocols)?.[1];
}
