// What one client may do to a server with its connections alone: nothing of it stays in memory, and nobody waits for it.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { after, afterEach, describe, it } from 'node:test';

import { serve } from 'voxreel/server/node';
import type { ServeOptions, Served } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';
import type { GatewayOptions } from 'voxreel/server';

import { cutMany } from './cut-connections.js';
import { speak } from './raw-http.js';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
const open: Served[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
after(() => Promise.all(open.map((served) => served.close())));

async function site(options: ServeOptions = {}, gateway: Partial<GatewayOptions> = {}): Promise<Served> {
  const upstream = { baseUrl: 'http://127.0.0.1:9', apiKey: 'standard_key_of_the_site' };
  const served = await serve(createGateway({ upstream, authorize: () => undefined, origins: [], ...gateway }), { port: 0, ...options });
  open.push(served);
  return served;
}

const health = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
const page = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const codeOf = (body: string): string => (JSON.parse(body) as { code: string }).code;
const until = async (holds: () => boolean): Promise<void> => {
  for (const end = performance.now() + 60_000; !holds(); await new Promise(setImmediate))
    if (performance.now() > end) throw new Error('It never came.');
};
const dial = async (port: number, said = ''): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(said);
  return socket;
};

describe('connections that are cut', { timeout: 240_000 }, () => {
  it('leave less than 10 MB behind, however many there were', async () => {
    const served = await site({}, { limits: { probes: false } });
    // Twelve of them on each: as many as are all taken, and queued behind the first.
    const cut = (count: number): Promise<number> => cutMany(served.port, (so) => so >= count, 50, health.repeat(12));
    const used = async (): Promise<number> => {
      await until(() => served.pending === 0);
      gc();
      return process.memoryUsage().heapUsed;
    };
    await cut(200);
    const before = await used();
    await cut(Number(process.env['CUT_CONNECTIONS'] ?? 1000));
    const left = (await used()) - before;
    assert.ok(left < 10 * 1024 * 1024, `${Math.round(left / 1024)} kB`);
  });

  it('leave no response behind, and a drain does not wait for them', async () => {
    const served = await site({}, { limits: { probes: false } });
    for (let round = 0; round < 10; round += 1) {
      const all = await Promise.all(Array.from({ length: 30 }, () => dial(served.port, health.repeat(12))));
      // The first of twelve answers: the others are queued behind it.
      await Promise.all(all.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
      for (const socket of all) socket.destroy();
    }
    await until(() => served.pending === 0);
    await served.drain({ lingerMs: 0, timeoutMs: 3_600_000 });
  });

  it('abort every request on them, also those that wait for their turn', async () => {
    const signals: AbortSignal[] = [];
    const served = await site({
      pages: (request) => {
        signals.push(request.signal);
        return new Promise(() => {});
      },
    });
    const socket = await dial(served.port, page.repeat(5));
    await until(() => signals.length === 5);
    assert.equal(served.pending, 5);
    socket.destroy();
    await until(() => signals.every(({ aborted }) => aborted));
    await until(() => served.pending === 0);
  });
});

describe('requests that are pipelined', { timeout: 120_000 }, () => {
  it('are answered in order while they are few', async () => {
    const served = await site();
    const last = health.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const answers = await speak(served.port, health.repeat(15) + last);
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(16).fill(200),
    );
  });

  it('end their connection when they are many', async () => {
    const served = await site({ pages: () => new Promise(() => {}) });
    const answers = await speak(served.port, page.repeat(500));
    assert.deepEqual(
      answers.map(({ status, body, headers }) => [status, codeOf(body), headers.get('connection')]),
      [[429, 'too_many_pipelined', 'close']],
    );
    await until(() => served.pending === 0);
  });

  it('may be more where the site says so', async () => {
    const served = await site({ pipelined: 40 });
    const last = health.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    assert.equal((await speak(served.port, health.repeat(39) + last)).length, 40);
  });
});

