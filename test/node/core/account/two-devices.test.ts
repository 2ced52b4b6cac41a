// Two devices of one user that edit offline, in any order, over a network that loses requests and answers: both end up equal, and nothing is lost.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import fc from 'fast-check';
import type { Gateway } from 'voxreel/server';

import { withOrganization } from '../../../../src/core/store/organization.js';
import { librarySite, origin, type LibrarySite } from '../../server/library/library-client.js';
import { endServers } from '../../server/library/stores.js';
import { closeDevices, newTask, offline, online, openDevice, plain, type Device } from './devices.js';

let site: LibrarySite;
let gateway: Gateway;
before(async () => {
  site = await librarySite();
  gateway = site.gateway({ limits: { perUser: false } });
});
afterEach(closeDevices);
after(async () => {
  await site.end();
  await endServers();
});

let users = 0;

/** `RECORDS=500` for what the library promises; each costs five transactions. */
const most = Number(process.env['RECORDS'] ?? 100);
const fresh = most / 10;

const ids = Array.from({ length: 3 }, (_, at) => `n${at}`);
const command = fc.record({
  device: fc.nat(1),
  id: fc.constantFrom(...ids),
  what: fc.constantFrom('create', 'create', 'label', 'label', 'unlabel', 'rate', 'progress', 'end', 'remove', 'exchange', 'exchange'),
  value: fc.integer({ min: 1, max: 5 }),
  /** Which of the next requests are lost, and how. */
  losses: fc.array(fc.constantFrom(undefined, undefined, 'request' as const, 'answer' as const), { maxLength: 8 }),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** What has to be true in the end. */
interface Made {
  readonly created: Set<string>;
  readonly removed: Set<string>;
  readonly ended: Set<string>;
  /** `n1 l3`. */
  readonly labels: Set<string>;
  readonly unlabeled: Set<string>;
}

const exchanges = async (device: Device, losses: Command['losses']): Promise<void> => {
  const left = [...losses];
  device.network.lost = (_method, path) => (path === '/events' ? 'request' : left.shift());
  // It ends where one is lost; the next one goes on from there.
  await device.storage.synchronize().catch(() => undefined);
  device.network.lost = offline;
};

async function run(device: Device, { id, what, value, losses }: Command, made: Made): Promise<void> {
  if (what === 'exchange') return exchanges(device, losses);
  const known = await device.get(id);
  if (what === 'create') {
    // An id is made once, by one device.
    if (made.created.has(id)) return;
    made.created.add(id);
    return device.create(id);
  }
  if (known === undefined) return;
  if (what === 'remove') {
    made.removed.add(id);
    return device.storage.remove(id);
  }
  await device.change(id, (task) => {
    if (what === 'label') return withOrganization(task, { addLabels: [`l${value}`] });
    if (what === 'unlabel') return withOrganization(task, { removeLabels: [`l${value}`] });
    if (what === 'rate') return withOrganization(task, { rating: value });
    const isOver = task.status === 'succeeded';
    if (what === 'progress') return isOver ? task : { ...task, progress: value / 10, updatedAt: task.updatedAt + value };
    return { ...task, status: 'succeeded', updatedAt: task.updatedAt + value, outputs: [{ url: `https://files.test/${id}.mp4` }] };
  });
  const key = `${id} l${value}`;
  if (what === 'label') made.labels.add(key);
  if (what === 'unlabel') made.unlabeled.add(key);
  if (what === 'end') made.ended.add(id);
}

async function settle(devices: readonly Device[]): Promise<void> {
  for (const { network } of devices) network.lost = (_method, path) => (path === '/events' ? 'request' : undefined);
  for (let round = 0; round < 2; round++) for (const { storage } of devices) await storage.synchronize();
}

describe('two devices', () => {
  it('end up equal, whatever they did offline and whatever was lost between them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
        const user = `user${users++}`;
        const devices = [openDevice(() => gateway, user), openDevice(() => gateway, user)] as const;
        for (const { network } of devices) network.lost = offline;
        const made: Made = { created: new Set(), removed: new Set(), ended: new Set(), labels: new Set(), unlabeled: new Set() };
        try {
          for (const one of commands) await run(devices[one.device === 0 ? 0 : 1], one, made);
          await settle(devices);
          const [one, other] = await Promise.all(devices.map((device) => device.tasks()));
          assert.equal(plain(one ?? []), plain(other ?? []));
          assert.deepEqual(
            one?.map(({ id }) => id),
            [...made.created].filter((id) => !made.removed.has(id)).sort(),
          );
          for (const { id, status, outputs, labels = [] } of one ?? []) {
            // What nobody ever took away is there.
            for (const label of made.labels) {
              const [of, name = ''] = label.split(' ');
              if (of === id && !made.unlabeled.has(label)) assert.ok(labels.includes(name), `${label}: ${labels.join()}`);
            }
            assert.equal(status, made.ended.has(id) ? 'succeeded' : 'processing');
            assert.equal(outputs.length, made.ended.has(id) ? 1 : 0);
          }
        } finally {
          closeDevices();
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? 40) },
    );
  });

  it(`edit ${most} records each offline, all of them on both, and nothing is lost`, async () => {
    const [one, other] = [openDevice(() => gateway, 'many'), openDevice(() => gateway, 'many')];
    const all = Array.from({ length: most }, (_, at) => `n${at}`);
    for (const id of all) await one.create(id);
    await settle([one, other]);
    one.network.lost = other.network.lost = offline;
    for (const id of all) await one.change(id, (task) => withOrganization(task, { addLabels: ['one'] }));
    for (const id of all.toReversed()) await other.change(id, (task) => withOrganization(task, { addLabels: ['other'], rating: 3 }));
    for (let at = 0; at < fresh; at++) await other.create(`m${at}`);
    // Every fifth answer is lost, on both.
    for (const { network } of [one, other]) {
      let count = 0;
      network.lost = () => (++count % 5 === 0 ? 'answer' : undefined);
    }
    for (let at = 0; at < 5; at++) await Promise.allSettled([one.storage.synchronize(), other.storage.synchronize()]);
    await settle([one, other]);
    const [ones, others] = [await one.tasks(), await other.tasks()];
    assert.equal(plain(ones), plain(others));
    assert.equal(ones.length, most + fresh);
    for (const { id, labels, rating } of ones.filter((task) => task.id.startsWith('n')))
      assert.deepEqual([labels, rating], [['one', 'other'], 3], id);
  });

  it('show a video that the gateway finished without a page, once, whether its own page comes back or not', async () => {
    const [one, other] = [openDevice(() => gateway, 'closed'), openDevice(() => gateway, 'closed')];
    // Its page closes before it sends what it wrote down.
    one.network.lost = offline;
    await one.create('n1');
    const { user: _, ...made } = newTask('n1', '');
    const record = { ...made, user: '', agent: '', status: 'succeeded', outputs: [{ url: 'https://example.org/1.mp4' }], time: '' };
    const headers = { origin, cookie: 'user=closed', 'content-type': 'application/json', 'if-none-match': '*' };
    const request = new Request('http://gateway.test/v1/library/records/video/n1', {
      method: 'PUT',
      headers,
      body: JSON.stringify(record),
    });
    assert.equal((await gateway(request)).status, 201);
    await other.storage.synchronize();
    assert.deepEqual(
      (await other.tasks()).map(({ id, user, status }) => [id, user, status]),
      [['n1', 'closed', 'succeeded']],
    );
    await settle([one, other]);
    assert.deepEqual(
      (await one.tasks()).map(({ id, user, status }) => [id, user, status]),
      [['n1', 'closed', 'succeeded']],
    );
  });

  it('learn of a change at once while both are online', async () => {
    const [one, other] = [openDevice(() => gateway, 'live'), openDevice(() => gateway, 'live')];
    one.network.lost = other.network.lost = online;
    await Promise.all([one.storage.all(), other.storage.all()]);
    const heard = new Promise<void>((resolve) => other.storage.subscribe(({ put }) => put.length > 0 && resolve()));
    await one.create('n1');
    await heard;
    assert.equal((await other.get('n1'))?.prompt, 'The sea, n1');
  });
});

describe('a page that stays open while another user logs in', () => {
  it('gives them nothing and receives nothing of theirs, and synchronizes once its own user is back', async () => {
    const [page, elsewhere, theirs] = [
      openDevice(() => gateway, 'first'),
      openDevice(() => gateway, 'first'),
      openDevice(() => gateway, 'second'),
    ];
    await page.create('before');
    await theirs.create('theirs');
    await settle([page, theirs]);
    page.login = 'second';
    await page.create('after');
    await page.storage.remove('before');
    await assert.rejects(page.storage.synchronize(), { code: 'other_account', status: 403 });
    await theirs.storage.synchronize();
    assert.deepEqual(
      [await page.tasks(), await theirs.tasks()].map((tasks) => tasks.map(({ id }) => id)),
      [['after'], ['theirs']],
    );
    page.login = 'first';
    await settle([page, elsewhere]);
    assert.deepEqual(
      (await elsewhere.tasks()).map(({ id }) => id),
      ['after'],
    );
  });
});
