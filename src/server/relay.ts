// Two sockets made one: what comes from the page goes to the service and back. Reads no event.
import { WebSocket } from 'ws';

import type { RelayTarget } from './gateway.js';

/** Beyond this much unsent, the other side is not read from until it is below again. */
const highWaterBytes = 1024 * 1024;

/** An open socket to the service, or a rejection. */
export function openUpstream({ url, headers }: RelayTarget, timeoutMs = 15_000): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers, handshakeTimeout: timeoutMs, followRedirects: false, perMessageDeflate: false });
    // The first messages may come with the handshake: none is read before the relay stands.
    socket.once('open', () => {
      socket.pause();
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Relays until one side closes, then closes the other with the same code. */
export function relaySockets(page: WebSocket, service: WebSocket): void {
  pipe(page, service);
  pipe(service, page);
  service.resume();
}

function pipe(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => {
    if (to.readyState !== WebSocket.OPEN) return;
    to.send(data, { binary: isBinary }, () => {
      if (from.isPaused && to.bufferedAmount < highWaterBytes) from.resume();
    });
    if (to.bufferedAmount > highWaterBytes) from.pause();
  });
  from.on('close', (code, reason) => close(to, code, reason.toString()));
  from.on('error', () => close(to, 1011, 'The other side failed.'));
}

/** Codes such as 1005 and 1006 say how a socket ended and cannot be sent. */
function close(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === WebSocket.CONNECTING) return socket.terminate();
  const sendable = code === 1000 || (code >= 1001 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);
  socket.close(sendable ? code : 1011, reason.slice(0, 120));
}
