// A service that speaks a wire of its own, as a socket that speaks the documents': the relay need not know. Connects once the page has said what it wants, and
// again without the page noticing where the maker kept the conversation.
import { isRecord } from '../../base/is-record.js';
import type { ClientEvent } from '../../protocol/client-events.js';
import type { ServerEvent } from '../../protocol/server-events.js';
import type { SessionConfig } from '../../protocol/session.js';
import { textAt } from '../../services/ask.js';
import type { Conversation } from '../../services/service.js';
import { isResponse, valueOf } from '../answers/buffered-response.js';
import { parsed } from '../requests/fields.js';
import { closeCodes } from './close-codes.js';
import type { RelaySocket } from './relay-socket.js';
import { openLine, type TranslatedLine } from './translated-line.js';

/** Where a WebSocket of a service's is. */
export interface ServicePlace {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[] | undefined;
  /** The headers with another key, where the service has refused this one and nothing has begun. */
  other?(status: number, headers: Headers): Readonly<Record<string, string>> | undefined;
  /** What the service said when it did not take the connection, as an answer. */
  refusal(status: number, text: string, headers: Headers): Response;
}

/** A conversation that the gateway translates for another maker. */
export interface Translation {
  /** Asked again for each connection. Never rejects. */
  place(session: SessionConfig): Promise<ServicePlace | Response>;
  open(session: SessionConfig, resume: string | undefined): Conversation;
}

/** An open socket whose messages wait, or the refusal. Never rejects. */
export type DialService = (place: ServicePlace) => Promise<RelaySocket | Response>;

interface Waiting {
  readonly event: ClientEvent;
  readonly bytes: number;
  readonly sent: () => void;
}

type Listener = (...values: never[]) => void;

/** A page sends its configuration as soon as it is connected. */
const patienceMs = 1000;
const notConfig: ReadonlySet<string> = new Set(['type', 'event_id', 'timestamp', 'session']);
const encoder = new TextEncoder();

export interface TranslatedSocket extends RelaySocket {
  /** The service has taken a connection. */
  readonly wasServed: boolean;
}

export const translatedSocket = (translation: Translation, dial: DialService): TranslatedSocket => new Translated(translation, dial);

class Translated implements TranslatedSocket {
  isPaused = false;
  wasServed = false;
  readonly #translation: Translation;
  readonly #dial: DialService;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #patience = setTimeout(() => this.#begin({}), patienceMs);
  #session: SessionConfig | undefined;
  /** Sent later than the first, and not answered yet. */
  readonly #updates: { readonly id: unknown; readonly changed: SessionConfig }[] = [];
  #line: TranslatedLine | undefined;
  #waiting: Waiting[] = [];
  #isOver = false;

  constructor(translation: Translation, dial: DialService) {
    this.#translation = translation;
    this.#dial = dial;
  }

  get bufferedAmount(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes, this.#line?.socket.bufferedAmount ?? 0);
  }

