import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

import { redisState } from 'voxreel/server';
import type { Gateway, GatewayOptions, GatewayState } from 'voxreel/server';

import { startCountingService, type CountingService } from './counting-service.js';
import { createTask, gatewayTo, jsonOf, mintToken, queryTask, refusedWith } from './gateway-client.js';
import type { GatewayListening } from './gateway-process.js';
import { startRedis, withoutRedis, type RedisServer } from './redis-server.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let service: CountingService;
let redis: RedisServer;
let opened: GatewayState[] = [];

const instance = (options: Partial<GatewayOptions> = {}): Gateway => {
  const state = redisState(redis.url);
  opened.push(state);
  return gatewayTo(service.url, { state, ...options });
};
const two = (options: Partial<GatewayOptions> = {}): readonly [Gateway, Gateway] => [instance(options), instance(options)];

beforeEach(async () => {
  service = await startCountingService();
});
afterEach(async () => {
  for (const state of opened) await state.close();
  opened = [];
  await service.close();
});

describe('two instances and one Redis', { skip: withoutRedis }, () => {
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());

  const upgrade = (ticket: string, user: string): Request =>
    new Request('http://gateway.test/v1/realtime?model=m', {
      headers: {
        cookie: `user=${user}`,
        origin: 'https://www.example.org',
        'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${ticket}, vendor-beta.realtime-v1`,
      },
    });
  let tokens = 0;
  const mint = async (gateway: Gateway, user: string): Promise<string> => {
    const value = `ek_${++tokens}`;
    service.next(() => ({ status: 200, body: JSON.stringify({ client_secret: { value } }) }));
    assert.equal((await mintToken(gateway, user)).status, 200);
    return value;
  };

  it('share the limits of a user', async () => {
    const [one, other] = two({ limits: { perUser: { requests: 4, perMs: 60_000 } } });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => queryTask(at % 2 ? one : other, 'x', 'carl')));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [400, 400, 400, 400, 429, 429, 429, 429],
    );
  });

  it('share the places of unfinished tasks', async () => {
    const [one, other] = two({ limits: { tasks: { atOnce: 3 } } });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => createTask(at % 2 ? one : other, { user: 'dora' })));
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    assert.equal(service.taken.length, 3);
  });

  it('take a ticket once, whichever gave it', async () => {
    const [one, other] = two();
    const ticket = await mint(one, 'ann');
    const targets = await Promise.all([other, one, other].map((gateway) => gateway.relay(upgrade(ticket, 'ann'))));
    const refusals = targets.filter((target) => target instanceof Response);
    assert.equal(refusals.length, 2);
    for (const refusal of refusals) await refusedWith(refusal, 401, 'invalid_token');
  });

  it('share the places of sockets, and one that is let go is free for both', async () => {
    const [one, other] = two({ limits: { sockets: { perUser: 2 } } });
    const relay = async (gateway: Gateway) => gateway.relay(upgrade(await mint(gateway, 'eve'), 'eve'));
    const [first, second] = [await relay(one), await relay(other)];
    assert.ok(!(first instanceof Response) && !(second instanceof Response));
    const third = await relay(one);
    assert.ok(third instanceof Response && third.status === 429);
    await first.release();
    assert.ok(!((await relay(other)) instanceof Response));
  });

  it('know a task of its user, whichever made it', async () => {
    const [one, other] = two();
    const { task_id: id = '' } = await jsonOf(await createTask(one));
    assert.equal((await jsonOf(await queryTask(other, id)))['task_id'], id);
    await refusedWith(await queryTask(other, id, 'bob'), 400, 'task_not_exist');
  });
});

describe('Redis that is away', { skip: withoutRedis }, () => {
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());

  it('closes the gateway or leaves it open, as the site says, and is taken up again when it is back', async () => {
    const [closed] = two();
    const [open] = two({ stateFailure: 'open' });
    const { task_id: id = '' } = await jsonOf(await createTask(closed));
    await jsonOf(await queryTask(open, id));
    await redis.kill();
    await refusedWith(await queryTask(closed, id), 503, 'state_unavailable');
    await jsonOf(await queryTask(open, id));
    await jsonOf(await createTask(open));
    await refusedWith(await createTask(open, { key: 'meanwhile' }), 503, 'state_unavailable');
    assert.equal(service.taken.length, 2);
    await redis.start();
    // Each has a connection of its own, and takes it up for itself.
    const answered = async (ask: () => Promise<Response>): Promise<Response> => {
      for (;;) {
        const answer = await ask();
        if (answer.status !== 503) return answer;
        await pause(20);
      }
    };
    await jsonOf(await answered(() => queryTask(closed, id)));
    await jsonOf(await answered(() => createTask(open, { key: 'meanwhile' })));
  });
});

