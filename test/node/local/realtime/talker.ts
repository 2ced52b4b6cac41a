// A realtime client for tests: sends events, keeps all that comes, waits for what is asked.
import assert from 'node:assert/strict';
import { WebSocket } from 'ws';
import { serverEvents } from 'voxreel/protocol';
import type { ClientEvent } from 'voxreel';

import { textOf } from '../../../../src/local/realtime/socket.js';

export type Received = Record<string, unknown> & { readonly type: string };

export interface Talker {
  readonly events: readonly Received[];
  send(event: ClientEvent | Record<string, unknown>): void;
  sendText(text: string): void;
  /** The first event that fits and was not yet waited for; fails after `timeoutMs`. */
  next(fits: string | ((event: Received) => boolean), timeoutMs?: number): Promise<Received>;
  /** Types in the order they came. */
  types(): string[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): Promise<void>;
}

export interface TalkerOptions {
  readonly model?: string;
  readonly headers?: Record<string, string>;
  readonly protocols?: readonly string[];
  /** Off for other dialects: their events are not the documents'. */
  readonly checkSchemas?: boolean;
}

export const standardKey = 'voxreel-local';
export const documentedHeaders = { Authorization: `Bearer ${standardKey}`, 'Vendor-Beta': 'realtime=v1' };

/** Rejects with the refused answer (`status`, `body`) where the handshake is refused. */
export async function connect(url: string, options: TalkerOptions = {}): Promise<Talker> {
  const target = `${url.replace('http', 'ws')}/v1/realtime?model=${options.model ?? 'test'}`;
  const headers = options.headers ?? (options.protocols === undefined ? documentedHeaders : {});
  const socket = new WebSocket(target, [...(options.protocols ?? [])], { headers });
  const inbox = createInbox(options.checkSchemas ?? true);
  socket.on('message', (data) => inbox.take(textOf(data)));
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
    socket.once('unexpected-response', (_, response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () => reject(new Refused(response.statusCode ?? 0, body)));
    });
  });
  socket.on('error', () => {});
  return {
    ...inbox,
    send: (event) => socket.send(JSON.stringify(event)),
    sendText: (text) => socket.send(text),
    closed,
    async close() {
      socket.close();
      await closed;
    },
  };
}

export class Refused extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: string) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = JSON.parse(body) as Record<string, unknown>;
  }
}

interface Waiting {
  fits(event: Received): boolean;
  resolve(event: Received): void;
}

export function createInbox(checkSchemas: boolean) {
  const events: Received[] = [];
  const unread: Received[] = [];
  let waiting: Waiting[] = [];

  return {
    events,
    types: () => events.map(({ type }) => type),
    take(text: string): void {
      const event = JSON.parse(text) as Received;
      if (checkSchemas) checkAgainstDocuments(event);
      events.push(event);
      const reader = waiting.find(({ fits }) => fits(event));
      if (reader === undefined) return void unread.push(event);
      waiting = waiting.filter((other) => other !== reader);
      reader.resolve(event);
    },
    next(fits: string | ((event: Received) => boolean), timeoutMs = 60_000): Promise<Received> {
      const test = typeof fits === 'string' ? ({ type }: Received) => type === fits : fits;
      const at = unread.findIndex(test);
      const found = unread[at];
      if (found !== undefined) {
        unread.splice(at, 1);
        return Promise.resolve(found);
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No ${String(fits)} came. Seen: ${summary(events)}`)), timeoutMs);
        waiting.push({
          fits: test,
          resolve: (event) => {
            clearTimeout(timer);
            resolve(event);
          },
        });
      });
    },
  };
}

const summary = (events: readonly Received[]): string => [...new Set(events.map(({ type }) => type))].join(', ');

function checkAgainstDocuments(event: Received): void {
  const schema = serverEvents[event.type as keyof typeof serverEvents];
  assert.ok(schema, `the documents know no server event ${event.type}`);
  const read = schema.safeParse(event);
  assert.ok(read.success, `${event.type} is not as documented: ${JSON.stringify(read.error?.issues)}`);
}

export const userText = (text: string, fields: Record<string, unknown> = {}) => ({
  type: 'conversation.item.create',
  ...fields,
  item: { type: 'message', role: 'user', content: [{ type: 'text', text }] },
});

/** Base64 of `seconds` of a tone at `frequencyHz` in pcm16 at 24,000 Hz. */
export function tone(seconds: number, frequencyHz = 440, amplitude = 8000): string {
  return base64(toneSamples(seconds, frequencyHz, amplitude));
}

export function toneSamples(seconds: number, frequencyHz: number, amplitude = 8000, sampleRateHz = 24_000): Int16Array {
  return Int16Array.from(
    { length: seconds * sampleRateHz },
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequencyHz * i) / sampleRateHz),
  );
}

export const silence = (seconds: number): string => base64(new Int16Array(seconds * 24_000));

export const base64 = (samples: Int16Array): string =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');

export const field = (event: Received, key: string): Record<string, unknown> => event[key] as Record<string, unknown>;