  send(data: Uint8Array | string, { binary }: { binary: boolean }, sent: () => void): void {
    const event: unknown = binary ? undefined : parsed(typeof data === 'string' ? data : new TextDecoder().decode(data));
    if (!isRecord(event) || typeof event['type'] !== 'string') {
      sent();
      return this.#tell(errorEvent('invalid_event', 'Each message is a JSON object with a type.'));
    }
    if (this.#session === undefined) {
      const isConfig = event['type'] === 'session.update';
      this.#begin(isConfig ? configOf(event) : {});
      if (isConfig) return sent();
    }
    if (event['type'] === 'session.update') this.#updates.push({ id: event['event_id'], changed: configOf(event) });
    // From a page: a codec passes over what it does not know.
    const said = event as unknown as ClientEvent;
    if (this.#line?.isReady === true) this.#line.send(said, sent);
    else this.#waiting.push({ event: said, bytes: data.length, sent });
  }

  ping(): void {
    if (this.#line === undefined) this.#emit('pong');
    else this.#line.socket.ping();
  }

  pause(): void {
    this.isPaused = true;
    this.#line?.socket.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.#line?.socket.resume();
  }

  close(code?: number, reason?: string): void {
    this.#finish();
    if (this.#line === undefined) queueMicrotask(() => this.#emit('close', code ?? 1005, encoder.encode(reason)));
    else this.#line.socket.close(code, reason);
  }

  terminate(): void {
    this.#finish();
    if (this.#line === undefined) this.#emit('close', 1006, new Uint8Array());
    else this.#line.socket.terminate();
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  #emit(event: string, ...values: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(values as never[]));
  }

  #tell(event: ServerEvent): void {
    // One that no documents' event stands for goes on as it came.
    this.#emit('message', encoder.encode(JSON.stringify(event.type === 'unknown' ? (event.raw ?? {}) : event)), false);
  }

  #finish(): void {
    this.#isOver = true;
    this.#waiting = [];
    clearTimeout(this.#patience);
  }

  /** There is no service any more. */
  #end(code: number, reason: string): void {
    this.#finish();
    this.#emit('close', code, encoder.encode(reason));
  }

  #begin(session: SessionConfig): void {
    clearTimeout(this.#patience);
    this.#session = session;
    void this.#connect(undefined);
  }

  async #connect(resume: string | undefined): Promise<void> {
    const session = this.#session ?? {};
    const place = await this.#translation.place(session);
    const socket = isResponse(place) || this.#isOver ? place : await this.#dial(place);
    if (isResponse(socket)) return this.#refused(socket);
    if (!('on' in socket)) return;
    if (this.#isOver) return socket.terminate();
    this.wasServed = true;
    const line = openLine(socket, this.#translation.open(session, resume), session, {
      event: (event) => {
        this.#settle(event);
        // The page has had its greeting.
        if (resume === undefined || event.type !== 'session.created') this.#tell(event);
      },
      heard: () => this.#renew(line),
      ready: () => this.#flush(line),
      closed: (code, reason) => this.#closed(line, resume, code, reason),
    });
    this.#line = line;
    // What is silent here speaks for a maker that is alive: each is heard as one of this socket's own.
    socket.on('pong', () => this.#emit('pong'));
    socket.on('ping', () => this.#emit('pong'));
    // One that can be taken up again is replaced as it closes, and the page need not know.
    socket.on('error', () => (line.conversation.resume === undefined ? this.#emit('error') : undefined));
    if (line.isReady) this.#flush(line);
    if (!this.isPaused) socket.resume();
  }

  /** What the service has taken is where its next connection begins. Sound stays as the page sends it. */
  #settle(event: ServerEvent): void {
    if (event.type === 'session.updated') {
      const { input_audio_format: _in, output_audio_format: _out, ...changed } = this.#updates.shift()?.changed ?? {};
      this.#session = { ...this.#session, ...changed };
    } else if (event.type === 'error') {
      const at = this.#updates.findIndex(({ id }) => id !== undefined && id === event.error?.event_id);
      if (at >= 0) this.#updates.splice(at, 1);
    }
  }

  #flush(line: TranslatedLine): void {
    for (const { event, sent } of this.#waiting.splice(0)) line.send(event, sent);
  }

  /** The maker is about to close: the next connection takes over as soon as nothing is lost by it. */
  #renew(line: TranslatedLine): void {
    const { closesInMs, resume } = line.conversation;
    if (closesInMs === undefined || resume === undefined || this.#isOver) return;
    line.leave();
    this.#line = undefined;
    line.socket.close(1000);
    void this.#connect(resume);
  }

  #closed(line: TranslatedLine, resumed: string | undefined, code: number, reason: Uint8Array): void {
    if (this.#isOver) return this.#emit('close', code, reason);
    const { resume } = line.conversation;
    if (line.isReady && resume !== undefined) {
      this.#line = undefined;
      void this.#connect(resume);
      return;
    }
    // A handle that is not taken is no fault of the page: it may come again, and bring the conversation along.
    if (resumed !== undefined && !line.isReady) return this.#end(closeCodes.failed, 'upstream_closed: The service broke off.');
    this.#finish();
    this.#emit('close', code, reason);
  }

  /** The page's own handshake was answered long ago: it learns of the refusal from an event, and from the code. */
  async #refused(answer: Response): Promise<void> {
    const body: unknown = await valueOf(answer);
    const word = textAt(body, 'code') ?? 'upstream_error';
    const words = textAt(body, 'message') ?? 'The service did not take the connection.';
    if (this.#isOver) return;
    this.#tell(errorEvent(word, words, answer.status >= 500 ? 'server_error' : 'invalid_request_error'));
    const isFinal = word === 'upstream_unauthorized' || word === 'upstream_forbidden' || (answer.status < 500 && answer.status !== 429);
    this.#end(isFinal ? closeCodes.policy : closeCodes.failed, `${word}: ${words}`);
  }
}

/** Flat or nested is not shown in the documents. */
function configOf(event: Readonly<Record<string, unknown>>): SessionConfig {
  const flat = Object.fromEntries(Object.entries(event).filter(([name]) => !notConfig.has(name)));
  return { ...flat, ...(isRecord(event['session']) ? event['session'] : {}) };
}

const errorEvent = (
  code: string,
  message: string,
  type: 'invalid_request_error' | 'server_error' = 'invalid_request_error',
): ServerEvent => ({
  type: 'error',
  event_id: `event_${crypto.randomUUID()}`,
  error: { type, code, message },
});