describe('Redis killed and started again under load', { skip: withoutRedis }, () => {
  /** A page that wants one task: it repeats under its key until it knows the outcome. */
  const wanted = async (gateways: readonly Gateway[], user: string, key: string, from = 0): Promise<string> => {
    for (let attempt = 0; ; attempt += 1) {
      const gateway = gateways[(from + attempt) % gateways.length];
      assert.ok(gateway);
      const leave = new AbortController();
      // Every third time the page goes away in the middle.
      const timer = attempt % 3 === 0 ? setTimeout(() => leave.abort(), 15) : undefined;
      const answer = await createTask(gateway, { user, key, signal: leave.signal });
      clearTimeout(timer);
      const body = await jsonOf(answer, answer.status);
      if (answer.status === 200 && !leave.signal.aborted) return String(body['task_id']);
      assert.ok([200, 503].includes(answer.status) || body['code'] === 'idempotency_in_progress', `${answer.status} ${body['code']}`);
      await pause(25);
    }
  };

  for (const appendOnly of [false, true]) {
    it(`${appendOnly ? 'with' : 'without'} its memory: no paid task is lost, none is made twice`, async () => {
      redis = await startRedis({ appendOnly });
      try {
        const gateways = two({ limits: { tasks: { perUser: false, atOnce: false }, bodies: { perUser: false } } });
        service.next(...Array.from({ length: 500 }, () => () => pause(Math.random() * 60)));
        const pages: Promise<void>[] = [];
        const made = new Map<string, { user: string; id: string }>();
        const starting = (async () => {
          for (let at = 0; at < 120; at += 1) {
            const [user, key] = [`user ${at % 5}`, `key ${at}`];
            pages.push(wanted(gateways, user, key, at).then((id) => void made.set(key, { user, id })));
            await pause(10);
          }
        })();
        /** Old keys come again, at the instance that did not send them too. */
        const repeat = () =>
          Promise.all(
            [...made].flatMap(([key, { user, id }]) =>
              [0, 1].map(async (from) => assert.equal(await wanted(gateways, user, key, from), id, 'the first answer')),
            ),
          );
        for (let time = 0; time < (appendOnly ? 1 : 2); time += 1) {
          while (made.size < 30 * (time + 1)) await pause(5);
          await redis.kill();
          await pause(250);
          await redis.start();
          await repeat();
        }
        await starting;
        await Promise.all(pages);
        await repeat();
        assert.equal(service.taken.length, 120, 'one task for one key');
        assert.equal(new Set(service.taken.map(({ key }) => key)).size, 120);
        assert.equal(new Set([...made.values()].map(({ id }) => id)).size, 120);
        for (const { user, id } of made.values()) await jsonOf(await queryTask(gateways[1], id, user));
        assert.deepEqual([...service.queried].sort(), service.taken.map(({ taskId }) => taskId).sort());
      } finally {
        await redis.stop();
      }
    });
  }
});

describe('two processes and one Redis', { skip: withoutRedis }, () => {
  const processes: ChildProcess[] = [];
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    for (const child of processes) child.kill('SIGKILL');
    await redis.stop();
  });
  const start = async (): Promise<{ child: ChildProcess; gateway: Gateway }> => {
    const child = fork(new URL('gateway-process.js', import.meta.url), {
      env: { ...process.env, UPSTREAM: service.url, REDIS: redis.url },
    });
    processes.push(child);
    const [{ url }] = (await once(child, 'message')) as [GatewayListening];
    const there = async (request: Request) => {
      const { pathname } = new URL(request.url);
      const body = request.method === 'POST' ? { body: await request.text() } : {};
      return fetch(url + pathname, { method: request.method, headers: request.headers, ...body });
    };
    return { child, gateway: there as Gateway };
  };

  it('share answers and limits; one that is killed in the middle of a request leaves a doubt, and no second task', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const answers = await Promise.all(
      [one, other, one, other].map(async ({ gateway }) => jsonOf(await createTask(gateway, { key: 'first' }))),
    );
    assert.equal(new Set(answers.map(({ task_id: id }) => id)).size, 1);
    const held = service.hold();
    const lost = createTask(one.gateway, { key: 'second' }).then(
      () => assert.fail('it cannot answer'),
      () => 'cut',
    );
    await held.arrived;
    one.child.kill('SIGKILL');
    assert.equal(await lost, 'cut');
    await refusedWith(await createTask(other.gateway, { key: 'second' }), 409, 'idempotency_unconfirmed');
    assert.equal(service.taken.length, 2);
    const { gateway } = await start();
    for (let time = 0; time < 3; time += 1) await jsonOf(await createTask(gateway));
    await refusedWith(await createTask(other.gateway), 429, 'rate_limited');
  });
});
