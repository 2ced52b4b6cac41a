// A conversation that goes from one agent to another, or to a person: one transcript, and who speaks in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createRealtimeSession, defineTool, foldConversation, initialConversation, memoryStorage, transcript } from 'voxreel';
import type { ConversationEvent, RealtimeSession, RealtimeSessionEvents, RealtimeSessionOptions } from 'voxreel';
import { obliging, scriptedTransport, until, type SentEvent } from './scripted-transport.js';

async function opened(options: Partial<RealtimeSessionOptions> = {}) {
  const transport = scriptedTransport();
  transport.server = obliging();
  const session = createRealtimeSession({
    baseUrl: 'http://x.test',
    model: 'first',
    getToken: async () => 't',
    transports: [transport],
    session: { instructions: 'You are Aria.' },
    reconnect: { baseMs: 1, maxMs: 2 },
    ...options,
  });
  const told: RealtimeSessionEvents['handover'][] = [];
  session.on('handover', (handover) => told.push(handover));
  await session.connect();
  return { session, transport, told };
}

const said = ({ store }: RealtimeSession) =>
  transcript(store.get()).map(({ role, type, name, text }) => (type === 'handover' ? `-> ${role} ${name}` : `${name ?? role}: ${text}`));
const updates = (sent: readonly SentEvent[]) => sent.flatMap(({ type, session }) => (type === 'session.update' ? [session] : []));
const given = (sent: readonly SentEvent[]) =>
  sent.flatMap(({ type, item }) => {
    const { role, content } = (item ?? {}) as { readonly role?: string; readonly content?: readonly { readonly text?: string }[] };
    return type === 'conversation.item.create' && content !== undefined ? [`${role}: ${content[0]?.text}`] : [];
  });

async function ask(session: RealtimeSession, text: string): Promise<void> {
  const before = transcript(session.store.get()).length;
  session.sendText(text);
  await until(() => transcript(session.store.get()).length === before + 2 && session.store.get().activeResponseId === undefined);
}

test('another agent of the same model takes over with one update, and its answers have its name', async () => {
  const { session, transport, told } = await opened({ tools: [defineTool({ name: 'look', execute: () => 1 })] });
  await ask(session, 'Hello');
  const book = defineTool({ name: 'book', execute: () => 2 });
  await session.handOver({ name: 'Ben', instructions: 'You are Ben.', voice: 'verse', tools: [book] });
  await ask(session, 'And you?');
  assert.deepEqual(said(session), ['user: Hello', 'assistant: Fine.', '-> assistant Ben', 'user: And you?', 'Ben: Fine.']);
  const [connection, ...others] = transport.connections;
  assert.deepEqual(others, []);
  const [, update, ...more] = updates(connection?.sent ?? []);
  assert.deepEqual(more, []);
  assert.deepEqual(update, {
    instructions: 'You are Ben.',
    voice: 'verse',
    tools: [{ type: 'function', name: 'book', parameters: { type: 'object' } }],
  });
  assert.deepEqual(session.tools, [book]);
  assert.deepEqual(
    told.map(({ to, name, transcript: before }) => [to, name, before.map(({ text }) => text)]),
    [['agent', 'Ben', ['Hello', 'Fine.']]],
  );
  session.close();
});

test('another model is connected to and given the conversation', async () => {
  const { session, transport } = await opened();
  await ask(session, 'Hello');
  const phases: string[] = [];
  session.on('phase', (phase) => phases.push(phase));
  await session.handOver({ name: 'Ben', model: 'second', instructions: 'You are Ben.' });
  const [first, second] = transport.connections;
  assert.deepEqual([first?.model, first?.closed, second?.model, second?.closed], ['first', true, 'second', false]);
  assert.deepEqual(phases, ['reconnecting', 'open']);
  assert.deepEqual(updates(second?.sent ?? []), [{ instructions: 'You are Ben.' }]);
  assert.deepEqual(given(second?.sent ?? []), ['user: Hello', 'assistant: Fine.']);
  await ask(session, 'And you?');
  assert.deepEqual(said(session).slice(2), ['-> assistant Ben', 'user: And you?', 'Ben: Fine.']);
  // It stays with that model.
  second?.cut();
  await until(() => transport.connections.length === 3 && session.phase === 'open');
  assert.equal(transport.connections[2]?.model, 'second');
  session.close();
});

test('a tool hands over: its output, and the request for an answer, reach the next model', async () => {
  const transfer = defineTool({
    name: 'transfer',
    execute: (_: object, { handOver }) => handOver({ name: 'Ben', model: 'second' }).then(() => 'Ben is here.'),
  });
  const { session, transport } = await opened({ tools: [transfer] });
  const [first] = transport.connections;
  const item = { id: 'c', type: 'function_call', call_id: 'call', name: 'transfer', arguments: '{}' };
  first?.say(
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.done', response_id: 'r', item: { ...item, status: 'completed' } },
  );
  await until(() => said(session).at(-1) === 'Ben: Fine.');
  const [, second] = transport.connections;
  const types = second?.sent.map(({ type, item: sent }) => (sent as { type?: string } | undefined)?.type ?? type);
  assert.deepEqual(types?.slice(-3), ['function_call', 'function_call_output', 'response.create']);
  assert.deepEqual(
    first?.sent.filter(({ type }) => type === 'response.create'),
    [],
  );
  assert.equal(transcript(session.store.get()).find(({ type }) => type === 'function_call')?.toolStatus, 'completed');
  session.close();
});