describe('connections of one address', { timeout: 120_000 }, () => {
  it('are refused above a number; one that is closed makes room', async () => {
    const served = await site({ connectionsPerAddress: 2 });
    const [first] = [await dial(served.port), await dial(served.port)];
    // The server has taken both.
    await new Promise((resolve) => sockets.at(-1)?.once('data', resolve).write(health));
    const [refused] = await speak(served.port, health);
    assert.deepEqual([refused?.status, codeOf(refused?.body ?? '{}')], [429, 'too_many_connections']);
    assert.equal(refused?.headers.get('retry-after'), '5');
    first?.destroy();
    for (let status: number | undefined = 0; status !== 200;) {
      const answer = await speak(served.port, health.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
      status = answer[0]?.status;
    }
  });

  it('are as many as may be by default, and where the site says so', async () => {
    const ofMany = await site({ connectionsPerAddress: false });
    for (const [served, refusals] of [[await site(), 4] as const, [ofMany, 0] as const]) {
      let refused = 0;
      const all = await Promise.all(Array.from({ length: 260 }, () => dial(served.port)));
      for (const socket of all) socket.once('data', () => (refused += 1));
      // The last to come is the first to hear: each that may stay has its answer before.
      await until(() => refused === refusals);
      for (const socket of all) socket.destroy();
    }
  });
});

describe('an answer that nobody reads', { timeout: 120_000 }, () => {
  const endless = (): Response =>
    new Response(new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) }));
  for (const [name, answer] of [
    ['of many pieces', endless],
    ['of one piece', () => new Response(new Uint8Array(32 * 1024 * 1024))],
  ] as const) {
    it(`is cut off: one ${name}`, async () => {
      const served = await site({ stalledMs: 200, pages: answer });
      const socket = connect(served.port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.pause();
      socket.write(page);
      await until(() => served.pending === 1);
      await until(() => served.pending === 0);
    });
  }

  it('is not broken into where its caller says what is no HTTP', async () => {
    const began = new Response(new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('a part')) }));
    const served = await site({ pages: () => began });
    const socket = await dial(served.port, page);
    let heard = '';
    socket.on('data', (piece: Buffer) => (heard += piece.toString()));
    await until(() => heard.includes('a part'));
    socket.write('\0no HTTP\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    assert.deepEqual([heard.match(/HTTP\/1\.1/g)?.length, heard.includes('invalid_request')], [1, false]);
  });

  it('is waited for as long as it is read', async () => {
    const size = 32 * 1024 * 1024;
    const served = await site({ stalledMs: 3000, pages: () => new Response(new Uint8Array(size)) });
    const socket = await dial(served.port, page);
    let read = 0;
    // In more time than the limit, and never as slow for one piece.
    socket.on('data', (piece: Buffer) => {
      read += piece.length;
      socket.pause();
      setTimeout(() => socket.resume(), 8);
    });
    await until(() => read >= size);
  });

  it('is not one that has nothing to write yet', async () => {
    let answer = (_response: Response): void => {};
    const served = await site({ stalledMs: 50, pages: () => new Promise((resolve) => (answer = resolve)) });
    const socket = await dial(served.port, page);
    await until(() => served.pending === 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    answer(new Response('late'));
    const said = await new Promise((resolve) => socket.once('data', (piece: Buffer) => resolve(piece.toString())));
    assert.match(String(said), /late$/);
  });
});

describe('what needs no login', { timeout: 120_000 }, () => {
  const ask = (path: string, from = '203.0.113.7') => new Request(`http://gateway.test${path}`, { headers: { 'x-from': from } });
  const gatewayWith = (limits: GatewayOptions['limits']) =>
    createGateway({
      upstream: { baseUrl: 'http://127.0.0.1:9', apiKey: 'standard_key_of_the_site' },
      authorize: () => undefined,
      origins: [],
      metrics: () => true,
      address: (request) => request.headers.get('x-from') ?? undefined,
      limits,
    });

  it('is answered as often as a monitor asks', async () => {
    const gateway = gatewayWith({});
    for (let second = 0; second < 600; second += 1) assert.equal((await gateway(ask('/health'))).status, 200);
    assert.equal((await gateway(ask('/health'))).status, 429);
  });

  for (const path of ['/health', '/ready', '/metrics']) {
    it(`is refused to an address that asks too often: ${path}`, async () => {
      const gateway = gatewayWith({ probes: { requests: 3, perMs: 60_000 } });
      for (let time = 0; time < 3; time += 1) assert.equal((await gateway(ask(path))).status, 200);
      const refused = await gateway(ask(path));
      assert.deepEqual([refused.status, codeOf(await refused.text())], [429, 'rate_limited']);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal((await gateway(ask(path, '203.0.113.8'))).status, 200, 'another address');
    });
  }
});
