// Whose a kept conversation is: no other user, agent, service or model gets it, and `forget` leaves nothing of it.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createRealtimeSession, isVoxreelError, memoryStorage, transcript } from 'voxreel';
import type { RealtimeSession, RealtimeSessionOptions, Storage } from 'voxreel';

import { obliging, scriptedTransport, until } from './scripted-transport.js';

const open: RealtimeSession[] = [];
afterEach(() => {
  for (const session of open.splice(0)) session.close();
});

async function page(storage: Storage, more: Partial<RealtimeSessionOptions> = {}) {
  const transport = scriptedTransport();
  transport.server = obliging('Hello back.');
  const session = createRealtimeSession({
    baseUrl: 'http://service.test/',
    model: 'm',
    storage,
    transports: [transport],
    getToken: async () => 'secret-token',
    ...more,
  });
  open.push(session);
  await session.ready;
  return { session, transport, lines: () => transcript(session.store.get()).map(({ text }) => text) };
}

async function converse(storage: Storage, text: string, more: Partial<RealtimeSessionOptions> = {}) {
  const made = await page(storage, more);
  await made.session.connect();
  made.session.sendText(text);
  await until(() => made.lines().length >= 2);
  return made;
}

async function kept(storage: Storage, text: string, more: Partial<RealtimeSessionOptions> = {}) {
  (await converse(storage, text, more)).session.close();
  await until(async () => JSON.stringify(await storage.all()).includes(text));
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (isVoxreelError(error) ? error.code : error),
  );

/** As 1.0.0 wrote it. */
const fromFirstRelease = {
  version: 1,
  sessionId: 'sess_1',
  savedAt: Date.now(),
  events: [
    {
      type: 'conversation.item.created',
      event_id: 'kept_a',
      item: { id: 'a', type: 'message', role: 'user', status: 'completed', content: [{ type: 'text', text: 'From before.' }] },
    },
  ],
  pending: [],
};

describe('a kept conversation', () => {
  it('comes back to its own user, agent, service and model alone', async () => {
    const storage = memoryStorage();
    const own = { user: 'ada', agent: 'desk' };
    await kept(storage, 'Mine.', own);
    for (const other of [
      {},
      { user: 'bob', agent: 'desk' },
      { user: 'ada', agent: 'shop' },
      { ...own, model: 'another' },
      { ...own, baseUrl: 'http://another.test' },
    ])
      assert.deepEqual((await page(storage, other)).lines(), [], JSON.stringify(other));
    assert.deepEqual((await page(storage, { ...own, baseUrl: 'http://service.test' })).lines(), ['Mine.', 'Hello back.']);
  });

  it('of 1.0.0 is inherited by the session of nobody, and by no user or agent', async () => {
    const storage = memoryStorage();
    await storage.put('conversation:sess_1', fromFirstRelease);
    for (const other of [{ user: 'ada' }, { agent: 'desk' }]) assert.deepEqual((await page(storage, other)).lines(), []);
    assert.deepEqual((await page(storage)).lines(), ['From before.']);
  });

  it('of 1.0.0 belongs to the first that inherits it from then on, even where nothing more is said', async () => {
    const storage = memoryStorage();
    await storage.put('conversation:sess_1', fromFirstRelease);
    await page(storage);
    await until(async () => (await storage.all()).every(({ record }) => !JSON.stringify(record).includes('"version":1')));
    assert.deepEqual((await page(storage, { baseUrl: 'http://another.test' })).lines(), []);
    assert.deepEqual((await page(storage)).lines(), ['From before.']);
    assert.equal((await storage.all()).length, 1);
  });
});

