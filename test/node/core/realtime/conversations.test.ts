// Conversations that one returns to: listed, found, named, deleted, taken along, and gone on with.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';

import { createConversations, memoryStorage, transcript } from 'voxreel';
import type { Conversations, Storage } from 'voxreel';

import { createSitting } from '../../../../src/core/realtime/history/sitting.js';
import { scriptedLocks } from '../tabs/scripted-locks.js';
import { keptConversation, keptMessage as message } from './kept-conversation.js';
import { obliging, until } from './scripted-transport.js';
import { storedPage } from './stored-page.js';

const listOf = (storage: Storage, more: object = {}): Conversations =>
  createConversations({ storage, baseUrl: 'http://service.test', model: 'm', ...more });

const stored = (id: string, more: object = {}) =>
  keptConversation(id, { savedAt: 1000, events: [message(`u_${id}`, `About ${id}.`)], ...more });
async function holding(...records: readonly { id: string }[]): Promise<Storage> {
  const storage = memoryStorage();
  for (const record of records) await storage.put(`conversation:${record.id}`, record);
  return storage;
}
const ids = async (list: Conversations, search?: string) => (await list.list({ search })).map(({ id }) => id);

/** Says something in a session, and waits until it is kept. */
async function said(page: ReturnType<typeof storedPage>, text: string): Promise<void> {
  page.transport.server = obliging();
  await page.session.connect();
  page.session.sendText(text);
  await until(() => page.session.store.get().lastResponse !== undefined);
  page.session.close();
}
const linesOf = ({ session }: ReturnType<typeof storedPage>) => transcript(session.store.get()).map(({ text }) => text);

describe('the list of conversations', () => {
  it('has the newest first, by when something was said', async () => {
    const storage = await holding(
      stored('old', { changedAt: 10, savedAt: 5000 }),
      stored('new', { changedAt: 30, durationMs: 90_000 }),
      stored('1.1', { savedAt: 20 }),
    );
    const list = await listOf(storage).list();
    assert.deepEqual(
      list.map(({ id, changedAt, durationMs, messages }) => [id, changedAt, durationMs, messages]),
      [
        ['new', 30, 90_000, 1],
        ['1.1', 20, undefined, 1],
        ['old', 10, undefined, 1],
      ],
    );
  });

  it('names each by the first words of the user, else by its first words, in one line', async () => {
    const long = 'Is the path along the river above the old mill open again after the storm of last week?';
    const storage = await holding(
      stored('a', { events: [message('1', 'Hello, I am Aria.', 'assistant'), message('2', '  Is the\n path   open? ')] }),
      stored('b', { events: [message('1', 'Hello, I am Aria.', 'assistant')] }),
      stored('c', { events: [] }),
      stored('d', { events: [message('1', long)] }),
      stored('e', { events: [message('1', '路'.repeat(100))] }),
    );
    const titles = new Map((await listOf(storage).list()).map(({ id, title }) => [id, title]));
    assert.equal(titles.get('a'), 'Is the path open?');
    assert.equal(titles.get('b'), 'Hello, I am Aria.');
    assert.equal(titles.get('c'), '');
    assert.equal(titles.get('d'), 'Is the path along the river above the old mill open again…');
    assert.equal(titles.get('e'), `${'路'.repeat(60)}…`);
  });

  it('is of one service, model, agent and user', async () => {
    const storage = await holding(
      stored('mine', { user: 'ada' }),
      stored('nobody'),
      stored('desk', { user: 'ada', agent: 'desk' }),
      stored('model', { user: 'ada', model: 'n' }),
      stored('elsewhere', { user: 'ada', service: 'http://other.test' }),
    );
    assert.deepEqual(await ids(listOf(storage, { user: 'ada' })), ['mine']);
    assert.deepEqual(await ids(listOf(storage)), ['nobody']);
    assert.deepEqual(await ids(listOf(storage, { user: 'eve' })), []);
  });

  it('has what 1.0.0 kept, for nobody alone', async () => {
    const storage = memoryStorage();
    await storage.put('conversation:s1', { version: 1, sessionId: 's1', savedAt: 5, events: [message('u', 'From 1.0.0.')], pending: [] });
    assert.deepEqual(
      (await listOf(storage).list()).map(({ id, title }) => [id, title]),
      [['s1', 'From 1.0.0.']],
    );
    assert.deepEqual(await ids(listOf(storage, { user: 'ada' })), []);
  });

  it('is searched by all words, in titles and in what was said', async () => {
    const storage = await holding(
      stored('a', { title: 'Boots', events: [message('1', 'Which size?'), message('2', 'Size 42.', 'assistant')] }),
      stored('b', { events: [message('1', 'Which boots?')] }),
    );
    const list = listOf(storage);
    assert.deepEqual((await ids(list, 'boots')).sort(), ['a', 'b']);
    assert.deepEqual(await ids(list, ' 42  BOOTS'), ['a']);
    assert.deepEqual(await ids(list, 'gloves'), []);
  });
});

