// One connection to a service that speaks a wire of its own: the documents' events on this side, the maker's frames on the other.
import type { ClientEvent } from '../../protocol/client-events.js';
import type { ServerEvent } from '../../protocol/server-events.js';
import type { SessionConfig } from '../../protocol/session.js';
import type { Conversation, Frame } from '../../services/service.js';
import { createRelayedSound } from './relayed-sound.js';
import type { RelaySocket } from './relay-socket.js';

export interface TranslatedLine {
  /** Events of the page may be sent. */
  readonly isReady: boolean;
  readonly socket: RelaySocket;
  readonly conversation: Conversation;
  /** `sent`: all of it has left. */
  send(event: ClientEvent, sent: () => void): void;
  /** Nothing of this connection is heard any more. */
  leave(): void;
}

export interface LineListener {
  event(event: ServerEvent): void;
  /** Each time something came of the maker. */
  heard(): void;
  ready(): void;
  closed(code: number, reason: Uint8Array): void;
}

const dataOf = (frame: Frame): string | Uint8Array =>
  typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame);

/** `socket`: open, its messages waiting. `session`: as the page and the site want it. */
export function openLine(socket: RelaySocket, conversation: Conversation, session: SessionConfig, listener: LineListener): TranslatedLine {
  const formats = { input: session.input_audio_format ?? 'pcm16', output: session.output_audio_format ?? 'pcm16' };
  const sound = createRelayedSound(formats, conversation);
  let isReady = conversation.opening === undefined;
  let isLeft = false;
  const write = (frame: Frame, sent = (): void => {}): void => {
    const data = dataOf(frame);
    socket.send(data, { binary: typeof data !== 'string' }, sent);
  };
  const { heartbeat } = conversation;
  const timer = heartbeat === undefined ? undefined : setInterval(() => write(heartbeat.frame), heartbeat.everyMs);
  const leave = (): void => {
    isLeft = true;
    clearInterval(timer);
  };

  const forPage = (event: ServerEvent): ServerEvent => {
    if (event.type === 'response.audio.delta' && event.delta !== undefined) return { ...event, delta: sound.toPage(event.delta) };
    if (event.type !== 'session.created' && event.type !== 'session.updated') return event;
    return { ...event, session: { ...event.session, input_audio_format: formats.input, output_audio_format: formats.output } };
  };

  socket.on('message', (data, binary) => {
    if (isLeft) return;
    const { events, send = [] } = conversation.decode(binary ? data : new TextDecoder().decode(data));
    for (const frame of send) write(frame);
    for (const event of events) {
      listener.event(forPage(event));
      if (isReady || event.type !== 'session.created') continue;
      isReady = true;
      listener.ready();
    }
    listener.heard();
  });
  socket.on('close', (code, reason) => {
    if (isLeft) return;
    leave();
    listener.closed(code, reason);
  });
  for (const frame of conversation.opening ?? []) write(frame);

  return {
    get isReady() {
      return isReady;
    },
    socket,
    conversation,
    send(event, sent) {
      const said = event.type === 'input_audio_buffer.append' ? { ...event, audio: sound.toWire(event.audio) } : event;
      const { send = [], events = [] } = conversation.encode(said);
      for (const [at, frame] of send.entries()) write(frame, at === send.length - 1 ? sent : undefined);
      if (send.length === 0) sent();
      for (const answer of events) listener.event(forPage(answer));
    },
    leave,
  };
}
