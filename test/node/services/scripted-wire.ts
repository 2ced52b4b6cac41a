// A maker's WebSocket server that says what a test tells it to, and keeps what it hears.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { WebSocketServer, type WebSocket } from 'ws';

export interface MakersConnection {
  /** As in the handshake. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed where it is JSON, bytes where it was binary and is not. */
  readonly received: readonly unknown[];
  /** The first one of this shape from now on, or before. Waits 30 s for it. */
  hears(fits: (frame: unknown) => boolean): Promise<unknown>;
  /** An object goes as JSON. */
  say(frame: object | string | Uint8Array): void;
  close(code: number, reason?: string): void;
  /** Without a farewell. */
  cut(): void;
  readonly closed: Promise<number>;
}

export interface ScriptedWire {
  readonly url: string;
  /** The connection of this number, from 0. Waits for it. */
  connection(at: number): Promise<MakersConnection>;
  readonly count: number;
  /** Handshakes are answered with this status from now on; undefined takes them again. */
  refuse: { readonly status: number; readonly body: string } | undefined;
  /** Plain requests. */
  answer: (request: IncomingMessage, body: string) => { readonly status: number; readonly body: object };
  close(): Promise<void>;
}

/** A frame that does not come in this time never will. */
const patienceMs = 30_000;

const inShort = (frame: unknown): string => (frame instanceof Uint8Array ? `${frame.length} bytes` : JSON.stringify(frame).slice(0, 300));

const parsed = (data: Buffer, binary: boolean): unknown => {
  try {
    return JSON.parse(data.toString());
  } catch {
    return binary ? new Uint8Array(data) : data.toString();
  }
};

export async function scriptedWire(): Promise<ScriptedWire> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const connections: MakersConnection[] = [];
  const waiting: (() => void)[] = [];
  const wire: ScriptedWire = {
    url: '',
    get count() {
      return connections.length;
    },
    refuse: undefined,
    answer: () => ({ status: 404, body: {} }),
    async connection(at) {
      for (;;) {
        const found = connections[at];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, body } = wire.answer(request, Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.on('upgrade', (request, socket, head) => {
    if (wire.refuse !== undefined) {
      const { status, body } = wire.refuse;
      socket.end(
        `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (connected) => {
      connections.push(connectionOf(connected, request));
      for (const resolve of waiting.splice(0)) resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(wire, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function connectionOf(socket: WebSocket, { url = '', headers }: IncomingMessage): MakersConnection {
  const received: unknown[] = [];
  const waiting: (() => void)[] = [];
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data: Buffer, binary) => {
    received.push(parsed(data, binary));
    for (const resolve of waiting.splice(0)) resolve();
  });
  return {
    url,
    headers,
    received,
    closed,
    async hears(fits) {
      const end = Date.now() + patienceMs;
      for (;;) {
        const found = received.find(fits);
        if (found !== undefined) return found;
        if (Date.now() >= end) throw new Error(`Never heard, but: ${received.map(inShort).slice(-10).join('\n')}`);
        const timer = setTimeout(() => waiting.splice(0).forEach((resolve) => resolve()), end - Date.now());
        await new Promise<void>((resolve) => waiting.push(resolve));
        clearTimeout(timer);
      }
    },
    say(frame) {
      socket.send(typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame));
    },
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.terminate(),
  };
}
