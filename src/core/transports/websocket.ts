// The WebSocket transport: events as text, audio inside them. In Node, where headers can be set, a factory makes the socket.
import { abortedError } from '../abort.js';
import { VoxreelError } from '../errors.js';
import { absolute, checkLength, textOf, wireUrl } from '../wire/wire-text.js';
import { defineTransport, type TransportTarget, type Wire } from './transport.js';

/** What is used of a WebSocket: the browser's and the `ws` package's both are one. */
export interface WebSocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  binaryType: string;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: object) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
}

/** How the socket is made. */
export interface WebsocketOptions {
  /** Default: `new WebSocket(url, protocols)`, which cannot send headers. */
  readonly createWebSocket?: ((url: string, protocols: string[], headers: Record<string, string>) => WebSocketLike) | undefined;
}

/** Of one message: the limit of common servers. */
export const websocketLimitBytes = 16 * 1024 * 1024;

/** Close codes after which the server will not take us back: misuse, policy, and the unauthorized and forbidden of several makers. */
const finalCodes: ReadonlySet<number> = new Set([1002, 1003, 1007, 1008, 1009, 1010, 3000, 3003, 4001, 4003, 4401, 4403]);

/** Whether a WebSocket that closed with this code is not to be opened again. */
export const isFinalCloseCode = (code: number): boolean => finalCodes.has(code);

/** The transport over WebSocket with a socket of your own making. */
export function createWebsocketTransport(options: WebsocketOptions = {}) {
  const { createWebSocket } = options;
  return defineTransport({
    id: 'websocket',
    audio: 'events',
    binary: true,
    available: () => createWebSocket !== undefined || typeof WebSocket !== 'undefined',
    async open(target: TransportTarget, signal: AbortSignal): Promise<Wire> {
      if (signal.aborted) throw abortedError(signal);
      const { url, protocols } = websocketAddress(target);
      const make = createWebSocket ?? defaultWebSocket;
      return openSocket(make(url, protocols, target.names.headers(target.token)), target, signal);
    },
  });
}

/** The address of a socket, and the subprotocols to offer. */
export interface WebsocketAddress {
  readonly url: string;
  readonly protocols: string[];
}

/** Where to, absolute, and what to offer. */
export function websocketAddress(target: TransportTarget): WebsocketAddress {
  const { names, token } = target;
  const url = names.address === undefined ? wireUrl(target.baseUrl, names.websocketPath, target.model) : absolute(names.address(target));
  url.protocol = url.protocol.replace(/^http/, 'ws');
  return { url: url.href, protocols: names.subprotocols(token) };
}

function defaultWebSocket(url: string, protocols: string[]): WebSocketLike {
  if (typeof WebSocket === 'undefined') throw new VoxreelError('unsupported', 'There is no WebSocket here: give createWebSocket.');
  return new WebSocket(url, protocols);
}

/** A wire over a socket that was made just now; what `open` of a transport promises. */
export function openSocket(
  socket: WebSocketLike,
  target: Pick<TransportTarget, 'connectionTimeoutMs' | 'binary' | 'handlers'>,
  signal: AbortSignal,
): Promise<Wire> {
  const { connectionTimeoutMs = 30_000, handlers } = target;
  socket.binaryType = 'arraybuffer';
  let state: 'opening' | 'open' | 'over' = 'opening';
  return new Promise((resolve, reject) => {
    const fail = (error: VoxreelError) => {
      if (state !== 'opening') return;
      state = 'over';
      settle();
      socket.close();
      reject(error);
    };
    const onAbort = () => fail(abortedError(signal));
    const onTimeout = () => fail(new VoxreelError('timeout', `No WebSocket within ${connectionTimeoutMs} ms.`, { retryable: true }));
    const timer = setTimeout(onTimeout, connectionTimeoutMs);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort);
    socket.addEventListener('open', () => {
      if (state !== 'opening') return;
      state = 'open';
      settle();
      resolve(wireOf(socket, () => (state = 'over')));
    });
    socket.addEventListener('message', ({ data }) => {
      if (state !== 'open') return;
      const message = target.binary === true && data instanceof ArrayBuffer ? new Uint8Array(data) : textOf(data);
      if (message !== undefined) handlers.message(message);
    });
    socket.addEventListener('error', (event) =>
      fail(refused('message' in event && typeof event.message === 'string' ? event.message : '')),
    );
    socket.addEventListener('close', ({ code, reason }) => {
      if (state === 'opening')
        return fail(new VoxreelError('connection_failed', reason || `Closed with ${code}.`, { retryable: !isFinalCloseCode(code) }));
      if (state === 'open') {
        state = 'over';
        handlers.closed({ code, reason, retryable: !isFinalCloseCode(code) });
      }
    });
  });
}

/** Browsers say nothing of a refused handshake; the `ws` package names its status. */
function refused(message: string): VoxreelError {
  const status = Number(/response: (\d{3})/.exec(message)?.[1] ?? Number.NaN);
  if (status === 401 || status === 403) return new VoxreelError(status === 401 ? 'unauthorized' : 'forbidden', message, { status });
  return new VoxreelError('connection_failed', message || 'The WebSocket was refused.', { retryable: true });
}

function wireOf(socket: WebSocketLike, over: () => void): Wire {
  return {
    send(data) {
      if (socket.readyState !== 1) throw new VoxreelError('connection_lost', 'The WebSocket is closed.', { retryable: true });
      checkLength(data, websocketLimitBytes);
      socket.send(typeof data === 'string' ? data : new Uint8Array(data));
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    maxMessageBytes: websocketLimitBytes,
    close(code = 1000, reason = '') {
      over();
      socket.close(code, reason);
    },
  };
}

/** The transport over WebSocket: sound travels as Base64 in events. */
export const websocket = createWebsocketTransport();
