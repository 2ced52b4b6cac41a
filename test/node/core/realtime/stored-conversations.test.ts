// What a session reads and writes of its storage: the newest that is its own, what of it is still worth sending, and nothing after a goodbye.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';

import { memoryStorage, transcript } from 'voxreel';
import type { Storage } from 'voxreel';

import { scriptedLocks } from '../tabs/scripted-locks.js';
import { keptConversation, keptMessage as messageOf } from './kept-conversation.js';
import { obliging, until } from './scripted-transport.js';
import { storedPage } from './stored-page.js';

function page(...of: Parameters<typeof storedPage>) {
  const made = storedPage(...of);
  const lines = () => transcript(made.session.store.get()).map(({ text }) => text);
  return { ...made, lines };
}

const conversation = (id: string, more: object = {}) =>
  keptConversation(id, { savedAt: Date.now(), events: [messageOf(`i_${id}`, `Of ${id}.`)], ...more });

async function holding(...records: readonly { id?: unknown }[]): Promise<Storage> {
  const storage = memoryStorage();
  for (const [at, record] of records.entries()) await storage.put(`conversation:${typeof record.id === 'string' ? record.id : at}`, record);
  return storage;
}

const linesOf = async (storage: Storage) => {
  const { session, lines, errors } = page(storage);
  await session.ready;
  assert.deepEqual(errors, []);
  return lines();
};
/** What the page's own events would be. */
function pageEvents(context: TestContext): EventTarget {
  const events = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value: events[name].bind(events), configurable: true });
    context.after(() => {
      if (before === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, before);
    });
  }
  return events;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('of the conversations that are stored', () => {
  it('the one that was saved last comes back', async () => {
    const now = Date.now();
    const saved = [2, 9, 5].map((ago) => conversation(`c${ago}`, { savedAt: now - ago }));
    for (const order of [saved, saved.toReversed()]) assert.deepEqual(await linesOf(await holding(...order)), ['Of c2.']);
  });

  it('as many are kept as there is room for, the newest', async () => {
    const now = Date.now();
    const storage = await holding(
      ...Array.from({ length: 45 }, (_, at) => conversation(`c${at}`, { savedAt: now - 1000 + at, size: 1_000_000 })),
      conversation('of another', { user: 'ada', size: 40_000_000 }),
    );
    const { session } = page(storage);
    await session.ready;
    const left = (await storage.all()).map(({ key }) => key);
    assert.deepEqual(
      [left.length, left.includes('conversation:c12'), left.includes('conversation:c13'), left.includes('conversation:of another')],
      [33, false, true, true],
    );
  });

  it('one that is not whole is passed over', async () => {
    const now = Date.now() + 1000;
    for (const broken of [
      { version: 3 },
      { id: 7 },
      { savedAt: 'today' },
      { events: {} },
      { pending: null },
      { user: 'ada' },
      { agent: 'desk' },
      { model: 'n' },
      { service: 'http://other.test' },
    ])
      assert.deepEqual(
        await linesOf(await holding(conversation('broken', { savedAt: now, ...broken }), conversation('whole'))),
        ['Of whole.'],
        JSON.stringify(broken),
      );
  });

  it('only what folds to items is read', async () => {
    const events = [null, 'x', { type: 'session.created', session: { id: 'other' } }, messageOf('a', 'Mine.')];
    const { session, lines } = page(await holding(conversation('c', { events })));
    await session.ready;
    assert.deepEqual([lines(), session.store.get().sessionId], [['Mine.'], undefined]);
  });
});

