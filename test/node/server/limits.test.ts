import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { memoryState } from 'voxreel/server';
import type { GatewayLimits, GatewayState } from 'voxreel/server';

import { addressGroup } from '../../../src/server/state/rate.js';
import { startCountingService, type CountingService } from './counting-service.js';
import { createTask, gatewayTo, jsonOf, mintToken, queryTask, refusedWith } from './gateway-client.js';

let service: CountingService;
let status = 'processing';
before(async () => {
  service = await startCountingService({ queried: (id) => ({ task_id: id, status }) });
});
after(() => service.close());

const limited = (limits: GatewayLimits, more = {}) => gatewayTo(service.url, { limits, ...more });

async function tooMany(answer: Response): Promise<void> {
  const seconds = answer.headers.get('retry-after') ?? '';
  assert.match(seconds, /^[1-9]\d*$/);
  await refusedWith(answer, 429, 'rate_limited');
}

describe('limits', () => {
  it('on the requests of one user', async () => {
    const gateway = limited({ perUser: { requests: 2, perMs: 60_000 } });
    for (let time = 0; time < 2; time += 1) assert.equal((await queryTask(gateway, 'x')).status, 400);
    await tooMany(await queryTask(gateway, 'x'));
    assert.equal((await queryTask(gateway, 'x', 'bob')).status, 400, 'another user is counted apart');
  });

  it('on the requests of one address, from any user and before anybody has to log in', async () => {
    let asked = 0;
    let from = '192.0.2.1';
    const gateway = limited(
      { perAddress: { requests: 2, perMs: 60_000 } },
      { address: () => from, authorize: () => ((asked += 1), { id: `user ${asked}` }) },
    );
    for (let time = 0; time < 2; time += 1) await queryTask(gateway, 'x');
    await tooMany(await queryTask(gateway, 'x'));
    assert.equal(asked, 2);
    from = '192.0.2.2';
    assert.equal((await queryTask(gateway, 'x')).status, 400);
  });

  it('on all users of one group together, besides each alone', async () => {
    const grouped = (limits: GatewayLimits) =>
      limited(limits, {
        authorize: (request: Request) => {
          const id = request.headers.get('cookie')?.slice('user='.length) ?? '';
          return { id, group: id.startsWith('far') ? 'far' : 'near' };
        },
      });
    const requests = grouped({ perUser: { requests: 2, perMs: 60_000 } });
    for (const user of ['ann', 'bob']) assert.equal((await queryTask(requests, 'x', user)).status, 400);
    await tooMany(await queryTask(requests, 'x', 'cleo'));
    assert.equal((await queryTask(requests, 'x', 'far-dan')).status, 400, 'another group is counted apart');

    const tokens = grouped({ tokens: { requests: 1, perMs: 60_000 } });
    service.next(() => ({ status: 200, body: '{"client_secret":{"value":"ek_2"}}' }));
    assert.equal((await mintToken(tokens)).status, 200);
    await tooMany(await mintToken(tokens, 'bob'));

    const tasks = grouped({ tasks: { atOnce: 1, perUser: { requests: 2, perMs: 60_000 } } });
    const { task_id: id = '' } = await jsonOf(await createTask(tasks));
    await tooMany(await createTask(tasks, { user: 'bob' }));
    status = 'succeeded';
    await jsonOf(await queryTask(tasks, id));
    status = 'processing';
    await jsonOf(await createTask(tasks, { user: 'bob' }));
    await tooMany(await createTask(tasks, { user: 'cleo' }));
  });

  it('a network of IPv6 is one address', () => {
    assert.equal(addressGroup('2001:db8:1:2:3:4:5:6'), addressGroup('2001:db8:1:2::ffff'));
    assert.notEqual(addressGroup('2001:db8:1:2::1'), addressGroup('2001:db8:1:3::1'));
    assert.equal(addressGroup('::ffff:192.0.2.1'), addressGroup('192.0.2.1'));
    assert.notEqual(addressGroup('192.0.2.1'), addressGroup('192.0.2.2'));
    assert.ok(addressGroup('x'.repeat(10_000)).length <= 100);
  });

  it('on tokens', async () => {
    const gateway = limited({ tokens: { requests: 1, perMs: 60_000 } });
    service.next(() => ({ status: 200, body: '{"client_secret":{"value":"ek_1"}}' }));
    assert.equal((await mintToken(gateway)).status, 200);
    const before = service.taken.length;
    await tooMany(await mintToken(gateway));
    assert.equal(service.taken.length, before);
  });

  it('on tasks made in a time; a repeated key makes none', async () => {
    const gateway = limited({ tasks: { perUser: { requests: 2, perMs: 60_000 } } });
    for (let time = 0; time < 3; time += 1) await jsonOf(await createTask(gateway, { key: 'the same' }));
    await jsonOf(await createTask(gateway));
    const before = service.taken.length;
    await tooMany(await createTask(gateway));
    await tooMany(await createTask(gateway, { key: 'new' }));
    await tooMany(await createTask(gateway, { key: 'new' }));
    assert.equal(service.taken.length, before);
    await jsonOf(await createTask(gateway, { key: 'the same' }));
    await jsonOf(await createTask(gateway, { user: 'bob' }));
  });

  it('on unfinished tasks: one that has ended makes room, so does one the service has not taken', async () => {
    const gateway = limited({ tasks: { atOnce: 2 } });
    status = 'processing';
    const { task_id: first = '' } = await jsonOf(await createTask(gateway));
    service.next(() => ({ status: 400, body: '{"code":"c","message":"no","param":"","type":"t"}' }));
    assert.equal((await createTask(gateway)).status, 400);
    await jsonOf(await createTask(gateway));
    await tooMany(await createTask(gateway));
    await queryTask(gateway, first);
    await tooMany(await createTask(gateway));
    for (const word of ['SUCCESS', 'failed']) {
      status = word;
      await queryTask(gateway, first);
    }
    await jsonOf(await createTask(gateway));
    await tooMany(await createTask(gateway));
  });

  it('of `false` are none', async () => {
    const gateway = limited({ perUser: false, perAddress: false, tokens: false, tasks: { perUser: false, atOnce: false } });
    for (let time = 0; time < 30; time += 1) await jsonOf(await createTask(gateway));
  });
});

