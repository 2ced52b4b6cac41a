// How a wire that differs from the documents is described: one table of its words, both ways.
import { isRecord } from '../../base/is-record.js';
import type { ClientEvent } from '../../protocol/client-events.js';
import type { ServerEvent } from '../../protocol/server-events.js';
import { parseEvent, toServerEvent, type RawEvent } from './decode-event.js';

export type Fields = Record<string, unknown>;
export type Change = (fields: Fields) => Fields;

export interface WireTable {
  /** The type whose `delta` is base64 audio. */
  readonly audioDelta: string;
  /** This wire's event types that the documents call otherwise. */
  readonly types: Readonly<Record<string, string>>;
  /** Server events whose fields differ, by the documents' type. */
  readonly server: Readonly<Record<string, Change>>;
  /** Client events whose fields differ. */
  readonly client: Readonly<Record<string, Change>>;
  /** A second message that a client event needs where audio is a track. */
  readonly onTrack?: Readonly<Record<string, string>>;
}

/** These two members of a dialect. Neither changes what it is given. */
export interface EventCodec {
  encode(event: ClientEvent, audio?: 'track' | 'events' | 'none'): object | readonly object[];
  decode(text: string): ServerEvent;
}

/** `encode` and `decode` of a dialect, by its table. */
export function speak(table: WireTable): EventCodec {
  const types = new Map(Object.entries(table.types));
  const server = new Map(Object.entries(table.server));
  const client = new Map(Object.entries(table.client));
  const onTrack = new Map(Object.entries(table.onTrack ?? {}));
  return {
    encode: (event: ClientEvent, audio) => {
      // A time of our own is no field of these wires.
      const { timestamp: _, ...fields } = event as Fields;
      const encoded = client.get(event.type)?.(fields) ?? fields;
      const second = audio === 'track' ? onTrack.get(event.type) : undefined;
      return second === undefined ? encoded : [encoded, { type: second, event_id: event.event_id }];
    },
    decode(wireText) {
      const event = parseEvent(wireText, table.audioDelta);
      return toServerEvent(event === undefined ? undefined : inDocumentedWords(event, types, server));
    },
  };
}

function inDocumentedWords(event: RawEvent, types: ReadonlyMap<string, string>, changes: ReadonlyMap<string, Change>): RawEvent {
  const original: unknown = Array.isArray(event['type']) ? event['type'][0] : event['type'];
  if (typeof original !== 'string') return event;
  const type = types.get(original) ?? original;
  const change = changes.get(type);
  if (change !== undefined) return { ...change(event), type };
  if (type !== original) event['type'] = type;
  return event;
}

/** Changes the object under `key`, where there is one. */
export const inside =
  (key: string, change: Change): Change =>
  (fields) => {
    const value = fields[key];
    return isRecord(value) ? { ...fields, [key]: change(value) } : fields;
  };

/** Changes each object in the list under `key`, where there is one. */
export const each =
  (key: string, change: Change): Change =>
  (fields) => {
    const value = fields[key];
    return Array.isArray(value) ? { ...fields, [key]: value.map((one: unknown) => (isRecord(one) ? change(one) : one)) } : fields;
  };

/** Gives the field `from` the name `to`, unless `to` is there already. */
export const renamed =
  (from: string, to: string): Change =>
  (fields) => {
    const { [from]: value, ...rest } = fields;
    return value === undefined || rest[to] !== undefined ? fields : { ...rest, [to]: value };
  };

/** One change after the other. */
export const inTurn =
  (...changes: readonly Change[]): Change =>
  (fields) =>
    changes.reduce((changed, change) => change(changed), fields);

/** The fields named, and no others. */
export const only =
  (keys: ReadonlySet<string>): Change =>
  (fields) =>
    Object.fromEntries(Object.entries(fields).filter(([key, value]) => keys.has(key) && value !== undefined));
