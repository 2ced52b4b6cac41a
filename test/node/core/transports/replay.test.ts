// A recorded conversation played with no server: the same transcript, no token, nothing executed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { vendor } from 'voxreel/dialects/vendor';
import { checkTransport } from 'voxreel/testing';
import { createReplayTransport } from 'voxreel/transports/replay';
import type { ReplayOptions } from 'voxreel/transports/replay';
import { createRealtimeSession, defineTool, importConversation, transcript } from 'voxreel';

import { findItem } from '../../../../src/core/store/conversation-items.js';

const raw = readFileSync('test/fixtures/conversation-text.jsonl', 'utf8');

function replaying(options: ReplayOptions, dialect = 'vendor') {
  const transport = createReplayTransport(options);
  let runs = 0;
  let tokens = 0;
  const session = createRealtimeSession({
    baseUrl: 'http://nobody.test',
    model: 'm',
    dialect,
    getToken: async () => `t${++tokens}`,
    transports: [transport],
    tools: [defineTool({ name: 'get_weather', execute: () => ++runs })],
  });
  return { session, transport, runs: () => runs, tokens: () => tokens };
}

test('holds the contract of a transport', async () => {
  const target = () => ({ baseUrl: 'http://nobody.test', model: 'm', token: '', names: vendor.names(undefined) });
  assert.deepEqual(await checkTransport(createReplayTransport({ log: raw, speed: 'instant' }), { target }), []);
});

for (const dialect of ['vendor', 'openai-ga'])
  test(`at once, to a session that speaks ${dialect}: the same conversation, no token spent, no function run`, async () => {
    const { session, transport, runs, tokens } = replaying({ log: raw, speed: 'instant' }, dialect);
    const errors: unknown[] = [];
    session.on('error', (error) => errors.push(error));
    await session.connect();
    await transport.ended;
    assert.equal(session.transport, 'replay');
    const { state } = await importConversation(raw);
    assert.deepEqual(transcript(session.store.get()), transcript(state));
    assert.ok(transcript(state).some(({ type }) => type === 'function_call'));
    assert.deepEqual([runs(), tokens(), errors], [0, 0, []]);
    session.sendText('Nobody hears this.');
    session.close();
  });

const said = (at: number, id: string) => ({
  at,
  from: 'server' as const,
  event: { type: 'conversation.item.created', item: { id, type: 'message', role: 'user', content: [{ type: 'text', text: id }] } },
});

test('what was heard, what was called and what was lost on the page come back too', async () => {
  const log = [
    said(0, 'a'),
    { at: 1, from: 'server' as const, event: { type: 'response.audio.delta', item_id: 'b', delta: '', delta_length: 64_000 } },
    { at: 2, from: 'page' as const, event: { type: 'local.heard', item_id: 'b', content_index: 0, audio_end_ms: 400 } },
    { at: 3, from: 'client' as const, event: { type: 'response.create' } },
    { at: 4, from: 'server' as const, event: { type: 'unknown', unknownType: 'x.y', raw: { type: 'x.y', z: 1 } } },
    { at: 5, from: 'page' as const, event: { type: 'local.disconnected' } },
  ];
  const { session, transport } = replaying({ log, speed: 'instant' });
  const events: unknown[] = [];
  session.on('event', (event) => events.push(event));
  await session.connect();
  await transport.ended;
  const item = findItem(session.store.get(), 'b');
  assert.deepEqual([item?.heardMs, item?.parts[0]?.audioMs, item?.status], [400, 1000, 'incomplete']);
  assert.deepEqual(events.at(-1), { type: 'unknown', event_id: undefined, unknownType: 'x.y', raw: { type: 'x.y', z: 1 } });
  assert.equal(session.store.get().unknownEvents, 1);
  const again = await importConversation(session.export('jsonl'));
  assert.deepEqual(transcript(again.state), transcript(session.store.get()));
  assert.equal(findItem(again.state, 'b')?.parts[0]?.audioMs, 1000);
  session.close();
});

test('in its own time, scaled: one after the other, none after the wire is closed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const transport = createReplayTransport({ log: [said(5000, 'a'), said(5400, 'b'), said(9000, 'c')], speed: 10 });
  let over = false;
  void transport.ended.then(() => (over = true));
  const heard: string[] = [];
  const handlers = {
    message: (text: string) => void heard.push((JSON.parse(text) as { readonly item: { readonly id: string } }).item.id),
    closed: () => undefined,
  };
  const target = { baseUrl: 'http://nobody.test', model: 'm', token: '', names: vendor.names(undefined), handlers };
  const wire = await transport.open(target, new AbortController().signal);
  t.mock.timers.tick(39);
  assert.deepEqual(heard, ['a']);
  t.mock.timers.tick(1);
  assert.deepEqual(heard, ['a', 'b']);
  wire.close();
  t.mock.timers.tick(1000);
  await Promise.resolve();
  assert.deepEqual([heard, over], [['a', 'b'], false]);
});

test('a speed that is none is refused by name', () => {
  for (const speed of [0, -1, Number.NaN])
    assert.throws(() => createReplayTransport({ log: raw, speed }), { code: 'invalid_input', param: 'speed' });
});
