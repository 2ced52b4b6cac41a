// A page's socket through a gateway that listens, before one service.
import assert from 'node:assert/strict';

import { WebSocket } from 'ws';
import type { Service } from 'voxreel';
import { createGateway } from 'voxreel/server';
import type { Gateway, GatewayLogEntry, GatewayOptions } from 'voxreel/server';
import { serve } from 'voxreel/server/node';

import { createTaskIds } from '../../../src/server/task-ids.js';

export type Said = Readonly<Record<string, unknown>>;

export interface RelayedTalk {
  readonly gateway: Gateway;
  readonly url: string;
  /** What stands for its user where a maker hears who speaks. */
  readonly userId: string;
  /** Entries of the gateway's log. */
  readonly log: readonly GatewayLogEntry[];
  /** A ticket for the model. */
  ticket(): Promise<string>;
  /** A page's socket. */
  open(options?: { readonly subprotocols?: readonly string[] }): Promise<PageSocket>;
  close(): Promise<void>;
}

export interface PageSocket {
  readonly heard: readonly Said[];
  say(event: object): void;
  /** The next event of this type that no earlier call gave. Rejects when the socket closes before. */
  hear(type: string): Promise<Said>;
  /** Code and reason. */
  readonly closed: Promise<readonly [code: number, reason: string]>;
  close(): void;
}

const secret = 'a long random text of the site';

export async function talkThrough(service: Service, model: string, options: Partial<GatewayOptions> = {}): Promise<RelayedTalk> {
  const log: GatewayLogEntry[] = [];
  const gateway = createGateway({
    services: [service],
    secret,
    authorize: () => ({ id: 'ann' }),
    origins: '*',
    log: (entry) => void log.push(entry),
    ...options,
  });
  const served = await serve(gateway, { port: 0 });
  const ticket = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${served.url}/v1/realtime/sessions`, { method: 'POST', headers, body: JSON.stringify({ model }) });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return (JSON.parse(text) as { readonly client_secret: { readonly value: string } }).client_secret.value;
  };
  return {
    gateway,
    url: served.url,
    userId: await createTaskIds(secret).digest('user', 'ann'),
    log,
    ticket,
    async open({ subprotocols } = {}) {
      const offered = ['realtime', `vendor-insecure-api-key.${await ticket()}`, ...(subprotocols ?? ['vendor-beta.realtime-v1'])];
      const address = `${served.url.replace('http', 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`;
      return pageSocket(new WebSocket(address, offered));
    },
    close: () => served.close(),
  };
}

async function pageSocket(socket: WebSocket): Promise<PageSocket> {
  const heard: Said[] = [];
  const given = new Set<Said>();
  const waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  let end: readonly [number, string] | undefined;
  const closed = new Promise<readonly [number, string]>((resolve) =>
    socket.once('close', (code, reason) => {
      end = [code, reason.toString()];
      resolve(end);
      wake();
    }),
  );
  socket.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString()) as Said);
    wake();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    heard,
    closed,
    say: (event) => socket.send(JSON.stringify(event)),
    async hear(type) {
      for (;;) {
        const found = heard.find((event) => event['type'] === type && !given.has(event));
        if (found !== undefined) {
          given.add(found);
          return found;
        }
        if (end !== undefined)
          throw new Error(`closed with ${end.join(' ')} before ${type}; heard ${heard.map((one) => one['type']).join(', ')}`);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () => socket.close(),
  };
}
