// Unfinished videos go on without a page: copied before their link dies, written into the user's record, told to the site.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { Gateway, GatewayUser } from 'voxreel/server';
import type { LibraryEvent, RecordStore, WatchList } from 'voxreel/server/library';

import { createTask, gatewayTo, jsonOf, queryTask } from '../gateway-client.js';
import { ask, changes, librarySite, putRecord, type LibrarySite } from './library-client.js';
import { endServers } from './stores.js';
import { film, startWatchedMaker, type WatchedMaker } from './watched-maker.js';

let site: LibrarySite;
let maker: WatchedMaker;
const told: { readonly user: GatewayUser; readonly event: LibraryEvent }[] = [];
const hearing = new Set<() => void>();
const notify = (user: GatewayUser, event: LibraryEvent): void => {
  told.push({ user, event });
  for (const heard of hearing) heard();
};
let gateway: Gateway;
const gateways: Gateway[] = [];
const watching = (options: { readonly bytes?: number; readonly records?: RecordStore } = {}): Gateway => {
  const { bytes, ...more } = options;
  const made = gatewayTo(maker.urls[0] ?? '', {
    secret: 'a secret of the site',
    library: { records: site.records, files: site.files, quota: { bytes }, watch: { leaseMs: 2000 }, notify, ...more },
  });
  gateways.push(made);
  return made;
};
before(async () => {
  site = await librarySite();
  maker = await startWatchedMaker();
  gateway = watching();
});
after(async () => {
  for (const one of gateways) one.drain();
  await maker.close();
  await site.end();
  await endServers();
});

/** The video of a page that has closed. */
async function begun(user: string, by = gateway, key?: string): Promise<{ taskId: string; id: string }> {
  const { task_id: taskId = '' } = await jsonOf(await createTask(by, { user, key }));
  return { taskId, id: maker.made.at(-1) ?? '' };
}
async function eventOf(taskId: string): Promise<LibraryEvent> {
  for (;;) {
    const found = told.find(({ event }) => event.taskId === taskId);
    if (found !== undefined) return found.event;
    await new Promise<void>((resolve) => hearing.add(resolve));
  }
}
const recordOf = (taskId: string, extra: object = {}) => ({
  version: 2,
  id: 'page-record',
  kind: 'video',
  taskId,
  status: 'processing',
  labels: ['mine'],
  outputs: [],
  updatedAt: 5,
  ...extra,
});

async function outputsOf(user: string): Promise<readonly (string | undefined)[]> {
  const [{ record = {} } = {}] = (await changes(gateway, '', user)).data;
  return (record['outputs'] as { readonly url?: string }[]).map(({ url }) => url);
}
/** What is put off is due again at once. */
function withoutPauses({ watched, ...records }: RecordStore, heard: () => void): RecordStore {
  const putOff: WatchList['putOff'] = (key, lease, _ms, data) => watched?.putOff(key, lease, 0, data).finally(heard) ?? assert.fail();
  return { ...records, watched: watched && { ...watched, putOff } };
}

