// A gateway on a server that somebody else made: beside the site's own app, and beside the sockets of others.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Duplex } from 'node:stream';

import { paths } from '../../protocol/names.js';
import type { Gateway } from '../gateway.js';
import { isHealthPath } from '../health.js';
import { setWayOut } from '../way-out.js';
import { httpWayOut } from './http-way-out.js';
import { intercept } from './intercept.js';
import { createListener, pathOf } from './listener.js';
import { createUpgrade } from './upgrade.js';
import { createDrain, createWork, endRelays, type Drain } from './work.js';

/** How a gateway is attached to a server. */
export interface AttachOptions {
  /** Whether the gateway answers the requests below `/v1/`. Default true; `false` where the app mounts the gateway itself: then only the relay is added. */
  readonly http?: boolean | undefined;
  /** Whether the gateway answers `/health` and `/ready` too, for what watches the server. Default false. */
  readonly health?: boolean | undefined;
  /** Until a client reads more of an answer; then its connection is cut. Default 30 s. */
  readonly stalledMs?: number | undefined;
  /** Requests of one connection that wait for the gateway's answer; one more ends the connection with `too_many_pipelined`. Default 16. */
  readonly pipelined?: number | undefined;
  /** WebSockets in their handshake at once; one more is answered 503. Default 256. */
  readonly handshakes?: number | undefined;
}

/** A gateway that is attached to a server. */
export interface Attached {
  /** Sockets relayed now. */
  readonly relays: number;
  /** Requests that wait for the gateway's answer now. */
  readonly pending: number;
  /**
   * From now on every new request to the gateway is answered 503. Those under way finish, sockets are closed with 1001 after their current response;
   * at the timeout they are cut. The server itself goes on: close it afterwards. May be called twice.
   */
  readonly drain: Drain;
  /** Drains without patience, and takes the gateway off the server, which goes on without it. May be called twice. */
  close(): Promise<void>;
}

/** Adds the gateway to `server`: its HTTP paths below `/v1/`, with `health` those for monitoring, and the relay of WebSockets at `/v1/realtime`. All else stays with the server's listeners. */
export function attach(gateway: Gateway, server: Server | SecureServer, options: AttachOptions = {}): Attached {
  const { http = true, health = false, stalledMs = 30_000, pipelined = 16, handshakes = 256 } = options;
  setWayOut(httpWayOut);
  const work = createWork({ pipelined, perAddress: false, stalledMs });
  const listener = createListener(gateway, work);
  const upgrade = createUpgrade(gateway, handshakes, work);
  // With no listener Node takes an upgrade for an ordinary request. An upgrade that is nobody's would stay open for ever.
  const unclaimed = (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (server.listenerCount('upgrade') === 1) upgrade(incoming, socket, head);
  };
  server.on('upgrade', unclaimed);
  const undo = intercept(server, {
    request(incoming: IncomingMessage, outgoing: ServerResponse) {
      const path = pathOf(incoming);
      if (!(http && path.startsWith('/v1/')) && !(health && isHealthPath(path))) return false;
      if (work.connections.track(outgoing)) listener(incoming, outgoing);
      return true;
    },
    upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer) {
      if (pathOf(incoming) !== paths.realtime) return false;
      upgrade(incoming, socket, head);
      return true;
    },
  });
  const drain = createDrain(work, { begun: () => gateway.drain(), cut: () => work.connections.cut() });
  return {
    get relays() {
      return work.relays.size;
    },
    get pending() {
      return work.connections.pending;
    },
    drain,
    async close() {
      endRelays(work);
      await drain({ timeoutMs: 500, lingerMs: 0 });
      undo();
      server.off('upgrade', unclaimed);
    },
  };
}
