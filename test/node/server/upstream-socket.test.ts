// What a service says instead of opening a socket.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, before, test } from 'node:test';

import { openUpstream } from '../../../src/server/node/upstream-socket.js';

let server: Server;
const sockets = new Set<Duplex>();
before(async () => {
  server = createServer().on('upgrade', (_request, socket: Duplex) => {
    sockets.add(socket.on('error', () => {}));
    // A refusal that never ends.
    socket.write('HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\n\r\n');
    const more = (): void => {
      if (!socket.destroyed) socket.write(Buffer.alloc(16 * 1024, 'no '), () => setImmediate(more));
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('a refusal without an end is read for 64 kB, and not until the time is over', async () => {
  const said: [number, number][] = [];
  const refusal = (status: number, text: string): Response => {
    said.push([status, text.length]);
    return new Response(null, { status });
  };
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await openUpstream({ url, headers: {}, refusal }, 60_000, new AbortController().signal);
  assert.ok(answer instanceof Response && answer.status === 403);
  const [[status, length] = [0, 0]] = said;
  assert.equal(status, 403);
  assert.ok(length > 0 && length <= 64 * 1024, String(length));
  // Nobody reads on.
  for (const socket of sockets) if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
});
