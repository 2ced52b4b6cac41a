// Who may have a WebSocket relayed, and where to: its origin, subprotocols, model, ticket and place.
import type { SessionConfig } from '../../protocol/session.js';
import { paths, realtimeSubprotocol, vendorNames } from '../../protocol/names.js';
import { refuse } from '../answers/answers.js';
import type { GatewaySettings, SessionPolicy } from '../gateway-options.js';
import { offeredSubprotocols } from './handshake.js';
import { checkOrigin } from '../requests/origin.js';
import { writingsOf } from '../../base/key-writings.js';
import { peerAddress } from '../requests/peer-address.js';
import { takePlaces, type Held } from '../state/places.js';
import { addressGroup, stateUnavailable, type Rates } from '../state/rate.js';
import { modelQuery, nobodyTalks, refuseOtherModel, refuseOtherUser } from '../realtime-routes.js';
import { isForeign, modelOf, takeTicket, type Ticket } from '../tickets.js';
import { boundPolicy, isRestricted } from '../requests/check-session.js';
import type { CheckedMessage, RelayLimits } from './relay.js';
import { refuseModel } from '../route.js';
import { inTime } from '../in-time.js';
import { keyHeader, restMsIn, type UpstreamClient } from '../upstream-client.js';
import { modelNamed } from '../watch/audit.js';
import type { Turn } from '../watch/watch.js';
import { createSessionLock } from './session-lock.js';
import type { ServicePlace, Translation } from './translated-socket.js';
import type { RelayServices, Talker } from '../backends/talk-backend.js';
import { documentedError, pacing } from '../upstream.js';
import { isResponse } from '../answers/buffered-response.js';

/** The limits of one relayed conversation. */
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

/** Where a WebSocket is to be relayed to, and how. It holds places: the caller releases them when the relay has ended. */
export interface RelayTarget extends Held, ServicePlace {
  readonly caller: Caller;
  /** Present: the service's wire is its own, and where it is (`url` is empty until then) depends on what the page will say. */
  readonly translation?: Translation | undefined;
  readonly limits: RelayTargetLimits;
  /** Keys, to be kept from pages. */
  readonly secrets: readonly string[];
  readonly opening: readonly string[];
  readonly merge?: ((text: string) => string | undefined) | undefined;
  readonly check: ((text: string) => CheckedMessage) | undefined;
}

/** Beats in which places are not taken again until they are free for others. */
const beatsToLose = 3;

/** Checks a WebSocket upgrade, takes its ticket and its places: the target, or the refusal to answer with. `turn` hears whose ticket it is. */
export async function admitRelay(
  request: Request,
  settings: GatewaySettings,
  services: RelayServices,
  rates: Rates,
  turn: Pick<Turn, 'user' | 'traced' | 'note'>,
): Promise<RelayTarget | Response> {
  const { address = peerAddress, limits, origins } = settings;
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
  if (services.upstream === undefined && !services.talks.any) return nobodyTalks();
  const offered = offeredSubprotocols(request.headers);
  if (offered?.includes(realtimeSubprotocol) !== true)
    return refuse(
      400,
      'invalid_subprotocol',
      `The subprotocol ${realtimeSubprotocol} and a ticket must be offered.`,
      'Sec-WebSocket-Protocol',
    );
  const asked = url.searchParams.get('model');
  turn.note({ model: modelNamed(asked) });
  const refusal = refuseModel(settings, asked);
  if (refusal !== undefined) return refusal;
  // What fails here is the site's, and no word on the state.
  const caller = await inTime('authorize', settings.authorize(request), limits.timeoutMs);
  try {
    const ticket = await ticketOf(ticketsIn(offered), settings);
    if (ticket === undefined)
      return refuse(401, 'invalid_token', 'The ticket is unknown here, used, or older than a minute.', 'Sec-WebSocket-Protocol');
    if (isForeign(ticket, caller)) {
      turn.user = caller ?? undefined;
      return refuseOtherUser();
    }
    turn.user = ticket.user;
    const model = modelOf(ticket, asked, settings.models);
    if (model === undefined) return refuseOtherModel();
    turn.note({ model: modelNamed(model) });
    const policy = boundPolicy(settings.session, ticket.bound);
    const there = await destinationOf(services, policy, { user: ticket.user, model, offered, traced: turn.traced });
    if (isResponse(there)) return there;
    const held = await placesFor(ticket.user.id, request, settings);
    if (isResponse(held)) return held;
    return { ...held, ...there, ...lockedTo(ticket, model, there, settings), limits: socketLimits(limits) };
  } catch {
    return stateUnavailable();
  }
}

