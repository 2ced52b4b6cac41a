// One connection, in a worker: everything that comes goes to the page, and sound on the way is played here.
import type { AudioFormat } from '../../../protocol/session.js';
import type { ClientEvent, Dialect } from '../../dialects/dialect.js';
import { toVoxreelError } from '../../errors.js';
import type { Wire, WireHandlers } from '../../transports/transport.js';
import { openSocket } from '../../transports/websocket.js';
import type { OpenCommand, ThreadReport } from './messages.js';
import { createSocketSound } from './socket-sound.js';
import type { SpeechSocket } from './worker-microphone.js';
import type { WorkerPlayer } from './worker-player.js';

export interface WorkerSocket extends SpeechSocket {
  /** Of the answer that the service is making. */
  readonly responseId: string | undefined;
  send(data: string | Uint8Array): void;
  close(code: number, reason: string): void;
  /** Delivers what came so far, and what comes. `format`: see `begin` of the sound. */
  begin(format: AudioFormat | undefined): void;
}

export interface SocketPlace {
  readonly dialect: Dialect;
  readonly player: WorkerPlayer;
  readonly post: (report: ThreadReport) => void;
}

/** Milliseconds between two counts of what waits to leave. */
const countMs = 50;

export function openWorkerSocket(command: OpenCommand, { dialect, player, post }: SocketPlace): WorkerSocket {
  const { socket: id } = command;
  const opening = new AbortController();
  const sound = createSocketSound(player);
  let wire: Wire | undefined;
  /** What came before the page was ready for it. */
  let early: (() => void)[] | undefined = [];
  let sent = 0;
  let counting: ReturnType<typeof setTimeout> | undefined;

  const inTurn = (deliver: () => void) => {
    if (early === undefined) deliver();
    else early.push(deliver);
  };
  const count = () => {
    const bytes = wire?.bufferedBytes ?? 0;
    post({ kind: 'buffered', socket: id, bytes, sent });
    counting = bytes > 0 ? setTimeout(count, countMs) : undefined;
  };
  const write = (data: string | Uint8Array): boolean => {
    try {
      wire?.send(data);
      return wire !== undefined;
    } catch {
      // It is closing, and says so itself.
      return false;
    }
  };
  const handlers: WireHandlers = {
    message: (data) =>
      inTurn(() => {
        const events = typeof data === 'string' ? [dialect.decode(data)].flat() : [];
        post({ kind: 'message', socket: id, data, cut: sound.cutBy(events) });
        sound.play(events);
      }),
    closed(reason) {
      wire = undefined;
      inTurn(() => post({ kind: 'closed', socket: id, reason }));
    },
  };
  const open = async () => {
    const opened = await connect(command, handlers, opening.signal);
    if ('isForbidden' in opened) return post({ kind: 'refused', socket: id, ...opened });
    if (opening.signal.aborted) return opened.close();
    wire = opened;
    post({ kind: 'opened', socket: id });
  };
  void open();

  return {
    id,
    get bufferedBytes() {
      return wire?.bufferedBytes ?? 0;
    },
    get responseId() {
      return sound.responseId;
    },
    send(data) {
      sent++;
      write(data);
      counting ??= setTimeout(count, countMs);
    },
    append(audio, eventId) {
      const event: ClientEvent = { type: 'input_audio_buffer.append', event_id: eventId, audio };
      return [dialect.encode(event, 'events')].flat().every((message) => write(JSON.stringify(message)));
    },
    close(code, reason) {
      opening.abort();
      clearTimeout(counting);
      wire?.close(code, reason);
      wire = undefined;
    },
    begin(format) {
      sound.begin(format);
      const waiting = early ?? [];
      early = undefined;
      for (const deliver of waiting) deliver();
    },
  };
}

type Refusal = Pick<Extract<ThreadReport, { readonly kind: 'refused' }>, 'error' | 'isForbidden'>;

/** A worker's policy is that of its file, which may be stricter than the page's. */
async function connect(
  { url, protocols, connectionTimeoutMs }: OpenCommand,
  handlers: WireHandlers,
  signal: AbortSignal,
): Promise<Wire | Refusal> {
  let isForbidden = false;
  const forbid = () => void (isForbidden = true);
  addEventListener('securitypolicyviolation', forbid);
  try {
    return await openSocket(new WebSocket(url, protocols), { connectionTimeoutMs, handlers }, signal);
  } catch (cause) {
    // The violation is told in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    const { code, message, retryable, status } = toVoxreelError(cause, 'connection_failed', { retryable: true });
    isForbidden ||= cause instanceof DOMException && cause.name === 'SecurityError';
    return { error: { code, message, retryable, status }, isForbidden };
  } finally {
    removeEventListener('securitypolicyviolation', forbid);
  }
}
