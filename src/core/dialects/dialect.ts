// The contract of a protocol dialect: what the events are called on one make of wire.
import type { ClientEvent } from '../../protocol/client-events.js';
import type { ServerEvent, UnknownServerEvent } from '../../protocol/server-events.js';
import type { WireNames } from '../transports/transport.js';

export type { ClientEvent, ServerEvent, UnknownServerEvent };

export interface Dialect {
  readonly id: string;
  /** `vendor` is the maker's word where the documents say "vendor". */
  names(vendor?: string): DialectNames;
  /** A documented client event as this wire wants it, or as several messages. `audio`: how sound travels now. */
  encode(event: ClientEvent, audio?: 'track' | 'events' | 'none'): object | readonly object[];
  /** The wire's text as documented server events. Never throws: what cannot be read is an `unknown` event. */
  decode(text: string): ServerEvent | ServerEvent[];
  /** True when the server cuts its own audio as the user interrupts over this kind of audio. */
  serverTruncates?(audio: 'track' | 'events' | 'none'): boolean;
}

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
  load(): Promise<Dialect>;
}

/** What a registry takes: a dialect, or the promise of one. */
export type DialectEntry = Dialect | LazyDialect;

/** Declares a dialect; gives its type to an editor. */
export const defineDialect = <D extends Dialect>(dialect: D): D => dialect;
