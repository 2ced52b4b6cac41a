// A wire that tells every item twice is given the conversation back like any other: what was cut stays as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createRealtimeSession, transcript } from 'voxreel';

import { scriptedTransport, until } from '../realtime/scripted-transport.js';

test('openai-ga: items given back and told twice change nothing', async () => {
  const transport = scriptedTransport();
  transport.server = ({ type, item }, { say }) => {
    if (type !== 'conversation.item.create') return;
    const told = { previous_item_id: null, item: { ...Object(item), status: 'completed' } };
    say({ type: 'conversation.item.added', ...told }, { type: 'conversation.item.done', ...told });
  };
  const session = createRealtimeSession({
    baseUrl: 'http://x.test',
    model: 'm',
    dialect: 'openai-ga',
    getToken: async () => 'token',
    transports: [transport],
    reconnect: { baseMs: 1, maxMs: 2 },
  });
  await session.connect();
  session.sendText('Tell me.');
  const part = { response_id: 'r', item_id: 'a', output_index: 0, content_index: 0 };
  transport.connections[0]?.say(
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.added', response_id: 'r', item: { id: 'a', type: 'message', role: 'assistant', status: 'in_progress' } },
    { type: 'response.output_audio.delta', ...part, delta: 'A'.repeat(64_000) },
    { type: 'response.output_audio_transcript.done', ...part, transcript: 'one two three four five six seven eight' },
    { type: 'conversation.item.truncated', ...part, audio_end_ms: 500 },
    { type: 'response.done', response: { id: 'r', status: 'cancelled' } },
  );
  const before = transcript(session.store.get());
  assert.deepEqual(
    before.map(({ text, cut }) => [text, cut]),
    [
      ['Tell me.', false],
      ['one two three four five six seven eight', true],
    ],
  );
  transport.connections[0]?.cut();
  await until(() => session.phase === 'open' && transport.connections.length === 2);
  const given = transport.connections[1]?.sent.filter(({ type }) => type === 'conversation.item.create');
  assert.deepEqual(
    given?.map(({ item }) => Reflect.get(Object(item), 'content')),
    [[{ type: 'input_text', text: 'Tell me.' }], [{ type: 'output_text', text: 'one two three four ' }]],
  );
  assert.deepEqual(transcript(session.store.get()), before);
  session.close();
});