test('a voice that was heard needs a new connection; before that it is only sent', async () => {
  const { session, transport } = await opened({ modalities: ['text'] });
  await session.handOver({ voice: 'sage' });
  assert.equal(transport.connections.length, 1);
  const message = (id: string) => ({ id, type: 'message', role: 'assistant', status: 'in_progress' });
  transport.connections[0]?.say(
    { type: 'response.created', response: { id: 'q' } },
    { type: 'response.output_item.added', response_id: 'q', item: message('empty') },
    { type: 'response.output_item.added', response_id: 'q', item: message('written') },
    { type: 'response.text.delta', response_id: 'q', item_id: 'written', content_index: 0, delta: 'Well.' },
    { type: 'response.done', response: { id: 'q', status: 'completed' } },
  );
  await session.handOver({ voice: 'verse' });
  assert.equal(transport.connections.length, 1);
  transport.connections[0]?.say(
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.added', response_id: 'r', item: message('a') },
    { type: 'response.text.delta', response_id: 'r', item_id: 'a', content_index: 0, delta: 'Listen:' },
    { type: 'response.audio.delta', response_id: 'r', item_id: 'a', content_index: 1, delta: 'A'.repeat(6400) },
    { type: 'response.done', response: { id: 'r', status: 'completed' } },
  );
  await session.handOver({ voice: 'verse' });
  assert.equal(transport.connections.length, 1);
  await session.handOver({ voice: 'coral' });
  assert.equal(transport.connections.length, 2);
  assert.deepEqual(updates(transport.connections[1]?.sent ?? []), [
    { instructions: 'You are Aria.', modalities: ['text'], voice: 'coral' },
  ]);
  session.close();
});

test('a person answers without the service, and the agent comes back with all that was said', async () => {
  const { session, transport, told } = await opened();
  const events: unknown[] = [];
  assert.throws(() => session.sendAs('person', 'Too early.'), { code: 'invalid_input' });
  await ask(session, 'Hello');
  await session.handOver({ to: 'person', name: 'Maria' });
  assert.equal(session.phase, 'closed');
  session.on('event', (event) => events.push(event.type === 'conversation.item.created' && event.item?.['role']));
  session.sendText('Is anybody there?');
  session.sendAs('person', 'I am.');
  assert.deepEqual(said(session).slice(2), ['-> person Maria', 'user: Is anybody there?', 'Maria: I am.']);
  assert.deepEqual(events, ['user', 'person']);
  assert.deepEqual(
    told.map(({ to, name }) => [to, name]),
    [['person', 'Maria']],
  );
  await session.connect();
  assert.deepEqual(said(session).slice(5), ['-> assistant undefined']);
  const [first, second] = transport.connections;
  assert.equal(first?.closed, true);
  assert.deepEqual(given(second?.sent ?? []), ['user: Hello', 'assistant: Fine.', 'user: Is anybody there?', 'assistant: I am.']);
  assert.deepEqual(
    second?.sent.filter(({ type }) => type === 'response.create'),
    [],
  );
  assert.throws(() => session.sendAs('person', 'Too late.'), { code: 'invalid_input' });
  session.close();
});

test('a tool that hands over to a person ends as usual; its output waits for the agent', async () => {
  const call = defineTool({ name: 'call', execute: (_: object, { handOver }) => handOver({ to: 'person' }).then(() => 'called') });
  const { session, transport } = await opened({ tools: [call] });
  transport.connections[0]?.say(
    { type: 'response.created', response: { id: 'r' } },
    {
      type: 'response.output_item.done',
      response_id: 'r',
      item: { id: 'c', type: 'function_call', call_id: 'k', name: 'call', arguments: '{}', status: 'completed' },
    },
  );
  const status = () => transcript(session.store.get()).find(({ type }) => type === 'function_call')?.toolStatus;
  await until(() => status() === 'completed');
  assert.equal(session.phase, 'closed');
  await session.handOver({ name: 'Aria' });
  assert.equal(session.phase, 'open');
  const outputs = transport.connections[1]?.sent.filter(
    ({ item }) => (item as { type?: string } | undefined)?.type === 'function_call_output',
  );
  assert.equal(outputs?.length, 1);
  session.close();
});

test('a kept conversation and an exported log have the line and the names', async () => {
  const storage = memoryStorage();
  const { session } = await opened({ storage });
  await ask(session, 'Hello');
  await session.handOver({ name: 'Ben' });
  await ask(session, 'And you?');
  await session.handOver({ to: 'person', name: 'Maria' });
  session.sendAs('person', 'Hello.');
  const before = said(session);
  const logged = session
    .export('jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly from: string; readonly event: ConversationEvent });
  const folded = logged
    .filter(({ from }) => from !== 'client')
    .reduce((state, { event }) => foldConversation(state, event), initialConversation);
  assert.deepEqual(
    transcript(folded).map(({ role, name, text }) => [role, name, text]),
    transcript(session.store.get()).map(({ role, name, text }) => [role, name, text]),
  );
  assert.match(session.export('markdown'), /\*Now speaking: Maria\*\n\n\*\*Maria\*\*\n\nHello\./);
  session.close();
  const next = createRealtimeSession({ baseUrl: 'http://x.test', model: 'first', transports: [scriptedTransport()], storage });
  await next.ready;
  assert.deepEqual(said(next), before);
  assert.deepEqual(next.store.get().speaker, { role: 'person', name: 'Maria' });
  next.close();
});

test('a handover that cannot be is refused before anything changes', async () => {
  const { session } = await opened();
  const bad = [{ model: '' }, { voice: 7 }, { tools: [{ name: '' }] }] as unknown as Parameters<RealtimeSession['handOver']>[0][];
  for (const next of bad) await assert.rejects(session.handOver(next), { code: 'invalid_input' });
  assert.deepEqual(said(session), []);
  session.close();
});
