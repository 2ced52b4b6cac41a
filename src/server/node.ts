// Runs a gateway on Node: HTTP with its limits, the relay of WebSockets, which a Request -> Response function cannot do alone, and an end that loses nothing.
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { WebSocket, WebSocketServer } from 'ws';

import { paths, realtimeSubprotocol } from '../protocol/names.js';
import { refuse } from './answers/answers.js';
import { closeCodes } from './relay/close-codes.js';
import type { Gateway, WatchedRelay } from './gateway.js';
import { handshakeRefusal } from './relay/handshake.js';
import { notePeer } from './requests/peer-address.js';
import { httpWayOut } from './node/http-way-out.js';
import { isPlainPath, rawPath } from './requests/plain-path.js';
import { relay, type Relay } from './relay/relay.js';
import { setWayOut } from './way-out.js';
import { writeAnswer } from './answers/write-answer.js';

export interface ServeOptions {
  /** Default 8787; 0 takes a free one. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Answers what is neither below `/v1/` nor `/health` nor `/metrics`: a site's own pages. */
  readonly pages?: ((request: Request) => Response | Promise<Response>) | undefined;
  /** The same for an app that is written for Node's own server, such as one of Express. Wins over `pages`. */
  readonly app?: ((incoming: IncomingMessage, outgoing: ServerResponse) => unknown) | undefined;
  /** Until the head of a request is there. Default 10 s. */
  readonly headersMs?: number | undefined;
  /** Until a whole request is there. Default 120 s. */
  readonly requestMs?: number | undefined;
  /** A connection without a request is kept so long: longer than a proxy before it keeps it. Default 65 s. */
  readonly keepAliveMs?: number | undefined;
  /** The head of a request. Default 16 KiB. */
  readonly headerBytes?: number | undefined;
  /** Connections at once; one more is cut off. Default 10,000. */
  readonly connections?: number | undefined;
  /** WebSockets in their handshake at once; one more is answered 503. Default 256. */
  readonly handshakes?: number | undefined;
}

export interface DrainOptions {
  /** Until what is under way is cut off. Default 10 s. */
  readonly timeoutMs?: number | undefined;
  /** Answers 503 at least so long, for those who have not heard yet. Default 500 ms. */
  readonly lingerMs?: number | undefined;
}

export interface Served {
  readonly url: string;
  readonly port: number;
  /** Sockets relayed now. */
  readonly relays: number;
  /**
   * From now on everything new is answered 503 with `connection: close`, `GET /health` too. Requests under way finish, sockets are closed with 1001
   * after their current response; at the timeout all is cut. Then nothing listens any more. May be called twice.
   */
  drain(options?: DrainOptions): Promise<void>;
  /** Drains without patience: sockets are closed at once, requests have half a second. May be called twice. */
  close(): Promise<void>;
}

export async function serve(gateway: Gateway, options: ServeOptions = {}): Promise<Served> {
  const { port = 8787, host = '127.0.0.1' } = options;
  setWayOut(httpWayOut);
  const work = createWork();
  const server = createHttpServer(gateway, options, work);
  const upgrade = createUpgrade(gateway, options.handshakes ?? 256, work);
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    upgrade(incoming, socket, head).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  const drain = createDrain(server, work, () => gateway.drain());
  return {
    port: taken,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    get relays() {
      return work.relays.size;
    },
    drain,
    close() {
      for (const one of work.relays) one.end(closeCodes.goingAway, goingAway);
      return drain({ timeoutMs: 500, lingerMs: 0 });
    },
  };
}

/** What is under way. */
interface Work {
  draining: boolean;
  readonly relays: Set<Relay>;
  /** Answers that are not written yet, and handshakes that are not done. */
  readonly tasks: Set<object>;
  readonly handshakes: Set<Duplex>;
  /** Told when one of them has ended. */
  ended: () => void;
}

const createWork = (): Work => ({ draining: false, relays: new Set(), tasks: new Set(), handshakes: new Set(), ended() {} });

const isOurs = (path: string): boolean => /^\/(?:v1\/|health$|metrics$)/.test(path);
const isHealth = (request: Request): boolean => new URL(request.url).pathname === '/health';
const goingAway = 'draining: The gateway is going away.';
const draining = (): Response => refuse(503, 'draining', 'This gateway is going away. Ask again.', '', { 'retry-after': '1' });

