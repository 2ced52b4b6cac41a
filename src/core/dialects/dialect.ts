// The contract of a protocol dialect: what the events are called on one make of wire.
import type { ClientEvent, DocumentedClientEvent } from '../../protocol/client-events.js';
import type { SessionConfig } from '../../protocol/session.js';
import type { ServerEvent, UnknownServerEvent } from '../../protocol/server-events.js';
import type { Conversation, Frame, Opening } from '../../services/service.js';
import type { WireNames } from '../transports/transport.js';

export type { ClientEvent, DocumentedClientEvent, Conversation, Frame, Opening, ServerEvent, UnknownServerEvent };

/** The pictures that a user's message may carry. */
export interface DialectImages {
  /** Bytes of each, before it is written as base64: a larger one is made smaller. */
  readonly maxBytes: number;
  /** MIME types; others are made into one of them. */
  readonly types: readonly string[];
}

/** A wire whose messages each say all of it. */
export interface Dialect {
  readonly id: string;
  /** `vendor` is the maker's word where the documents say "vendor". */
  names(vendor?: string): DialectNames;
  /** A documented client event as this wire wants it, or as several messages. `audio`: how sound travels now. */
  encode(event: ClientEvent, audio?: 'track' | 'events' | 'none'): object | readonly object[];
  /** The wire's text as documented server events. Never throws: what cannot be read is an `unknown` event. */
  decode(text: string): ServerEvent | ServerEvent[];
  /** Used in place of the two, where it is there. */
  open?(opening: Opening): Conversation;
  /** True when the server cuts its own audio as the user interrupts over this kind of audio. */
  serverTruncates?(audio: 'track' | 'events' | 'none'): boolean;
  /** What asks such a service for transcripts of the user's speech, where a page only wants them. Absent: not supported, or not known. */
  readonly transcription?: NonNullable<SessionConfig['input_audio_transcription']> | undefined;
  /** The pictures that a user's message may carry, as parts of type `image` with an `image_url`. Absent: none. */
  readonly images?: DialectImages | undefined;
  /** Ids of the transports that carry this wire, tried in order where a page names none. Default `['webrtc', 'websocket']`. */
  readonly transports?: readonly string[] | undefined;
}

/** A wire that has to be remembered: one codec for each connection. */
export interface ConversationDialect extends Omit<Dialect, 'encode' | 'decode' | 'open'>, Partial<Pick<Dialect, 'encode' | 'decode'>> {
  /** The configuration is in `opening`: it is not sent as an event. */
  open(opening: Opening): Conversation;
}

/** A dialect that translates event by event, or one that holds a whole conversation. */
export type AnyDialect = Dialect | ConversationDialect;

/** Paths, headers and other names of a realtime interface. */
export interface DialectNames extends WireNames {
  /** Where an ephemeral token is made. */
  readonly tokenPath: string;
  /** The body that asks for one. */
  tokenBody(request: { model: string; voice?: string | undefined }): object;
  /** The token in the answer, or undefined. */
  tokenFrom(body: unknown): string | undefined;
}

/** The light half of a dialect: the rest is loaded when a session chooses it. */
export interface LazyDialect {
  readonly id: string;
  load(): Promise<AnyDialect>;
}

/** What a registry takes: a dialect, or the promise of one. */
export type DialectEntry = AnyDialect | LazyDialect;

/** Declares a dialect; gives its type to an editor. */
export const defineDialect = <D extends AnyDialect>(dialect: D): D => dialect;
