// What is interrupted half way: uploads of gateways that were killed, and videos whose record is deleted while they are copied.
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';

import type { Gateway } from 'voxreel/server';
import type { FileIndex, FileStore, LibraryEvent, RecordStore, WatchList } from 'voxreel/server/library';

import { createTask, gatewayTo, jsonOf } from '../gateway-client.js';
import { ask, changes, librarySite, putFile, putRecord, type LibrarySite } from './library-client.js';
import { endServers } from './stores.js';
import { film, startWatchedMaker, type WatchedMaker } from './watched-maker.js';

let site: LibrarySite;
let maker: WatchedMaker;
const gateways: Gateway[] = [];
before(async () => {
  site = await librarySite();
  maker = await startWatchedMaker();
});
after(async () => {
  for (const one of gateways) one.drain();
  await maker.close();
  await site.end();
  await endServers();
});

interface Parts {
  readonly records?: RecordStore;
  readonly files?: FileStore;
  readonly bytes?: number;
  readonly notify?: (event: LibraryEvent) => unknown;
}
/** The only one by then: any other would take its videos. */
function gatewayWith({ records = site.records, files = site.files, bytes, notify }: Parts): Gateway {
  for (const one of gateways.splice(0)) one.drain();
  const made = gatewayTo(maker.urls[0] ?? '', {
    secret: 'a secret of the site',
    library: { records, files, quota: { bytes }, watch: { leaseMs: 2000 }, notify: (_user, event) => notify?.(event) },
  });
  gateways.push(made);
  return made;
}
const withFiles = (index: Partial<FileIndex>): RecordStore => ({ ...site.records, files: { ...site.records.files, ...index } });
/** What is put off is due again at once. */
function withoutPauses({ watched, ...records }: RecordStore, heard = (_data: string): void => {}): RecordStore {
  const putOff: WatchList['putOff'] = (key, lease, _ms, data) =>
    watched?.putOff(key, lease, 0, data).finally(() => heard(data)) ?? assert.fail();
  return { ...records, watched: watched && { ...watched, putOff } };
}

/** A video whose page wrote its record and closed. */
async function begun(gateway: Gateway, user: string): Promise<{ readonly taskId: string; readonly id: string }> {
  const { task_id: taskId = '' } = await jsonOf(await createTask(gateway, { user, key: 'page-record' }));
  await putRecord(
    gateway,
    'page-record',
    { version: 2, id: 'page-record', kind: 'video', taskId, status: 'processing', outputs: [] },
    0,
    user,
  );
  return { taskId, id: maker.made.at(-1) ?? '' };
}
/** The notice of the one video of this gateway. */
function watching(parts: Omit<Parts, 'notify'>): { readonly gateway: Gateway; readonly notice: Promise<LibraryEvent> } {
  let notify = (_event: LibraryEvent): void => {};
  const notice = new Promise<LibraryEvent>((resolve) => (notify = resolve));
  return { gateway: gatewayWith({ ...parts, notify }), notice };
}
const quota = { records: 100, bytes: 1e9 };
const filesOf = async (user: string): Promise<readonly string[]> => (await site.records.files.list(user, '', 10)).map(({ id }) => id);

describe('an upload', { timeout: 30_000 }, () => {
  it('is counted again while its store takes long, for a minute each time, and no more when it is kept', async (t: TestContext) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const counted: { readonly bytes: number; readonly ttlMs: number }[] = [];
    let heard = (): void => {};
    const reserve: FileIndex['reserve'] = (user, upload, limit) =>
      site.records.files.reserve(user, upload, limit).finally(() => {
        counted.push({ bytes: upload.bytes, ttlMs: limit.ttlMs });
        heard();
      });
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let come = (): void => {};
    const arrived = new Promise<void>((resolve) => (come = resolve));
    const put: FileStore['put'] = async (...given) => {
      await site.files.put(...given);
      come();
      await held;
    };
    const answer = putFile(gatewayWith({ records: withFiles({ reserve }), files: { ...site.files, put } }), 'slow', film, {
      'content-length': String(film.byteLength),
    });
    await arrived;
    for (const _ of [1, 2, 3]) {
      const again = new Promise<void>((resolve) => (heard = resolve));
      t.mock.timers.tick(20_000);
      await again;
    }
    letGo();
    assert.equal((await answer).status, 201);
    t.mock.timers.tick(600_000);
    assert.deepEqual(
      counted,
      [0, 1, 2, 3].map(() => ({ bytes: film.byteLength, ttlMs: 60_000 })),
    );
  });

  it('that a killed gateway has left gives its room to what is made, as soon as its minute is over', async () => {
    const limit = { quotaBytes: 1.5 * film.byteLength, ttlMs: 1 };
    const gateway = gatewayWith({ bytes: limit.quotaBytes });
    assert.ok(await site.records.files.reserve('ivy', { key: crypto.randomUUID(), bytes: film.byteLength }, limit));
    for (let status = 413; status === 413;)
      ({ status } = await putFile(gateway, 'next', film, { user: 'ivy', 'content-length': String(film.byteLength) }));
    assert.deepEqual(await filesOf('ivy'), ['next']);
  });
});

