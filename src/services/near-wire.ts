// Conversations over wires that are the documents' own but for some names: the session is written in the maker's words once it has said hello, and what it has no words for is answered here.
import { isRecord } from '../base/is-record.js';
import type { ClientEvent } from '../protocol/client-events.js';
import { laterServerEventTypes, serverEventTypes } from '../protocol/names.js';
import type { KnownServerEvent, ServerEvent } from '../protocol/server-events.js';
import { textAt } from './ask.js';
import { createReplies, readFrame, sessionIn, unknownFrame, type Encoded, type Fields, type ItemCreate } from './replies.js';
import { given } from './request.js';
import type { Conversation, Frame, Opening } from './service.js';

export interface NearWire {
  /** The maker's name. */
  readonly maker: string;
  /** What a `session.update` carries. */
  session(opening: Opening): Fields;
  /** Types of this wire that the documents call otherwise. */
  readonly types?: Readonly<Record<string, string>>;
  readonly rates?: Conversation['rates'];
}

const known: ReadonlySet<string> = new Set([...serverEventTypes, ...laterServerEventTypes]);
const partName = /^(?:input|output)_(?=text$|audio$)/;

export const nearConversation = (opening: Opening, wire: NearWire): Conversation => new NearConversation(opening, wire);

class NearConversation implements Conversation {
  /** Nothing is sent before the maker's hello. */
  readonly opening: readonly Frame[] = [];
  readonly rates: Conversation['rates'];
  readonly #wire: NearWire;
  readonly #replies;
  #opening: Opening;
  #state: 'silent' | 'asked' | 'ready' = 'silent';
  /** Items of the page whose echo is still to come: the page has heard of them. */
  readonly #echoes: string[] = [];

  constructor(opening: Opening, wire: NearWire) {
    this.#opening = opening;
    this.#wire = wire;
    this.#replies = createReplies(wire.maker);
    this.rates = wire.rates;
  }

  encode(event: ClientEvent): Encoded {
    switch (event.type) {
      case 'session.update':
        this.#opening = { ...this.#opening, session: { ...this.#opening.session, ...sessionIn(event) } };
        return { send: [this.#update(event.event_id)] };
      case 'conversation.item.create':
        return this.#create(event);
      // What was heard is kept on the page.
      case 'conversation.item.truncate':
      case 'conversation.item.delete':
        return this.#replies.acknowledge(event);
      case 'response.create': {
        const response = given({ instructions: event.response?.instructions, modalities: event.response?.modalities });
        const { type, event_id } = event;
        return { send: [given({ type, event_id, response: Object.keys(response).length === 0 ? undefined : response })] };
      }
      default: {
        const { timestamp: _, ...fields } = event;
        return { send: [fields] };
      }
    }
  }

  decode(frame: string | Uint8Array): { readonly events: readonly ServerEvent[]; readonly send?: readonly Frame[] } {
    const fields = readFrame(frame);
    const said = textAt(fields, 'type');
    if (fields === undefined || said === undefined) return { events: [unknownFrame('', fields ?? frame)] };
    const { types = {} } = this.#wire;
    const type = Object.hasOwn(types, said) ? (types[said] ?? said) : said;
    if (this.#state === 'silent' && (type === 'session.created' || type === 'conversation.created')) {
      this.#state = 'asked';
      return { events: [], send: [this.#update()] };
    }
    if (type === 'session.created') return { events: [] };
    if (type === 'session.updated') return { events: [this.#ready(textAt(fields, 'session.id'))] };
    if (!known.has(type)) return { events: [unknownFrame(said, fields)] };
    if (type === 'conversation.item.created' && this.#isEcho(fields['item'])) return { events: [] };
    return { events: [this.#plain(type, fields)] };
  }

  #update(eventId?: string): Frame {
    return given({ type: 'session.update', event_id: eventId, session: this.#wire.session(this.#opening) });
  }

  /** Only when the maker has taken the session is it the one that was asked for. */
  #ready(id: string | undefined): ServerEvent {
    const type = this.#state === 'ready' ? 'session.updated' : 'session.created';
    this.#state = 'ready';
    return this.#replies.session(type, this.#opening, id);
  }

  #create(event: ItemCreate): Encoded {
    const item = written(event.item);
    this.#echoes.push(kindOf(item));
    const { events } = this.#replies.acknowledge(event);
    return { send: [given({ type: event.type, event_id: event.event_id, item })], events };
  }

  #isEcho(item: unknown): boolean {
    const at = this.#echoes.indexOf(kindOf(item));
    if (at >= 0) this.#echoes.splice(at, 1);
    return at >= 0;
  }

  #plain(type: string, fields: Fields): ServerEvent {
    const event = withPlainParts(fields) as Record<string, unknown>;
    // The documents' `delta` of this one event is the whole text.
    if (type === 'response.text.done') event['delta'] ??= event['text'];
    return { ...event, type, event_id: textAt(event, 'event_id') ?? this.#replies.newId('event') } as unknown as KnownServerEvent;
  }
}

/** An item with its parts as these wires call what is written: nothing that was said can be given back as sound. */
function written({ content, ...item }: ItemCreate['item']): Fields {
  const { object: _object, status: _status, ...fields } = item;
  const parts = content?.map((part) => {
    if (part.type === 'image' || part.type === 'input_image') return part;
    return { type: 'input_text', text: part.text ?? part.transcript ?? '' };
  });
  return given({ ...fields, content: parts });
}

/** What tells a page's item from one that the maker made of sound. */
function kindOf(item: unknown): string {
  const part = textAt(item, 'content.0.type')?.replace(partName, '') ?? '';
  return [textAt(item, 'type') ?? '', textAt(item, 'role') ?? '', part].join('/');
}

/** `input_text`, `output_audio`: the documents leave the direction out, wherever a part stands. */
function withPlainParts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainParts);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'type' && typeof one === 'string' ? one.replace(partName, '') : withPlainParts(one),
    ]),
  );
}
