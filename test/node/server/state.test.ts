import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { memoryState, redisState } from 'voxreel/server';
import type { GatewayState } from 'voxreel/server';
import { checkState } from 'voxreel/testing';

import { startRedis, withoutRedis, type RedisServer } from './redis-server.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a state in memory', () => {
  it('keeps the contract', async () => {
    let now = 0;
    const state = memoryState({ now: () => now });
    assert.deepEqual(await checkState({ open: () => state, pass: (ms) => void (now += ms) }), []);
  });

  it('keeps it too where it answers slowly, and one that breaks it does not', async ({ mock }) => {
    let now = 0;
    mock.method(performance, 'now', () => now);
    const slow = (state: GatewayState) =>
      new Proxy(state, {
        get(target, name) {
          now += 150;
          return Reflect.get(target, name) as unknown;
        },
      });
    const pass = (ms: number) => void (now += ms);
    const state = memoryState({ now: () => now });
    assert.deepEqual(await checkState({ open: () => slow(state), pass }), []);
    const generous = { ...state, acquire: async () => true };
    const findings = await checkState({ open: () => slow(generous), pass });
    assert.deepEqual(findings, ['acquire: of 2 places 4 are given.', 'acquire: release() frees more than its own place.']);
  });

  it('frees a place as soon as its time is over', async () => {
    let now = 0;
    const state = memoryState({ now: () => now });
    const places = { atOnce: 1, ttlMs: 100 };
    assert.equal(await state.acquire('tasks', 'one', places), true);
    now = 99;
    assert.equal(await state.acquire('tasks', 'two', places), false);
    now = 100;
    assert.equal(await state.acquire('tasks', 'two', places), true);
  });

  it('has nothing of an entry from the moment at which its time is over', async () => {
    let now = 0;
    const state = memoryState({ now: () => now });
    const ways = { get: state.get, take: state.take, claim: (key: string) => state.claim(key, 'mine', 100) };
    for (const key of Object.keys(ways)) await state.put(key, 'value', 100);
    now = 99;
    assert.deepEqual([await state.get('get'), await state.claim('claim', 'other', 100)], ['value', 'value']);
    now = 100;
    for (const [key, ask] of Object.entries(ways)) assert.equal(await ask(key), undefined, key);
    now = 199;
    assert.equal(await state.get('claim'), 'mine');
  });

  it('counts from the beginning again once a period is over', async () => {
    let now = 0;
    const state = memoryState({ now: () => now });
    const allowance = { points: 2, perMs: 100 };
    const times = async (count: number) => {
      const came = [];
      for (let time = 0; time < count; time += 1) came.push(await state.consume('user', allowance));
      return came;
    };
    const yes = { allowed: true, retryAfterMs: 0 };
    assert.deepEqual(await times(3), [yes, yes, { allowed: false, retryAfterMs: 100 }]);
    now = 99;
    assert.deepEqual(await times(1), [{ allowed: false, retryAfterMs: 1 }]);
    now = 100;
    assert.deepEqual(await times(3), [yes, yes, { allowed: false, retryAfterMs: 100 }]);
  });

  it('makes room for new names of places as those in it are left, or their time is over', async () => {
    let now = 0;
    const state = memoryState({ now: () => now, maxEntries: 2 });
    const places = { atOnce: 2, ttlMs: 100 };
    for (const key of ['a', 'b']) assert.equal(await state.acquire(key, 'one', places), true);
    assert.equal(await state.acquire('a', 'two', places), true, 'a name that is there');
    assert.equal(await state.acquire('c', 'one', places), false);
    await state.release('a', 'one');
    await state.release('a', 'stranger');
    assert.equal(await state.acquire('c', 'one', places), false, 'somebody holds a place of it');
    await state.release('a', 'two');
    assert.equal(await state.acquire('c', 'one', { ...places, ttlMs: 60_000 }), true);
    // Long enough for what has ended to be thrown out.
    now = 20_000;
    assert.equal(await state.acquire('d', 'one', places), true);
    assert.equal(await state.acquire('e', 'one', places), false, 'the time of c is not over');
  });

  it('throws out what has ended, and nothing else', async () => {
    let now = 0;
    const state = memoryState({ now: () => now, maxEntries: 2, maxCharacters: 8 });
    await state.put('old', 'x', 100);
    await state.put('new', 'x', 60_000);
    now = 20_000;
    await state.put('next', '', 60_000);
    assert.deepEqual([await state.get('new'), await state.get('next')], ['x', ''], 'the characters of what has gone are free');
    for (const [key, perMs] of [
      ['short', 100],
      ['long', 60_000],
    ] as const)
      await state.consume(key, { points: 1, perMs });
    now = 40_000;
    for (const key of ['other', 'long']) await state.consume(key, { points: 1, perMs: 60_000 });
    assert.equal((await state.consume('long', { points: 5, perMs: 60_000 })).allowed, true);
    assert.equal((await state.consume('long', { points: 1, perMs: 60_000 })).allowed, false);
  });

  it('forgets of many counters the one that has counted least, or is over', async () => {
    let now = 0;
    const state = memoryState({ now: () => now, maxEntries: 3 });
    const count = async (key: string, times: number, perMs = 60_000) => {
      let came = await state.consume(key, { points: 3, perMs });
      for (let time = 1; time < times; time += 1) came = await state.consume(key, { points: 3, perMs });
      return came.allowed;
    };
    await count('much', 4);
    await count('little', 1);
    await count('some', 3);
    assert.equal(await count('new', 2), true);
    assert.deepEqual([await count('much', 1), await count('some', 1)], [false, false]);
    assert.equal(await count('new', 2, 100), false, 'it is counted on');
    now = 1;
    await count('brief', 3, 100);
    now = 200;
    await count('fresh', 1);
    assert.equal(await count('much', 1), false, 'the one that is over went first');
    assert.equal(await count('little', 3), true, 'it had counted least');
  });

  it('looks for that counter among the 16 oldest', async () => {
    const state = memoryState({ now: () => 0, maxEntries: 17 });
    const allowance = { points: 2, perMs: 60_000 };
    const count = async (key: string) => (await state.consume(key, allowance)).allowed;
    for (let at = 0; at < 16; at += 1) for (let time = 0; time < 2; time += 1) await count(`old ${at}`);
    await count('young');
    await count('new');
    assert.deepEqual([await count('young'), await count('young')], [true, false], 'it is counted on');
    assert.deepEqual([await count('old 0'), await count('old 0')], [true, true], 'the oldest of those went');
  });

  it('is bounded, and forgets the oldest entries first', async () => {
    const state = memoryState({ maxEntries: 100 });
    for (let at = 0; at < 250; at += 1) await state.put(`ticket ${at}`, 'ann', 60_000);
    const left = await Promise.all(Array.from({ length: 250 }, (_, at) => state.get(`ticket ${at}`)));
    assert.equal(left.filter(Boolean).length, 100);
    assert.equal(left[249], 'ann');
    const small = memoryState({ maxCharacters: 1000 });
    for (let at = 0; at < 10; at += 1) await small.put(`${at}`, 'x'.repeat(299), 60_000);
    assert.deepEqual(await Promise.all(['6', '7', '9'].map(async (key) => (await small.get(key))?.length)), [undefined, 299, 299]);
  });

  it('keeps the count of one that has asked a lot, however many others come', async () => {
    const state = memoryState({ maxEntries: 100 });
    const allowance = { points: 5, perMs: 60_000 };
    for (let at = 0; at < 6; at += 1) await state.consume('user:eve', allowance);
    for (let at = 0; at < 1000; at += 1) await state.consume(`address:${at}`, allowance);
    assert.equal((await state.consume('user:eve', allowance)).allowed, false);
  });
});

