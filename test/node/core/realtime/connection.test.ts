// A connection beneath a session: wires that close early, or hand over.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createRealtimeSession, foldConversation, initialConversation } from 'voxreel';
import type { ConversationEvent, Transport } from 'voxreel';

import { Handover } from '../../../../src/core/realtime/connection/handover.js';
import type { OpenWire } from '../../../../src/core/realtime/connection/open-wire.js';
import { isQuiet } from '../../../../src/core/realtime/connection/quiet.js';
import { obliging, scriptedTransport, until } from './scripted-transport.js';

test('a wire that closes before anybody listens is one that was lost', async () => {
  const inner = scriptedTransport();
  let early = 0;
  const hasty: Transport = {
    ...inner,
    async open(target, signal) {
      const wire = await inner.open(target, signal);
      if (inner.connections.length > 1) return wire;
      target.handlers.closed({ reason: 'early', retryable: true });
      early++;
      return wire;
    },
  };
  const session = createRealtimeSession({
    baseUrl: 'http://service.test',
    model: 'm',
    getToken: async () => 't',
    transports: [hasty],
    reconnect: { baseMs: 1, maxMs: 2 },
  });
  await session.connect();
  await until(() => session.phase === 'open');
  assert.deepEqual([early, inner.connections.length], [1, 2]);
  session.close();
});

test('before, during and after a connection the session says what there is of it', async () => {
  const transport = scriptedTransport();
  const session = createRealtimeSession({
    baseUrl: 'http://service.test',
    model: 'm',
    getToken: async () => 't',
    transports: [transport],
    reconnect: { baseMs: 1, maxMs: 2 },
  });
  const shows = () => [typeof session.openedAt, session.retry, session.levels.speaker, session.meters.reconnects, session.remoteVideo];
  assert.deepEqual(shows(), ['undefined', undefined, 0, 0, undefined]);
  const before = Date.now();
  await session.connect();
  assert.deepEqual(shows(), ['number', undefined, 0, 0, undefined]);
  assert.ok((session.openedAt ?? 0) >= before && (session.openedAt ?? 0) <= Date.now());
  transport.connections[0]?.cut();
  await until(() => session.phase === 'open' && transport.connections.length === 2);
  assert.deepEqual(shows(), ['number', undefined, 0, 1, undefined]);
  session.close();
  assert.equal((await session.stats()).reconnects, 1);
  assert.deepEqual(shows(), ['undefined', undefined, 0, 1, undefined]);
});

test('an answer is timed from the request for it, and the service by its acknowledgment', async () => {
  const transport = scriptedTransport();
  const session = createRealtimeSession({
    baseUrl: 'http://service.test',
    model: 'm',
    getToken: async () => 't',
    transports: [transport],
  });
  await session.connect();
  const timed = () => [session.meters.firstDeltaMs, session.meters.roundTripMs].map((ms) => ms !== undefined && ms >= 0);
  assert.deepEqual(timed(), [false, false]);
  const answer = obliging();
  // As over a network: the answer comes after the request has left.
  transport.server = (event, wire) => queueMicrotask(() => answer(event, wire));
  session.sendText('Hello.');
  await until(() => timed().every(Boolean));
  session.close();
});

/** Follows a wire of a session with this end; counts the wires it asks for, none of which opens. */
function handover(endsAt: number) {
  let asked = 0;
  const transport = scriptedTransport();
  const following = new Handover({
    timing: { endsAt: () => endsAt, quiet: () => true },
    order: { order: () => [transport], above: () => [] },
    open: () => {
      asked++;
      return new Promise<OpenWire>(() => {});
    },
    adopt() {},
    climbAfterMs: 1e9,
  });
  const wire = { send() {}, bufferedBytes: 0, maxMessageBytes: 1, close() {} };
  following.follow({ wire, transport, openedAt: 0, gone: false, begin() {}, end() {} });
  return { following, asked: () => asked };
}

test('a session that is said to end as it begins has no end that is known', (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 0 });
  const { following, asked } = handover(0);
  for (let passed = 0; passed < 60_000; passed += 250) context.mock.timers.tick(250);
  assert.equal(asked(), 0);
  following.stop();
});

test('while a wire is being opened to take over, no other is', (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 0 });
  const { following, asked } = handover(60_000);
  for (let passed = 0; passed < 60_000; passed += 250) context.mock.timers.tick(250);
  assert.equal(asked(), 1);
  following.stop();
});

test('a conversation is not at rest while a call runs or waits for a yes', () => {
  const item = { id: 'c', type: 'function_call', status: 'completed', call_id: 'c', name: 'weather' };
  const state = (['running', 'awaiting_approval', 'completed', undefined] as const).map((status) => {
    const events = [{ type: 'conversation.item.created', item }, ...(status ? [{ type: 'local.tool', call_id: 'c', status }] : [])];
    return isQuiet((events as unknown as ConversationEvent[]).reduce(foldConversation, initialConversation));
  });
  assert.deepEqual(state, [false, false, true, true]);
});
