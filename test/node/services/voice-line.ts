// A service's codec on a socket to its maker, as the relay runs it: what a page says goes in, what a page hears comes out.
import assert from 'node:assert/strict';

import { WebSocket } from 'ws';
import type { ClientEvent, SessionConfig } from 'voxreel';
import type { Conversation, Frame, Service } from 'voxreel/services';

import { createOutside } from '../../../src/server/backends/outside.js';

export type Said = Readonly<Record<string, unknown>>;

export interface VoiceLine {
  readonly conversation: Conversation;
  readonly heard: readonly Said[];
  say(event: ClientEvent): void;
  /** The next event of this type that no earlier call gave. */
  hear(type: string): Promise<Said>;
  readonly closed: Promise<number>;
  close(): void;
}

const dataOf = (frame: Frame): string | Uint8Array =>
  typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame);

/** Rejects where the maker refuses the handshake. */
export async function openLine(service: Service, model: string, session: SessionConfig, resume?: string): Promise<VoiceLine> {
  const { realtime } = service;
  assert.ok(realtime?.socket !== undefined && realtime.open !== undefined);
  const outside = createOutside(service, { userId: 'ann' }, {}, { timeoutMs: 60_000 });
  const { url, headers = {}, protocols = [] } = await realtime.socket({ model, session }, outside);
  const conversation = realtime.open({ model, session, audio: 'events', resume });
  const socket = new WebSocket(url, [...protocols], { headers });
  const heard: Said[] = [];
  const given = new Set<Said>();
  let waiting: (() => void)[] = [];
  let isOver = false;
  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const write = (frames: readonly Frame[] = []): void => {
    for (const frame of frames) socket.send(dataOf(frame));
  };
  const take = (events: readonly object[] = []): void => {
    heard.push(...(events as readonly Said[]));
    wake();
  };
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  void closed.then(() => {
    isOver = true;
    wake();
  });
  socket.on('message', (data: Buffer, isBinary) => {
    const { events, send } = conversation.decode(isBinary ? new Uint8Array(data) : data.toString());
    write(send);
    take(events);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => {
      write(conversation.opening);
      resolve();
    });
    socket.once('error', reject);
  });
  waiting = [];
  return {
    conversation,
    heard,
    closed,
    say(event) {
      const { send, events } = conversation.encode(event);
      write(send);
      take(events);
    },
    async hear(type) {
      for (;;) {
        const found = heard.find((event) => event['type'] === type && !given.has(event));
        if (found !== undefined) {
          given.add(found);
          return found;
        }
        assert.ok(!isOver, `the maker left before ${type}; heard ${heard.map((event) => String(event['type'])).join(', ')}`);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () => socket.close(),
  };
}
