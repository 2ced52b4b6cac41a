// One person's tickets and calls, ended by the site; and how long a call may last.
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';

import { memoryState } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';

import { page } from '../services/scripted-service.js';
import { gatewayTo, mintToken, refusedWith } from './gateway-client.js';

const site = (options: Partial<GatewayOptions> = {}): Gateway =>
  gatewayTo('http://127.0.0.1:9', { session: { allow: ['voice'] }, ...options });
const tokenOf = async (gateway: Gateway, user = 'ann') =>
  ((await (await mintToken(gateway, user)).json()) as { client_secret: { value: string } }).client_secret.value;
const connect = (gateway: Gateway, token: string) =>
  gateway.relay(
    new Request('http://gateway.test/v1/realtime?model=m', {
      headers: { origin: page, 'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${token}` },
    }),
  );
const taken = async (gateway: Gateway, token: string) => {
  const target = await connect(gateway, token);
  return target instanceof Response ? assert.fail(await target.text()) : target;
};
const socket = () => {
  const ends: string[] = [];
  return { ends, end: (code: number, reason: string) => void ends.push(`${code} ${reason.split(':')[0]}`) };
};
const over = { code: 1000, messages: 0, bytes: 0 };

describe('revoking a user', () => {
  it('ends the open calls and the tickets of this user, and of no other', async () => {
    const gateway = site();
    const [anns, bobs] = [socket(), socket()];
    (await taken(gateway, await tokenOf(gateway))).opened(anns);
    (await taken(gateway, await tokenOf(gateway, 'bob'))).opened(bobs);
    const [unused, others] = [await tokenOf(gateway), await tokenOf(gateway, 'bob')];
    await gateway.revoke('ann');
    assert.deepEqual([anns.ends, bobs.ends], [['1008 revoked'], []]);
    const refusal = await connect(gateway, unused);
    await refusedWith(refusal instanceof Response ? refusal : assert.fail('a revoked ticket opened a call'), 401, 'invalid_token');
    await taken(gateway, others);
  });

  it('lets a new ticket in, for the time in which the revocation is remembered too', async () => {
    const gateway = site();
    await gateway.revoke('ann');
    const call = socket();
    const target = await taken(gateway, await tokenOf(gateway));
    target.opened(call);
    await target.prolong();
    assert.deepEqual(call.ends, []);
  });

  it('reaches a ticket on another instance at once, and a call at its next heartbeat', async () => {
    const state = memoryState();
    const [here, there] = [site({ state }), site({ state })];
    const [call, token] = [socket(), await tokenOf(there)];
    const target = await taken(there, await tokenOf(there));
    target.opened(call);
    await here.revoke('ann');
    assert.ok((await connect(there, token)) instanceof Response);
    await target.prolong();
    assert.deepEqual(call.ends, ['1008 revoked']);
  });

  it('reaches a call that was being connected meanwhile', async () => {
    const gateway = site();
    const [call, target] = [socket(), await taken(gateway, await tokenOf(gateway))];
    await gateway.revoke('ann');
    target.opened(call);
    while (call.ends.length === 0) await new Promise(setImmediate);
    assert.deepEqual(call.ends, ['1008 revoked']);
  });

  it('ends no call because the state is away at a heartbeat', async () => {
    let isAway = false;
    const state = memoryState();
    const get: typeof state.get = async (key) => (isAway ? Promise.reject(new Error('away')) : state.get(key));
    const gateway = site({ state: { ...state, get } });
    const [call, target] = [socket(), await taken(gateway, await tokenOf(gateway))];
    target.opened(call);
    isAway = true;
    await target.prolong();
    assert.deepEqual(call.ends, []);
    isAway = false;
    await gateway.revoke('ann');
    assert.deepEqual(call.ends, ['1008 revoked']);
  });

  it('leaves a call alone that has ended', async () => {
    const gateway = site();
    const call = socket();
    (await taken(gateway, await tokenOf(gateway))).opened(call)(over);
    await gateway.revoke('ann');
    assert.deepEqual(call.ends, []);
  });

  it('rejects while the state is away, after the calls of this instance have ended', async () => {
    let away = false;
    const state = memoryState();
    const put: typeof state.put = (...values) => (away ? Promise.reject(new Error('away')) : state.put(...values));
    const gateway = site({ state: { ...state, put } });
    const call = socket();
    (await taken(gateway, await tokenOf(gateway))).opened(call);
    away = true;
    await assert.rejects(gateway.revoke('ann'));
    assert.deepEqual(call.ends, ['1008 revoked']);
  });
});

describe('the length of a call', () => {
  it('is at most sessionMs', async () => {
    const gateway = site({ limits: { sockets: { sessionMs: 60_000 } } });
    const [long, short] = [socket(), socket()];
    const targets = [await taken(gateway, await tokenOf(gateway)), await taken(gateway, await tokenOf(gateway))];
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      targets[0]?.opened(long);
      targets[1]?.opened(short)(over);
      mock.timers.tick(59_999);
      assert.deepEqual(long.ends, []);
      mock.timers.tick(1);
      assert.deepEqual([long.ends, short.ends], [['1008 session_over'], []]);
    } finally {
      mock.timers.reset();
    }
  });
});
