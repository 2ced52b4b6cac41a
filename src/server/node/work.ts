// What is under way on a server that hosts a gateway, and the end of it all.
import type { Duplex } from 'node:stream';

import { closeCodes } from '../relay/close-codes.js';
import type { Relay } from '../relay/relay.js';
import { createConnections, type ConnectionLimits, type Connections } from './connections.js';

export interface Work {
  draining: boolean;
  readonly connections: Connections;
  readonly relays: Set<Relay>;
  /** Sockets whose handshake is not done. */
  readonly handshakes: Set<Duplex>;
  /** Called after each of them that has ended. */
  ended: () => void;
}

export function createWork(limits: ConnectionLimits): Work {
  const connections = createConnections(limits, () => work.ended());
  const work: Work = { draining: false, connections, relays: new Set(), handshakes: new Set(), ended() {} };
  return work;
}

/** How long to wait for what is under way. */
export interface DrainOptions {
  /** Until what is under way is cut off. Default 10 s. */
  readonly timeoutMs?: number | undefined;
  /** Answers 503 for at least this long, for clients that do not know yet. Default 500 ms. */
  readonly lingerMs?: number | undefined;
}

/** Ends a server without breaking what is under way. */
export type Drain = (options?: DrainOptions) => Promise<void>;

export interface DrainSteps {
  /** Called first. */
  begun(): void;
  /** Stops the server, where it is the gateway's own. */
  stop?(): Promise<void>;
  /** Cuts every connection that is still open. */
  cut(): void;
}

const goingAway = 'draining: The gateway is going away.';
/** Until a farewell that comes at the timeout is answered. */
const lastWordsMs = 500;

/** Closes all sockets at once. */
export const endRelays = ({ relays }: Work): void => [...relays].forEach((relay) => relay.end(closeCodes.goingAway, goingAway));

export function createDrain(work: Work, { begun, stop = async () => {}, cut }: DrainSteps): Drain {
  let done: Promise<void> | undefined;
  let giveUp = (): void => {};
  const isIdle = (): boolean => work.connections.pending + work.relays.size + work.handshakes.size === 0;

  async function drained(lingerMs: number): Promise<void> {
    let lingered = false;
    for (const relay of work.relays) relay.drain();
    await new Promise<void>((resolve) => {
      giveUp = resolve;
      work.ended = () => {
        if (lingered && isIdle()) resolve();
      };
      setTimeout(() => {
        lingered = true;
        work.ended();
      }, lingerMs);
    });
    const idle = new Promise<void>((resolve) => {
      work.ended = () => {
        if (isIdle()) resolve();
      };
    });
    const stopped = stop();
    endRelays(work);
    for (const socket of work.handshakes) socket.destroy();
    const late = setTimeout(() => {
      for (const relay of work.relays) relay.cut();
      cut();
    }, lastWordsMs);
    work.ended();
    await Promise.all([idle, stopped]);
    clearTimeout(late);
  }

  return ({ timeoutMs = 10_000, lingerMs = 500 } = {}) => {
    work.draining = true;
    begun();
    done ??= drained(lingerMs);
    const timer = setTimeout(() => giveUp(), timeoutMs);
    return done.finally(() => clearTimeout(timer));
  };
}