describe('a kept conversation', () => {
  it('is renamed, keeps its name while it goes on, and takes its own words again for an empty one', async () => {
    const storage = memoryStorage();
    await said(storedPage(storage), 'Is the path open?');
    const list = listOf(storage);
    const [{ id } = { id: '' }] = await list.list();
    await list.rename(id, '  The path ');
    await said(storedPage(storage, { conversation: id }), 'And now?');
    // The scripted answer has the same id each time.
    await until(async () => (await list.list())[0]?.messages === 3);
    assert.equal((await list.list())[0]?.title, 'The path');
    await list.rename(id, ' ');
    assert.equal((await list.list())[0]?.title, 'Is the path open?');
    await assert.rejects(list.rename('gone', 'x'), { code: 'not_found' });
  });

  it('is gone on with by its id, whichever is the newest', async () => {
    const storage = await holding(stored('old', { savedAt: 10 }), stored('new', { savedAt: 20 }));
    const page = storedPage(storage, { conversation: 'old' });
    await page.session.ready;
    assert.equal(page.session.conversation, 'old');
    assert.deepEqual(linesOf(page), ['About old.']);
    await said(page, 'Go on.');
    await until(async () => (await listOf(storage).list())[0]?.messages === 3);
    assert.deepEqual(await ids(listOf(storage)), ['old', 'new']);
  });

  it('that is not there is reported, and nothing else is shown in its place', async () => {
    const page = storedPage(await holding(stored('a')), { conversation: 'b' });
    await page.session.ready;
    assert.deepEqual([page.errors, linesOf(page)], [['not_found'], []]);
    const other = storedPage(await holding(stored('a', { user: 'ada' })), { conversation: 'a' });
    await other.session.ready;
    assert.deepEqual([other.errors, linesOf(other)], [['not_found'], []], 'another user’s is not there');
  });

  it('begins as a new one where that is asked for', async () => {
    const storage = await holding(stored('a'));
    const page = storedPage(storage, { conversation: 'new' });
    await page.session.ready;
    assert.deepEqual([page.errors, linesOf(page), page.session.conversation], [[], [], undefined]);
    await said(page, 'Something else.');
    await until(async () => (await ids(listOf(storage))).length === 2);
    assert.equal((await listOf(storage).list())[0]?.title, 'Something else.');
  });

  it('is deleted, but not while a session has it', async (context: TestContext) => {
    // What waits for a lock keeps no process alive.
    const alive = setInterval(() => undefined, 1000);
    context.after(() => clearInterval(alive));
    const globals = { navigator: { locks: scriptedLocks().of('here') }, indexedDB: {} };
    for (const [name, value] of Object.entries(globals)) {
      const before = Object.getOwnPropertyDescriptor(globalThis, name);
      Object.defineProperty(globalThis, name, { value, configurable: true });
      context.after(() =>
        before === undefined ? Reflect.deleteProperty(globalThis, name) : Object.defineProperty(globalThis, name, before),
      );
    }
    const storage = await holding(stored('a'), stored('b'));
    const page = storedPage(storage, { conversation: 'a' });
    await page.session.ready;
    await assert.rejects(listOf(storage).remove('a'), { code: 'conversation_open' });
    await listOf(storage).remove('b');
    assert.deepEqual(await ids(listOf(storage)), ['a']);
    const other = storedPage(storage, { conversation: 'a' });
    await other.session.ready;
    assert.deepEqual(other.errors, ['conversation_open']);
    page.session.close();
    await listOf(storage).remove('a');
    assert.deepEqual(await ids(listOf(storage)), []);
  });

  it('has lasted as long as something was said in it, not as long as the page was open', () => {
    let now = 1000;
    const sitting = createSitting({}, () => now);
    sitting.changed();
    now = 4000;
    sitting.changed();
    now = 90_000;
    sitting.end();
    assert.deepEqual(sitting.times, { startedAt: 1000, changedAt: 4000, durationMs: 3000 });
    const next = createSitting(sitting.times, () => now);
    next.changed();
    now = 92_000;
    next.changed();
    assert.deepEqual(next.times, { startedAt: 1000, changedAt: 92_000, durationMs: 5000 });
  });
});

