// What a codec says to a page by itself: answers to events that its wire has no words for, errors, and frames that mean nothing to a page.
import { isRecord } from '../base/is-record.js';
import type { ClientEvent } from '../protocol/client-events.js';
import type { ServerEvent } from '../protocol/server-events.js';
import { createIds, serverEvent } from './answer-writer.js';
import type { Conversation, Opening } from './service.js';

/** A JSON object of a maker's. */
export type Fields = Readonly<Record<string, unknown>>;
type EventType = Parameters<typeof serverEvent>[1];
/** What `encode` of a conversation gives. */
export type Encoded = ReturnType<Conversation['encode']>;

/** The event that adds an item to a conversation. */
export type ItemCreate = Extract<ClientEvent, { type: 'conversation.item.create' }>;
type ItemEvent = Extract<ClientEvent, { type: `conversation.item.${string}` }>;

/** Events that a conversation gives by itself. */
export interface Replies {
  /** An id that no other connection gives out: `newId('call')`. */
  newId(kind: string): string;
  /** Any event of the documents, with an id of its own. */
  event(type: EventType, fields: Fields): ServerEvent;
  /** The session as the page asked for it, without the instructions. */
  session(type: 'session.created' | 'session.updated', opening: Opening, id?: string): ServerEvent;
  /** An `error` event. Without words of the maker's it names the maker. */
  error(code: string | undefined, message: string | undefined, more?: Fields): ServerEvent;
  /** Refuses what this wire cannot do. */
  refuse(event: ClientEvent, code: string, message: string): Encoded;
  /** Answers events about items, for makers that have no items: `conversation.item.created`, `.truncated` or `.deleted`. */
  acknowledge(event: ItemEvent): Encoded;
}

/** `maker` is named where it gives no words of its own. */
export function createReplies(maker: string): Replies {
  const newId = createIds();
  const sessionId = newId('sess');
  const event = (type: EventType, fields: Fields): ServerEvent => serverEvent(newId, type, fields);
  const error: Replies['error'] = (code, message, more) =>
    event('error', {
      error: { type: 'server_error', code: code ?? 'server_error', message: message ?? `${maker} reported an error.`, ...more },
    });
  const acknowledgment = (asked: ItemEvent): ServerEvent => {
    if (asked.type === 'conversation.item.create') {
      const item = { status: 'completed', ...asked.item, id: asked.item.id ?? newId('item') };
      return event('conversation.item.created', { item });
    }
    if (asked.type === 'conversation.item.delete') return event('conversation.item.deleted', { item_id: asked.item_id });
    const { item_id, content_index, audio_end_ms } = asked;
    return event('conversation.item.truncated', { item_id, content_index, audio_end_ms });
  };
  return {
    newId,
    event,
    error,
    session(type, { model, session }, id = sessionId) {
      const { instructions: _, ...said } = session;
      return event(type, { session: { ...said, id, object: 'realtime.session', model } });
    },
    refuse: ({ event_id }, code, message) => ({
      events: [error(code, message, { type: 'invalid_request_error', event_id: event_id ?? null })],
    }),
    acknowledge: (asked) => ({ events: [acknowledgment(asked)] }),
  };
}

/** The JSON object in a frame, which may come as text or as bytes; undefined for anything else. */
export function readFrame(frame: string | Uint8Array): Fields | undefined {
  try {
    const value: unknown = JSON.parse(typeof frame === 'string' ? frame : new TextDecoder().decode(frame));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The event for a frame that cannot be read, or means nothing to a page: the page keeps it in its log. */
export const unknownFrame = (unknownType: string, raw: unknown): ServerEvent => ({ type: 'unknown', unknownType, raw });

/**
 * The words of an item, said or written.
 * @param item The item of the event.
 */
export const wordsOf = ({ content }: ItemCreate['item']): string =>
  (content ?? [])
    .map(({ text, transcript }) => text ?? transcript ?? '')
    .filter((words) => words !== '')
    .join('\n');

/** An update of a session as the page wrote it: nested, flat, or both. */
export function sessionIn(update: Extract<ClientEvent, { type: 'session.update' }>): Opening['session'] {
  const { type: _type, event_id: _id, timestamp: _time, session, ...flat } = update;
  return { ...flat, ...session };
}

/** Where a maker listens: an `https:` address as `wss:`. */
export function socketAddress(base: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(base + path);
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