describe('limits while the state is away', () => {
  const away = async (): Promise<never> => {
    throw new Error('away');
  };
  const gone: GatewayState = { ...memoryState(), consume: away, acquire: away, release: away, put: away, take: away };
  const limits: GatewayLimits = { perUser: { requests: 3, perMs: 60_000 }, tasks: { atOnce: 1 } };

  it('refuse by default', async () => {
    const before = service.taken.length;
    for (const ask of [createTask, mintToken]) {
      const answer = await ask(limited(limits, { state: gone }));
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      await refusedWith(answer, 503, 'state_unavailable');
    }
    assert.equal(service.taken.length, before);
  });

  it('are counted by each instance for itself where the site says so', async () => {
    const gateway = limited(limits, { state: gone, stateFailure: 'open' });
    await jsonOf(await createTask(gateway));
    await tooMany(await createTask(gateway));
    await queryTask(gateway, 'x');
    await tooMany(await queryTask(gateway, 'x'));
  });

  it('forget a task there as well when it has ended', async () => {
    const gateway = limited({ tasks: { atOnce: 1 } }, { state: gone, stateFailure: 'open' });
    const { task_id: id = '' } = await jsonOf(await createTask(gateway));
    await tooMany(await createTask(gateway));
    status = 'succeeded';
    await jsonOf(await queryTask(gateway, id));
    status = 'processing';
    await jsonOf(await createTask(gateway));
  });

  it('let no token go out that could not be taken back, whatever the site says', async () => {
    service.next(() => ({ status: 200, body: '{"client_secret":{"value":"ek_2"}}' }));
    await refusedWith(await mintToken(limited(limits, { state: gone, stateFailure: 'open' })), 503, 'state_unavailable');
  });
});
