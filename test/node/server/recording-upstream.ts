// A service that notes all that reaches it: tokens it made, sockets with their headers, messages.
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { WebSocketServer, type WebSocket } from 'ws';

export interface RecordedSocket {
  readonly socket: WebSocket;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface RecordingUpstream {
  readonly url: string;
  readonly sockets: RecordedSocket[];
  readonly messages: string[];
  /** What is done with a handshake, in place of taking it. */
  upgrade: ((incoming: IncomingMessage, socket: Duplex) => void) | undefined;
  /** The next socket that is opened. */
  next(): Promise<RecordedSocket>;
  close(): void;
}

export async function recordingUpstream(): Promise<RecordingUpstream> {
  let made = 0;
  let waiting: ((opened: RecordedSocket) => void)[] = [];
  const open = new WebSocketServer({ noServer: true });
  const server = createServer((request, answer) => {
    request.resume();
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ client_secret: { value: `token_${++made}` } }));
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {});
    if (upstream.upgrade !== undefined) return upstream.upgrade(incoming, socket);
    open.handleUpgrade(incoming, socket, head, (opened) => {
      const entry = { socket: opened, path: incoming.url ?? '', headers: incoming.headers };
      upstream.sockets.push(entry);
      opened.on('message', (data: Buffer) => upstream.messages.push(data.toString()));
      opened.on('error', () => {});
      for (const resolve of waiting) resolve(entry);
      waiting = [];
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: RecordingUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets: [],
    messages: [],
    upgrade: undefined,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      for (const client of open.clients) client.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
  return upstream;
}
