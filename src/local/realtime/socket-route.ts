// WebSocket handshakes: refused in HTTP before they are upgraded, or served.
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

import { paths, realtimeSubprotocol } from '../../protocol/index.js';
import type { FaultRule, RealtimeFault } from '../faults.js';
import { checkCredentials, isRejection, missingBeta, readHandshake } from './admission.js';
import type { Credentials, Rejection } from './admission.js';
import { createConnection } from './connection.js';
import { servedDialects } from './dialects.js';
import type { DialectId } from './dialects.js';
import { wait } from './pace.js';
import type { RealtimeContext } from './context.js';
import { rejectionBody, rejectionHeaders } from './rejected.js';
import { serveSocket } from './socket.js';

export interface SocketRoute {
  /** Answers one HTTP upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/** An append of the largest size fits, with its JSON around it. */
const longestMessage = 16 * 1024 * 1024;
const goingAway = 1001;

interface Admitted {
  readonly credentials: Credentials;
  readonly dialect: DialectId;
  readonly model: string;
  readonly fault: RealtimeFault | undefined;
}

export function createSocketRoute(context: RealtimeContext): SocketRoute {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(realtimeSubprotocol) ? realtimeSubprotocol : false),
  });

  async function answer(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const struck = await httpFault(context, request, socket);
    if (struck) return;
    const admitted = admit(context, request);
    if (isRejection(admitted)) return refuse(socket, admitted);
    let close = (): void => void socket.destroy();
    const leave = context.sessions.enter(() => close());
    if (typeof leave !== 'function') return refuse(socket, leave);
    admitted.credentials.use();
    // A handshake that breaks off never becomes a socket: its place is free again.
    const abandoned = (): void => leave();
    socket.once('close', abandoned);
    server.handleUpgrade(request, socket, head, (open) => {
      socket.off('close', abandoned);
      close = () => leaveFor(open);
      serve(context, open, admitted, leave);
    });
  }

  return {
    upgrade(request, socket, head) {
      // Until the handshake is done nobody else listens.
      socket.on('error', () => socket.destroy());
      answer(request, socket, head).catch(() => socket.destroy());
    },
    close: () => server.close(),
  };
}

function serve(
  { resources }: RealtimeContext,
  socket: WebSocket,
  { credentials, dialect, model, fault }: Admitted,
  leave: () => void,
): void {
  const ticket = { sessionId: credentials.sessionId, model, session: credentials.session, dialect: servedDialects[dialect], fault };
  serveSocket(socket, (wire) => createConnection(resources, wire, ticket), leave);
}

/** The service goes: a peer that does not answer the farewell is not waited for. */
function leaveFor(socket: WebSocket): void {
  socket.close(goingAway, 'The service is closing.');
  const timer = setTimeout(() => socket.terminate(), 500);
  socket.once('close', () => clearTimeout(timer));
}

export const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(Object.entries(headers).flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : [])));

function admit(context: RealtimeContext, request: IncomingMessage): Admitted | Rejection {
  const url = new URL(request.url ?? '/', 'http://service');
  if (url.pathname !== paths.realtime)
    return { status: 404, code: 'not_found', message: `There is no WebSocket at ${url.pathname}.`, param: 'path' };
  const fault = context.faults.take('realtime', { method: 'GET', path: url.pathname })?.realtime;
  const model = url.searchParams.get('model') ?? '';
  const headers = headersOf(request);
  const protocols = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== '');
  const handshake = readHandshake(headers, protocols, model, context.vendor);
  if (isRejection(handshake)) return handshake;
  const credentials = checkCredentials(handshake.bearer, context.key, context.tokens, fault);
  if (isRejection(credentials)) return credentials;
  const dialect = credentials.dialect === 'openai-ga' ? credentials.dialect : handshake.dialect;
  if (dialect === undefined) return missingBeta(context.vendor);
  return { credentials, dialect, model: model || credentials.model || 'rehearsal', fault };
}

/** True when an armed HTTP fault has ended the matter. */
async function httpFault({ faults }: RealtimeContext, request: IncomingMessage, socket: Duplex): Promise<boolean> {
  const target = { method: 'GET', path: new URL(request.url ?? '/', 'http://service').pathname };
  faults.log({ ...target, at: Date.now() });
  const rule: FaultRule | undefined = faults.take('http', target);
  if (rule === undefined) return false;
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  await wait(rule.delayMs ?? 0, gone.signal);
  if (rule.drop === true || rule.dropAfterUpload === true) socket.destroy();
  else if (rule.status !== undefined || rule.body !== undefined)
    write(socket, rule.status ?? 400, { ...rule.headers }, typeof rule.body === 'string' ? rule.body : JSON.stringify(rule.body ?? {}));
  else return false;
  return true;
}

/** Answers a handshake with the documented error. */
export function refuse(socket: Duplex, rejection: Rejection): void {
  write(socket, rejection.status, rejectionHeaders(rejection), JSON.stringify(rejectionBody(rejection)));
}

function write(socket: Duplex, status: number, headers: Record<string, string>, body: string): void {
  const lines = Object.entries({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
