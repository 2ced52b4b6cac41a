// The local service put together: both halves behind one handler, on HTTP and WebSocket.
import { createAdaptorServer } from '@hono/node-server';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { defaultVendor } from '../protocol/index.js';
import { createFaults } from './faults.js';
import type { Faults } from './faults.js';
import { faultyExchange } from './faulty-exchange.js';
import { corsHeaders, refusalAtDoor } from './doorway.js';
import { errorResponse, preflight, requireKey, withCors } from './http.js';
import type { Identify } from './http.js';
import type { Origins } from '../server/requests/origin.js';
import { createId } from './realtime/identifier.js';
import { createRealtimeService } from './realtime/realtime-service.js';
import type { RealtimeOptions } from './realtime/realtime-service.js';
import { rejected } from './realtime/rejected.js';
import type { Recognise } from './realtime/transcription.js';
import { headersOf, refuse } from './realtime/socket-route.js';
import { createSynthesizer } from './speech/synthesizer.js';
import { createVideoStudio } from './video/studio.js';

/** What a local service is made of. Everything has a default. */
export interface LocalServiceOptions {
  /** The standard key, of at least 8 characters. Default: a new one, which the service has as `key`. */
  readonly key?: string | undefined;
  /** Pages of other origins that may ask, with the key or a token; `'*'` for any. Default: none. */
  readonly origins?: Origins | undefined;
  /** Names it is reached by, beside loopback and the address it listens on. Default: none. */
  readonly hosts?: readonly string[] | undefined;
  /** The maker's word in header, subprotocol and channel names. Default `vendor`. */
  readonly vendor?: string | undefined;
  /** Lets faults be armed. Default false. */
  readonly faults?: boolean | undefined;
  /** Whether `image` and `callback_url` may name this machine itself. Default false. */
  readonly allowLoopback?: boolean | undefined;
  /** Hosts that `image` and `callback_url` may name. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Bytes of finished videos kept in memory. Default 256 MB. */
  readonly resultBytes?: number | undefined;
  readonly realtime?: RealtimeOptions | undefined;
  /**
   * Recognizes what a user says, from mono samples at 24,000 Hz: then the voice answers spoken words as typed ones, and transcripts have them. Without
   * it this service measures speech and recognizes none.
   */
  readonly recognise?: Recognise | undefined;
  /** Gets one line for each HTTP request: method, path, status, milliseconds. Never a key or a body. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A local service: it answers requests, and listens where you say. */
export interface LocalService {
  /** Answers one HTTP request; WebSockets need `listen`. Rejects where an armed fault cuts the line. */
  fetch(request: Request): Promise<Response>;
  /** Default: a free port on loopback. */
  listen(address?: { readonly port?: number; readonly host?: string }): Promise<{ readonly port: number; readonly url: string }>;
  /** The standard key. */
  readonly key: string;
  readonly faults: Faults;
  /** Realtime sessions that are open now. */
  readonly openSessions: number;
  close(): Promise<void>;
}

type Listener = ReturnType<typeof createAdaptorServer>;

/** The service of the documents on this machine: it draws videos and answers by rules, with no key and no network. */
export function createLocalService(options: LocalServiceOptions = {}): LocalService {
  const { key = createId('local'), vendor = defaultVendor, recognise } = options;
  if (!/^[!-~]{8,}$/.test(key)) throw new TypeError('createLocalService: key: use at least 8 visible ASCII characters.');
  const doorway = { origins: options.origins ?? [], hosts: new Set(options.hosts) };
  const faults = createFaults(options.faults);
  const synthesizer = createSynthesizer();
  const realtime = createRealtimeService({ ...options.realtime, key, vendor, recognise, faults, synthesizer });
  const identify: Identify = (bearer) => {
    if (bearer === key) return { owner: 'key', scope: 'full' };
    return realtime.isToken(bearer) ? { owner: bearer, scope: 'realtime' } : undefined;
  };
  const reach = { allowLoopback: options.allowLoopback ?? false, allowedHosts: options.allowedHosts ?? [] };
  const studio = createVideoStudio({ identify, faults, reach, resultBytes: options.resultBytes });
  const listeners = new Set<Listener>();
  let closing: Promise<void> | undefined;

  /** A page of the allowed origins must not arm faults either, or read what others have asked. */
  async function handleFaults(request: Request): Promise<Response | undefined> {
    if (!faults.enabled || new URL(request.url).pathname !== '/faults') return undefined;
    const caller = requireKey(request, identify);
    return caller instanceof Response ? caller : faults.handle(request);
  }
  async function answer(request: Request): Promise<Response> {
    const answers = [handleFaults, realtime.handle, studio.handle];
    for (const handle of answers) {
      const response = await handle(request);
      if (response !== undefined) return response;
    }
    return notFound(request);
  }
  async function admitted(request: Request, destroy?: () => void): Promise<Response> {
    const refusal = refusalAtDoor(request.headers, doorway);
    if (refusal !== undefined) return rejected(refusal);
    const cors = corsHeaders(request.headers, doorway);
    return preflight(request, cors) ?? withCors(await faultyExchange(faults, request, answer, destroy), cors);
  }
  async function exchange(request: Request, destroy?: () => void): Promise<Response> {
    const startedAt = performance.now();
    const response = await admitted(request, destroy);
    options.log?.(`${request.method} ${new URL(request.url).pathname} ${response.status} ${Math.round(performance.now() - startedAt)} ms`);
    return response;
  }

  return {
    fetch: (request) => exchange(request),
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      const listener = createAdaptorServer({
        fetch: (request, { incoming }) => exchange(request, () => incoming.socket?.destroy()),
        overrideGlobalObjects: false,
      });
      listener.on('upgrade', (request: IncomingMessage, socket, head) => {
        const refusal = refusalAtDoor(headersOf(request), doorway);
        if (refusal === undefined) return realtime.upgrade(request, socket, head);
        socket.on('error', () => socket.destroy());
        refuse(socket, refusal);
      });
      listeners.add(listener);
      doorway.hosts.add(new URL(urlOf(host, port)).hostname);
      return listening(listener, port, host);
    },
    key,
    faults,
    get openSessions() {
      return realtime.openSessions;
    },
    close() {
      closing ??= (async () => {
        realtime.close();
        await Promise.all([...listeners].map(closed));
        await Promise.all([studio.close(), synthesizer.close()]);
      })();
      return closing;
    },
  };
}

function notFound(request: Request): Response {
  const { pathname } = new URL(request.url);
  // The documents list no 404.
  return errorResponse(400, { code: 'not_found', message: `There is nothing at ${request.method} ${pathname}.`, param: 'path' });
}

const urlOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

function listening(listener: Listener, port: number, host: string): Promise<{ port: number; url: string }> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, () => {
      listener.off('error', reject);
      const address = listener.address() as AddressInfo;
      resolve({ port: address.port, url: urlOf(host, address.port) });
    });
  });
}

function closed(listener: Listener): Promise<void> {
  return new Promise((resolve) => {
    listener.close(() => resolve());
    if ('closeAllConnections' in listener) listener.closeAllConnections();
  });
}
