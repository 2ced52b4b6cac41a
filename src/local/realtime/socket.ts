// One WebSocket as a wire of the engine: texts both ways, heartbeats, back-pressure told.
import { WebSocket } from 'ws';

import type { Connection, ServerWire } from './connection.js';

const heartbeatMs = 30_000;
const unsupportedData = 1003;

/** Serves `socket` until either side is done. */
export function serveSocket(socket: WebSocket, open: (wire: ServerWire) => Connection, closed: () => void): void {
  let alive = true;
  const heartbeat = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, heartbeatMs);
  const wire: ServerWire = {
    outlet: { kind: 'events', play() {}, clear: () => 0, bufferedBytes: () => socket.bufferedAmount },
    send: (text) => void (socket.readyState === WebSocket.OPEN && socket.send(text)),
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.terminate(),
  };
  const connection = open(wire);
  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(unsupportedData, 'Each message is a JSON text.');
    connection.receiveText(textOf(data));
  });
  socket.on('pong', () => void (alive = true));
  // A broken frame or an oversized message: `close` follows.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(heartbeat);
    connection.close();
    closed();
  });
}

export function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data as Uint8Array).toString('utf8');
}
