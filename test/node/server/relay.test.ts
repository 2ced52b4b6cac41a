import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it, mock } from 'node:test';

import { WebSocket, WebSocketServer } from 'ws';
import type { RelayLimits } from 'voxreel/server';

import { carriedCode, fittingReason } from '../../../src/server/relay/close-codes.js';
import { relay, type RelayOptions } from '../../../src/server/relay/relay.js';
import { FakeSocket } from './fake-socket.js';

const key = 'standard_key_of_the_site';
const limits: RelayLimits = {
  bufferBytes: 1000,
  messages: { requests: 5, perMs: 1000 },
  firstMessageMs: 60_000,
  idleMs: 120_000,
  heartbeatMs: 25_000,
  closeMs: 5000,
};

/** What a test leaves open, even one that fails: the heartbeat of a relay would keep the process. */
const open: (() => void)[] = [];
afterEach(() => {
  mock.timers.reset();
  for (const end of open.splice(0)) end();
});

function relayed(options: Partial<RelayOptions> = {}) {
  const [page, service] = [new FakeSocket(), new FakeSocket()];
  const started = relay(page, service, { limits, secrets: [key], ...options });
  const end = (): void => {
    page.hangsUp(1000);
    service.hangsUp(1000);
  };
  open.push(end);
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
      assert.equal(waitsFor.bufferedAmount, held, 'nothing more is read');
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

/** Two ends of one real socket: the relay's own, and that of its peer. */
async function pair(): Promise<{ inner: WebSocket; outer: WebSocket }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  open.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
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
      await test();
    });

  timed('both sides are pinged, and stay while they answer', () => {
    const { page, service } = relayed();
    page.says('{}');
    beats(4, () => [page, service].forEach((socket) => socket.emit('pong')));
    assert.deepEqual([page.pings, service.pings, page.terminated, service.terminated], [4, 4, false, false]);
  });
  for (const dead of ['page', 'service'] as const) {
    timed(`a dead ${dead} is cut off within twice the time`, () => {
      const both = relayed();
      const other = dead === 'page' ? both.service : both.page;
      beats(2, () => other.emit('pong'));
      assert.deepEqual([both[dead].terminated, other.terminated], [true, false]);
      assert.equal(other.closes.length, 1);
    });
  }
  timed('a page that reads slowly, but reads, is alive; what is not read for its sake is too', () => {
    const { page, service } = relayed();
    page.says('{}');
    for (let at = 0; at < 20; at++) service.says('x'.repeat(400));
    assert.equal(service.isPaused, true);
    beats(4, () => page.read());
    assert.deepEqual([page.terminated, service.terminated], [false, false]);
  });
  timed('a page that has stopped reading is cut off', () => {
    const { page, service } = relayed();
    for (let at = 0; at < 20; at++) service.says('x'.repeat(400));
    beats(2);
    assert.equal(page.terminated, true);
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
  });
  timed('a relay that has fallen silent ends', () => {
    const { page, service } = relayed({ limits: { ...limits, idleMs: 5 * limits.heartbeatMs } });
    page.says('{}');
    const bothAnswer = (): void => [page, service].forEach((socket) => socket.emit('pong'));
    beats(3, bothAnswer);
    service.says('{}');
    beats(5, bothAnswer);
    assert.deepEqual(page.closes, [], 'silent for as long as it may be');
    beats(1, bothAnswer);
    assert.deepEqual(page.closes, [[1008, 'idle: Nothing was said for long.']]);
  });
});

describe('what a page may send', () => {
  it('is capped: one message too many ends it, and a while later there is room again', () => {
    let now = 0;
    const { page, service } = relayed({ now: () => now });
    for (let at = 0; at < 5; at++) page.says('{}');
    now = 400;
    page.says('{}');
    page.emit('ping');
    assert.equal(page.closes.length, 0);
    page.emit('ping');
    assert.deepEqual(page.closes, [[1008, 'rate_limited: Too many messages.']]);
    page.says('{}');
    assert.equal(service.sent.length, 6, 'nothing of it goes on after that');
  });

  it('is looked at before it goes on, and answered where it may not', () => {
    const check = (text: string) => (text.includes('tools') ? { answer: '{"type":"error"}' } : { forward: text });
    const { page, service } = relayed({ check, opening: ['{"type":"session.update"}'] });
    page.says('{"type":"session.update","session":{"tools":[]}}');
    page.says('{"type":"response.create"}');
    assert.deepEqual(service.sent, ['{"type":"session.update"}', '{"type":"response.create"}']);
    assert.deepEqual(page.sent, ['{"type":"error"}']);
    page.says('{"type":"response.create"}', true);
    assert.equal(page.closes[0]?.[0], 1003);
    assert.equal(service.sent.length, 2);
  });
});