describe('a state in Redis', { skip: withoutRedis }, () => {
  let redis: RedisServer;
  const opened: GatewayState[] = [];
  const clients: { disconnect(): void }[] = [];
  const open = (options = {}): GatewayState => {
    const state = redisState(redis.url, options);
    opened.push(state);
    return state;
  };
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    for (const state of opened) await state.close();
    for (const client of clients) client.disconnect();
    await redis.stop();
  });

  it('keeps the contract', async () => {
    assert.deepEqual(await checkState({ open }), []);
  });

  it('holds no name in clear, and nothing without an end', async () => {
    const state = open({ prefix: 'site:' });
    await state.put('ticket:secret_token', 'ann', 60_000);
    await state.claim('task:secret_key', 'claimed', 60_000);
    await state.consume('user:secret_user', { points: 1, perMs: 1000 });
    await state.acquire('sockets:secret_user', 'secret_holder', { atOnce: 1, ttlMs: 60_000 });
    const { Redis } = await import('ioredis');
    const client = new Redis(redis.url);
    client.on('error', () => {});
    clients.push(client);
    const names = await client.keys('site:*');
    assert.equal(names.length, 4);
    for (const name of names) {
      assert.match(name, /^site:[\w-]{32}$/);
      assert.ok((await client.pttl(name)) > 0, `${name} has an end`);
    }
    const held = await Promise.all(names.map((name) => client.dump(name)));
    assert.ok(!held.join('').includes('secret'));
  });

  it('rejects soon while Redis is away, tells it once, and comes back by itself', async () => {
    const errors: Error[] = [];
    const state = open({ onError: (error: Error) => errors.push(error) });
    await state.put('name', 'value', 60_000);
    await redis.kill();
    const calls = [
      () => state.put('name', 'other', 60_000),
      () => state.get('name'),
      () => state.take('name'),
      () => state.remove('name'),
      () => state.claim('name', 'mine', 60_000),
      () => state.consume('name', { points: 1, perMs: 1000 }),
      () => state.acquire('name', 'me', { atOnce: 1, ttlMs: 1000 }),
      () => state.release('name', 'me'),
    ];
    for (const call of calls) await assert.rejects(call);
    assert.equal(await state.healthy(), false);
    await redis.start();
    while (!(await state.healthy())) await pause(20);
    await state.put('name', 'again', 60_000);
    assert.equal(await state.get('name'), 'again');
    assert.ok(errors.length <= 1, `${errors.length} errors told`);
  });

  it('rejects where there never was a Redis, or no such package, and closes', async () => {
    const errors: Error[] = [];
    const state = redisState('redis://127.0.0.1:9', { onError: (error) => errors.push(error) });
    await assert.rejects(state.get('name'));
    await assert.rejects(state.claim('name', 'value', 1000));
    assert.equal(errors.length, 1);
    await state.close();
    await state.close();
    await assert.rejects(state.get('name'));
  });

  it('does not wait for a Redis that hangs', async () => {
    const state = open({ commandTimeoutMs: 200 });
    await state.put('name', 'value', 60_000);
    redis.freeze();
    await assert.rejects(state.get('name'));
    await assert.rejects(state.claim('hung', 'value', 60_000));
    redis.resume();
    while (!(await state.healthy())) await pause(20);
    // Redis has carried it out when it woke; nobody was told so.
    assert.equal(await state.claim('hung', 'other', 60_000), undefined);
  });

  it('still tells a claim again after another claim to the same name has failed', async () => {
    const state = open({ commandTimeoutMs: 200 });
    assert.equal(await state.claim('paid before', 'answer', 60_000), undefined);
    redis.freeze();
    await assert.rejects(state.claim('paid before', 'other', 60_000));
    await redis.kill();
    await redis.start();
    while (!(await state.healthy())) await pause(20);
    assert.equal(await state.claim('paid before', 'other', 60_000), 'answer');
  });

  it('tells its claims again to a Redis that has forgotten them, before anything is claimed again', async () => {
    const one = open();
    assert.equal(await one.claim('paid', 'pending', 60_000), undefined);
    await one.put('paid', 'answer', 60_000);
    await redis.kill();
    // By now it tries once in a while only; an instance that has just been started is quicker.
    await pause(1200);
    await redis.start();
    assert.equal(await open().claim('paid', 'twice', 60_000), 'answer');
  });

  it('tells none again where only the line broke: what another process removed stays removed', async () => {
    const line = await startLine(redis.port);
    const one = redisState(line.url);
    const other = open();
    opened.push(one);
    try {
      assert.equal(await one.claim('removed elsewhere', 'mine', 60_000), undefined);
      await other.remove('removed elsewhere');
      line.breakAt('get');
      await assert.rejects(one.get('name'));
      while (!(await one.healthy())) await pause(20);
      // It waits until everything has been told.
      await one.claim('another', 'mine', 60_000);
      assert.equal(await other.claim('removed elsewhere', 'theirs', 60_000), undefined);
    } finally {
      line.close();
    }
  });

  it('tells them again when the line breaks while it does', async () => {
    const line = await startLine(redis.port);
    const one = redisState(line.url);
    opened.push(one);
    try {
      assert.equal(await one.claim('paid on a bad line', 'answer', 60_000), undefined);
      await redis.kill();
      line.breakAt('set');
      await redis.start();
      await line.broken;
      assert.equal(await open().claim('paid on a bad line', 'twice', 60_000), 'answer');
    } finally {
      line.close();
    }
  });
});

/** A line to a Redis that breaks once, at a command, which then never arrives. */
async function startLine(port: number) {
  let last: string | undefined;
  let told: (value?: unknown) => void = () => {};
  const broken = new Promise((resolve) => (told = resolve));
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
    far.on('data', (data) => near.write(data));
    near.on('data', (data) => {
      if (last !== undefined && data.toString().toLowerCase().includes(`\r\n${last}\r\n`)) {
        last = undefined;
        near.destroy();
        told();
      } else far.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broken,
    breakAt: (command: string) => void (last = command),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
