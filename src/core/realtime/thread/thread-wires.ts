// Connections whose sockets live in a worker, as the page has them.
import { abortedError } from '../../abort.js';
import { VoxreelError } from '../../errors.js';
import type { TransportTarget } from '../../transports/transport.js';
import { websocketAddress, websocketLimitBytes } from '../../transports/websocket.js';
import { checkLength } from '../../wire/wire-text.js';
import type { SoundThread, SoundWire } from '../speech/sound-wire.js';
import type { SocketId, ThreadReport } from './messages.js';
import { createThreadCapture } from './thread-capture.js';
import type { ThreadLink } from './thread-link.js';
import { createThreadPlayer } from './thread-player.js';

export interface ThreadWires {
  /** As `open` of a transport; undefined where the worker may not connect to this address. The token was not sent then. */
  open(target: TransportTarget, signal: AbortSignal): Promise<SoundWire | undefined>;
}

interface ThreadSocket {
  readonly wire: SoundWire;
  /** Something came. */
  take(report: Extract<ThreadReport, { readonly socket: SocketId }>): void;
}

export function createThreadWires(link: ThreadLink, dialect: string): ThreadWires {
  const { post, on, onLost } = link;
  const sockets = new Map<SocketId, ThreadSocket>();
  let last = 0;
  const player = createThreadPlayer(link);
  const capture = createThreadCapture(link, (socket) => sockets.get(socket)?.wire);
  const thread: SoundThread = {
    createPlayer: player.create,
    gate: (isOpen) => post({ kind: 'gate', isOpen }),
    readChunks: capture.read,
  };
  for (const kind of ['opened', 'refused', 'closed', 'buffered'] as const) on(kind, (report) => sockets.get(report.socket)?.take(report));
  on('message', (report) => player.becauseOf(report.cut, () => sockets.get(report.socket)?.take(report)));
  onLost(() => {
    const reason = { reason: 'The worker of the connection stopped.', retryable: true };
    for (const [socket, { take }] of sockets) take({ kind: 'closed', socket, reason });
  });

  return {
    open: (target, signal) =>
      new Promise((resolve, reject) => {
        const socket = ++last;
        const { handlers, connectionTimeoutMs } = target;
        let state: 'opening' | 'open' | 'over' = 'opening';
        const end = () => {
          state = 'over';
          sockets.delete(socket);
          signal.removeEventListener('abort', abort);
        };
        const close = (code = 1000, reason = '') => {
          end();
          post({ kind: 'close', socket, code, reason });
        };
        const abort = () => {
          close();
          reject(abortedError(signal));
        };
        const backlog = createBacklog();
        const wire: SoundWire = {
          thread,
          maxMessageBytes: websocketLimitBytes,
          get bufferedBytes() {
            return backlog.bytes;
          },
          send(data) {
            if (state !== 'open') throw new VoxreelError('connection_lost', 'The WebSocket is closed.', { retryable: true });
            checkLength(data, websocketLimitBytes);
            backlog.add(data.length);
            post({ kind: 'send', socket, data });
          },
          begin: (format) => post({ kind: 'begin', socket, format }),
          sendSpeech: () => post({ kind: 'speech', socket, seen: capture.seen }),
          close,
        };
        sockets.set(socket, {
          wire,
          take(report) {
            if (report.kind === 'message') return handlers.message(report.data);
            if (report.kind === 'buffered') return backlog.settle(report);
            if (report.kind === 'opened') {
              state = 'open';
              signal.removeEventListener('abort', abort);
              return resolve(wire);
            }
            const wasOpen = state === 'open';
            end();
            if (report.kind === 'refused') {
              const { code, message, ...more } = report.error;
              return report.isForbidden ? resolve(undefined) : reject(new VoxreelError(code, message, more));
            }
            if (wasOpen) handlers.closed(report.reason);
            else reject(new VoxreelError('connection_failed', report.reason.reason, { retryable: true }));
          },
        });
        if (signal.aborted) return abort();
        signal.addEventListener('abort', abort);
        post({ kind: 'open', socket, ...websocketAddress(target), dialect, connectionTimeoutMs });
      }),
  };
}

/** What was handed over and has not left: as far as the worker has said, and what is on its way there. */
function createBacklog() {
  const underWay: number[] = [];
  let [sent, waiting] = [0, 0];
  return {
    get bytes() {
      return underWay.reduce((sum, bytes) => sum + bytes, waiting);
    },
    add: (bytes: number) => void underWay.push(bytes),
    settle(report: { readonly sent: number; readonly bytes: number }) {
      underWay.splice(0, report.sent - sent);
      sent = report.sent;
      waiting = report.bytes;
    },
  };
}