describe('forget', () => {
  it('deletes the conversations of all agents of the user, and nobody else’s', async () => {
    const storage = memoryStorage();
    await kept(storage, 'At the desk.', { user: 'ada', agent: 'desk' });
    await kept(storage, 'In the shop.', { user: 'ada', agent: 'shop' });
    await kept(storage, 'Of Bob.', { user: 'bob' });
    const { session } = await page(storage, { user: 'ada' });
    await session.forget();
    await session.forget();
    assert.doesNotMatch(JSON.stringify(await storage.all()), /desk|shop|ada/);
    assert.deepEqual((await page(storage, { user: 'bob' })).lines(), ['Of Bob.', 'Hello back.']);
  });

  it('empties an open session, its log too, and keeps nothing of it afterwards', async () => {
    const storage = memoryStorage();
    const { session, lines } = await converse(storage, 'Secret.', { user: 'ada' });
    await session.forget();
    assert.deepEqual([lines(), session.phase], [[], 'closed']);
    assert.doesNotMatch(session.export('jsonl'), /Secret/);
    session.close();
    assert.deepEqual(await storage.all(), []);
    await session.connect();
    session.sendText('Afterwards.');
    await until(() => lines().length === 2);
    session.close();
    await until(async () => (await storage.all()).length === 1);
    assert.doesNotMatch(JSON.stringify(await storage.all()), /Secret/);
  });

  it('empties the user’s other sessions, open or closed, and no other user’s', async () => {
    const storage = memoryStorage();
    const other = await converse(storage, 'Here too.', { user: 'ada', agent: 'shop' });
    const ended = await converse(storage, 'Over.', { user: 'ada', agent: 'desk' });
    ended.session.close();
    const stranger = await converse(storage, 'Of Bob.', { user: 'bob' });
    await (await page(storage, { user: 'ada' })).session.forget();
    assert.deepEqual([other.lines(), ended.lines(), other.session.phase], [[], [], 'closed']);
    assert.equal(stranger.lines().length, 2);
    other.session.close();
    stranger.session.close();
    await until(async () => (await storage.all()).length === 1);
    assert.doesNotMatch(JSON.stringify(await storage.all()), /Here too|Over/);
  });

  it('refuses to lose a message that reached no server, unless it may discard it', async () => {
    const storage = memoryStorage();
    const { session, transport } = await page(storage, { user: 'ada' });
    transport.server = undefined as never;
    await session.connect();
    session.sendText('Lost?');
    assert.equal(await codeOf(session.forget()), 'unsent');
    session.close();
    const next = await page(storage, { user: 'ada' });
    assert.equal(await codeOf(next.session.forget()), 'unsent');
    assert.equal((await storage.all()).length, 1);
    await next.session.forget({ discard: true });
    assert.deepEqual(await storage.all(), []);
  });

  it('loses no message where only an answer has not come yet', async () => {
    const storage = memoryStorage();
    const { session, transport } = await page(storage, { user: 'ada' });
    transport.server = ({ type, item }, { say }) => {
      if (type === 'conversation.item.create') say({ type: 'conversation.item.created', item });
    };
    await session.connect();
    session.sendText('Heard.');
    session.close();
    await until(async () => (await storage.all()).length === 1);
    const next = await page(storage, { user: 'ada' });
    assert.equal(await codeOf(next.session.forget()), undefined);
    assert.deepEqual(await storage.all(), []);
  });

  it('deletes records whose list of what is unsent is damaged', async () => {
    for (const pending of [
      undefined,
      'x',
      [null, 'x', { type: 'conversation.item.create' }, { type: 'conversation.item.create', item: null }],
    ]) {
      const storage = memoryStorage();
      await storage.put('conversation:c', { version: 2, user: 'ada', events: [], pending });
      const { session } = await page(storage, { user: 'ada' });
      await session.forget();
      assert.deepEqual(await storage.all(), []);
    }
  });

  it('rejects where the storage does not delete', async () => {
    const storage: Storage = { ...memoryStorage(), remove: () => Promise.reject(new Error('blocked')) };
    await kept(storage, 'Mine.');
    assert.notEqual(await codeOf((await page(storage)).session.forget()), undefined);
  });
});
