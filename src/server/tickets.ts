// What a token of the gateway is good for: one connection of one user, with the model and the session it was made for where a site limits them.
import { limits as documented } from '../protocol/names.js';
import type { GatewayUser, SessionPolicy } from './gateway-options.js';
import { isFields, parsed } from './requests/fields.js';
import type { GatewayState } from './state/state.js';

/** What a token stands for. */
export interface Ticket {
  readonly user: GatewayUser;
  /** Null for a token that was made for no model in particular. */
  readonly model: string | null;
  /** What holds for the session whatever the instance that relays it is set to; undefined where the site limits nothing. */
  readonly bound: BoundSession | undefined;
  /** The last revocation of its user's when it was made, or empty. */
  readonly revocation: string;
}

/** A session as it was when its token was made. */
export interface BoundSession {
  /** What the site had fixed, and what the page had asked for, by the documents' names. */
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly allow: SessionPolicy['allow'];
}

/** Until every ticket has ended, and every instance has asked at a heartbeat, with time to spare. */
export const revocationMs = (heartbeatMs: number): number => Math.max(2 * documented.tokenLifetimeMs, 4 * heartbeatMs);

const ticketKey = (token: string): string => `ticket:${token}`;
const revocationKey = (userId: string): string => `revoked:${userId}`;

export async function keepTicket(
  state: GatewayState,
  token: string,
  { user: { id, group }, model, bound }: { readonly user: GatewayUser; readonly model: unknown; readonly bound?: BoundSession | undefined },
): Promise<void> {
  const revocation = await revocationOf(state, id);
  const kept = { id, group, model: typeof model === 'string' ? model : null, revocation, bound };
  await state.put(ticketKey(token), JSON.stringify(kept), documented.tokenLifetimeMs);
}

/** A ticket is good once, and until its user is revoked. */
export async function takeTicket(state: GatewayState, token: string): Promise<Ticket | undefined> {
  const ticket = readTicket(await state.take(ticketKey(token)));
  return ticket === undefined || (await isRevoked(state, ticket)) ? undefined : ticket;
}

/** From now on tickets and calls of before are good no more. */
export const markRevoked = (state: GatewayState, userId: string, ttlMs: number): Promise<void> =>
  state.put(revocationKey(userId), crypto.randomUUID(), ttlMs);

/** What `isRevoked` compares with later: the last revocation of a user, or empty. */
export const revocationOf = async (state: GatewayState, userId: string): Promise<string> => (await state.get(revocationKey(userId))) ?? '';

/** When a revocation ends, every ticket that it was about has expired. */
export async function isRevoked(state: GatewayState, { user, revocation }: Pick<Ticket, 'user' | 'revocation'>): Promise<boolean> {
  const last = await state.get(revocationKey(user.id));
  return last !== undefined && last !== revocation;
}

function readTicket(text: string | undefined): Ticket | undefined {
  const found = text === undefined ? undefined : parsed(text);
  if (!isFields(found)) return undefined;
  const { id, group, model, revocation = '', bound } = found;
  if (typeof id !== 'string') return undefined;
  const user = { id, group: typeof group === 'string' ? group : undefined };
  return {
    user,
    model: typeof model === 'string' ? model : null,
    revocation: String(revocation),
    // As `keepTicket` has written it.
    bound: isFields(bound) ? (bound as unknown as BoundSession) : undefined,
  };
}

/** The model to connect with: the one asked for, or the ticket's own. Undefined where a site limits `models` and the two differ. */
export function modelOf(ticket: Ticket, asked: string | null, models: readonly string[] | undefined): string | null | undefined {
  if (models !== undefined && ticket.model !== null && asked !== null && ticket.model !== asked) return undefined;
  return asked ?? ticket.model;
}

/** Whether a ticket is used by someone else than its user. A page of another origin sends no login with a socket: its ticket is all it has. */
export const isForeign = ({ user }: Pick<Ticket, 'user'>, caller: GatewayUser | undefined | null): boolean =>
  typeof caller?.id === 'string' && caller.id !== '' && caller.id !== user.id;