function createHttpServer(gateway: Gateway, options: ServeOptions, work: Work): Server {
  const { app, pages } = options;
  const answer = async (request: Request, target: string): Promise<Response> => {
    if (pages !== undefined && !isOurs(new URL(request.url).pathname)) return pages(request);
    // As it was written: what has been tidied up on its way here is not what the documents have.
    return isPlainPath(rawPath(target)) ? gateway(request) : refuse(404, 'not_found', 'There is nothing at this path.', 'path');
  };
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      notePeer(request, incoming.socket.remoteAddress);
      const response = work.draining && !isHealth(request) ? draining() : await answer(request, incoming.url ?? '');
      // Its caller learns with the answer that the next request goes elsewhere.
      if (work.draining) outgoing.setHeader('connection', 'close');
      await writeAnswer(response, outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      errorHandler: () => refuse(400, 'invalid_request', 'This is no request of HTTP as it is understood here.'),
    },
  );
  const server = createServer({
    headersTimeout: options.headersMs ?? 10_000,
    requestTimeout: options.requestMs ?? 120_000,
    keepAliveTimeout: options.keepAliveMs ?? 65_000,
    // One without is told so in the documents' words.
    requireHostHeader: false,
    maxHeaderSize: options.headerBytes ?? 16 * 1024,
    connectionsCheckingInterval: Math.min(1000, options.headersMs ?? 1000),
  });
  server.maxConnections = options.connections ?? 10_000;
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answers.set(incoming.socket, outgoing);
    work.tasks.add(outgoing);
    outgoing.once('close', () => {
      work.tasks.delete(outgoing);
      work.ended();
    });
    if (app === undefined || work.draining || isOurs((incoming.url ?? '').split('?', 1)[0] ?? '')) return void listener(incoming, outgoing);
    return void app(incoming, outgoing);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Nothing can be said to somebody who is gone, or in the middle of an answer.
    const answering = answers.get(socket);
    const midway = answering?.headersSent === true && !answering.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || midway) socket.destroy();
    else void writeRefusal(socket, clientErrors[error.code ?? '']?.() ?? refuse(400, 'invalid_request', 'This is no request of HTTP.'));
  });
  return server;
}

