// What users spend: counted before anything is made, given back where nothing was, and shared by all instances.
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';

import { memoryState, redisState } from 'voxreel/server';
import type { AuditEvent, GatewayLimits, GatewayOptions, GatewayRequest, GatewayState, WatchedRelay } from 'voxreel/server';

import { createBudget } from '../../../src/server/state/budget.js';
import { gatewaySettings } from '../../../src/server/gateway-options.js';
import { ask, create, created, jsonOf, page, scriptedMaker, siteWith, videos } from '../services/scripted-service.js';
import { gatewayTo, mintToken, refusedWith } from './gateway-client.js';
import { startRedis, withoutRedis, type RedisServer } from './redis-server.js';

const day = 86_400_000;
const cost = ({ kind, fields }: GatewayRequest): number => (kind === 'call' ? 2 : Number(fields['duration'] ?? 1));
const spend = (more: GatewayLimits['spend'] = { perMs: day, perUser: 10 }): Partial<GatewayOptions> => ({ cost, limits: { spend: more } });

const spentOf = async (gateway: Parameters<typeof ask>[0], user = 'ann') =>
  (await jsonOf(await ask(gateway, '/v1/limits', { user })))['spent'];

describe('a budget', () => {
  it('lets a user spend as much as the site allows, and shows it in advance', async () => {
    const maker = scriptedMaker();
    const gateway = siteWith([maker.service()], spend({ perMs: day, perUser: 10, total: 15, unit: 'seconds' }));
    await created(gateway, { duration: 6 });
    const { resets_at: resetsAt, ...shown } = await jsonOf(await ask(gateway, '/v1/limits'));
    assert.deepEqual(shown, { httpStatus: 200, unit: 'seconds', limit: 10, spent: 6, total: { limit: 15, spent: 6 } });
    assert.equal(resetsAt, (Math.floor(Date.now() / day) + 1) * (day / 1000));
    const before = maker.called.length;
    const refusal = await create(gateway, { duration: 5 });
    assert.ok(Number(refusal.headers.get('retry-after')) > 0);
    await refusedWith(refusal, 402, 'budget_spent');
    assert.equal(maker.called.length, before, 'the maker was asked although nothing was left');
    await created(gateway, { duration: 4 });
    await refusedWith(await create(gateway, { duration: 6 }, { user: 'bob' }), 402, 'budget_spent');
    assert.equal(await spentOf(gateway, 'bob'), 0, 'what the total refuses is counted for the user');
    await created(gateway, { duration: 5 }, { user: 'bob' });
  });

  it('shows no limit where there is none, and counts in credits', async () => {
    for (const more of [{ perMs: day }, { perMs: day, perUser: false, total: false }] as const) {
      const gateway = siteWith([scriptedMaker().service()], spend(more));
      await created(gateway, { duration: 6 });
      const { resets_at: _at, ...shown } = await jsonOf(await ask(gateway, '/v1/limits'));
      assert.deepEqual(shown, { httpStatus: 200, unit: 'credits', limit: null, spent: 6 });
    }
  });

  it('is neither shown nor spent while the state is away, unless each instance may count for itself', async () => {
    const away = async (): Promise<never> => Promise.reject(new Error('away'));
    const state = { ...memoryState(), add: away };
    const maker = scriptedMaker();
    const closed = siteWith([maker.service()], { ...spend(), state });
    for (const answer of [await create(closed), await ask(closed, '/v1/limits')]) await refusedWith(answer, 503, 'state_unavailable');
    assert.equal(maker.called.length, 0);
    await refusedWith(await mintToken(gatewayTo('http://127.0.0.1:9', { ...spend(), state })), 503, 'state_unavailable');
    const failing = { query: async () => ({ status: 'failed', outputs: [], error: { code: 'failed', message: 'No.' } }) as never };
    const open = siteWith([maker.service({}, failing)], { ...spend(), state, stateFailure: 'open' });
    const id = await created(open, { duration: 6 });
    assert.equal(await spentOf(open), 6);
    await refusedWith(await create(open, { duration: 5 }), 402, 'budget_spent');
    await ask(open, `${videos}/${id}`);
    assert.equal(await spentOf(open), 0, 'what has failed is given back there as well');
  });

  it('is not counted for a user whose request nobody could count for all', async () => {
    const state = memoryState();
    const { add = assert.fail() } = state;
    let hasFailed = false;
    const flickering: GatewayState = {
      ...state,
      add: async (key, amount, limit) => {
        if (amount > 0 && !key.includes('user')) {
          hasFailed = true;
          throw new Error('away');
        }
        return add(key, amount, limit);
      },
    };
    const gateway = siteWith([scriptedMaker().service()], { ...spend(), state: flickering });
    await refusedWith(await create(gateway), 503, 'state_unavailable');
    assert.equal(hasFailed, true);
    assert.equal(await spentOf(gateway), 0);
  });

  it('lets a request come again with its key once cost() works again', async () => {
    const maker = scriptedMaker();
    let isDown = true;
    const prices = () => {
      if (isDown) throw new Error('the price list is away');
      return 1;
    };
    const gateway = siteWith([maker.service()], { ...spend(), cost: prices });
    const headers = { 'idempotency-key': 'one' };
    await refusedWith(await create(gateway, {}, { headers }), 500, 'gateway_error');
    isDown = false;
    await created(gateway, {}, { headers });
    assert.equal(maker.called.length, 1);
  });

  it('has nothing to say where the site counts no money', async () => {
    const answer = await ask(siteWith([scriptedMaker().service()]), '/v1/limits');
    assert.deepEqual([answer.status, await answer.text()], [204, '']);
  });

  it('gives back what a refused or failed task would have cost, once', async () => {
    const maker = scriptedMaker();
    const failing = { query: async () => ({ status: 'failed', outputs: [], error: { code: 'failed', message: 'No.' } }) as never };
    const gateway = siteWith([maker.service({}, failing)], spend());
    const takes = maker.answer;
    maker.answer = () => Response.json({ message: 'no' }, { status: 400 });
    assert.equal((await create(gateway, { duration: 9 })).status, 400);
    assert.equal(await spentOf(gateway), 0);
    maker.answer = takes;
    const id = await created(gateway, { duration: 4 });
    maker.answer = () => Response.json({ id: 'job-2' });
    await created(gateway, { duration: 5 });
    assert.equal(await spentOf(gateway), 9);
    for (let time = 0; time < 2; time += 1) await ask(gateway, `${videos}/${id}`);
    assert.equal(await spentOf(gateway), 5);
  });

  it('keeps what is in doubt, what has succeeded, and what a repeated request has cost once', async () => {
    const maker = scriptedMaker();
    const gateway = siteWith([maker.service()], spend());
    const headers = { 'idempotency-key': 'one' };
    const id = await created(gateway, { duration: 3 }, { headers });
    await created(gateway, { duration: 3 }, { headers });
    await ask(gateway, `${videos}/${id}`);
    assert.equal(await spentOf(gateway), 3);
    maker.answer = () => new Response('', { status: 504 });
    await create(gateway, { duration: 2 });
    assert.equal(await spentOf(gateway), 5);
  });

  it('gives a place back when the money is spent, and the money when there is no place', async () => {
    const maker = scriptedMaker();
    const limits = { tasks: { atOnce: 1 }, spend: { perMs: day, perUser: 10 } };
    const gateway = siteWith([maker.service()], { cost, limits });
    await refusedWith(await create(gateway, { duration: 11 }), 402, 'budget_spent');
    await created(gateway, { duration: 1 });
    await refusedWith(await create(gateway, { duration: 1 }), 429, 'rate_limited');
    assert.equal(await spentOf(gateway), 1);
  });

  it('is one for all users of a group', async () => {
    const authorize = (request: Request) => ({ id: request.headers.get('cookie') ?? '', group: 'team' });
    const gateway = siteWith([scriptedMaker().service()], { ...spend(), authorize });
    await created(gateway, { duration: 6 });
    await refusedWith(await create(gateway, { duration: 6 }, { user: 'bob' }), 402, 'budget_spent');
  });

  it('refuses what cost() gives that is no amount', async () => {
    for (const amount of [-1, Number.NaN, Infinity, '1' as unknown as number]) {
      const maker = scriptedMaker();
      const gateway = siteWith([maker.service()], { ...spend(), cost: () => amount });
      await refusedWith(await create(gateway), 500, 'gateway_error');
      assert.equal(maker.called.length, 0);
    }
  });

  it('adds fractions exactly, and starts again with the next period', async () => {
    let now = 5 * day + 1;
    const settings = gatewaySettings({ authorize: () => null, origins: [], cost, limits: { spend: { perMs: day, perUser: 0.3 } } });
    const budget = createBudget({ ...settings, state: memoryState({ now: () => now }) }, () => now) ?? assert.fail('no budget');
    const ann = { id: 'ann' };
    for (let time = 0; time < 3; time += 1) assert.ok(!((await budget.reserve(ann, 0.1)) instanceof Response));
    assert.ok((await budget.reserve(ann, 0.000_001)) instanceof Response);
    now = 6 * day;
    assert.ok(!((await budget.reserve(ann, 0.3)) instanceof Response));
  });
});

