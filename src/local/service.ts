// The local service put together: both halves behind one handler, on HTTP and WebSocket. Knows neither rendering nor sessions.
import { createAdaptorServer } from '@hono/node-server';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { defaultVendor } from '../protocol/index.js';
import { createFaults } from './faults.js';
import type { Faults } from './faults.js';
import { faultyExchange } from './faulty-exchange.js';
import { errorResponse, preflight, withCors } from './http.js';
import type { Identify } from './http.js';
import { createRealtimeService } from './realtime/realtime-service.js';
import type { RealtimeOptions } from './realtime/realtime-service.js';
import { createSynthesiser } from './speech/synthesiser.js';
import { createVideoStudio } from './video/studio.js';

export interface LocalServiceOptions {
  /** The standard key. Default `voxreel-local`. */
  readonly key?: string | undefined;
  /** The maker's word in header, subprotocol and channel names. Default `vendor`. */
  readonly vendor?: string | undefined;
  /** Lets faults be armed. Default false. */
  readonly faults?: boolean | undefined;
  /** Hosts beside this machine's own that `image` and `callback_url` may name. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Bytes of finished videos kept in memory. Default 256 MB. */
  readonly resultBytes?: number | undefined;
  readonly realtime?: RealtimeOptions | undefined;
  /** Gets one line for each HTTP request: method, path, status, milliseconds. Never a key or a body. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface LocalService {
  /** Answers one HTTP request; WebSockets need `listen`. Rejects where an armed fault cuts the line. */
  fetch(request: Request): Promise<Response>;
  /** Default: a free port on loopback. */
  listen(address?: { readonly port?: number; readonly host?: string }): Promise<{ readonly port: number; readonly url: string }>;
  readonly faults: Faults;
  /** Realtime sessions that are open now. */
  readonly openSessions: number;
  close(): Promise<void>;
}

type Listener = ReturnType<typeof createAdaptorServer>;

export function createLocalService(options: LocalServiceOptions = {}): LocalService {
  const key = options.key ?? 'voxreel-local';
  const faults = createFaults(options.faults);
  const synthesiser = createSynthesiser();
  const realtime = createRealtimeService({ ...options.realtime, key, vendor: options.vendor ?? defaultVendor, faults, synthesiser });
  const identify: Identify = (bearer) => {
    if (bearer === key) return { owner: 'key', scope: 'full' };
    return realtime.isToken(bearer) ? { owner: bearer, scope: 'realtime' } : undefined;
  };
  const studio = createVideoStudio({ identify, faults, allowedHosts: options.allowedHosts, resultBytes: options.resultBytes });
  const listeners = new Set<Listener>();
  let closing: Promise<void> | undefined;

  async function answer(request: Request): Promise<Response> {
    const answers = [faults.handle, realtime.handle, studio.handle];
    for (const handle of answers) {
      const response = await handle(request);
      if (response !== undefined) return response;
    }
    return notFound(request);
  }
  async function exchange(request: Request, destroy?: () => void): Promise<Response> {
    const startedAt = performance.now();
    const response = preflight(request) ?? withCors(await faultyExchange(faults, request, answer, destroy));
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
      listener.on('upgrade', (request: IncomingMessage, socket, head) => realtime.upgrade(request, socket, head));
      listeners.add(listener);
      return listening(listener, port, host);
    },
    faults,
    get openSessions() {
      return realtime.openSessions;
    },
    close() {
      closing ??= (async () => {
        realtime.close();
        await Promise.all([...listeners].map(closed));
        await Promise.all([studio.close(), synthesiser.close()]);
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

function listening(listener: Listener, port: number, host: string): Promise<{ port: number; url: string }> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, () => {
      listener.off('error', reject);
      const address = listener.address() as AddressInfo;
      const name = host.includes(':') ? `[${host}]` : host;
      resolve({ port: address.port, url: `http://${name}:${address.port}` });
    });
  });
}

function closed(listener: Listener): Promise<void> {
  return new Promise((resolve) => {
    listener.close(() => resolve());
    if ('closeAllConnections' in listener) listener.closeAllConnections();
  });
}