const clientErrors: Readonly<Record<string, () => Response>> = {
  HPE_HEADER_OVERFLOW: () => refuse(431, 'headers_too_large', 'The head of the request is too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => refuse(408, 'request_timeout', 'The request did not come to its end in time.'),
};

function createUpgrade(gateway: Gateway, atOnce: number, work: Work) {
  let sockets: WebSocketServer | undefined;
  const socketServer = ({ limits }: WatchedRelay): WebSocketServer =>
    (sockets ??= new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.messageBytes,
      handleProtocols: () => realtimeSubprotocol,
    }));

  async function open(incoming: IncomingMessage, socket: Duplex, head: Buffer, gone: AbortSignal): Promise<Response | undefined> {
    if (work.draining) return draining();
    if (work.handshakes.size > atOnce)
      return refuse(503, 'too_many_handshakes', 'Too many sockets are being opened.', '', { 'retry-after': '1' });
    const request = requestOf(incoming);
    if (request instanceof Response) return request;
    const target = await gateway.relay(request);
    if (target instanceof Response) return target;
    const release = (): void => void target.release();
    const service = gone.aborted ? undefined : await openUpstream(target, gone);
    if (service === undefined || service instanceof Response || gone.aborted || work.draining) {
      release();
      if (service instanceof WebSocket) service.terminate();
      return service instanceof Response ? service : draining();
    }
    const abandoned = (): void => (release(), service.terminate());
    socket.once('close', abandoned);
    socketServer(target).handleUpgrade(incoming, socket, head, (page) => {
      socket.off('close', abandoned);
      const relayed = relay(page, service, {
        ...target,
        holds: (data, text) => (data as Buffer).includes(text),
        beat: () => void target.prolong(),
      });
      work.relays.add(relayed);
      const ended = target.opened();
      void relayed.closed.then((summary) => {
        ended(summary);
        release();
        work.relays.delete(relayed);
        work.ended();
      });
    });
    return undefined;
  }

  return async (incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    work.handshakes.add(socket);
    const refusal = await open(incoming, socket, head, gone.signal).catch(() => refuse(500, 'gateway_error', 'The gateway failed.'));
    work.handshakes.delete(socket);
    if (refusal !== undefined) await writeRefusal(socket, refusal);
    work.ended();
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/** The handshake as a request, or the refusal of one that is none. */
function requestOf(incoming: IncomingMessage): Request | Response {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  const target = incoming.url ?? '';
  const refusal = handshakeRefusal(incoming.method ?? '', headers);
  if (refusal !== undefined) return refusal;
  // As it was written: nothing that would be tidied up to the right path.
  if (target.split('?', 1)[0] !== paths.realtime) return refuse(404, 'not_found', 'There is nothing at this path.');
  const host = `http://${incoming.headers.host ?? ''}`;
  if (!URL.canParse(target, host)) return refuse(400, 'invalid_request', 'The host is none.', 'Host');
  return notePeer(new Request(new URL(target, host), { headers }), incoming.socket.remoteAddress);
}

/** Written whole; a caller that does not hang up then is cut off. */
async function writeRefusal(socket: Duplex, refusal: Response): Promise<void> {
  const body = await refusal.text();
  const headers = { ...Object.fromEntries(refusal.headers), 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? 'Refused'}\r\n${lines.join('')}\r\n${body}`);
  const cut = setTimeout(() => socket.destroy(), 1000);
  socket.once('close', () => clearTimeout(cut));
  // What it still sends is read by nobody.
  socket.resume();
}

/** The most of a refusal that is read, in bytes. */
const refusalBytes = 64 * 1024;
/** One message of the service: common servers send no larger one. */
const serviceMessageBytes = 16 * 1024 * 1024;

/** An open socket to the service, or the refusal to answer with. */
function openUpstream({ url, headers, limits, refusal }: WatchedRelay, gone: AbortSignal): Promise<WebSocket | Response> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { headers, followRedirects: false, perMessageDeflate: false, maxPayload: serviceMessageBytes });
    const settle = (result: WebSocket | Response): void => {
      clearTimeout(timer);
      gone.removeEventListener('abort', leave);
      resolve(result);
      if (result !== socket) socket.terminate();
    };
    const leave = (): void => settle(refuse(502, 'upstream_unreachable', 'The service could not be reached.'));
    const timer = setTimeout(() => settle(refuse(504, 'upstream_timeout', 'The service did not answer in time.')), limits.timeoutMs);
    gone.addEventListener('abort', leave);
    socket.once('open', () => {
      // The first messages may come with the handshake: none is read before the relay stands.
      socket.pause();
      settle(socket);
    });
    socket.once('unexpected-response', (_request, answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      const whole = (): void => settle(refusal(answer.statusCode ?? 502, Buffer.concat(chunks).toString(), headersOf(answer)));
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.byteLength;
        if (length <= refusalBytes) chunks.push(chunk);
        else whole();
      });
      answer.once('end', whole);
      answer.once('error', whole);
    });
    socket.on('error', leave);
  });
}

/** Until a farewell that comes at the timeout is answered. */
const lastWordsMs = 500;

function createDrain(server: Server, work: Work, begun: () => void): Served['drain'] {
  let done: Promise<void> | undefined;
  let giveUp = (): void => {};
  const idle = (): boolean => work.tasks.size + work.relays.size + work.handshakes.size === 0;

  async function drained(lingerMs: number): Promise<void> {
    let lingered = false;
    for (const one of work.relays) one.drain();
    await new Promise<void>((resolve) => {
      giveUp = resolve;
      work.ended = () => {
        if (lingered && idle()) resolve();
      };
      setTimeout(() => {
        lingered = true;
        work.ended();
      }, lingerMs);
    });
    const relays = [...work.relays];
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const one of relays) one.end(closeCodes.goingAway, goingAway);
    for (const socket of work.handshakes) socket.destroy();
    const cut = setTimeout(() => {
      for (const one of relays) one.cut();
      server.closeAllConnections();
    }, lastWordsMs);
    await closed;
    clearTimeout(cut);
  }

  return ({ timeoutMs = 10_000, lingerMs = 500 } = {}) => {
    work.draining = true;
    begun();
    done ??= drained(lingerMs);
    const timer = setTimeout(() => giveUp(), timeoutMs);
    return done.finally(() => clearTimeout(timer));
  };
}
