// What a token of the gateway is good for: one connection of one user, with the model it was made for where a site limits `models`.
import type { GatewayUser } from './gateway-options.js';
import { isFields, parsed } from './requests/fields.js';

export interface Ticket {
  readonly user: GatewayUser;
  /** Null for a token that was made for no model in particular. */
  readonly model: string | null;
}

export const ticketKey = (token: string): string => `ticket:${token}`;

export const writeTicket = ({ user: { id, group }, model }: Ticket): string => JSON.stringify({ id, group, model });

export function readTicket(text: string | undefined): Ticket | undefined {
  const found = text === undefined ? undefined : parsed(text);
  if (!isFields(found)) return undefined;
  const { id, group, model } = found;
  if (typeof id !== 'string') return undefined;
  return { user: { id, group: typeof group === 'string' ? group : undefined }, model: typeof model === 'string' ? model : null };
}

/** The model to connect with: the one asked for, or the ticket's own. Undefined where a site limits `models` and the two differ. */
export function modelOf(ticket: Ticket, asked: string | null, models: readonly string[] | undefined): string | null | undefined {
  if (models !== undefined && ticket.model !== null && asked !== null && ticket.model !== asked) return undefined;
  return asked ?? ticket.model;
}
