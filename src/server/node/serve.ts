// A Node server of the gateway's own, with every limit that a public server needs.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { refuse } from '../answers/answers.js';
import type { Gateway } from '../gateway.js';
import { setWayOut } from '../way-out.js';
import { httpWayOut } from './http-way-out.js';
import { createListener, isOurs, pathOf, type Pages } from './listener.js';
import { createUpgrade } from './upgrade.js';
import { createDrain, createWork, endRelays, type Drain, type Work } from './work.js';
import { writeRefusal } from './write-refusal.js';

/** Where a server listens, and its limits. */
export interface ServeOptions {
  /** Default 8787; 0 takes a free one. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Answers what is neither below `/v1/` nor `/health`, `/ready` or `/metrics`: a site's own pages. */
  readonly pages?: Pages | undefined;
  /** The same for an app that is written for Node's own server, such as one of Express. Wins over `pages`. */
  readonly app?: ((incoming: IncomingMessage, outgoing: ServerResponse) => unknown) | undefined;
  /** Until the head of a request is there. Default 10 s. */
  readonly headersMs?: number | undefined;
  /** Until a whole request is there. Default 120 s. */
  readonly requestMs?: number | undefined;
  /** How long a connection without a request is kept: longer than a proxy in front keeps it. Default 65 s. */
  readonly keepAliveMs?: number | undefined;
  /** Until a client reads more of an answer; then its connection is cut. Default 30 s. */
  readonly stalledMs?: number | undefined;
  /** The head of a request. Default 16 KiB. */
  readonly headerBytes?: number | undefined;
  /** Connections at once; one more is cut off. Default 10,000. */
  readonly connections?: number | undefined;
  /** Connections of one address at once; one more is refused with `too_many_connections`. Default 256. Behind a proxy, which is one address: `false`. */
  readonly connectionsPerAddress?: number | false | undefined;
  /** Requests of one connection that wait for their answer; one more ends the connection with `too_many_pipelined`. Default 16. */
  readonly pipelined?: number | undefined;
  /** WebSockets in their handshake at once; one more is answered 503. Default 256. */
  readonly handshakes?: number | undefined;
}

/** A server that is running. */
export interface Served {
  readonly url: string;
  readonly port: number;
  /** Sockets relayed now. */
  readonly relays: number;
  /** Requests that wait for their answer now. */
  readonly pending: number;
  /**
   * From now on everything new is answered 503 with `connection: close`, `GET /ready` too. Requests under way finish, sockets are closed with 1001
   * after their current response; at the timeout all is cut. Then nothing listens any more. May be called twice.
   */
  readonly drain: Drain;
  /** Drains without patience: sockets are closed at once, requests have half a second. May be called twice. */
  close(): Promise<void>;
}

/** A Node server for a gateway, with the WebSocket relay. Rejects where the port is taken. */
export async function serve(gateway: Gateway, options: ServeOptions = {}): Promise<Served> {
  const { port = 8787, host = '127.0.0.1', pipelined = 16, connectionsPerAddress = 256, stalledMs = 30_000 } = options;
  setWayOut(httpWayOut);
  const work = createWork({ pipelined, perAddress: connectionsPerAddress, stalledMs });
  const server = createHttpServer(options, work);
  const listener = createListener(gateway, work, options.pages);
  server.on('connection', (socket: Socket) => work.connections.opened(socket));
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!work.connections.track(outgoing)) return;
    if (options.app === undefined || work.draining || isOurs(pathOf(incoming))) listener(incoming, outgoing);
    else void options.app(incoming, outgoing);
  });
  server.on('upgrade', createUpgrade(gateway, options.handshakes ?? 256, work));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const drain = createDrain(work, {
    begun: () => gateway.drain(),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    cut: () => server.closeAllConnections(),
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    get relays() {
      return work.relays.size;
    },
    get pending() {
      return work.connections.pending;
    },
    drain,
    close() {
      endRelays(work);
      return drain({ timeoutMs: 500, lingerMs: 0 });
    },
  };
}

function createHttpServer(options: ServeOptions, { connections }: Work): Server {
  const server = createServer({
    headersTimeout: options.headersMs ?? 10_000,
    requestTimeout: options.requestMs ?? 120_000,
    keepAliveTimeout: options.keepAliveMs ?? 65_000,
    // A request without one is refused with the documented error body.
    requireHostHeader: false,
    maxHeaderSize: options.headerBytes ?? 16 * 1024,
    connectionsCheckingInterval: Math.min(1000, options.headersMs ?? 1000),
  });
  server.maxConnections = options.connections ?? 10_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Nothing can be said to a client that is gone, or in the middle of an answer.
    if (error.code === 'ECONNRESET' || !socket.writable || connections.isAnswering(socket)) socket.destroy();
    else void writeRefusal(socket, clientErrors[error.code ?? '']?.() ?? refuse(400, 'invalid_request', 'The request is not valid HTTP.'));
  });
  return server;
}

const clientErrors: Readonly<Record<string, () => Response>> = {
  HPE_HEADER_OVERFLOW: () => refuse(431, 'headers_too_large', 'The head of the request is too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => refuse(408, 'request_timeout', 'The request was not complete in time.'),
};