describe('what passes', () => {
  it('keeps its kind, is counted, and goes to nobody who has left', async () => {
    const { page, service, relay: started } = relayed();
    page.says('{}');
    page.says('sound', true);
    service.says('{"ok":1}');
    service.says('more', true);
    assert.deepEqual(
      [service.sent, service.binary],
      [
        ['{}', 'sound'],
        [false, true],
      ],
    );
    assert.deepEqual(
      [page.sent, page.binary],
      [
        ['{"ok":1}', 'more'],
        [false, true],
      ],
    );
    page.hangsUp(4000, 'mine');
    service.says('late');
    page.says('late');
    assert.deepEqual([page.sent.length, service.sent.length, page.closes], [2, 2, []]);
    service.hangsUp(4000);
    assert.deepEqual(await started.closed, { code: 4000, messages: 4, bytes: 19 });
  });

  it('begins with what the site has to say, as text', () => {
    const { service } = relayed({ opening: ['one', 'two'] });
    assert.deepEqual(
      [service.sent, service.binary],
      [
        ['one', 'two'],
        [false, false],
      ],
    );
  });

  it('is held back only beyond the buffer, until exactly half has left', () => {
    const { page, service } = relayed();
    for (const length of [500, 500]) service.says('x'.repeat(length));
    assert.equal(service.isPaused, false, 'the buffer itself is allowed');
    service.says('x');
    assert.equal(service.isPaused, true);
    page.read();
    assert.equal(service.isPaused, true, '501 of 1,000 wait');
    page.read();
    page.read();
    assert.equal(service.isPaused, false);
    for (const length of [600, 500]) service.says('x'.repeat(length));
    assert.equal(service.isPaused, true);
    page.read();
    assert.equal(service.isPaused, false, '500 of 1,000 wait');
  });
});

describe('a line that breaks', () => {
  it('on the side of the page is the end for the service', () => {
    const { page, service } = relayed();
    page.emit('error');
    assert.deepEqual([page.closes, service.closes], [[[1002, 'The page broke off.']], [[1001, 'The page broke off.']]]);
    page.emit('error');
    assert.equal(service.closes.length, 1, 'once');
  });

  it('on the side of the service is the end for the page', () => {
    const { page, service } = relayed();
    service.emit('error');
    assert.deepEqual(page.closes, [[1011, 'upstream_closed: The service broke off.']]);
  });

  it('before any farewell is a failure, and a farewell is said only to who is there', async () => {
    const { page, service, relay: started } = relayed();
    started.cut();
    assert.deepEqual([page.terminated, service.terminated, page.closes, (await started.closed).code], [true, true, [], 1001]);
    const other = relayed();
    other.relay.end(1008, 'enough');
    other.page.pause();
    other.relay.end(1000, 'later');
    assert.deepEqual([other.page.closes, other.service.closes], [[[1008, 'enough']], [[1008, 'enough']]]);
  });
});

describe('frames that are no messages', () => {
  it('count as messages do', () => {
    const { page, relay: started } = relayed({ now: () => 0 });
    for (const count of [() => page.emit('ping'), () => page.emit('pong'), () => started.fragment()]) count();
    page.says('{}');
    started.fragment();
    assert.equal(page.closes.length, 0);
    started.fragment();
    assert.deepEqual(page.closes, [[1008, 'rate_limited: Too many messages.']]);
    assert.equal(page.isPaused, true, 'a flood is not read');
  });
});

describe('a service that refuses a session', () => {
  const refusal = '{"type":"error","error":{"event_id":"event_gateway_lock","code":"unknown_parameter"}}';

  it('ends the relay where the session is the one of the site', () => {
    const { page, service } = relayed({ opening: ['{"type":"session.update"}'] });
    service.says('{"type":"error","error":{"event_id":"event_of_the_page"}}');
    service.says('{"type":"response.text.delta","delta":"event_gateway_lock"}');
    service.says(refusal, true);
    assert.equal(page.closes.length, 0);
    service.says(refusal);
    assert.deepEqual(page.closes, [[1008, 'session_refused: The service does not take the session of this site.']]);
    assert.deepEqual(service.closes, page.closes);
  });

  it('tells the page, where the site has said nothing', () => {
    const { page, service } = relayed();
    service.says(refusal);
    assert.deepEqual([page.sent, page.closes], [[refusal], []]);
  });
});

describe('what a page hears', () => {
  it('never holds the key', () => {
    const { page, service } = relayed();
    service.says(`{"type":"error","error":{"message":"Incorrect API key: ${key}."}}`);
    assert.deepEqual(page.sent, ['{"type":"error","error":{"message":"Incorrect API key: [key]."}}']);
  });
});

describe('a relay that is drained', () => {
  const goingAway = [[1001, 'draining: The gateway is going away.']];

  it('ends at once where no response is under way', () => {
    const { page, service, relay: started } = relayed();
    started.drain();
    assert.deepEqual([page.closes, service.closes], [goingAway, goingAway]);
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