describe('a video that is copied', { timeout: 60_000 }, () => {
  it('waits for the room that a killed gateway has counted for it', async () => {
    const limit = { quotaBytes: 1.5 * film.byteLength, ttlMs: 3_600_000 };
    const left = crypto.randomUUID();
    const late = { ...limit, ttlMs: 1 };
    const upload = { key: left, bytes: film.byteLength };
    const putOff = (): void => void site.records.files.reserve('bob', upload, late);
    const { gateway, notice } = watching({ bytes: limit.quotaBytes, records: withoutPauses(site.records, putOff) });
    const { id } = await begun(gateway, 'bob');
    assert.ok(await site.records.files.reserve('bob', upload, limit));
    maker.end(id);
    assert.equal((await notice).files.length, 1);
  });

  it('is copied again when its upload was given up', async () => {
    let keeps = 0;
    const keep: FileIndex['keep'] = async (user, file, replace) => {
      keeps += 1;
      if (keeps === 1) await site.records.files.abandon(user, file.key);
      return site.records.files.keep(user, file, replace);
    };
    const { gateway, notice } = watching({ records: withoutPauses(withFiles({ keep })) });
    const { id } = await begun(gateway, 'cleo');
    maker.end(id);
    assert.equal((await notice).files.length, 1);
    assert.equal(keeps, 2);
  });

  for (const how of ['into the bin', 'for good'] as const)
    it(`leaves no file when its record is deleted ${how} just after that`, async () => {
      const user = `dan ${how}`;
      let settled = (): void => {};
      const over = new Promise<void>((resolve) => (settled = resolve));
      const name = { kind: 'video', id: 'page-record' };
      const keep: FileIndex['keep'] = async (...given) => {
        const kept = await site.records.files.keep(...given);
        await (how === 'for good' ? site.records.remove(user, name, 1) : site.records.bin?.put(user, name, 1));
        return kept;
      };
      const { gateway } = watching({ records: withoutPauses(withFiles({ keep }), settled) });
      const { id } = await begun(gateway, user);
      maker.end(id);
      await over;
      assert.deepEqual(await filesOf(user), []);
      assert.equal((await site.records.usage?.(user))?.total.bytes, (await site.records.usage?.(user))?.bin.bytes);
    });

  it('leaves no file when its record is deleted before that', async () => {
    let settled = (): void => {};
    const over = new Promise<void>((resolve) => (settled = resolve));
    const reserve: FileIndex['reserve'] = async (...given) => {
      await site.records.remove('eve', { kind: 'video', id: 'page-record' }, 1);
      return site.records.files.reserve(...given);
    };
    const { gateway } = watching({ records: withoutPauses(withFiles({ reserve }), settled) });
    const { id } = await begun(gateway, 'eve');
    maker.end(id);
    await over;
    assert.deepEqual(await filesOf('eve'), []);
  });

  it('does not come back when its record is deleted while a long copy is made', async (t: TestContext) => {
    let settled = (): void => {};
    const over = new Promise<void>((resolve) => (settled = resolve));
    const keep: FileIndex['keep'] = async (...given) => {
      const kept = await site.records.files.keep(...given);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
      await site.records.remove('fay', { kind: 'video', id: 'page-record' }, 1);
      return kept;
    };
    const { gateway, notice } = watching({ records: withoutPauses(withFiles({ keep }), settled) });
    const { id } = await begun(gateway, 'fay');
    maker.end(id);
    await Promise.race([over, notice]);
    t.mock.timers.reset();
    assert.deepEqual((await changes(gateway, '', 'fay')).data, []);
  });

  it('leaves the files that its record names when that goes into the bin before the site was told', async () => {
    let come = (): void => {};
    const told = new Promise<void>((resolve) => (come = resolve));
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const made = gatewayWith({
      notify: () => {
        come();
        return held;
      },
    });
    const { id } = await begun(made, 'gus');
    maker.end(id);
    await told;
    assert.equal((await ask(made, 'DELETE', '/records/video/page-record', { user: 'gus', headers: { 'if-match': '"2"' } })).status, 204);
    letGo();
    const restored = await site.records.bin?.restore('gus', { kind: 'video', id: 'page-record' }, quota);
    assert.ok(restored !== undefined && 'version' in restored);
    assert.equal((await filesOf('gus')).length, 1);
  });
});