describe('what was said in a kept conversation', () => {
  it('is read line by line, without what has no words', async () => {
    const silent = message('3', '');
    const call = {
      type: 'conversation.item.created',
      event_id: 'c',
      item: { id: 'c', type: 'function_call', name: 'look', arguments: '{}' },
    };
    const events = [
      message('1', 'Is the path open?'),
      call,
      message('2', 'Yes, it is.', 'assistant'),
      silent,
      message('4', 'Be brief.', 'system'),
    ];
    const list = listOf(await holding(stored('a', { events }), stored('b', { user: 'eve' })));
    assert.deepEqual(await list.lines('a'), [
      { role: 'user', text: 'Is the path open?' },
      { role: 'assistant', text: 'Yes, it is.' },
    ]);
    await assert.rejects(list.lines('b'), { code: 'not_found' });
  });
});

describe('a file of conversations', () => {
  it('brings them to another browser and user, once', async () => {
    const storage = await holding(
      stored('a', { title: 'Boots', durationMs: 5000, changedAt: 7 }),
      stored('b', { pending: [{ type: 'response.create' }] }),
      stored('not mine', { user: 'ada' }),
    );
    const text = await listOf(storage).export();
    const elsewhere = memoryStorage();
    const list = listOf(elsewhere, { user: 'eve', model: 'n' });
    assert.deepEqual(await list.import(text), { added: 2, skipped: 0 });
    assert.deepEqual(await list.import(text), { added: 0, skipped: 2 });
    assert.deepEqual(
      (await list.list()).map(({ id, title, durationMs }) => [id, title, durationMs]),
      [
        ['b', 'About b.', undefined],
        ['a', 'Boots', 5000],
      ],
    );
    assert.deepEqual(await ids(listOf(elsewhere)), []);
    const page = storedPage(elsewhere, { user: 'eve', model: 'n', conversation: 'b' });
    await page.session.ready;
    assert.deepEqual(linesOf(page), ['About b.']);
    assert.ok(
      (await elsewhere.all()).every(({ record }) => (record as { pending: unknown[] }).pending.length === 0),
      'nothing is sent twice',
    );
  });

  it('of another user of the same browser takes nothing from them', async () => {
    const storage = await holding(stored('a', { user: 'ada' }));
    const text = await listOf(storage, { user: 'ada' }).export();
    const eve = listOf(storage, { user: 'eve' });
    for (const added of [1, 0]) assert.equal((await eve.import(text)).added, added);
    assert.deepEqual([(await eve.list()).length, await ids(listOf(storage, { user: 'ada' }))], [1, ['a']]);
  });

  it('holds no key', async () => {
    const key = `sk-${'a1B2'.repeat(8)}`;
    const text = await listOf(await holding(stored('a', { events: [message('1', `My key is ${key}.`)] }))).export();
    assert.ok(!text.includes(key));
  });

  it('is refused where it is none, and damaged entries are left out', async () => {
    const list = listOf(memoryStorage());
    for (const text of ['', 'x', '[]', '{"conversations":[]}', '{"format":"voxreel-conversations","conversations":7}'])
      await assert.rejects(list.import(text), { code: 'invalid_input' });
    const file = { format: 'voxreel-conversations', version: 1, conversations: [null, 7, { id: 'x' }, stored('a'), stored('a')] };
    assert.deepEqual(await list.import(JSON.stringify(file)), { added: 1, skipped: 0 });
  });

  it('that is larger than the room there is brings the newest', async () => {
    const big = (id: string, savedAt: number) => stored(id, { savedAt, events: [message('1', 'x'.repeat(400))] });
    const text = await listOf(await holding(big('a', 1), big('b', 2), big('c', 3))).export();
    const list = listOf(memoryStorage(), { budget: 1300 });
    assert.deepEqual(await list.import(text), { added: 2, skipped: 1 });
    assert.deepEqual((await ids(list)).sort(), ['b', 'c']);
  });
});