describe('what a page could not send', () => {
  const waiting = { type: 'conversation.item.create', event_id: 'e1', item: { ...messageOf('w', 'Wait.').item } };
  const request = { type: 'response.create', event_id: 'e2' };
  const sentOf = async (pending: readonly unknown[], more: object = {}) => {
    const { session, transport } = page(await holding(conversation('c', { events: [], pending, ...more })));
    await session.connect();
    return transport.connections[0]?.sent.map(({ type, event_id }) => `${type} ${String(event_id)}`);
  };

  it('is sent by the next, each as it was', async () => {
    assert.deepEqual(await sentOf([waiting, request]), ['conversation.item.create e1', 'response.create e2']);
  });

  it('is no longer asked ten minutes later; what was said is still said', async (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 10_000_000 });
    for (const [agoMs, expected] of [
      [599_999, ['conversation.item.create e1', 'response.create e2']],
      [600_000, ['conversation.item.create e1']],
    ] as const)
      assert.deepEqual(await sentOf([waiting, request], { savedAt: Date.now() - agoMs }), expected);
  });

  it('is left out where it is none', async () => {
    const nameless = { ...waiting, item: { type: 'message' } };
    assert.deepEqual(await sentOf([null, 'x', { type: 'session.update' }, { ...waiting, item: 'w' }, nameless, waiting]), [
      'conversation.item.create e1',
    ]);
  });
});

describe('a call that was under way when the page was left', () => {
  const call = (id: string, more: object = {}) => ({
    type: 'conversation.item.created',
    event_id: `kept_${id}`,
    item: { id, type: 'function_call', status: 'completed', call_id: `of_${id}`, name: 'clock', arguments: '{}', ...more },
  });
  const ran = (id: string, status = 'running') => ({ type: 'local.tool', call_id: `of_${id}`, status });
  const output = (id: string) => ({
    type: 'conversation.item.created',
    event_id: `kept_out_${id}`,
    item: { id: `out_${id}`, type: 'function_call_output', call_id: `of_${id}`, output: 'noon' },
  });

  it('has failed, and the model is informed; one that was answered, or was the page’s own, has not', async () => {
    const events = [call('a'), ran('a'), call('b'), ran('b'), output('b'), call('c')];
    const { session, transport } = page(await holding(conversation('c', { events })));
    await session.ready;
    const statuses = () => transcript(session.store.get()).map(({ callId, toolStatus }) => [callId, toolStatus]);
    assert.deepEqual(statuses().slice(0, 2), [
      ['of_a', 'failed'],
      ['of_b', 'running'],
    ]);
    assert.deepEqual(statuses().at(-1), ['of_c', undefined]);
    await session.connect();
    const sent = transport.connections[0]?.sent ?? [];
    const given = sent.flatMap(({ item }) => (Reflect.get(Object(item), 'type') === 'function_call_output' ? [item] : []));
    assert.deepEqual(
      given.map((item) => Reflect.get(Object(item), 'call_id')),
      ['of_b', 'of_a'],
    );
    assert.equal(sent.at(-1)?.type, 'response.create');
  });

  it('of a tool server has failed too, if it had not ended; the model is informed by that server', async () => {
    const events = (['running', 'awaiting_approval', 'completed'] as const).flatMap((status) => [
      call(status, { type: 'mcp_call' }),
      ran(status, status),
    ]);
    const { session, transport } = page(await holding(conversation('c', { events })));
    await session.ready;
    assert.deepEqual(
      transcript(session.store.get()).map(({ toolStatus }) => toolStatus),
      ['failed', 'failed', 'completed'],
    );
    await session.connect();
    const sent = transport.connections[0]?.sent ?? [];
    assert.deepEqual(
      sent.filter(({ item, type }) => type === 'response.create' || Reflect.get(Object(item), 'type') === 'function_call_output'),
      [],
    );
  });

  it('none of which there was asks for no answer', async () => {
    const { session, transport } = page(await holding(conversation('c')));
    await session.connect();
    assert.deepEqual(
      transport.connections[0]?.sent.map(({ type }) => type),
      ['conversation.item.create'],
    );
  });
});

