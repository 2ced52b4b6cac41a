// A Redis that throws out keys to make room is named as soon as the gateway is connected to it, and once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { Redis } from 'ioredis';
import { memoryState, redisState } from 'voxreel/server';
import type { GatewayState, RedisStateOptions } from 'voxreel/server';

import { gatewayTo } from './gateway-client.js';
import { startRedis, withoutRedis, type RedisServer } from './redis-server.js';

describe('a Redis that evicts keys', { skip: withoutRedis, timeout: 120_000 }, () => {
  let [evicting, usual]: readonly (RedisServer | undefined)[] = [];
  const states: GatewayState[] = [];
  before(async () => {
    [evicting, usual] = await Promise.all([startRedis({ settings: ['maxmemory-policy allkeys-lru'] }), startRedis()]);
  });
  after(async () => {
    await Promise.all(states.map((state) => state.close()));
    await Promise.all([evicting?.stop(), usual?.stop()]);
  });
  const stateIn = (redis: RedisServer | undefined, options: RedisStateOptions = {}): GatewayState => {
    const state = redisState(redis?.url ?? assert.fail('it was not started'), options);
    states.push(state);
    return state;
  };
  const hearing = (redis: RedisServer | undefined) => {
    const errors: string[] = [];
    return { errors, state: stateIn(redis, { onError: ({ message }) => errors.push(message) }) };
  };
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await holds())) await new Promise(setImmediate);
  };

  it('is named when the gateway starts, once', async () => {
    const { errors, state } = hearing(evicting);
    gatewayTo('http://127.0.0.1:9', { state });
    await until(() => errors.length > 0);
    await state.claim('name', 'value', 1000);
    assert.equal(errors.length, 1);
    assert.match(errors[0] ?? '', /evicts keys \(maxmemory-policy allkeys-lru\).*noeviction/);
  });

  it('is named on the console where nobody hears of errors', async (t) => {
    const warn = t.mock.method(console, 'warn', () => {});
    await stateIn(evicting).claim('other', 'value', 1000);
    assert.match(String(warn.mock.calls[0]?.arguments[0]), /evicts keys/);
    assert.equal(warn.mock.callCount(), 1);
  });

  it('is named also where it came to do so later, and not again each time that it comes back', async () => {
    const { errors, state } = hearing(usual);
    const named = () => errors.filter((message) => message.includes('evicts')).length;
    await state.claim('name', 'value', 1000);
    assert.equal(errors.length, 0, 'the usual one is not named');
    const client = new Redis(usual?.url ?? '');
    const comesBack = async (): Promise<void> => {
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await until(() =>
        state.claim('again', 'value', 1000).then(
          () => true,
          () => false,
        ),
      );
    };
    await client.config('SET', 'maxmemory-policy', 'volatile-ttl');
    await comesBack();
    assert.equal(named(), 1);
    await comesBack();
    client.disconnect();
    assert.equal(named(), 1);
  });
});

it('a state of the site itself is connected when the gateway starts', async () => {
  const asked = new Promise<void>((resolve) => {
    gatewayTo('http://127.0.0.1:9', { state: { ...memoryState(), healthy: async () => (resolve(), true) } });
  });
  await asked;
});