describe('a budget that instances share', { skip: withoutRedis }, () => {
  let redis: RedisServer;
  const states: GatewayState[] = [];
  before(async () => (redis = await startRedis()));
  after(async () => {
    for (const state of states) await state.close();
    await redis.stop();
  });

  it('is spent by all of them together', async () => {
    const gateways = [0, 1].map(() => {
      const state = redisState(redis.url);
      states.push(state);
      return siteWith([scriptedMaker().service()], { ...spend(), state });
    });
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => create(gateways[at % 2] ?? assert.fail(), { duration: 4 })));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 200, 402, 402, 402, 402],
    );
    for (const gateway of gateways) assert.equal(await spentOf(gateway), 8);
  });
});

describe('the budget of a call', () => {
  const gatewayWith = (more: Partial<GatewayOptions>) => gatewayTo('http://127.0.0.1:9', more);
  const connect = async (gateway: ReturnType<typeof gatewayTo>): Promise<WatchedRelay> => {
    const { client_secret: secret } = (await (await mintToken(gateway)).json()) as { client_secret: { value: string } };
    const headers = { origin: page, 'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${secret.value}` };
    const target = await gateway.relay(new Request('http://gateway.test/v1/realtime?model=m', { headers }));
    return target instanceof Response ? assert.fail(await target.text()) : target;
  };
  const ended: string[] = [];
  const open = { end: (code: number, reason: string) => void ended.push(`${code} ${reason}`) };

  it('pays for each minute that has begun, and ends the call when nothing is left', async () => {
    const refusals: unknown[] = [];
    const audit = (event: AuditEvent) => void (event.type === 'refused' && refusals.push([event.user, event.code, event.status]));
    const gateway = gatewayWith({ ...spend({ perMs: day, perUser: 5 }), audit, logUser: 'plain' });
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const close = (await connect(gateway)).opened(open);
      assert.equal(await spentOf(gateway), 2);
      mock.timers.tick(60_000);
      while ((await spentOf(gateway)) !== 4) await new Promise(setImmediate);
      assert.deepEqual(ended, []);
      mock.timers.tick(60_000);
      while (ended.length === 0) await new Promise(setImmediate);
      assert.match(ended[0] ?? '', /^1008 budget_spent/);
      assert.deepEqual(refusals, [['ann', 'budget_spent', undefined]]);
      close({ code: 1008, messages: 0, bytes: 0 });
      await refusedWith(await mintToken(gateway), 402, 'budget_spent');
    } finally {
      mock.timers.reset();
    }
  });

  it('counts no minute of a call that the service has not taken, and none after its end', async () => {
    const gateway = gatewayWith(spend());
    await (await connect(gateway)).release();
    assert.equal(await spentOf(gateway), 0);
    mock.timers.enable({ apis: ['setInterval'] });
    const target = await connect(gateway);
    target.opened(open)({ code: 1000, messages: 0, bytes: 0 });
    await target.release();
    mock.timers.tick(120_000);
    mock.timers.reset();
    assert.equal(await spentOf(gateway), 2);
  });

  it('refuses the handshake where another call has spent it, and WebRTC, whose minutes nobody counts', async () => {
    const gateway = gatewayWith(spend({ perMs: day, perUser: 3 }));
    const tokens = await Promise.all(
      [0, 1].map(async () => (await (await mintToken(gateway)).json()) as { client_secret: { value: string } }),
    );
    const answers = [];
    for (const { client_secret: secret } of tokens) {
      const headers = { origin: page, 'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${secret.value}` };
      answers.push(await gateway.relay(new Request('http://gateway.test/v1/realtime?model=m', { headers })));
    }
    const [first, second] = answers;
    assert.ok(!(first instanceof Response));
    await refusedWith(second instanceof Response ? second : assert.fail('relayed without money'), 402, 'budget_spent');
    const sdp = { method: 'POST', headers: { cookie: 'user=ann', origin: page, 'content-type': 'application/sdp' }, body: 'v=0\r\n' };
    await refusedWith(await gateway(new Request('http://gateway.test/v1/realtime?model=m', sdp)), 400, 'webrtc_not_allowed');
  });
});