describe('a video that nobody asks after', () => {
  it('is copied into the library and written into the record of its page, with a time of its own', async () => {
    const user = 'ann';
    const { taskId, id } = await begun(user);
    // The clock of this device is an hour ahead.
    const stamp = `${(Date.now() + 3_600_000).toString(36).padStart(9, '0')}0000abcdef`;
    await putRecord(gateway, 'page-record', recordOf(taskId, { time: stamp, times: { labels: stamp } }), 0, user);
    maker.end(id);
    const event = await eventOf(taskId);
    const [fileId = ''] = event.files;
    assert.deepEqual(event, { type: 'succeeded', taskId, model: 'vidu-q2', recordId: 'page-record', files: [fileId] });
    const { data } = await changes(gateway, '', user);
    assert.equal(data.length, 1);
    const [{ version, record = {} } = {}] = data;
    assert.equal(version, 2);
    const { labels, status, outputs, time } = record;
    const times = record['times'] as { readonly labels: string; readonly status: string; readonly outputs: string };
    assert.deepEqual([labels, status, time, times.labels], [['mine'], 'succeeded', stamp, stamp]);
    assert.ok(times.status > stamp && times.outputs > stamp, 'what was written is later than what was there');
    assert.deepEqual(outputs, [
      { url: `http://gateway.test/v1/library/files/${fileId}`, format: 'mp4', width: 64, height: 36, libraryFile: fileId },
    ]);
    const file = await ask(gateway, 'GET', `/files/${fileId}`, { user });
    assert.equal(file.headers.get('content-type'), 'video/mp4');
    assert.deepEqual(new Uint8Array(await file.arrayBuffer()), film);
    assert.equal((await ask(gateway, 'GET', `/files/${fileId}`, { user: 'bob' })).status, 404);
  });

  it('is begun all the same where the records keep no list of such videos', async () => {
    const { watched: _, ...records } = site.records;
    const { taskId } = await begun('without a list', watching({ records }));
    assert.notEqual(taskId, '');
  });

  it('is found by the key of its request, where its page closed before it knew the id', async () => {
    const user = 'carl';
    const { taskId, id } = await begun(user, gateway, 'key-of-carl');
    await putRecord(
      gateway,
      'page-record',
      recordOf('', { taskId: undefined, status: 'unconfirmed', idempotencyKey: 'key-of-carl' }),
      0,
      user,
    );
    maker.end(id);
    assert.equal((await eventOf(taskId)).recordId, 'page-record');
    const [{ record = {} } = {}] = (await changes(gateway, '', user)).data;
    assert.deepEqual([record['status'], record['taskId']], ['succeeded', taskId]);
  });

  it('gets a record where its page never wrote one, so that no video is lost', { timeout: 60_000 }, async () => {
    const user = 'dora';
    const { taskId, id } = await begun(user);
    maker.end(id);
    const { recordId, files } = await eventOf(taskId);
    const [{ id: listed, record = {} } = {}] = (await changes(gateway, '', user)).data;
    assert.equal(listed, recordId);
    const { prompt, model, status, kind, version } = record;
    assert.deepEqual([record['id'], prompt, model, status, kind, version], [recordId, 'sea', 'vidu-q2', 'succeeded', 'video', 2]);
    assert.equal(files.length, 1);
  });

  it('that fails says why', async () => {
    const user = 'eve';
    const { taskId, id } = await begun(user);
    await putRecord(gateway, 'page-record', recordOf(taskId), 0, user);
    maker.end(id, 'badly');
    const { type, error } = await eventOf(taskId);
    assert.deepEqual([type, error], ['failed', { code: 'moderated', message: 'Not this.' }]);
    const [{ record = {} } = {}] = (await changes(gateway, '', user)).data;
    assert.deepEqual([record['status'], record['error']], ['failed', { code: 'moderated', message: 'Not this.', retryable: false }]);
  });

  it('that has no room for a minute keeps the link of its service', { timeout: 60_000 }, async (t) => {
    const user = 'fay';
    gateway.drain();
    let heard = (): void => {};
    const putOff = (): Promise<void> => new Promise((resolve) => (heard = resolve));
    gateway = watching({ bytes: 100_000, records: withoutPauses(site.records, () => heard()) });
    const { taskId, id } = await begun(user);
    await putRecord(gateway, 'page-record', recordOf(taskId), 0, user);
    maker.end(id);
    // The first may still be of a video that goes on.
    for (const _ of [1, 2]) await putOff();
    assert.equal(told.filter(({ event }) => event.taskId === taskId).length, 0);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    assert.deepEqual((await eventOf(taskId)).files, []);
    t.mock.timers.reset();
    assert.deepEqual(await outputsOf(user), [`${maker.urls[0]}/films/${id}`]);
    gateway.drain();
    gateway = watching();
  });

  it('whose file is gone keeps the link of its service', { timeout: 60_000 }, async () => {
    const user = 'lea';
    const { taskId, id } = await begun(user);
    await putRecord(gateway, 'page-record', recordOf(taskId), 0, user);
    void maker.answerFiles(410);
    maker.end(id);
    assert.deepEqual((await eventOf(taskId)).files, []);
    void maker.answerFiles(200);
    assert.deepEqual(await outputsOf(user), [`${maker.urls[0]}/films/${id}`]);
  });

  it('whose host is down is copied once that is back, and after an hour keeps its link', { timeout: 120_000 }, async (t) => {
    gateway.drain();
    let heard = (): void => {};
    gateway = watching({ records: withoutPauses(site.records, () => heard()) });
    const down = maker.answerFiles(503);
    const [first, second] = [await begun('max'), await begun('mia')];
    for (const [user, { taskId }] of Object.entries({ max: first, mia: second }))
      await putRecord(gateway, 'page-record', recordOf(taskId), 0, user);
    maker.end(first.id);
    await down;
    void maker.answerFiles(200);
    assert.equal((await eventOf(first.taskId)).files.length, 1);
    const downAgain = maker.answerFiles(503);
    maker.end(second.id);
    await downAgain;
    await new Promise<void>((resolve) => (heard = resolve));
    assert.equal(told.filter(({ event }) => event.taskId === second.taskId).length, 0);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    assert.deepEqual((await eventOf(second.taskId)).files, []);
    t.mock.timers.reset();
    void maker.answerFiles(200);
    assert.deepEqual(await outputsOf('mia'), [`${maker.urls[0]}/films/${second.id}`]);
    gateway.drain();
    gateway = watching();
  });

  it('is watched no more once its record is deleted, or the library', async () => {
    const [first, second] = [await begun('gus'), await begun('hal')];
    await putRecord(gateway, 'page-record', recordOf(first.taskId), 0, 'gus');
    await ask(gateway, 'DELETE', '/records/video/page-record', { user: 'gus', headers: { 'if-match': '"1"' } });
    await ask(gateway, 'DELETE', '', { user: 'hal' });
    const last = await begun('ida');
    await putRecord(gateway, 'page-record', recordOf(last.taskId), 0, 'ida');
    const before = maker.asked.length;
    for (const { id } of [first, second, last]) maker.end(id);
    await eventOf(last.taskId);
    assert.deepEqual(new Set(maker.asked.slice(before)), new Set([last.id]));
    for (const user of ['gus', 'hal']) assert.deepEqual((await site.records.files.list(user, '', 10)).length, 0);
  });

  it('takes its files along when its record is deleted, and then for good', async () => {
    const user = 'kim';
    const { taskId, id } = await begun(user);
    await putRecord(gateway, 'page-record', recordOf(taskId), 0, user);
    maker.end(id);
    assert.equal((await eventOf(taskId)).files.length, 1);
    assert.equal((await site.records.files.list(user, '', 10)).length, 1);
    await ask(gateway, 'DELETE', '/records/video/page-record', { user, headers: { 'if-match': '"2"' } });
    assert.equal((await site.records.files.list(user, '', 10)).length, 1);
    await ask(gateway, 'DELETE', '/bin/video/page-record', { user });
    assert.equal((await site.records.files.list(user, '', 10)).length, 0);
  });

  it('is looked at as soon as its page has seen the end', async () => {
    const { taskId, id } = await begun('jo');
    await putRecord(gateway, 'page-record', recordOf(taskId), 0, 'jo');
    maker.end(id);
    await jsonOf(await queryTask(gateway, taskId, 'jo'));
    assert.equal((await eventOf(taskId)).files.length, 1);
  });
});