describe('a storage', () => {
  it('that does not answer holds up no conversation', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const { session, errors, lines } = page({ ...memoryStorage(), all: () => (asked(), new Promise(() => {})) });
    await isAsked;
    context.mock.timers.tick(2999);
    await settled();
    assert.deepEqual(errors, []);
    context.mock.timers.tick(1);
    await session.ready;
    assert.deepEqual([errors, lines()], [['storage_unavailable'], []]);
  });

  it('with nothing to keep is not written to', async () => {
    let writes = 0;
    const storage: Storage = { ...memoryStorage(), put: async () => void writes++ };
    const { session } = page(storage);
    await session.connect();
    session.close();
    await settled();
    assert.equal(writes, 0);
  });

  it('that fails to write is reported', async () => {
    const storage: Storage = { ...memoryStorage(), put: () => Promise.reject(new Error('full')) };
    const { session, transport, errors } = page(storage);
    transport.server = obliging();
    await session.connect();
    session.sendText('Hello.');
    session.close();
    await until(() => errors.length > 0);
    assert.deepEqual(errors, ['storage_unavailable']);
  });

  it('has a conversation half a second after it changed, once, under the name that the service gave it', async (context) => {
    const writes: string[] = [];
    const memory = memoryStorage();
    const storage: Storage = { ...memory, put: (key, record) => (writes.push(key), memory.put(key, record)) };
    const { session, transport } = page(storage);
    transport.server = obliging();
    await session.connect();
    context.mock.timers.enable({ apis: ['setTimeout'] });
    transport.connections[0]?.say({ type: 'session.created', session: { id: 's1' } });
    session.sendText('Hello.');
    await settled();
    context.mock.timers.tick(499);
    assert.deepEqual(writes, []);
    context.mock.timers.tick(1);
    assert.deepEqual(writes, ['conversation:s1']);
    transport.connections[0]?.say({ type: 'rate_limits.updated', rate_limits: [] });
    await settled();
    context.mock.timers.tick(1000);
    assert.equal(writes.length, 1, 'no item is another one');
    session.sendText('Again.');
    await settled();
    context.mock.timers.tick(500);
    assert.deepEqual(writes, ['conversation:s1', 'conversation:s1']);
    session.close();
    await settled();
    assert.equal(writes.length, 3);
    session.close();
    transport.connections[0]?.say(messageOf('late', 'Too late.'));
    await settled();
    context.mock.timers.tick(1000);
    assert.equal(writes.length, 3, 'a closed session writes nothing more');
    assert.equal((await storage.all()).length, 1);
  });

  it('is written to when the page may be left', async (context) => {
    const events = pageEvents(context);
    let writes = 0;
    const memory = memoryStorage();
    const storage: Storage = { ...memory, put: (key, record) => (writes++, memory.put(key, record)) };
    const { session, transport } = page(storage);
    transport.server = obliging();
    await session.connect();
    session.sendText('Hello.');
    for (const type of ['pagehide', 'visibilitychange']) {
      const before = writes;
      events.dispatchEvent(new Event(type));
      assert.equal(writes, before + 1, type);
    }
    session.close();
    await settled();
    const before = writes;
    for (const type of ['pagehide', 'visibilitychange']) events.dispatchEvent(new Event(type));
    assert.equal(writes, before);
  });

  it('is written over what is known to be stored when the page is put aside, which hears no answer, and only where something is new', async (context) => {
    const events = pageEvents(context);
    const leave = () => events.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    const puts: object[] = [];
    const memory = memoryStorage();
    let isAside = false;
    const storage: Storage = {
      ...memory,
      put: (key, record) => (puts.push(record as object), memory.put(key, record)),
      async update(key, change) {
        if (isAside) return new Promise(() => undefined);
        const stored = (await memory.all()).find((one) => one.key === key)?.record;
        await memory.put(key, change(stored === undefined ? stored : { ...(stored as object), title: 'A walk' }));
      },
    };
    const { session, transport } = page(storage);
    transport.server = obliging();
    await session.connect();
    session.sendText('Hello.');
    for (let nth = 0; nth < 2; nth += 1) {
      events.dispatchEvent(new Event('visibilitychange'));
      await settled();
    }
    leave();
    assert.equal(puts.length, 0, 'nothing is new');
    session.sendText('Is it far?');
    isAside = true;
    leave();
    assert.equal(puts.length, 1);
    assert.match(JSON.stringify(puts), /Hello.*Is it far/);
    assert.match(JSON.stringify(puts), /"title":"A walk"/);
    session.close();
  });

  it('gives a conversation to one page at a time, while that is open', async (context) => {
    const locks = scriptedLocks();
    const globals = { indexedDB: {}, navigator: { locks: locks.of('here') } };
    for (const [name, value] of Object.entries(globals)) {
      const before = Object.getOwnPropertyDescriptor(globalThis, name);
      Object.defineProperty(globalThis, name, { value, configurable: true });
      context.after(() =>
        before === undefined ? Reflect.deleteProperty(globalThis, name) : Object.defineProperty(globalThis, name, before),
      );
    }
    const storage = memoryStorage();
    const first = page(storage);
    first.transport.server = obliging();
    await first.session.connect();
    first.transport.connections[0]?.say({ type: 'session.created', session: { id: 's1' } });
    first.session.sendText('Hello.');
    await until(() => locks.clients('voxreel:conversation:s1').length === 1);
    const meanwhile = page(storage);
    await meanwhile.session.ready;
    assert.deepEqual(meanwhile.lines(), []);
    first.session.close();
    await until(() => locks.clients('voxreel:conversation:s1').length === 0);
    const next = page(storage);
    await next.session.ready;
    assert.equal(next.lines()[0], 'Hello.');
    assert.equal(locks.clients('voxreel:conversation:s1').length, 1);

    // Closed before it was ever saved, it is nobody's.
    const short = page(memoryStorage());
    short.transport.server = obliging();
    await short.session.connect();
    short.transport.connections[0]?.say({ type: 'session.created', session: { id: 's2' } });
    short.session.sendText('Bye.');
    short.session.close();
    assert.deepEqual(locks.clients('voxreel:conversation:s2'), []);
    await settled();
    assert.deepEqual(locks.clients('voxreel:conversation:s2'), []);
  });

  it('that can change a record in one go merges with what another page wrote', async () => {
    const records = new Map<string, unknown>();
    const storage: Storage = {
      ...memoryStorage(),
      all: async () => [...records].map(([key, record]) => ({ key, record })),
      update: async (key, change) => void records.set(key, change(records.get(key))),
    };
    const { session, transport, errors } = page(storage);
    transport.server = obliging();
    await session.connect();
    transport.connections[0]?.say({ type: 'session.created', session: { id: 's1' } });
    // By another page, later than anything this one writes.
    records.set('conversation:s1', conversation('s1', { title: 'About noon', times: { title: 'zzzzzzzzz0000other' } }));
    session.sendText('Hello.');
    session.close();
    await until(() => JSON.stringify(records.get('conversation:s1')).includes('Hello.'));
    assert.equal(Reflect.get(Object(records.get('conversation:s1')), 'title'), 'About noon');
    for (const foreign of [{ version: 1 }, { version: 1, sessionId: 's1' }, { user: 'bob' }]) {
      records.set('conversation:s1', conversation('s1', { title: 'Not ours', ...foreign }));
      await session.connect();
      session.close();
      await until(() => !JSON.stringify(records.get('conversation:s1')).includes('Not ours'));
    }
    for (const nothing of [undefined, null, 'x']) {
      records.set('conversation:s1', nothing);
      await session.connect();
      session.close();
      await until(() => JSON.stringify(records.get('conversation:s1') ?? '').includes('Hello.'));
    }
    assert.deepEqual(errors, []);
  });
});

describe('after forget()', () => {
  it('what another session was about to write is gone too', async () => {
    const memory = memoryStorage();
    let release = () => {};
    const written = new Promise<void>((resolve) => (release = resolve));
    const storage: Storage = { ...memory, put: (key, record) => written.then(() => memory.put(key, record)) };
    const other = page(storage, { user: 'ada' });
    other.transport.server = obliging();
    await other.session.connect();
    other.session.sendText('Half written.');
    other.session.close();
    const { session } = page(storage, { user: 'ada' });
    await session.ready;
    await session.forget();
    let puts = 0;
    void written.then(() => puts++);
    release();
    await until(async () => puts > 0 && (await memory.all()).length === 0);
  });

  it('nothing of it is written any more, and the next conversation is a new one', async (context: TestContext) => {
    const storage = memoryStorage();
    const { session, transport } = page(storage);
    transport.server = obliging();
    await session.connect();
    session.sendText('Secret.');
    await settled();
    context.mock.timers.enable({ apis: ['setTimeout'] });
    await session.forget();
    context.mock.timers.tick(1000);
    await settled();
    assert.deepEqual(await storage.all(), []);
    await session.connect();
    assert.deepEqual(transport.connections[1]?.sent, []);
  });
});
