// Requests that leave by Node's own client: what goes out, what comes back whole or in pieces, and what breaks off.
import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { createHttpWayOut } from '../../../src/server/node/http-way-out.js';
import { wayOut as byFetch, type ServiceAnswer, type WayOutInit } from '../../../src/server/way-out.js';

const wayOut = createHttpWayOut();
let base: string;
let connections = 0;
let came: { readonly method: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
let answer: (outgoing: ServerResponse) => void;
const service = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    came.push({ method: incoming.method ?? '', headers: incoming.headers, body: Buffer.concat(chunks).toString() });
    answer(outgoing);
  });
}).on('connection', () => (connections += 1));
before(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
after(() => {
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  came = [];
  answer = (outgoing) => outgoing.end('whole');
});

const send = (init: Partial<WayOutInit> = {}, url = base): Promise<ServiceAnswer> =>
  wayOut(url, { method: 'GET', headers: {}, signal: new AbortController().signal, ...init });
const textOf = ({ buffered, body }: ServiceAnswer): Promise<string> => new Response(buffered ?? body).text();
const unreachable = { name: 'TypeError', message: 'The service could not be reached.' };

describe('what goes out', () => {
  it('is the method, the headers, and a body of text or bytes with its length', async () => {
    await send({ method: 'POST', headers: { accept: 'video/mp4', 'x-own': '1' }, body: 'für' });
    await send({ method: 'PUT', body: new Uint8Array([0x61, 0x62]) });
    await send({ method: 'DELETE' });
    assert.deepEqual(
      came.map(({ method, body, headers }) => [method, body, headers['content-length'], headers.accept, headers['x-own']]),
      [
        ['POST', 'für', '4', 'video/mp4', '1'],
        ['PUT', 'ab', '2', '*/*', undefined],
        ['DELETE', '', undefined, '*/*', undefined],
      ],
    );
  });

  it('is nothing with a body of another kind', async () => {
    await assert.rejects(send({ method: 'POST', body: new URLSearchParams('a=b') }), { name: 'TypeError', message: /string or bytes/ });
    assert.equal(came.length, 0);
  });

  it('takes a connection that stands', async () => {
    await send();
    const before = connections;
    for (let time = 0; time < 3; time += 1) await send();
    assert.equal(connections, before);
  });
});

describe('what comes back', () => {
  it('is whole where it says how long it is, and that is little', async () => {
    answer = (outgoing) => {
      outgoing.writeHead(200, { 'content-length': 10 });
      outgoing.write('first');
      setImmediate(() => outgoing.end('thing'));
    };
    const found = await send();
    assert.deepEqual([found.body, await textOf(found)], [null, 'firstthing']);
  });

  it('is a stream where it does not, where it is long, and where that is wanted', async () => {
    const ways: readonly [(outgoing: ServerResponse) => void, Partial<WayOutInit>, number][] = [
      [(outgoing) => (outgoing.flushHeaders(), outgoing.end('whole')), {}, 5],
      [
        (outgoing) => outgoing.writeHead(200, { 'content-length': 1024 * 1024 + 1 }).end(Buffer.alloc(1024 * 1024 + 1)),
        {},
        1024 * 1024 + 1,
      ],
      [(outgoing) => outgoing.end('whole'), { streamed: true }, 5],
    ];
    for (const [how, init, length] of ways) {
      answer = how;
      const found = await send(init);
      assert.equal(found.buffered, undefined);
      assert.ok(found.body !== null);
      assert.equal((await textOf(found)).length, length);
    }
    answer = (outgoing) => outgoing.writeHead(200, { 'content-length': 1024 * 1024 }).end(Buffer.alloc(1024 * 1024));
    assert.equal((await send()).buffered?.byteLength, 1024 * 1024);
  });

  it('has its status, and every header as often as it came', async () => {
    for (const [status, ok] of [
      [200, true],
      [299, true],
      [300, false],
      [404, false],
    ] as const) {
      answer = (outgoing) => outgoing.writeHead(status, { 'set-cookie': ['a=1', 'b=2'], 'x-own': 'c' }).end();
      const found = await send();
      assert.deepEqual([found.status, found.ok], [status, ok]);
      assert.deepEqual([found.headers.getSetCookie(), found.headers.get('x-own')], [['a=1', 'b=2'], 'c']);
    }
  });

  it('has no body where its status has none', async () => {
    for (const status of [204, 205, 304]) {
      answer = (outgoing) => outgoing.writeHead(status, { 'content-length': 0 }).end();
      const found = await send({ streamed: true });
      assert.deepEqual([found.status, found.ok, found.body, found.buffered], [status, status < 300, null, undefined]);
    }
  });

  it('is unpacked where it comes packed', async () => {
    for (const [name, packed] of [
      ['gzip', gzipSync('whole')],
      [' GZip', gzipSync('whole')],
      ['deflate', deflateSync('whole')],
      ['br', brotliCompressSync('whole')],
      ['identity', Buffer.from('whole')],
    ] as const) {
      answer = (outgoing) => outgoing.writeHead(200, { 'content-encoding': name, 'content-length': packed.byteLength }).end(packed);
      assert.equal(await textOf(await send()), 'whole', name);
    }
  });
});

describe('what takes too long', () => {
  it('is given up, before its head and before the end of a body that is handed on whole', async () => {
    const held: ServerResponse[] = [];
    const cut = (outgoing: ServerResponse) => {
      held.push(outgoing);
      return once(outgoing, 'close');
    };
    let closed: Promise<unknown> = Promise.resolve();
    answer = (outgoing) => void (closed = cut(outgoing));
    await assert.rejects(send({ timeoutMs: 50 }), { name: 'TooSlow' });
    await closed;
    answer = (outgoing) => {
      closed = cut(outgoing);
      outgoing.writeHead(200, { 'content-length': 10 }).write('half');
    };
    await assert.rejects(send({ timeoutMs: 50 }), { name: 'TooSlow' });
    await closed;
    assert.equal(held.length, 2);
  });

  it("is given up by the runtime's own fetch as well", async () => {
    answer = () => {};
    await assert.rejects(byFetch(base, { method: 'GET', headers: {}, timeoutMs: 50 }), { name: 'TooSlow' });
    const caller = new AbortController();
    answer = () => caller.abort(new Error('gone'));
    await assert.rejects(byFetch(base, { method: 'GET', headers: {}, signal: caller.signal }), /gone/);
  });
});

describe('what breaks off', () => {
  const half = (headers: Record<string, string | number>, piece: Buffer | string) => (outgoing: ServerResponse) => {
    outgoing.writeHead(200, headers);
    outgoing.write(piece, () => outgoing.destroy());
  };

  it('is an error, however it was to come', async () => {
    answer = half({ 'content-length': 100 }, 'half');
    await assert.rejects(send());
    for (const headers of [{}, { 'content-encoding': 'gzip' }]) {
      answer = half(headers, gzipSync('a'.repeat(100)).subarray(0, 12));
      const found = await send();
      await assert.rejects(textOf(found));
    }
    answer = (outgoing) => outgoing.writeHead(200, { 'content-encoding': 'br' }).end('not packed at all');
    const found = await send();
    await assert.rejects(textOf(found));
  });

  it('is said as fetch says it', async () => {
    answer = (outgoing) => outgoing.destroy();
    await assert.rejects(send(), unreachable);
    await assert.rejects(send({}, 'http://127.0.0.1:9'), (error: Error) => {
      assert.deepEqual({ name: error.name, message: error.message }, unreachable);
      return (error.cause as { code: string }).code === 'ECONNREFUSED';
    });
    await assert.rejects(send({}, base.replace('http:', 'https:')), unreachable);
  });

  it('ends when the caller leaves, and stops listening to the caller once it is over', async () => {
    const [before, during] = [new AbortController(), new AbortController()];
    const reason = new Error('gone');
    before.abort(reason);
    await assert.rejects(send({ signal: before.signal }), reason);
    assert.equal(came.length, 0);
    const cut = new Promise<void>((resolve) => {
      answer = (outgoing) => {
        outgoing.once('close', resolve);
        during.abort(reason);
      };
    });
    await assert.rejects(send({ signal: during.signal }), { ...unreachable, cause: reason });
    await cut;
    const caller = new AbortController();
    answer = () => caller.abort('left');
    await assert.rejects(send({ signal: caller.signal }), (error: Error) => (error.cause as Error).message === 'The caller has left.');
    answer = (outgoing) => outgoing.end('whole');
    const { signal } = new AbortController();
    await send({ signal });
    while (getEventListeners(signal, 'abort').length > 0) await new Promise(setImmediate);
  });
});
