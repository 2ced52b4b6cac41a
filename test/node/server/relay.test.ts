import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, describe, it, mock } from 'node:test';

import { WebSocket, WebSocketServer } from 'ws';
import type { RelayLimits } from 'voxreel/server';

import { carriedCode, fittingReason } from '../../../src/server/relay/close-codes.js';
import { relay, type RelayOptions } from '../../../src/server/relay/relay.js';
import type { RelaySocket } from '../../../src/server/relay/relay-socket.js';

const key = 'standard_key_of_the_site';
const limits: RelayLimits = {
  bufferBytes: 1000,
  messages: { requests: 5, perMs: 1000 },
  firstMessageMs: 60_000,
  idleMs: 120_000,
  heartbeatMs: 25_000,
  closeMs: 5000,
};

/** A socket whose peer reads when it is told to. */
class FakeSocket implements RelaySocket {
  readonly sent: string[] = [];
  readonly closes: [number | undefined, string | undefined][] = [];
  readonly waiting: { readonly bytes: number; readonly sent: () => void }[] = [];
  pings = 0;
  isPaused = false;
  terminated = false;
  #listeners = new Map<string, ((...values: never[]) => void)[]>();

  get bufferedAmount(): number {
    return this.waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  send(data: Uint8Array | string, _: { binary: boolean }, sent: () => void): void {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    this.sent.push(text);
    this.waiting.push({ bytes: text.length, sent });
  }
  /** The peer reads one message. */
  read(): void {
    this.waiting.shift()?.sent();
  }
  ping(): void {
    this.pings += 1;
  }
  close(code?: number, reason?: string): void {
    this.closes.push([code, reason]);
  }
  terminate(): void {
    this.terminated = true;
    this.emit('close', 1006, new Uint8Array());
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  on(event: string, listener: (...values: never[]) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }
  emit(event: string, ...values: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(values as never[]));
  }
  says(text: string, binary = false): void {
    this.emit('message', new TextEncoder().encode(text), binary);
  }
  hangsUp(code: number, reason = ''): void {
    this.emit('close', code, new TextEncoder().encode(reason));
  }
}

function relayed(options: Partial<RelayOptions> = {}) {
  const [page, service] = [new FakeSocket(), new FakeSocket()];
  const started = relay(page, service, { limits, secrets: [key], ...options });
  const end = (): void => {
    page.hangsUp(1000);
    service.hangsUp(1000);
  };
  return { page, service, relay: started, end };
}

describe('back-pressure', () => {
  for (const [name, from, to] of [
    ['a page that reads slowly', 'service', 'page'],
    ['a service that reads slowly', 'page', 'service'],
  ] as const) {
    it(`does not read for ${name}, and goes on when half has left`, () => {
      const both = relayed();
      for (let at = 0; at < 3; at++) both[from].says('x'.repeat(400));
      assert.equal(both[from].isPaused, true, 'more than the buffer waits');
      both[to].read();
      assert.equal(both[from].isPaused, true, '800 of 1,000 wait');
      both[to].read();
      assert.equal(both[from].isPaused, false, '400 of 1,000 wait');
      both.end();
    });
  }

  for (const slow of ['page', 'service'] as const) {
    it(`holds a bounded number of bytes of real sockets while the ${slow} does not read, and loses nothing`, async () => {
      const [one, other] = [await pair(), await pair()];
      const bufferBytes = 256 * 1024;
      const message = Buffer.alloc(64 * 1024, 'a');
      const started = relay(one.inner, other.inner, { limits: { ...limits, bufferBytes, messages: false }, secrets: [key] });
      const [source, sink, waitsFor] = slow === 'page' ? [other.outer, one.outer, one.inner] : [one.outer, other.outer, other.inner];
      const senderHolds = slow === 'page' ? other.inner : one.inner;
      sink.pause();
      let most = 0;
      senderHolds.on('message', () => void (most = Math.max(most, waitsFor.bufferedAmount)));
      const count = 600;
      for (let at = 0; at < count; at++) source.send(Buffer.concat([Buffer.from([at >> 8, at & 255]), message]));
      while (!senderHolds.isPaused) await new Promise(setImmediate);
      const held = waitsFor.bufferedAmount;
      for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
      assert.equal(waitsFor.bufferedAmount, held, 'nothing more is taken in');
      const got: number[] = [];
      const all = new Promise<void>((resolve) =>
        sink.on('message', (data: Buffer) => {
          got.push(data.readUInt16BE(0));
          if (got.length === count) resolve();
        }),
      );
      sink.resume();
      await all;
      assert.deepEqual(got, [...Array(count).keys()], 'all in order');
      assert.ok(most <= bufferBytes + 2 * (message.byteLength + 16), `${most} bytes waited at most`);
      one.outer.close();
      await started.closed;
    });
  }
});

const servers: WebSocketServer[] = [];
after(() => servers.forEach((server) => server.close()));

/** Two ends of one real socket: the relay's own, and that of its peer. */
async function pair(): Promise<{ inner: WebSocket; outer: WebSocket }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  await once(server, 'listening');
  const inner = once(server, 'connection') as Promise<[WebSocket]>;
  const outer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(outer, 'open');
  return { inner: (await inner)[0], outer };
}

