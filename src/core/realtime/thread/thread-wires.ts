// Connections whose sockets live in a worker, as the page has them.
import { abortedError } from '../../abort.js';
import { VoxreelError } from '../../errors.js';
import type { TransportTarget, WireHandlers } from '../../transports/transport.js';
import { websocketAddress, websocketLimitBytes } from '../../transports/websocket.js';
import { checkLength } from '../../wire/wire-text.js';
import type { SoundThread, SoundWire } from '../speech/sound-wire.js';
import type { SocketId, ThreadCommand, ThreadReport } from './messages.js';
import { createThreadCapture } from './thread-capture.js';
import type { ThreadLink } from './thread-link.js';
import { createThreadPlayer } from './thread-player.js';

export interface ThreadWires {
  /** As `open` of a transport; undefined where the worker may not connect to this address. The token was not sent then. */
  open(target: TransportTarget, signal: AbortSignal): Promise<SoundWire | undefined>;
}

export function createThreadWires(link: ThreadLink, dialect: string): ThreadWires {
  const wires = new Map<SocketId, ThreadWire>();
  const { post, on, onLost } = link;
  const player = createThreadPlayer(link);
  const capture = createThreadCapture(link, (socket) => wires.get(socket));
  const thread: SoundThread = {
    get isLost() {
      return link.isLost;
    },
    createPlayer: player.create,
    gate: (isOpen) => post({ kind: 'gate', isOpen }),
    readChunks: capture.read,
  };
  let last = 0;
  for (const kind of ['opened', 'refused', 'closed', 'buffered'] as const) on(kind, (report) => wires.get(report.socket)?.take(report));
  on('message', (report) => player.becauseOf(report.cut, () => wires.get(report.socket)?.take(report)));
  onLost(() => {
    const reason = { reason: 'The worker of the connection stopped.', retryable: true };
    for (const [socket, wire] of wires) wire.take({ kind: 'closed', socket, reason });
  });
  return {
    open(target, signal) {
      const socket = ++last;
      const over = () => wires.delete(socket);
      const wire = new ThreadWire(socket, { thread, handlers: target.handlers, post, seen: () => capture.seen, over });
      wires.set(socket, wire);
      const { connectionTimeoutMs } = target;
      return wire.open({ kind: 'open', socket, ...websocketAddress(target), dialect, connectionTimeoutMs }, signal);
    },
  };
}

interface ThreadWireParts {
  readonly thread: SoundThread;
  readonly handlers: WireHandlers;
  readonly post: ThreadLink['post'];
  /** Chunks of the microphone that the page has dealt with. */
  readonly seen: () => number;
  readonly over: () => void;
}

class ThreadWire implements SoundWire {
  readonly thread: SoundThread;
  readonly maxMessageBytes = websocketLimitBytes;
  readonly #socket: SocketId;
  readonly #parts: ThreadWireParts;
  #settle: { resolve(wire: SoundWire | undefined): void; reject(cause: Error): void } | undefined;
  #state: 'opening' | 'open' | 'over' = 'opening';
  /** Bytes that wait in the worker after message number `#counted`, and what is on its way there. */
  #waitingBytes = 0;
  #counted = 0;
  #underWay: number[] = [];

  constructor(socket: SocketId, parts: ThreadWireParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.thread = parts.thread;
  }

  open(command: ThreadCommand, signal: AbortSignal): Promise<SoundWire | undefined> {
    const abort = () => {
      this.close();
      this.#settle?.reject(abortedError(signal));
    };
    const opening = new Promise<SoundWire | undefined>((resolve, reject) => (this.#settle = { resolve, reject }));
    this.#parts.post(command);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    return opening.finally(() => signal.removeEventListener('abort', abort));
  }

  take(report: Extract<ThreadReport, { readonly socket: SocketId }>): void {
    if (report.kind === 'message') this.#parts.handlers.message(report.data);
    else if (report.kind === 'buffered') this.#count(report.bytes, report.sent);
    else if (report.kind === 'opened') this.#opened();
    else if (report.kind === 'refused') this.#refused(report);
    else if (report.kind === 'closed') this.#closed(report);
  }

  get bufferedBytes(): number {
    return this.#underWay.reduce((sum, bytes) => sum + bytes, this.#waitingBytes);
  }

  send(data: string | Uint8Array): void {
    if (this.#state !== 'open') throw new VoxreelError('connection_lost', 'The WebSocket is closed.', { retryable: true });
    checkLength(data, websocketLimitBytes);
    this.#underWay.push(data.length);
    this.#parts.post({ kind: 'send', socket: this.#socket, data });
  }

  begin(format: Parameters<SoundWire['begin']>[0]): void {
    this.#parts.post({ kind: 'begin', socket: this.#socket, format });
  }

  sendSpeech(): void {
    this.#parts.post({ kind: 'speech', socket: this.#socket, seen: this.#parts.seen() });
  }

  close(code = 1000, reason = ''): void {
    this.#end();
    this.#parts.post({ kind: 'close', socket: this.#socket, code, reason });
  }

  #opened(): void {
    this.#state = 'open';
    this.#settle?.resolve(this);
  }

  #refused({ error: { code, message, ...more }, isForbidden }: Extract<ThreadReport, { readonly kind: 'refused' }>): void {
    this.#end();
    if (isForbidden) this.#settle?.resolve(undefined);
    else this.#settle?.reject(new VoxreelError(code, message, more));
  }

  #closed({ reason }: Extract<ThreadReport, { readonly kind: 'closed' }>): void {
    const wasOpen = this.#state === 'open';
    this.#end();
    if (wasOpen) this.#parts.handlers.closed(reason);
    else this.#settle?.reject(new VoxreelError('connection_failed', reason.reason, { retryable: true }));
  }

  #end(): void {
    this.#state = 'over';
    this.#parts.over();
  }

  #count(bytes: number, sent: number): void {
    this.#underWay.splice(0, sent - this.#counted);
    this.#counted = sent;
    this.#waitingBytes = bytes;
  }
}