const socketLimits = ({ sockets, timeoutMs }: GatewaySettings['limits']): RelayTargetLimits => ({ ...sockets, timeoutMs, closeMs: 5000 });

/** Whose call it is, and what its page may say. */
function lockedTo(
  { user, revocation, bound }: Ticket,
  model: string | null,
  { isNested, translation }: Destination,
  { session, models, limits }: GatewaySettings,
): Pick<RelayTarget, 'caller' | 'opening' | 'merge' | 'check'> {
  const policy = boundPolicy(session, bound);
  const opened = isRestricted(session) || bound !== undefined || models !== undefined ? { model } : undefined;
  const { opening = [], merge, check } = createSessionLock({ policy, limits, opened }, isNested) ?? {};
  // A translation begins with the lock by itself.
  const beginning = translation === undefined ? { opening, merge } : { opening: [] };
  return { caller: { user, model, revocation }, ...beginning, check };
}

interface Destination extends ServicePlace, Pick<RelayTarget, 'translation' | 'secrets'> {
  /** The page's words are those of the newest dialect, which has no beta subprotocol. */
  readonly isNested: boolean;
}

interface Destined extends Talker {
  readonly model: string | null;
  readonly offered: readonly string[];
}

/** Where a model is talked to. The service that offers it goes before the documents' own, which takes the rest. */
async function destinationOf(
  { upstream, talks }: RelayServices,
  policy: SessionPolicy | undefined,
  { model, offered, ...talker }: Destined,
): Promise<Destination | Response> {
  const backend = talks.offering(model);
  const isNested = Object.keys(betaHeader(offered, upstream?.vendor)).length === 0;
  if (backend === undefined || model === null)
    return upstream === undefined ? nobodyTalks() : documentsPlace(upstream, model, offered, talker);
  const { secrets, open } = backend;
  if (open === undefined) {
    const place = await backend.place({ model, session: { ...policy?.fixed } }, talker);
    return isResponse(place) ? place : { ...place, secrets, isNested };
  }
  const locked = (session: SessionConfig): SessionConfig => ({ ...session, ...policy?.fixed });
  const userId = await backend.nameOf(talker.user);
  const translation: Translation = {
    place: (session) => backend.place({ model, session: locked(session) }, talker),
    open: (session, resume) => open({ model, session: locked(session), audio: 'events', resume, userId }),
  };
  const refusal = (): Response => refuse(502, 'upstream_error', 'The service failed.');
  return { url: '', headers: {}, refusal, translation, secrets, isNested: false };
}

function documentsPlace(upstream: UpstreamClient, model: string | null, offered: readonly string[], { traced }: Talker): Destination {
  const { keys } = upstream;
  const beta = betaHeader(offered, upstream.vendor);
  const headersWith = (key: string) => ({ ...keyHeader(key), ...beta, ...traced });
  let [key = keys.all[0], ...left] = keys.inOrder();
  return {
    url: upstream.base.replace(/^http/, 'ws') + paths.realtime + modelQuery(model),
    headers: headersWith(key),
    other(status, headers) {
      if (status !== 401 && status !== 429) return undefined;
      keys.rest(key, restMsIn(headers));
      const [next, ...rest] = left;
      if (next === undefined) return undefined;
      [key, left] = [next, rest];
      return headersWith(next);
    },
    secrets: keys.all.flatMap(writingsOf),
    isNested: Object.keys(beta).length === 0,
    refusal: (status, text, headers) =>
      status < 400
        ? refuse(502, 'upstream_redirect', 'The service answered with something else than a socket.')
        : documentedError(status, text, pacing(headers), upstream.scrub, 'json'),
  };
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
  offered.flatMap((one) => /^[a-z]+-insecure-api-key\.(.+)/.exec(one)?.[1] ?? []);
