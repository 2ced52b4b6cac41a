// Client connections and the responses each of them waits for. What a connection holds is released when it ends.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { refuse } from '../answers/answers.js';
import { addressGroup } from '../state/rate.js';
import { writeRefusal } from './write-refusal.js';

export interface ConnectionLimits {
  /** Requests of one connection that wait for their answer. */
  readonly pipelined: number;
  /** Connections of one address. */
  readonly perAddress: number | false;
  /** Until a client reads more of an answer that waits for it. */
  readonly stalledMs: number;
}

export interface Connections {
  /** Responses that are not written yet. */
  readonly pending: number;
  /** Counts a new connection by its address, and refuses one too many. */
  opened(socket: Socket): void;
  /** Tracks a response until it is written or its connection ends. False where the connection has been refused: nothing on it is answered. */
  track(response: ServerResponse): boolean;
  /** Whether a part of an answer has been written, so that nothing else can be said. */
  isAnswering(socket: Duplex): boolean;
  /** Cuts the connections that still wait for an answer. */
  cut(): void;
}

/** `released` is called after each response that is no longer pending. */
export function createConnections({ pipelined, perAddress, stalledMs }: ConnectionLimits, released: () => void): Connections {
  const responsesOf = new Map<Duplex, Set<ServerResponse>>();
  const openOf = new Map<string, number>();
  const refused = new WeakSet<Socket>();
  let pending = 0;

  function watch(socket: Socket): Set<ServerResponse> {
    const responses = new Set<ServerResponse>();
    responsesOf.set(socket, responses);
    socket.once('close', () => {
      responsesOf.delete(socket);
      // Node emits `close` for the response it was writing, not for those that were queued behind it.
      for (const response of responses) {
        response.destroy();
        response.emit('close');
      }
    });
    return responses;
  }

  const isAnswering = (socket: Duplex): boolean =>
    [...(responsesOf.get(socket) ?? [])].some(({ headersSent, writableFinished }) => headersSent && !writableFinished);

  /** At once: each further request of the piece that is being parsed would be kept until the connection ends. */
  function refusePipelined(socket: Socket): void {
    refused.add(socket);
    if (socket.writableLength > 0 || isAnswering(socket)) return void socket.destroy();
    const message = `At most ${pipelined} requests of one connection may wait for their answer.`;
    void writeRefusal(socket, refuse(429, 'too_many_pipelined', message), 0);
  }

  return {
    get pending() {
      return pending;
    },
    opened(socket) {
      if (perAddress === false) return;
      const address = addressGroup(socket.remoteAddress ?? '');
      const open = openOf.get(address) ?? 0;
      if (open >= perAddress) {
        refused.add(socket);
        const message = 'Too many connections from this address. Behind a proxy, the site sets connectionsPerAddress to false.';
        void writeRefusal(socket, refuse(429, 'too_many_connections', message, '', { 'retry-after': '5' }));
        return;
      }
      openOf.set(address, open + 1);
      socket.once('close', () => {
        const left = (openOf.get(address) ?? 1) - 1;
        if (left === 0) openOf.delete(address);
        else openOf.set(address, left);
      });
    },
    track(response) {
      const { socket } = response.req;
      if (refused.has(socket) || socket.destroyed) return false;
      const responses = responsesOf.get(socket) ?? watch(socket);
      if (responses.size >= pipelined) {
        refusePipelined(socket);
        return false;
      }
      responses.add(response);
      pending += 1;
      response.once('close', () => {
        responses.delete(response);
        pending -= 1;
        released();
      });
      // A response that waits for the service has nothing to write and is not stalled.
      response.setTimeout(stalledMs, () => {
        if (socket.writableLength > 0) socket.destroy();
      });
      return true;
    },
    isAnswering,
    cut() {
      for (const [socket, responses] of responsesOf) if (responses.size > 0) socket.destroy();
    },
  };
}
