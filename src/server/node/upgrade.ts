// The upgrade of a request to a WebSocket: admitted by the gateway, opened at the service, relayed.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

import { WebSocketServer, type WebSocket } from 'ws';

import { paths, realtimeSubprotocol } from '../../protocol/names.js';
import { refuse } from '../answers/answers.js';
import type { Gateway } from '../gateway.js';
import type { WatchedRelay } from '../relay/calls.js';
import { handshakeRefusal } from '../relay/handshake.js';
import { relay } from '../relay/relay.js';
import type { RelaySocket } from '../relay/relay-socket.js';
import { translatedSocket, type ServicePlace, type TranslatedSocket } from '../relay/translated-socket.js';
import { notePeer } from '../requests/peer-address.js';
import { onFragment } from './fragments.js';
import { draining, pathOf } from './listener.js';
import { headersOf, openUpstream } from './upstream-socket.js';
import type { Work } from './work.js';
import { writeRefusal } from './write-refusal.js';
import { isResponse } from '../answers/buffered-response.js';

export type Upgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** `atOnce`: handshakes at the same time. */
export function createUpgrade(gateway: Gateway, atOnce: number, work: Work): Upgrade {
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
    if (isResponse(request)) return request;
    const target = await gateway.relay(request);
    if (isResponse(target)) return target;
    const release = (): void => void target.release();
    const service = await serviceOf(target, gone, work);
    if (isResponse(service)) {
      release();
      return service;
    }
    const abandoned = (): void => (release(), service.terminate());
    socket.once('close', abandoned);
    socketServer(target).handleUpgrade(incoming, socket, head, (page) => {
      socket.off('close', abandoned);
      const relayed = relay(page, service, {
        ...target,
        holds,
        beat: () => void target.prolong(),
      });
      onFragment(socket, relayed.fragment);
      work.relays.add(relayed);
      const ended = target.opened(relayed);
      void relayed.closed.then((summary) => {
        ended({ ...summary, unserved: 'wasServed' in service && !service.wasServed });
        release();
        work.relays.delete(relayed);
        work.ended();
      });
    });
    return undefined;
  }

  async function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    work.handshakes.add(socket);
    const refusal = await open(incoming, socket, head, gone.signal).catch(() => refuse(500, 'gateway_error', 'The gateway failed.'));
    work.handshakes.delete(socket);
    if (refusal !== undefined) await writeRefusal(socket, refusal);
    work.ended();
  }

  return (incoming, socket, head) => {
    socket.on('error', () => socket.destroy());
    upgrade(incoming, socket, head).catch(() => socket.destroy());
  };
}

/** The few words that are looked for in every message, as bytes. */
const needles = new Map<string, Buffer>();
const needleOf = (text: string): Buffer => {
  const needle = needles.get(text) ?? Buffer.from(text);
  needles.set(text, needle);
  return needle;
};

/** No byte is copied. */
const holds = (data: Uint8Array, text: string): boolean =>
  (data instanceof Buffer ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength)).includes(needleOf(text));

/** The service's side of the relay, or the refusal to answer with. */
async function serviceOf(target: WatchedRelay, gone: AbortSignal, work: Work): Promise<RelaySocket | TranslatedSocket | Response> {
  if (gone.aborted) return draining();
  const dial = (place: ServicePlace): Promise<WebSocket | Response> => openUpstream(place, target.limits.timeoutMs, gone);
  const service = await (target.translation === undefined ? dial(target) : translatedSocket(target.translation, dial));
  if (isResponse(service) || !(gone.aborted || work.draining)) return service;
  service.terminate();
  return draining();
}

/** The handshake as a request, or the refusal of one that is none. */
function requestOf(incoming: IncomingMessage): Request | Response {
  const headers = headersOf(incoming);
  const refusal = handshakeRefusal(incoming.method ?? '', headers);
  if (refusal !== undefined) return refusal;
  // As it was written: a path that had to be normalized first is another one.
  if (pathOf(incoming) !== paths.realtime) return refuse(404, 'not_found', 'There is nothing at this path.');
  const target = incoming.url ?? '';
  // Every socket of Bun has `encrypted`, which is false on one that is not.
  const { encrypted = false } = incoming.socket as Partial<TLSSocket>;
  const host = `${encrypted ? 'https' : 'http'}://${incoming.headers.host ?? ''}`;
  if (!URL.canParse(target, host)) return refuse(400, 'invalid_request', 'The Host header is not valid.', 'Host');
  return notePeer(new Request(new URL(target, host), { headers }), incoming.socket.remoteAddress);
}
