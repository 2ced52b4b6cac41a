// Whose a kept conversation is.
import type { StoredRecord } from '../../stored-record.js';

/** As a page says it. */
export interface ConversationIdentity {
  readonly baseUrl: string;
  readonly model: string;
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
}

/** Which conversation, of those that are kept of whom. */
export interface ConversationChoice extends ConversationIdentity {
  /** The id of the one to go on with, or `new`. */
  readonly conversation?: string | undefined;
}

/** No other session gets the conversation. */
export interface ConversationOwner extends Pick<StoredRecord, 'user' | 'agent'> {
  /** The base address, absolute. */
  readonly service: string;
  readonly model: string;
}

/** The same service by whatever address a page names it. */
export function ownerOf({ baseUrl, model, agent = '', user = '' }: ConversationIdentity): ConversationOwner {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  // Without an address it is the page's own origin, on whatever page of the site.
  const address = baseUrl || '/';
  const service = URL.canParse(address, base) ? new URL(address, base).href : address;
  return { service: service.replace(/\/+$/, ''), model, agent, user };
}