describe('the end of one side', () => {
  const cases: readonly [string, 'page' | 'service', number, string, number, string][] = [
    ['the page says goodbye', 'page', 1000, 'done', 1000, 'done'],
    ['the page gives no code', 'page', 1005, '', 1000, ''],
    ['the page breaks off', 'page', 1006, '', 1001, 'The page went away.'],
    ['the page has a code of its own', 'page', 4001, 'mine', 4001, 'mine'],
    ['the service says goodbye', 'service', 1000, 'over', 1000, 'over'],
    ['the service gives no code', 'service', 1005, '', 1000, ''],
    ['the service breaks off', 'service', 1006, '', 1011, 'upstream_closed: The service broke off.'],
    ['the service has a code of its own', 'service', 4123, 'session_expired', 4123, 'session_expired'],
    ['the service has a code that browsers take for none', 'service', 1014, '', 1011, 'upstream_closed: The service broke off.'],
    ['the service says the key', 'service', 4001, `bad key ${key}`, 4001, 'bad key [key]'],
  ];
  for (const [name, from, code, reason, carried, said] of cases) {
    it(`${name}: the other side hears ${carried}`, async () => {
      const both = relayed();
      const other = from === 'page' ? both.service : both.page;
      both[from].hangsUp(code, reason);
      assert.deepEqual(other.closes, [[carried, said]]);
      other.hangsUp(carried);
      assert.equal((await both.relay.closed).code, carried);
    });
  }

  it('cuts a side that does not answer the farewell', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    const { page, service, relay: started } = relayed();
    page.hangsUp(1000);
    mock.timers.tick(limits.closeMs);
    assert.equal(service.terminated, true);
    assert.equal((await started.closed).code, 1000);
    mock.timers.reset();
  });

  it('carries no code that cannot be sent, and no reason that is too long', () => {
    for (const code of [0, 999, 1004, 1005, 1006, 1014, 1015, 2000, 2999, 5000]) assert.equal(carriedCode(code), 1011, String(code));
    for (const code of [1000, 1001, 1008, 1013, 3000, 4999]) assert.equal(carriedCode(code), code);
    assert.equal(Buffer.byteLength(fittingReason('ü'.repeat(100))), 122);
  });
});

