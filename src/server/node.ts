// Runs a gateway on Node: HTTP, and the relay of WebSockets, which a Request -> Response function cannot do alone.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { getRequestListener } from '@hono/node-server';
import { WebSocket, WebSocketServer } from 'ws';

import { realtimeSubprotocol } from '../protocol/names.js';
import type { Gateway } from './gateway.js';
import type { RelayTarget } from './realtime-routes.js';

export interface ServeOptions {
  /** Default 8787; 0 takes a free one. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Answers what is not below `/v1/`: a site's own pages. */
  readonly pages?: ((request: Request) => Response | Promise<Response>) | undefined;
}

export interface Served {
  readonly url: string;
  readonly port: number;
  /** Stops listening, ends open sockets, and resolves when all is closed. May be called twice. */
  close(): Promise<void>;
}

export async function serve(gateway: Gateway, { port = 8787, host = '127.0.0.1', pages }: ServeOptions = {}): Promise<Served> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1024 * 1024,
    handleProtocols: (offered) => (offered.has(realtimeSubprotocol) ? realtimeSubprotocol : false),
  });
  const answer = (request: Request) =>
    pages === undefined || new URL(request.url).pathname.startsWith('/v1/') ? gateway(request) : pages(request);
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }));

  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    void (async () => {
      const target = await gateway.relay(requestOf(incoming));
      if (target instanceof Response) return writeRefusal(socket, target);
      const upstream = await openUpstream(target).catch(() => undefined);
      if (upstream === undefined)
        return writeRefusal(
          socket,
          new Response('{"code":"upstream_unreachable","message":"The service could not be reached.","param":"","type":"server_error"}', {
            status: 502,
          }),
        );
      if (socket.destroyed) return upstream.close();
      sockets.handleUpgrade(incoming, socket, head, (page) => relaySockets(page, upstream));
    })();
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  let closing: Promise<void> | undefined;
  return {
    port: taken,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () => {
      closing ??= new Promise((resolve) => {
        for (const socket of sockets.clients) socket.close(1001, 'The gateway is going away.');
        server.close(() => resolve());
        setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate();
          server.closeAllConnections();
        }, 500).unref();
      });
      return closing;
    },
  };
}

function requestOf(incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`), { headers });
}

async function writeRefusal(socket: Duplex, refusal: Response): Promise<void> {
  const body = await refusal.text();
  socket.end(
    `HTTP/1.1 ${refusal.status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Beyond this much unsent, the other side is not read from until it is below again. */
const highWaterBytes = 1024 * 1024;

/** An open socket to the service, or a rejection. */
function openUpstream({ url, headers }: RelayTarget, timeoutMs = 15_000): Promise<WebSocket> {
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
function relaySockets(page: WebSocket, service: WebSocket): void {
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
