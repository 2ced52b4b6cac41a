// Our session against a realtime server of another maker: aimock, which writes its own WebSocket frames and speaks the `openai-ga` wire from recorded answers.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import { LLMock } from '@copilotkit/aimock';
import type { ChatCompletionRequest } from '@copilotkit/aimock';
import { WebSocket } from 'ws';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { createRealtimeSession, defineTool, transcript } from 'voxreel';
import type { RealtimeSessionOptions } from 'voxreel';

import type { ServerEvent } from '../../../src/core/dialects/dialect.js';
import { until } from '../core/realtime/scripted-transport.js';
import { tone } from '../local/realtime/talker.js';

describe('createRealtimeSession against aimock', () => {
  const mock = new LLMock({ port: 0, latency: 2, chunkSize: 6 });
  before(() => mock.start());
  after(() => mock.stop());
  afterEach(() => mock.clearFixtures().clearRequests());

  /** What the server made of the conversation when it last answered. */
  const lastMessages = () => (mock.getLastRequest()?.body as ChatCompletionRequest | undefined)?.messages ?? [];

  /** As a page connects, by subprotocols, but in the beta: aimock reads that from the header alone. `sockets` counts how often. */
  async function open(more: Partial<RealtimeSessionOptions> = {}) {
    let sockets = 0;
    const transport = createWebsocketTransport({
      createWebSocket(url, protocols, headers) {
        sockets++;
        return more.dialect === 'openai-beta' ? new WebSocket(url, { headers }) : new WebSocket(url, protocols);
      },
    });
    const session = createRealtimeSession({
      baseUrl: mock.url,
      model: 'gpt-realtime',
      dialect: 'openai-ga',
      getToken: async () => 'a-token',
      transports: [transport],
      session: { modalities: ['text'] },
      reconnect: { baseMs: 1, maxMs: 5 },
      ...more,
    });
    const errors: string[] = [];
    const events: ServerEvent[] = [];
    session.on('error', ({ code }) => errors.push(code));
    session.on('event', (event) => events.push(event));
    await session.connect();
    const lines = () => transcript(session.store.get()).map(({ role, text, status }) => `${role}: ${text} (${status})`);
    return { session, errors, events, lines, sockets: () => sockets };
  }

  it('configures the session and holds a conversation of several turns', async () => {
    mock.onTurn(0, 'hello', { content: 'Hello there, who are you?' });
    mock.onTurn(1, 'Ada', { content: 'Nice to meet you, Ada.' });
    const { session, errors, events, lines } = await open({ session: { modalities: ['text'], instructions: 'Be brief.' } });
    session.sendText('hello');
    await until(() => session.store.get().usage.responses === 1);
    session.sendText('I am Ada.');
    await until(() => session.store.get().usage.responses === 2);
    assert.deepEqual(lines(), [
      'user: hello (completed)',
      'assistant: Hello there, who are you? (completed)',
      'user: I am Ada. (completed)',
      'assistant: Nice to meet you, Ada. (completed)',
    ]);
    assert.equal(session.store.get().session?.['instructions'], 'Be brief.');
    const streamed = events.flatMap((event) => (event.type === 'response.text.delta' ? [event.delta] : []));
    assert.equal(streamed.join(''), 'Hello there, who are you?Nice to meet you, Ada.');
    assert.ok(streamed.length > 6);
    assert.deepEqual(
      lastMessages().map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    assert.deepEqual(errors, []);
    session.close();
  });

  it('executes several calls beside a text and asks once for the answer, with all outputs', async () => {
    const toolCalls = ['Oslo', 'Rome'].map((city) => ({ id: `call_${city}`, name: 'get_weather', arguments: { city } }));
    mock.on({ userMessage: 'weather', hasToolResult: false }, { content: 'Let me look.', toolCalls });
    mock.on({ userMessage: 'weather', hasToolResult: true }, { content: 'Cold and warm.' });
    const asked: unknown[] = [];
    const tool = defineTool({
      name: 'get_weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      execute: (values) => (asked.push(values), { temperature: asked.length }),
    });
    const { session, errors, lines } = await open({ tools: [tool] });
    session.sendText('What is the weather?');
    await until(() => lines().at(-1) === 'assistant: Cold and warm. (completed)');
    assert.deepEqual(asked, [{ city: 'Oslo' }, { city: 'Rome' }]);
    assert.equal(mock.getRequests().length, 2);
    assert.deepEqual(
      lastMessages()
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id: id, content }) => [id, content]),
      [
        ['call_Oslo', '{"temperature":1}'],
        ['call_Rome', '{"temperature":2}'],
      ],
    );
    assert.deepEqual(errors, []);
    session.close();
  });

  it('shows an answer that failed, and goes on', async () => {
    mock.onMessage('first', { error: { message: 'Too busy.', type: 'server_error', code: 'overloaded' }, status: 503 });
    mock.onMessage('second', { content: 'Here I am.' });
    const { session, lines } = await open();
    session.sendText('first');
    await until(() => session.store.get().lastResponse !== undefined);
    assert.equal(session.store.get().lastResponse?.status, 'failed');
    session.sendText('second');
    await until(() => lines().at(-1) === 'assistant: Here I am. (completed)');
    assert.equal(session.phase, 'open');
    session.close();
  });

  it('connects again where the server breaks off in an answer, gives back what was said, and has it once', async () => {
    mock.on({ userMessage: 'story', sequenceIndex: 0 }, { content: 'Once upon a time there was a fox.' }, { truncateAfterChunks: 2 });
    mock.on({ userMessage: 'story' }, { content: 'Once upon a time there was a hen.' });
    mock.onMessage('hello', { content: 'Hello.' });
    const { session, lines, sockets } = await open();
    session.sendText('hello');
    await until(() => session.store.get().usage.responses === 1);
    session.sendText('A story, please.');
    await until(() => lines().at(-1) === 'assistant: Once upon a time there was a hen. (completed)');
    assert.equal(sockets(), 2);
    assert.deepEqual(lines().slice(0, -1), [
      'user: hello (completed)',
      'assistant: Hello. (completed)',
      'user: A story, please. (completed)',
    ]);
    assert.deepEqual(
      lastMessages().map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    session.close();
  });

  it('lives with a committed turn that is not named and events no document knows', async () => {
    mock.onMessage('hello', { content: 'Hello.' });
    const { session, errors, events, lines } = await open();
    session.send({ type: 'input_audio_buffer.append', audio: tone(0.3) });
    // aimock leaves out the `item_id` that the documents and the maker's own types give this event.
    session.send({ type: 'input_audio_buffer.commit' });
    // aimock answers a cancellation by `response.cancelled`, an event of nobody's documents; the maker ends the response instead.
    session.send({ type: 'response.cancel' });
    session.sendText('hello');
    await until(() => lines().at(-1) === 'assistant: Hello. (completed)');
    assert.ok(events.some(({ type }) => type === 'input_audio_buffer.committed'));
    assert.ok(events.some((event) => event.type === 'unknown' && event.unknownType === 'response.cancelled'));
    assert.deepEqual(lines(), ['user: hello (completed)', 'assistant: Hello. (completed)']);
    assert.deepEqual(errors, []);
    session.close();
  });

  it('hears that the beta is no longer served, and does not knock again', async () => {
    const { session, errors, sockets } = await open({ dialect: 'openai-beta' });
    await until(() => session.phase === 'failed');
    assert.equal(session.error?.code, 'beta_api_shape_disabled');
    assert.deepEqual([errors, sockets()], [['beta_api_shape_disabled'], 1]);
  });

  it('takes a closing for breach of policy as final', async () => {
    const strict = new LLMock({ port: 0, strict: true });
    await strict.start();
    const { session, sockets } = await open({ baseUrl: strict.url });
    session.sendText('nobody recorded this');
    await until(() => session.phase === 'failed');
    assert.equal(sockets(), 1);
    await strict.stop();
  });
});
