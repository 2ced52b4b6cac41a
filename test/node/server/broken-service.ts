// A service that breaks the rules of HTTP itself: the bytes it is given, from a bare socket.
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What is done with a request, once its head is there. */
export type Misbehavior = (socket: Socket, path: string) => void;

export interface BrokenService {
  readonly url: string;
  misbehave: Misbehavior;
  close(): void;
}

export async function brokenService(): Promise<BrokenService> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      const [, path] = /^(?:GET|POST|HEAD) (\S+) HTTP/.exec(chunk.toString('latin1')) ?? [];
      if (path !== undefined) service.misbehave(socket, path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: BrokenService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: (socket) => socket.destroy(),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return service;
}

const head = (type: string, length: number | 'chunked'): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`}\r\n\r\n`;

function withoutEnd(socket: Socket, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** By name; `type` is the one a good answer would have. */
export const misbehaviors: Readonly<Record<string, (type: string) => Misbehavior>> = {
  'says nothing': () => () => {},
  'hangs up without a word': () => (socket) => socket.end(),
  'resets the line': () => (socket) => socket.resetAndDestroy(),
  'falls silent after the head': (type) => (socket) => void socket.write(head(type, 100)),
  'falls silent in the middle': (type) => (socket) => void socket.write(`${head(type, 100)}{"task_id":`),
  'breaks off in the middle': (type) => (socket) => void socket.end(`${head(type, 100)}{"task_id":`),
  'says a length that is too short': (type) => (socket) => void socket.write(`${head(type, 5)}{"task_id":"1"}`),
  'never ends the body': (type) => (socket) => {
    socket.write(head(type, 'chunked'));
    withoutEnd(socket, `10000\r\n${'x'.repeat(0x10000)}\r\n`);
  },
  'never ends the head': () => (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    withoutEnd(socket, `x-more: ${'x'.repeat(1000)}\r\n`);
  },
  'speaks another language': () => (socket) => void socket.end('220 mail.example.org ESMTP\r\n'),
  'breaks its own chunks': (type) => (socket) => void socket.write(`${head(type, 'chunked')}zz\r\n{}\r\n`),
};
