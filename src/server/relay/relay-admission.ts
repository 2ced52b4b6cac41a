// Who may have a WebSocket relayed, and where to: its origin, subprotocols, model, ticket and place. Knows no runtime and no socket.
import { paths, realtimeSubprotocol, vendorNames } from '../../protocol/names.js';
import { refuse } from '../answers/answers.js';
import type { GatewaySettings, GatewayUser } from '../gateway-options.js';
import { offeredSubprotocols } from './handshake.js';
import { checkOrigin } from '../requests/origin.js';
import { writingsOf } from '../../base/key-writings.js';
import { peerAddress } from '../requests/peer-address.js';
import { takePlaces, type Held } from '../state/places.js';
import { addressGroup, stateUnavailable, type Rates } from '../state/rate.js';
import { modelQuery, nobodyTalks, refuseOtherModel } from '../realtime-routes.js';
import { modelOf, takeTicket, type Ticket } from '../tickets.js';
import { isRestricted } from '../requests/check-session.js';
import type { CheckedMessage, RelayLimits } from './relay.js';
import { refuseModel } from '../route.js';
import type { UpstreamClient } from '../upstream-client.js';
import { createSessionLock } from './session-lock.js';
import { documentedError, pacing } from '../upstream.js';
import { isResponse } from '../answers/buffered-response.js';

export interface RelayTargetLimits extends RelayLimits {
  /** One message of the page. */
  readonly messageBytes: number;
  /** Until the service has taken the connection. */
  readonly timeoutMs: number;
}

/** Whose call a relay is. */
export interface Caller extends Pick<Ticket, 'user' | 'revocation'> {
  readonly model: string | null;
}

/** Where a WebSocket is to be relayed to, and how. It holds places: whoever takes it releases them when the relay has ended. */
export interface RelayTarget extends Held {
  readonly caller: Caller;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly limits: RelayTargetLimits;
  /** The standard key, to be kept from pages. */
  readonly secrets: readonly string[];
  readonly opening: readonly string[];
  readonly check: ((text: string) => CheckedMessage) | undefined;
  /** What the service said when it did not take the connection, as an answer. */
  refusal(status: number, text: string, headers: Headers): Response;
}

/** Beats in which places are not taken again until they are free for others. */
const beatsToLose = 3;

/** Checks a WebSocket upgrade, takes its ticket and its places: the target, or the refusal to answer with. `found` hears whose ticket it is. */
export async function admitRelay(
  request: Request,
  settings: GatewaySettings,
  upstream: UpstreamClient | undefined,
  rates: Rates,
  found: (user: GatewayUser) => void,
): Promise<RelayTarget | Response> {
  const { address = peerAddress, limits, origins, session: policy } = settings;
  const url = new URL(request.url);
  if (url.pathname !== paths.realtime) return refuse(404, 'not_found', 'There is nothing at this path.');
  if (checkOrigin(request, origins) === false)
    return refuse(
      403,
      'origin_not_allowed',
      'This page may not ask here: its Origin is not allowed, or contradicts Sec-Fetch-Site.',
      'Origin',
    );
  const tooFast = await rates.address(address(request));
  if (tooFast !== undefined) return tooFast;
  if (upstream === undefined) return nobodyTalks();
  const offered = offeredSubprotocols(request.headers);
  if (offered?.includes(realtimeSubprotocol) !== true)
    return refuse(
      400,
      'invalid_subprotocol',
      `The subprotocol ${realtimeSubprotocol} and a ticket must be offered.`,
      'Sec-WebSocket-Protocol',
    );
  const asked = url.searchParams.get('model');
  const refusal = refuseModel(settings, asked);
  if (refusal !== undefined) return refusal;
  try {
    const ticket = await ticketOf(ticketsIn(offered), settings);
    if (ticket === undefined)
      return refuse(401, 'invalid_token', 'The ticket is unknown here, used, or older than a minute.', 'Sec-WebSocket-Protocol');
    const { user } = ticket;
    found(user);
    const model = modelOf(ticket, asked, settings.models);
    if (model === undefined) return refuseOtherModel();
    const held = await placesFor(user.id, request, settings);
    if (isResponse(held)) return held;
    const opened = isRestricted(policy) || settings.models !== undefined ? { model } : undefined;
    const beta = betaHeader(offered, upstream.vendor);
    const { opening = [], check } = createSessionLock({ policy, limits, opened }, Object.keys(beta).length === 0) ?? {};
    return {
      ...held,
      caller: { user, model, revocation: ticket.revocation },
      opening,
      check,
      url: upstream.base.replace(/^http/, 'ws') + paths.realtime + modelQuery(model),
      headers: { ...upstream.withKey(), ...beta },
      limits: { ...limits.sockets, timeoutMs: limits.timeoutMs, closeMs: 5000 },
      secrets: writingsOf(upstream.apiKey),
      refusal: (status, text, headers) =>
        status < 400
          ? refuse(502, 'upstream_redirect', 'The service answered with something else than a socket.')
          : documentedError(status, text, pacing(headers), upstream.scrub, 'json'),
    };
  } catch {
    return stateUnavailable();
  }
}

/** Two in one handshake are none. */
async function ticketOf(tickets: readonly string[], { state }: GatewaySettings): Promise<Ticket | undefined> {
  const [ticket] = tickets;
  return ticket === undefined || tickets.length > 1 ? undefined : takeTicket(state, ticket);
}

async function placesFor(userId: string, request: Request, settings: GatewaySettings): Promise<Held | Response> {
  const { limits, state, stateFailure, address = peerAddress } = settings;
  const { perUser, perAddress, total, heartbeatMs } = limits.sockets;
  const from = address(request);
  const places = [
    { key: `sockets:user:${userId}`, atOnce: perUser },
    ...(from === undefined ? [] : [{ key: `sockets:address:${addressGroup(from)}`, atOnce: perAddress }]),
    { key: 'sockets', atOnce: total },
  ];
  const none: Held = { prolong: async () => {}, release: async () => {} };
  const taken = await takePlaces(state, places, crypto.randomUUID(), heartbeatMs * beatsToLose).catch((error: unknown) => {
    if (stateFailure === 'open') return none;
    throw error;
  });
  if (!('key' in taken)) return taken;
  return refuse(429, 'too_many_sockets', 'Too many sockets are open.', '', { 'retry-after': '10' });
}

/** The header that selects the beta protocol, where the page has offered its subprotocol: the newest dialect has none. */
function betaHeader(offered: readonly string[], vendor: string | undefined): Record<string, string> {
  const word = offered.map((one) => /^([a-z]+)-beta\.realtime-v1$/.exec(one)?.[1]).find((found) => found !== undefined);
  if (word === undefined) return {};
  const names = vendorNames(word === 'openai' ? word : (vendor ?? word));
  return { [names.betaHeader]: names.betaHeaderValue };
}

/** The tickets among the subprotocols, in the documents' place for a key, whatever the maker's word. */
const ticketsIn = (offered: readonly string[]): readonly string[] =>
  offered.flatMap((one) => /^[a-z]+-insecure-api-key\.(.+)$/.exec(one)?.[1] ?? []);