describe('signs of life', () => {
  /** So many beats, with a chance to do something before each. */
  const beats = (count: number, before: (at: number) => void = () => {}): void => {
    for (let at = 0; at < count; at++) {
      before(at);
      mock.timers.tick(limits.heartbeatMs);
    }
  };
  const timed = (name: string, test: () => Promise<void> | void): void =>
    void it(name, async () => {
      mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
      try {
        await test();
      } finally {
        mock.timers.reset();
      }
    });

  timed('both sides are pinged, and stay while they answer', () => {
    const { page, service, end } = relayed();
    page.says('{}');
    beats(4, () => [page, service].forEach((socket) => socket.emit('pong')));
    assert.deepEqual([page.pings, service.pings, page.terminated, service.terminated], [4, 4, false, false]);
    end();
  });
  for (const dead of ['page', 'service'] as const) {
    timed(`a dead ${dead} is cut off within twice the time`, () => {
      const both = relayed();
      const other = dead === 'page' ? both.service : both.page;
      beats(2, () => other.emit('pong'));
      assert.deepEqual([both[dead].terminated, other.terminated], [true, false]);
      assert.equal(other.closes.length, 1);
      other.hangsUp(1000);
    });
  }
  timed('a page that reads slowly, but reads, is alive; what is not read for its sake is too', () => {
    const { page, service, end } = relayed();
    page.says('{}');
    for (let at = 0; at < 20; at++) service.says('x'.repeat(400));
    assert.equal(service.isPaused, true);
    beats(4, () => page.read());
    assert.deepEqual([page.terminated, service.terminated], [false, false]);
    end();
  });
  timed('a page that has stopped reading is cut off', () => {
    const { page, service } = relayed();
    for (let at = 0; at < 20; at++) service.says('x'.repeat(400));
    beats(2);
    assert.equal(page.terminated, true);
    service.hangsUp(1000);
  });
  timed('a page that says nothing is sent away, and one that says something is not', () => {
    const silent = relayed();
    const speaking = relayed();
    speaking.page.says('{}');
    beats(2, () => [silent, speaking].flatMap(({ page, service }) => [page, service]).forEach((socket) => socket.emit('pong')));
    mock.timers.tick(limits.firstMessageMs - 2 * limits.heartbeatMs - 1);
    assert.equal(silent.page.closes.length, 0);
    mock.timers.tick(1);
    assert.deepEqual(silent.page.closes, [[1008, 'silent: Nothing was said.']]);
    assert.equal(silent.service.closes.length, 1);
    assert.equal(speaking.page.closes.length, 0);
    silent.end();
    speaking.end();
  });
  timed('a relay that has fallen silent ends', () => {
    const { page, service, end } = relayed();
    page.says('{}');
    beats(6, () => [page, service].forEach((socket) => socket.emit('pong')));
    assert.deepEqual(page.closes, [[1008, 'idle: Nothing was said for long.']]);
    end();
  });
});

describe('what a page may send', () => {
  it('is capped: one message too many ends it, and a while later there is room again', () => {
    let now = 0;
    const { page, service, end } = relayed({ now: () => now });
    for (let at = 0; at < 5; at++) page.says('{}');
    now = 400;
    page.says('{}');
    page.emit('ping');
    assert.equal(page.closes.length, 0);
    page.emit('ping');
    assert.deepEqual(page.closes, [[1008, 'rate_limited: Too many messages.']]);
    page.says('{}');
    assert.equal(service.sent.length, 6, 'nothing of it goes on after that');
    end();
  });

  it('is looked at before it goes on, and answered where it may not', () => {
    const check = (text: string) => (text.includes('tools') ? { answer: '{"type":"error"}' } : { forward: text });
    const { page, service, end } = relayed({ check, opening: ['{"type":"session.update"}'] });
    page.says('{"type":"session.update","session":{"tools":[]}}');
    page.says('{"type":"response.create"}');
    assert.deepEqual(service.sent, ['{"type":"session.update"}', '{"type":"response.create"}']);
    assert.deepEqual(page.sent, ['{"type":"error"}']);
    page.says('{"type":"response.create"}', true);
    assert.equal(page.closes[0]?.[0], 1003);
    assert.equal(service.sent.length, 2);
    end();
  });
});

describe('what a page is told', () => {
  it('never holds the key', () => {
    const { page, service, end } = relayed();
    service.says(`{"type":"error","error":{"message":"Incorrect API key: ${key}."}}`);
    assert.deepEqual(page.sent, ['{"type":"error","error":{"message":"Incorrect API key: [key]."}}']);
    end();
  });
});

describe('a relay that is drained', () => {
  const goingAway = [[1001, 'draining: The gateway is going away.']];

  it('ends at once where no response is under way', () => {
    const { page, service, relay: started, end } = relayed();
    started.drain();
    assert.deepEqual([page.closes, service.closes], [goingAway, goingAway]);
    end();
  });
  for (const [name, begin] of [
    ['asked for', ({ page }: { page: FakeSocket }) => page.says('{"type":"response.create"}')],
    ['begun by the service', ({ service }: { service: FakeSocket }) => service.says('{"type":"response.created"}')],
  ] as const) {
    it(`ends after the response that was ${name}`, async () => {
      const both = relayed();
      begin(both);
      both.relay.drain();
      both.service.says('{"type":"response.text.delta"}');
      assert.equal(both.page.closes.length, 0);
      both.service.says('{"type":"response.done"}');
      assert.equal(both.page.sent.at(-1), '{"type":"response.done"}', 'the page has all of it');
      assert.deepEqual(both.page.closes, goingAway);
      both.end();
      assert.equal((await both.relay.closed).code, 1001);
    });
  }
});
