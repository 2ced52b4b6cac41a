// One connection, in a worker: everything that comes goes to the page, and sound on the way is played here.
import type { AudioFormat } from '../../../protocol/session.js';
import type { ClientEvent, Dialect } from '../../dialects/dialect.js';
import { toVoxreelError } from '../../errors.js';
import type { Wire, WireHandlers } from '../../transports/transport.js';
import { openSocket } from '../../transports/websocket.js';
import type { OpenCommand, SocketId, ThreadReport } from './messages.js';
import { createSocketSound, type SocketSound } from './socket-sound.js';
import type { SpeechSocket } from './worker-microphone.js';
import type { WorkerPlayer } from './worker-player.js';

export interface SocketParts {
  readonly dialect: Dialect;
  readonly player: WorkerPlayer;
  readonly post: (report: ThreadReport) => void;
}

/** Milliseconds between two counts of what waits to leave. */
const countMs = 50;

export class WorkerSocket implements SpeechSocket {
  readonly id: SocketId;
  readonly #parts: SocketParts;
  readonly #sound: SocketSound;
  readonly #opening = new AbortController();
  #wire: Wire | undefined;
  /** What came before the page was ready for it. */
  #early: (() => void)[] | undefined = [];
  #sent = 0;
  #counting: ReturnType<typeof setTimeout> | undefined;

  constructor(command: OpenCommand, parts: SocketParts) {
    this.id = command.socket;
    this.#parts = parts;
    this.#sound = createSocketSound(parts.player);
    void this.#open(command);
  }

  get bufferedBytes(): number {
    return this.#wire?.bufferedBytes ?? 0;
  }

  /** Of the answer that the service is making. */
  get responseId(): string | undefined {
    return this.#sound.responseId;
  }

  send(data: string | Uint8Array): void {
    this.#sent++;
    this.#write(data);
    this.#counting ??= setTimeout(() => this.#count(), countMs);
  }

  append(audio: string, eventId: string): boolean {
    const event: ClientEvent = { type: 'input_audio_buffer.append', event_id: eventId, audio };
    const messages = [this.#parts.dialect.encode(event, 'events')].flat();
    return messages.every((message) => this.#write(JSON.stringify(message)));
  }

  /** Delivers what came so far, and what comes. `format`: of sound that is played, where the service does not say; undefined: none is played. */
  begin(format: AudioFormat | undefined): void {
    this.#sound.begin(format);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const deliver of early) deliver();
  }

  close(code: number, reason: string): void {
    this.#opening.abort();
    clearTimeout(this.#counting);
    this.#wire?.close(code, reason);
  }

  async #open(command: OpenCommand): Promise<void> {
    const { post } = this.#parts;
    const handlers: WireHandlers = {
      message: (data) => this.#inTurn(() => this.#receive(data)),
      closed: (reason) => {
        this.#wire = undefined;
        this.#inTurn(() => post({ kind: 'closed', socket: this.id, reason }));
      },
    };
    const opened = await connect(command, handlers, this.#opening.signal);
    if ('isForbidden' in opened) return post({ kind: 'refused', socket: this.id, ...opened });
    if (this.#opening.signal.aborted) return opened.close();
    this.#wire = opened;
    post({ kind: 'opened', socket: this.id });
  }

  #inTurn(deliver: () => void): void {
    if (this.#early === undefined) deliver();
    else this.#early.push(deliver);
  }

  #receive(data: string | Uint8Array<ArrayBuffer>): void {
    const { dialect, post } = this.#parts;
    const events = typeof data === 'string' ? [dialect.decode(data)].flat() : [];
    post({ kind: 'message', socket: this.id, data, cut: this.#sound.cutBy(events) });
    this.#sound.play(events);
  }

  /** False where it cannot: a socket that is closing says so itself. */
  #write(data: string | Uint8Array): boolean {
    try {
      this.#wire?.send(data);
      return this.#wire !== undefined;
    } catch {
      return false;
    }
  }

  #count(): void {
    const bytes = this.bufferedBytes;
    this.#parts.post({ kind: 'buffered', socket: this.id, bytes, sent: this.#sent });
    this.#counting = bytes > 0 ? setTimeout(() => this.#count(), countMs) : undefined;
  }
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
    // The violation is reported in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    const { code, message, retryable, status } = toVoxreelError(cause, 'connection_failed', { retryable: true });
    isForbidden ||= cause instanceof DOMException && cause.name === 'SecurityError';
    return { error: { code, message, retryable, status }, isForbidden };
  } finally {
    removeEventListener('securitypolicyviolation', forbid);
  }
}
