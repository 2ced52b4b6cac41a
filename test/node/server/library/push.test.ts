// Web Push: browsers of a user hear of a video that has ended, encrypted for them alone, although no page is open.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import webpush from 'web-push';
import type { Gateway } from 'voxreel/server';
import type { LibraryEvent, RecordStore, WatchList } from 'voxreel/server/library';
import { webPush } from 'voxreel/server/node';

import { createTask, gatewayTo, jsonOf } from '../gateway-client.js';
import { ask, librarySite, putRecord, type LibrarySite } from './library-client.js';
import { startPushService, type PushBrowser, type PushService } from './push-service.js';
import { endServers } from './stores.js';
import { startWatchedMaker, type WatchedMaker } from './watched-maker.js';

const vapid = { subject: 'mailto:push@example.org', ...webpush.generateVAPIDKeys() };

let site: LibrarySite;
let maker: WatchedMaker;
let service: PushService;
let gateway: Gateway;
const told: LibraryEvent[] = [];
let notified = (): void => {};
let refused = (_error: Error): void => {};

/** What is put off is due again at once. */
function withoutPauses({ watched, ...records }: RecordStore): RecordStore {
  const putOff: WatchList['putOff'] = (key, lease, _ms, data) => watched?.putOff(key, lease, 0, data) ?? assert.fail();
  return { ...records, watched: watched && { ...watched, putOff } };
}

const pushing = (): Gateway =>
  gatewayTo(maker.urls[0] ?? '', {
    secret: 'a secret of the site',
    privateAddresses: [service.host],
    library: {
      records: withoutPauses(site.records),
      files: site.files,
      push: webPush(vapid, { onRefused: (error) => refused(error) }),
      notify: (_user, event) => {
        told.push(event);
        notified();
      },
    },
  });

before(async () => {
  site = await librarySite();
  maker = await startWatchedMaker();
  service = await startPushService(vapid.publicKey);
  gateway = pushing();
});
after(async () => {
  gateway.drain();
  await service.close();
  await maker.close();
  await site.end();
  await endServers();
});

const json = { 'content-type': 'application/json' };
const words = { succeeded: 'Fertig', failed: 'Nichts geworden' };
const subscribe = ({ subscription }: Pick<PushBrowser, 'subscription'>, user: string, more: object = {}) =>
  ask(gateway, 'POST', '/push', {
    user,
    headers: json,
    body: JSON.stringify({ ...subscription, expirationTime: null, url: '/studio', lang: 'de', words, ...more }),
  });

/** A video that has a record of its page, and ends. */
async function ended(user: string, how: 'well' | 'badly' = 'well', recordId = 'page-record'): Promise<void> {
  const { task_id: taskId = '' } = await jsonOf(await createTask(gateway, { user }));
  const record = { version: 2, id: recordId, kind: 'video', taskId, status: 'processing', outputs: [], updatedAt: 5 };
  await putRecord(gateway, recordId, record, 0, user);
  maker.end(maker.made.at(-1) ?? '', how);
}

