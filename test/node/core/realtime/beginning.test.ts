// How a conversation begins and what it starts with: a greeting, instructions with their places filled, transcripts, and replies that the model suggests.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createRealtimeSession, memoryStorage, suggestedReplies, suggestionsTool, transcript } from 'voxreel';
import type { RealtimeSessionOptions } from 'voxreel';

import { obliging, scriptedTransport, until, type SentEvent } from './scripted-transport.js';

function stage(more: Partial<RealtimeSessionOptions> = {}) {
  const transport = scriptedTransport();
  transport.server = obliging('Good day.');
  const session = createRealtimeSession({
    baseUrl: 'http://x.test',
    model: 'm',
    getToken: async () => 't',
    transports: [transport],
    reconnect: { baseMs: 1, maxMs: 2 },
    ...more,
  });
  const sent = (type: string) => transport.connections.flatMap(({ sent: all }) => all.filter((event) => event.type === type));
  const said = () => transcript(session.store.get()).map(({ role, text }) => `${role}: ${text}`);
  return { session, transport, sent, said };
}

const instructionsOf = (event: SentEvent | undefined): unknown =>
  (event?.['session'] as { instructions?: unknown } | undefined)?.instructions;

describe('a greeting', () => {
  it('is said once the connection is open, and not again after a reconnection', async () => {
    const { session, transport, sent, said } = stage({ greeting: 'Welcome to the valley.' });
    await session.connect();
    await until(() => said().length === 1);
    const [request] = sent('response.create');
    assert.match(JSON.stringify(request?.['response']), /Say exactly: \\"Welcome to the valley\.\\"/);
    transport.connections[0]?.cut();
    await until(() => transport.connections.length === 2 && session.phase === 'open');
    session.sendText('And now?');
    await until(() => said().length === 3);
    assert.equal(sent('response.create').filter((event) => event['response'] !== undefined).length, 1);
    session.close();
  });

  it('is not said in a conversation that was kept', async () => {
    const storage = memoryStorage();
    const first = stage({ greeting: 'Welcome.', storage });
    await first.session.connect();
    first.session.sendText('Hello.');
    await until(() => first.said().some((line) => line.startsWith('assistant')));
    first.session.close();
    await until(async () => (await storage.all()).length > 0);
    const second = stage({ greeting: 'Welcome.', storage });
    await second.session.ready;
    await second.session.connect();
    assert.deepEqual(second.sent('response.create'), []);
    second.session.close();
  });

  it('gives way to a person who was faster', async () => {
    const { session, sent, said } = stage({ greeting: 'Welcome.' });
    session.sendText('Where is the mill?');
    await session.connect();
    await until(() => said().length === 2);
    assert.deepEqual(
      sent('response.create').map((event) => event['response']),
      [undefined],
    );
    session.close();
  });
});

describe('instructions', () => {
  it('are filled with variables and followed by the context, at first and when either changes', async () => {
    const { session, sent } = stage({
      session: { instructions: 'You guide {{ name }} of {{unknown}}.' },
      variables: { name: 'Ada' },
      context: { page: '/trails' },
    });
    await session.connect();
    const [first] = sent('session.update');
    assert.match(String(instructionsOf(first)), /^You guide Ada of \{\{unknown\}\}\.\n\n.*:\n\{"page":"\/trails"\}$/);
    session.setVariables({ name: '{{context}}' });
    assert.match(String(instructionsOf(sent('session.update').at(-1))), /^You guide \{\{context\}\} of/);
    session.context('Only text.');
    assert.match(String(instructionsOf(sent('session.update').at(-1))), /:\nOnly text\.$/);
    session.context(undefined);
    assert.equal(instructionsOf(sent('session.update').at(-1)), 'You guide {{context}} of {{unknown}}.');
    session.close();
  });

  it('have the context where they want it, and again on the next connection', async () => {
    const { session, transport, sent } = stage({ session: { instructions: 'Page: {{context}} (end)' }, context: 'the mill' });
    await session.connect();
    session.updateSession({ instructions: 'Now on {{context}}.' });
    assert.equal(instructionsOf(sent('session.update').at(-1)), 'Now on the mill.');
    transport.connections[0]?.cut();
    await until(() => transport.connections.length === 2 && session.phase === 'open');
    assert.equal(instructionsOf(transport.connections[1]?.sent[0]), 'Now on the mill.');
    session.close();
  });

  it('are not sent where a page has none', async () => {
    const { session, sent } = stage();
    await session.connect();
    assert.deepEqual(sent('session.update').map(instructionsOf), []);
    session.close();
  });
});

describe('transcripts of the user', () => {
  const asked = async (dialect: string, more: Partial<RealtimeSessionOptions>) => {
    const { session, sent } = stage({ dialect, ...more });
    await session.connect();
    session.close();
    return JSON.stringify(sent('session.update')[0] ?? {});
  };

  it('are asked for where the dialect knows how', async () => {
    assert.match(await asked('vendor', { transcribe: true }), /"input_audio_transcription":\{\}/);
    assert.match(await asked('openai-ga', { transcribe: true }), /"transcription":\{"model":"gpt-transcribe"\}/);
    assert.doesNotMatch(await asked('openai-beta', { transcribe: true }), /transcription/);
  });

  it('are as the session says where it says something', async () => {
    assert.match(
      await asked('vendor', { transcribe: true, session: { input_audio_transcription: null } }),
      /"input_audio_transcription":null/,
    );
  });
});

describe('suggested replies', () => {
  const item = { id: 'c1', type: 'function_call', status: 'completed', call_id: 'call', name: 'suggest_replies' };
  const suggest = (replies: unknown) => [
    { type: 'response.output_item.added', response_id: 'r1', item: { ...item, status: 'in_progress' } },
    { type: 'response.output_item.done', response_id: 'r1', item: { ...item, arguments: JSON.stringify({ replies }) } },
  ];
  const message = { id: 'm1', type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'text', text: 'It is open.' }] };
  const begin = { type: 'response.created', response: { id: 'r1' } };
  const answer = { type: 'response.output_item.done', response_id: 'r1', item: message };
  const end = { type: 'response.done', response: { id: 'r1', status: 'completed' } };

  const opened = async () => {
    const found = stage({ tools: [suggestionsTool] });
    delete found.transport.server;
    await found.session.connect();
    const [server] = found.transport.connections;
    assert.ok(server);
    const outputs = () => found.sent('conversation.item.create').length;
    return { ...found, server, outputs, replies: () => suggestedReplies(found.session.store.get()) };
  };

  it('are shown, cost no answer of their own, and go with the next turn', async () => {
    const { session, server, sent, outputs, replies } = await opened();
    server.say(begin, answer, ...suggest(['How long is it?', '', 'Read the forecast', 'Another one', 'Too many']));
    await until(() => outputs() === 1);
    server.say(end);
    assert.deepEqual(replies(), ['How long is it?', 'Read the forecast', 'Another one']);
    // What a call asks for is sent at once, so nothing is to come.
    await until(() => session.store.get().activeResponseId === undefined);
    assert.deepEqual(sent('response.create'), []);
    server.say({ type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u1' });
    assert.deepEqual(replies(), []);
    session.close();
  });

  it('are no end to an answer that has said nothing', async () => {
    const { session, server, sent } = await opened();
    server.say(begin, ...suggest(['Yes']), end);
    await until(() => sent('response.create').length === 1);
    session.close();
  });

  it('are none where the model makes no sense', async () => {
    const { session, server, replies } = await opened();
    server.say(begin, answer, ...suggest('yes'));
    assert.deepEqual(replies(), []);
    session.close();
  });
});
