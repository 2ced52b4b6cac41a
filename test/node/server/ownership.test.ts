import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';

import { startCountingService, type CountingOptions, type CountingService } from './counting-service.js';
import { createTask, gatewayTo, jsonOf, queryTask, refusedWith } from './gateway-client.js';

const services: CountingService[] = [];
after(async () => {
  for (const service of services) await service.close();
});

async function behind(options: CountingOptions = {}) {
  const service = await startCountingService(options);
  services.push(service);
  return { service, gateway: gatewayTo(service.url, { secret: 'a secret of the site' }) };
}

/** A change of each kind; what is left is no id of anybody. */
const forgeries: readonly [string, (signed: string) => string][] = [
  ['the bare id', (signed) => signed.slice(0, signed.lastIndexOf('~'))],
  ['no signature', (signed) => signed.slice(0, signed.lastIndexOf('~') + 1)],
  ['a signature cut short', (signed) => signed.slice(0, -1)],
  ['a longer signature', (signed) => `${signed}A`],
  ['another last sign', (signed) => signed.slice(0, -2) + (signed.at(-2) === 'A' ? 'B' : 'A') + signed.slice(-1)],
  ['another first sign', (signed) => signed.replace(/~(.)/, (_, sign: string) => (sign === 'A' ? '~B' : '~A'))],
  ['another id under the same signature', (signed) => signed.replace('task_1', 'task_2')],
  ['the signature alone', (signed) => signed.slice(signed.lastIndexOf('~'))],
  ['the signature twice', (signed) => signed + signed.slice(signed.lastIndexOf('~'))],
  ['nothing but the mark', () => '~'],
];

describe('a task belongs to the user who made it', () => {
  it('who can ask after it, at every instance with the same key', async () => {
    const { service, gateway } = await behind();
    const { task_id: id = '' } = await jsonOf(await createTask(gateway));
    assert.match(id, /^task_1~[\w-]{22}$/);
    assert.equal((await jsonOf(await queryTask(gateway, id)))['task_id'], id);
    assert.deepEqual(service.queried, ['task_1']);
    const [one, other] = [gatewayTo(service.url), gatewayTo(service.url)];
    const { task_id: second = '' } = await jsonOf(await createTask(one));
    assert.equal((await jsonOf(await queryTask(other, second)))['task_id'], second);
    await refusedWith(await queryTask(gateway, second), 400, 'task_not_exist');
  });

  it('and nobody else can, nor play its result: nothing is sent', async () => {
    const { service, gateway } = await behind();
    const { task_id: id = '' } = await jsonOf(await createTask(gateway));
    await refusedWith(await queryTask(gateway, id, 'bob'), 400, 'task_not_exist');
    const headers = { cookie: 'user=bob', origin: 'https://www.example.org' };
    const content = new Request(`http://gateway.test/v1/video/generations/${id}/content/0`, { headers });
    await refusedWith(await gateway(content), 400, 'task_not_exist');
    assert.deepEqual(service.queried, []);
  });

  for (const [what, forged] of forgeries) {
    it(`an id with ${what} is unknown, and nothing is sent`, async () => {
      const { service, gateway } = await behind();
      const { task_id: id = '' } = await jsonOf(await createTask(gateway));
      await createTask(gateway);
      await refusedWith(await queryTask(gateway, forged(id)), 400, 'task_not_exist');
      assert.deepEqual(service.queried, []);
    });
  }

  it('users whose ids run together are two', async () => {
    const { gateway } = await behind({ idOf: () => 'b' });
    const { task_id: id = '' } = await jsonOf(await createTask(gateway, { user: 'a' }));
    await refusedWith(await queryTask(gateway, id, 'a,b'), 400, 'task_not_exist');
    await refusedWith(await queryTask(gateway, id, 'a"'), 400, 'task_not_exist');
  });
});

describe('the signed id stands wherever the service says the id', () => {
  const inner = { status: 'processing', progress: '30%', id: 'of the provider' };
  const shapes: readonly [string, (id: string) => unknown, (id: string) => unknown][] = [
    ['task_id', (id) => ({ task_id: id }), (id) => ({ task_id: id })],
    ['id alone', (id) => ({ id, object: 'video' }), (id) => ({ id, object: 'video' })],
    ['both', (id) => ({ id, task_id: id, status: 'queued' }), (id) => ({ id, task_id: id, status: 'queued' })],
    [
      'an envelope',
      (id) => ({ code: 'success', message: '', data: { task_id: id, status: 'IN_PROGRESS', data: inner } }),
      (id) => ({ code: 'success', message: '', data: { task_id: id, status: 'IN_PROGRESS', data: inner } }),
    ],
    ['data itself', (id) => ({ code: 'success', data: id }), (id) => ({ code: 'success', data: id })],
  ];
  for (const [where, said, expected] of shapes) {
    it(where, async () => {
      const { service, gateway } = await behind({ created: said, queried: said });
      const created = await (await createTask(gateway)).text();
      const id = /task_1~[\w-]{22}/.exec(created)?.[0] ?? '';
      assert.deepEqual(JSON.parse(created), expected(id));
      assert.deepEqual(await jsonOf(await queryTask(gateway, id)), expected(id));
      assert.deepEqual(service.queried, ['task_1']);
    });
  }

  it('and an id may hold the mark itself, or be a number', async () => {
    const odd = await behind({ idOf: (count) => `a~b~${count}` });
    const { task_id: id = '' } = await jsonOf(await createTask(odd.gateway));
    await jsonOf(await queryTask(odd.gateway, id));
    assert.deepEqual(odd.service.queried, ['a~b~1']);
    const number = await behind({
      idOf: () => '17',
      created: (taskId) => ({ id: Number(taskId) }),
      queried: () => ({ id: 17, status: 'processing' }),
    });
    const { id: signed = '' } = await jsonOf(await createTask(number.gateway));
    assert.equal((await jsonOf(await queryTask(number.gateway, signed)))['id'], signed);
  });

  it('an answer without an id passes as it is', async () => {
    const { gateway } = await behind({ created: () => ({ code: 'success', data: null }) });
    assert.deepEqual(await jsonOf(await createTask(gateway)), { code: 'success', data: null });
  });
});