describe('a browser of a user', () => {
  it('is notified of a video that is ready, in its own words', async () => {
    assert.deepEqual(await jsonOf(await ask(gateway, 'GET', '/push', { user: 'ann' })), { public_key: vapid.publicKey });
    const browser = service.browser();
    await jsonOf(await subscribe(browser, 'ann'), 201);
    const came = browser.next();
    await ended('ann');
    await came;
    const [{ said, topic = '', ttl } = assert.fail('no message came')] = browser.messages;
    assert.deepEqual(said, {
      type: 'voxreel.video',
      status: 'succeeded',
      id: 'page-record',
      title: 'Fertig',
      body: 'sea',
      lang: 'de',
      url: '/studio',
    });
    assert.match(topic, /^[\w-]{8,32}$/);
    assert.equal(ttl, '86400');
    assert.equal(browser.messages.length, 1);
  });

  it('is notified of one that failed', async () => {
    const browser = service.browser();
    await subscribe(browser, 'bob', { words: undefined, lang: undefined, url: undefined });
    const came = browser.next();
    await ended('bob', 'badly');
    await came;
    const { status, title, lang, url } = browser.messages[0]?.said ?? {};
    assert.deepEqual([status, title, lang, url], ['failed', 'Your video could not be made', 'en', '']);
  });

  it('that could not be reached is notified later, and nobody else twice', async () => {
    const [away, here] = [service.browser(), service.browser()];
    for (const browser of [away, here]) await subscribe(browser, 'carl');
    away.answer(503);
    const before = told.length;
    const tried = away.next();
    await ended('carl');
    await tried;
    const again = away.next();
    await again;
    away.answer(201);
    await away.next();
    assert.deepEqual([away.messages.length, here.messages.length, told.length - before], [1, 1, 1]);
  });

  it('whose subscription is gone is forgotten', async () => {
    const browser = service.browser();
    await subscribe(browser, 'dora');
    browser.answer(410);
    const refused = browser.next();
    await ended('dora');
    await refused;
    browser.answer(201);
    const other = service.browser();
    await subscribe(other, 'dora');
    const came = other.next();
    await ended('dora', 'well', 'second');
    await came;
    assert.equal(browser.messages.length, 0);
  });

  it('whose push service refuses the messages of the site is kept, and the operator hears of it', async () => {
    const browser = service.browser();
    await subscribe(browser, 'erna');
    browser.answer(403);
    const error = new Promise<Error>((resolve) => (refused = resolve));
    await ended('erna');
    assert.match((await error).message, new RegExp(`^The push service ${service.host} answered 403: check the subject`));
    assert.deepEqual([(await error).message.includes('/push/'), (await site.records.push?.list('erna'))?.length], [false, 1]);
  });

  it('belongs to the user who signed in there last', async () => {
    const browser = service.browser();
    await subscribe(browser, 'eve');
    await subscribe(browser, 'fay');
    const own = service.browser();
    await subscribe(own, 'eve');
    const toEve = own.next();
    await ended('eve');
    await toEve;
    assert.equal(browser.messages.length, 0);
    const toFay = browser.next();
    await ended('fay');
    await toFay;
    assert.equal(browser.messages.length, 1);
  });

  it('is taken back by no other user', async () => {
    const browser = service.browser();
    const { id = '' } = await jsonOf(await subscribe(browser, 'hal'), 201);
    assert.equal((await ask(gateway, 'DELETE', `/push/${id}`, { user: 'ann' })).status, 204);
    const came = browser.next();
    await ended('hal');
    await came;
    assert.equal(browser.messages.length, 1);
  });

  it('is notified nothing once it was taken back by its own user, or the library was cleared', async () => {
    const [back, cleared] = [service.browser(), service.browser()];
    const { id = '' } = await jsonOf(await subscribe(back, 'gil'), 201);
    for (const user of ['gil', 'gil']) assert.equal((await ask(gateway, 'DELETE', `/push/${id}`, { user })).status, 204);
    await subscribe(cleared, 'gil');
    await ask(gateway, 'DELETE', '', { user: 'gil' });
    const heard = new Promise<void>((resolve) => (notified = resolve));
    await ended('gil');
    await heard;
    const witness = service.browser();
    await subscribe(witness, 'gil');
    const came = witness.next();
    await ended('gil', 'well', 'second');
    await came;
    assert.deepEqual([back.messages.length, cleared.messages.length], [0, 0]);
  });
});

describe('a subscription', () => {
  const { subscription } = { subscription: { endpoint: 'https://push.example.org/x', keys: { p256dh: '', auth: '' } } };
  const cases: readonly (readonly [string, object, string])[] = [
    ['without an endpoint', { endpoint: undefined }, 'endpoint'],
    ['of this machine', { endpoint: 'https://127.0.0.1:9/x' }, 'endpoint'],
    ['of a private name', { endpoint: 'https://push.internal/x' }, 'endpoint'],
    ['in the clear', { endpoint: 'http://push.example.org/x' }, 'endpoint'],
    ['without keys', { keys: undefined }, 'keys'],
    ['with short keys', { keys: { p256dh: 'abcd', auth: 'abcd' } }, 'keys'],
    [
      'with a key that is no point',
      { keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') } },
      'keys',
    ],
    ['with a long address', { url: `/${'x'.repeat(1000)}` }, 'url'],
    ['with a language that is none', { lang: 7 }, 'lang'],
    ['with words missing', { words: { succeeded: 'Fertig' } }, 'words'],
  ];
  for (const [what, more, param] of cases)
    it(`${what} is refused, naming ${param}`, async () => {
      const good = { ...subscription, keys: service.browser().subscription.keys };
      const answer = await ask(gateway, 'POST', '/push', { headers: json, body: JSON.stringify({ ...good, ...more }) });
      assert.equal((await jsonOf(answer, 400))['param'], param);
    });
});

describe('the option push', () => {
  it('throws for details that are none', () => {
    for (const [param, wrong] of Object.entries({ subject: 'me', publicKey: vapid.privateKey, privateKey: vapid.publicKey }))
      assert.throws(() => webPush({ ...vapid, [param]: wrong }), { code: 'invalid_input', param });
  });

  it('throws for what cannot send, and for a store that remembers no browsers', () => {
    const { push: _, ...records } = site.records;
    const library = { records: site.records, files: site.files };
    for (const wrong of [
      { ...library, push: vapid },
      { ...library, records, push: webPush(vapid) },
    ])
      assert.throws(() => gatewayTo('http://127.0.0.1:9', { library: wrong as never }), {
        code: 'invalid_input',
        message: /library\.push/,
      });
  });

  it('left out, there is no such path', async () => {
    assert.equal((await ask(site.gateway(), 'GET', '/push')).status, 404);
  });
});
