// A conversation that is asked to persist: there at once on the next page, given to the next server, with no item twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { defineTool, memoryStorage, transcript } from 'voxreel';
import type { Storage } from 'voxreel';

import { obliging, until } from './scripted-transport.js';
import { storedPage } from './stored-page.js';

function page(...of: Parameters<typeof storedPage>) {
  const made = storedPage(...of);
  const lines = () => transcript(made.session.store.get()).map(({ role, type, status, text }) => `${role} ${type} ${status}: ${text}`);
  return { ...made, lines };
}

/** Until the conversation has been written at this time or later. */
async function savedSince(storage: Storage, time: number): Promise<void> {
  const isSaved = async () => (await storage.all()).some(({ record }) => Number((record as { savedAt?: number }).savedAt) >= time);
  while (!(await isSaved())) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('the transcript is there before anything connects, and the next server is given it once', async () => {
  const storage = memoryStorage();
  const first = page(storage);
  const server = obliging('Hello back.');
  first.transport.server = server;
  await first.session.connect();
  first.session.sendText('Hello.');
  const before = first.lines();
  first.session.close();

  const second = page(storage);
  await second.session.ready;
  assert.equal(second.session.phase, 'idle');
  assert.deepEqual(second.lines(), before);
  second.transport.server = server;
  await second.session.connect();
  const [connection] = second.transport.connections;
  assert.deepEqual(
    connection?.sent.map(({ type }) => type),
    ['conversation.item.create', 'conversation.item.create'],
  );
  assert.deepEqual(second.lines(), before);
  second.session.sendText('More.');
  assert.equal(second.lines().length, 4);
  second.session.close();

  const third = page(storage);
  await third.session.ready;
  assert.equal(third.lines().length, 4);
  assert.equal((await storage.all()).length, 1);
  assert.doesNotMatch(JSON.stringify(await storage.all()), /secret-token/);
  third.session.close();
});

test('what was typed and reached no server is sent by the next page', async () => {
  const storage = memoryStorage();
  const first = page(storage);
  await first.session.connect();
  first.session.sendText('Lost?');
  first.session.close();

  const second = page(storage);
  second.transport.server = obliging('Found.');
  await second.session.connect();
  await until(() => second.lines().length === 2);
  assert.deepEqual(second.lines(), ['user message completed: Lost?', 'assistant message completed: Found.']);
  second.session.close();
});

test('an answer that the page was left in is asked for again, and its half is gone', async () => {
  const storage = memoryStorage();
  const first = page(storage);
  await first.session.connect();
  const [connection] = first.transport.connections;
  first.session.sendText('Tell me.');
  const part = { response_id: 'r', item_id: 'half', content_index: 0 };
  connection?.say(
    { type: 'conversation.item.created', item: connection.sent[0]?.['item'] },
    { type: 'response.created', response: { id: 'r' } },
    {
      type: 'response.output_item.added',
      response_id: 'r',
      item: { id: 'half', type: 'message', role: 'assistant', status: 'in_progress' },
    },
    { type: 'response.text.delta', ...part, delta: 'Once upo' },
  );
  // The page is left without closing the session.
  await savedSince(storage, Date.now());

  const second = page(storage);
  second.transport.server = obliging('Once upon a time.');
  await second.session.connect();
  await until(() => second.lines().length === 2);
  assert.deepEqual(second.lines(), ['user message completed: Tell me.', 'assistant message completed: Once upon a time.']);
  first.session.close();
  second.session.close();
});

test('a call the page was left in is not executed again, which the model hears', async () => {
  const storage = memoryStorage();
  let runs = 0;
  const tools = [defineTool({ name: 'slow', execute: () => (runs++, new Promise<string>(() => {})) })];
  const first = page(storage, { tools });
  await first.session.connect();
  const [connection] = first.transport.connections;
  connection?.say(
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.added', response_id: 'r', item: { id: 'c', type: 'function_call', call_id: 'call', name: 'slow' } },
    { type: 'response.function_call_arguments.done', response_id: 'r', item_id: 'c', call_id: 'call', arguments: '{}' },
    {
      type: 'response.output_item.done',
      response_id: 'r',
      item: { id: 'c', type: 'function_call', call_id: 'call', name: 'slow', arguments: '{}' },
    },
    { type: 'response.done', response: { id: 'r', status: 'completed' } },
  );
  await until(() => runs === 1);
  await savedSince(storage, Date.now());

  const second = page(storage, { tools });
  second.transport.server = obliging('It did not end.');
  await second.session.connect();
  await until(() => second.lines().length === 3);
  const sent = second.transport.connections[0]?.sent ?? [];
  assert.deepEqual(
    sent.map(({ type }) => type),
    ['session.update', 'conversation.item.create', 'conversation.item.create', 'response.create'],
  );
  assert.match(JSON.stringify(sent[2]), /page was left/);
  assert.equal(runs, 1);
  first.session.close();
  second.session.close();
});

test('an answer cut where it was heard comes back as far as it was heard, still cut', async () => {
  const storage = memoryStorage();
  const first = page(storage);
  await first.session.connect();
  const part = { response_id: 'r', item_id: 'a', output_index: 0, content_index: 0 };
  first.transport.connections[0]?.say(
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.added', response_id: 'r', item: { id: 'a', type: 'message', role: 'assistant', status: 'in_progress' } },
    { type: 'response.audio.delta', ...part, delta: 'A'.repeat(64_000) },
    { type: 'response.audio_transcript.done', ...part, transcript: 'one two three four five six seven eight' },
    { type: 'conversation.item.truncated', ...part, audio_end_ms: 500 },
    { type: 'response.done', response: { id: 'r', status: 'cancelled' } },
  );
  first.session.close();
  const second = page(storage);
  await second.session.ready;
  const [entry] = transcript(second.session.store.get());
  assert.equal(entry?.cut, true);
  assert.equal(entry?.spoken, true);
  assert.match(entry?.text ?? '', /^one two three four/);
  assert.doesNotMatch(entry?.text ?? '', /eight/);
  second.session.close();
});

test('a storage that fails or holds nonsense is said, and the conversation goes on', async () => {
  const broken: Storage = { ...memoryStorage(), all: () => Promise.reject(new Error('blocked')) };
  const first = page(broken);
  await first.session.ready;
  assert.deepEqual(first.errors, ['storage_unavailable']);
  first.transport.server = obliging();
  await first.session.connect();
  first.session.sendText('Still here.');
  assert.equal(first.lines().length, 2);
  first.session.close();

  const storage = memoryStorage();
  const hostile = { type: 'conversation.item.created', item: { id: 7, content: 'x' } };
  await storage.put('a', 'nonsense');
  await storage.put('b', {
    version: 1,
    sessionId: 's',
    savedAt: 5,
    events: [hostile, null, { type: 'session.updated' }],
    pending: [{}, { type: 'session.update' }],
  });
  const second = page(storage);
  await second.session.ready;
  assert.deepEqual(second.lines(), []);
  assert.deepEqual(second.errors, []);
  second.session.close();
});

test('a long conversation is kept from its end', async () => {
  const storage = memoryStorage();
  const first = page(storage);
  first.transport.server = obliging('x'.repeat(10_000));
  await first.session.connect();
  for (let at = 0; at < 200; at++) first.session.sendText(`Question ${at}`);
  first.session.close();
  const [kept] = await storage.all();
  assert.ok(JSON.stringify(kept).length < 1_100_000);
  const second = page(storage);
  await second.session.ready;
  assert.equal(second.lines().at(-2), 'user message completed: Question 199');
  assert.ok(second.lines().length < 400);
  second.session.close();
});
