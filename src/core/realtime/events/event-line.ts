// One connection in the words of its wire: documented events on this side, the wire's messages on the other.
import type { ClientEvent, Conversation, AnyDialect, Frame, Opening, ServerEvent } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import type { Transport, Wire } from '../../transports/transport.js';

export interface EventLine {
  readonly conversation: Conversation;
  /** Milliseconds since 1970 at which the service will end this connection, once it has said so. */
  readonly endsAt: number | undefined;
  /** Sends now, or as soon as the service is ready; `sent` hears when. Throws `connection_lost`, and what can never be sent. */
  send(event: ClientEvent, sent: (event: ClientEvent) => void): void;
  receive(message: string | Uint8Array): void;
  /** The wire is gone. */
  end(): void;
}

export interface LineListener {
  received(event: ServerEvent): void;
  /** What waited can never be sent. */
  failed(error: VoxreelError): void;
}

/** A dialect with a memory opens a conversation; one without says each event by itself, and is ready at once. */
export function openConversation(dialect: AnyDialect, opening: Opening): Conversation {
  if (dialect.open !== undefined) return dialect.open(opening);
  return {
    encode: (event) => ({ send: [dialect.encode?.(event, opening.audio) ?? []].flat() }),
    decode: (frame) => ({ events: [dialect.decode?.(typeof frame === 'string' ? frame : new TextDecoder().decode(frame)) ?? []].flat() }),
  };
}

export function createEventLine(
  conversation: Conversation,
  wire: Wire,
  { binary = false }: Pick<Transport, 'binary'>,
  { received, failed }: LineListener,
): EventLine {
  let isReady = conversation.opening === undefined;
  let endsAt: number | undefined;
  const waiting: { readonly event: ClientEvent; readonly sent: (event: ClientEvent) => void }[] = [];

  const write = frameWriter(wire, binary);
  /** Nobody waits for it. */
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (cause) {
      report(cause, failed);
    }
  };
  const sendNow: EventLine['send'] = (event, sent) => {
    const { send = [], events = [] } = conversation.encode(event);
    write(send);
    sent(event);
    for (const answer of events) received(answer);
  };
  const ready = (): void => {
    isReady = true;
    for (const { event, sent } of waiting.splice(0)) attempt(() => sendNow(event, sent));
  };

  const { heartbeat } = conversation;
  const timer = heartbeat === undefined ? undefined : setInterval(() => attempt(() => write([heartbeat.frame])), heartbeat.everyMs);
  attempt(() => write(conversation.opening ?? []));
  return {
    conversation,
    get endsAt() {
      return endsAt;
    },
    send(event, sent) {
      if (isReady) sendNow(event, sent);
      else waiting.push({ event, sent });
    },
    receive(message) {
      const { events, send = [] } = conversation.decode(message);
      attempt(() => write(send));
      for (const event of events) {
        received(event);
        if (!isReady && event.type === 'session.created') ready();
      }
      if (conversation.closesInMs !== undefined) endsAt ??= Date.now() + conversation.closesInMs;
    },
    end() {
      clearInterval(timer);
      waiting.length = 0;
    },
  };
}

/** Throws `unsupported` for bytes on a transport that carries none, and what the wire throws. */
const frameWriter =
  (wire: Wire, binary: boolean) =>
  (frames: readonly Frame[]): void => {
    for (const frame of frames) {
      const isBytes = frame instanceof Uint8Array;
      if (isBytes && !binary) throw new VoxreelError('unsupported', 'This transport carries text alone.');
      wire.send(typeof frame === 'string' || isBytes ? frame : JSON.stringify(frame));
    }
  };

/** A wire that is gone says so itself. */
function report(cause: unknown, failed: (error: VoxreelError) => void): void {
  if (!(cause instanceof VoxreelError)) throw cause;
  if (cause.code !== 'connection_lost') failed(cause);
}
