// A session that lasts: it rolls over before the server's end, climbs back to the better transport, rests offline, and outlives a minute without a server.
import assert from 'node:assert/strict';
import { afterEach, test, type TestContext } from 'node:test';

import { VoxreelError, createRealtimeSession, transcript } from 'voxreel';
import type { RealtimeSession, RealtimeSessionOptions, SessionPhase as Phase } from 'voxreel';

import { obliging, scriptedTransport, type ScriptedTransport } from './scripted-transport.js';

const open: RealtimeSession[] = [];
afterEach(() => {
  for (const session of open.splice(0)) session.close();
});

function sessionOn(transports: ScriptedTransport[], more: Partial<RealtimeSessionOptions> = {}) {
  let tokens = 0;
  const phases: Phase[] = [];
  const errors: string[] = [];
  const session = createRealtimeSession({
    baseUrl: 'http://service.test',
    model: 'm',
    getToken: async () => `token-${++tokens}`,
    transports,
    ...more,
  });
  open.push(session);
  session.on('phase', (phase) => phases.push(phase));
  session.on('error', ({ code }) => errors.push(code));
  return { session, phases, errors, tokens: () => tokens };
}

const texts = (session: RealtimeSession) => transcript(session.store.get()).map(({ text }) => text);

/** Real microtasks between steps of a clock that stands still otherwise. */
async function pass(context: TestContext, ms: number, stepMs = 250): Promise<void> {
  for (let at = 0; at < ms; at += stepMs) {
    context.mock.timers.tick(stepMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const stopClock = (context: TestContext) => context.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000_000 });
const expiringIn = (seconds: number) => ({
  type: 'session.created',
  session: { id: `s${Math.random()}`, expires_at: Date.now() / 1000 + seconds },
});

test('before the session of the server ends another takes over: a fresh token, nothing lost, nothing twice, and the phase stays open', async (context) => {
  const transport = scriptedTransport();
  transport.server = obliging();
  const { session, phases, tokens, errors } = sessionOn([transport]);
  stopClock(context);
  await session.connect();
  transport.connections[0]?.say(expiringIn(600));
  session.sendText('One.');
  await pass(context, 400_000, 1000);
  assert.equal(transport.connections.length, 1);
  await pass(context, 100_000, 1000);
  assert.equal(transport.connections.length, 2);
  assert.equal(transport.connections[0]?.closed, true);
  assert.equal(tokens(), 2);
  assert.equal(transport.connections[1]?.token, 'token-2');
  assert.deepEqual(
    transport.connections[1]?.sent.map(({ type }) => type),
    ['conversation.item.create', 'conversation.item.create'],
  );
  session.sendText('Two.');
  assert.deepEqual(texts(session), ['One.', 'Fine.', 'Two.', 'Fine.']);
  assert.deepEqual(phases, ['connecting', 'open']);
  assert.deepEqual(errors, []);
});

test('while an answer is under way it waits, and at the latest safe moment it goes all the same', async (context) => {
  const transport = scriptedTransport();
  const { session } = sessionOn([transport]);
  stopClock(context);
  await session.connect();
  const [first] = transport.connections;
  first?.say(expiringIn(600));
  session.sendText('Tell me.');
  first?.say({ type: 'conversation.item.created', item: first.sent[0]?.['item'] }, { type: 'response.created', response: { id: 'r' } });
  await pass(context, 580_000, 1000);
  assert.equal(transport.connections.length, 1);
  await pass(context, 12_000, 1000);
  assert.equal(transport.connections.length, 2);
  assert.deepEqual(
    transport.connections[1]?.sent.map(({ type }) => type),
    ['conversation.item.create', 'response.create'],
  );
});

test('a session length given by the page is heeded where the server says nothing', async (context) => {
  const transport = scriptedTransport();
  stopClock(context);
  const { session } = sessionOn([transport], { reconnect: { sessionLifetimeMs: 60_000 } });
  await session.connect();
  await pass(context, 40_000, 1000);
  assert.equal(transport.connections.length, 1);
  await pass(context, 10_000, 1000);
  assert.equal(transport.connections.length, 2);
  assert.equal(session.phase, 'open');
});

test('the better transport is tried again after a growing while, and taken without a gap', async (context) => {
  const [best, second] = [scriptedTransport('best', 'track'), scriptedTransport('second')];
  const refusal = () => new VoxreelError('connection_failed', 'no path', { retryable: true });
  best.failures.push(refusal(), refusal());
  stopClock(context);
  const { session, phases, tokens } = sessionOn([best, second]);
  const carriers: string[] = [];
  session.on('transport', (id) => carriers.push(id));
  await session.connect();
  second.server = obliging();
  session.sendText('One.');
  assert.equal(session.transport, 'second');
  await pass(context, 70_000, 1000);
  assert.equal(session.transport, 'second');
  assert.equal(tokens(), 3);
  await pass(context, 200_000, 1000);
  assert.equal(session.transport, 'best');
  assert.equal(second.connections[0]?.closed, true);
  assert.equal(best.connections[0]?.sent.filter(({ type }) => type === 'conversation.item.create').length, 2);
  assert.deepEqual(carriers, ['second', 'best']);
  assert.deepEqual(phases, ['connecting', 'open']);
  assert.deepEqual(texts(session), ['One.', 'Fine.']);
});

test('nobody climbs while an answer is under way', async (context) => {
  const [best, second] = [scriptedTransport('best'), scriptedTransport('second')];
  best.failures.push(new VoxreelError('connection_failed', 'no path', { retryable: true }));
  stopClock(context);
  const { session } = sessionOn([best, second]);
  await session.connect();
  second.connections[0]?.say({ type: 'response.created', response: { id: 'r' } });
  await pass(context, 120_000, 1000);
  assert.equal(session.transport, 'second');
  second.connections[0]?.say({ type: 'response.done', response: { id: 'r', status: 'completed' } });
  await pass(context, 2000);
  assert.equal(session.transport, 'best');
});

test('a transport that opens and does not hold gives way, and sound is given up for text before the conversation is', async (context) => {
  const transport = scriptedTransport('shaky', 'events');
  stopClock(context);
  const { session } = sessionOn([transport], { modalities: ['text', 'audio'], reconnect: { baseMs: 1, maxMs: 2 } });
  await session.connect();
  for (let losses = 1; losses <= 2; losses++) {
    transport.connections.at(-1)?.cut();
    await pass(context, 50, 5);
  }
  assert.equal(session.phase, 'open');
  assert.equal(session.transport, 'text');
  const update = transport.connections.at(-1)?.sent.find(({ type }) => type === 'session.update');
  assert.deepEqual(update?.['session'], { modalities: ['text'] });
  await pass(context, 120_000, 1000);
  assert.equal(session.transport, 'shaky');
  const restored = transport.connections.at(-1)?.sent.find(({ type }) => type === 'session.update');
  assert.deepEqual(restored?.['session'], { modalities: ['text', 'audio'] });
});

test('a server that is gone for a minute: the conversation goes on when it is back', async (context) => {
  const transport = scriptedTransport();
  transport.server = obliging();
  stopClock(context);
  const { session, errors, phases, tokens } = sessionOn([transport]);
  await session.connect();
  session.sendText('Before.');
  const goneUntil = Date.now() + 60_000;
  const openWire = transport.open.bind(transport);
  let attempts = 0;
  transport.open = async (target, signal) => {
    attempts++;
    if (Date.now() < goneUntil) throw new VoxreelError('network', 'gone', { retryable: true });
    return openWire(target, signal);
  };
  transport.connections[0]?.cut();
  session.sendText('Meanwhile.');
  await pass(context, 59_000);
  assert.equal(session.phase, 'reconnecting');
  await pass(context, 20_000);
  assert.equal(session.phase, 'open');
  assert.deepEqual(texts(session), ['Before.', 'Fine.', 'Meanwhile.', 'Fine.']);
  assert.deepEqual(phases, ['connecting', 'open', 'reconnecting', 'open']);
  assert.deepEqual(errors, []);
  assert.equal(tokens(), attempts + 1);
  assert.ok(attempts <= 14, `${attempts} attempts in a minute`);
});

test('offline there are no attempts, and online there is one at once', async (context) => {
  const transport = scriptedTransport();
  transport.server = obliging();
  stopClock(context);
  const network = { onLine: true };
  const page = new EventTarget();
  const given = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const before = { add: globalThis.addEventListener, remove: globalThis.removeEventListener };
  Object.defineProperty(globalThis, 'navigator', { value: network, configurable: true });
  Object.assign(globalThis, {
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  try {
    const { session } = sessionOn([transport]);
    await session.connect();
    let attempts = 0;
    const openWire = transport.open.bind(transport);
    transport.open = async (target, signal) => {
      attempts++;
      if (!network.onLine) throw new VoxreelError('network', 'offline', { retryable: true });
      return openWire(target, signal);
    };
    network.onLine = false;
    transport.connections[0]?.cut();
    await pass(context, 50_000);
    assert.equal(session.phase, 'reconnecting');
    assert.ok(attempts <= 1, `${attempts} attempts while offline`);
    network.onLine = true;
    page.dispatchEvent(new Event('online'));
    await pass(context, 1, 1);
    assert.equal(session.phase, 'open');
  } finally {
    if (given !== undefined) Object.defineProperty(globalThis, 'navigator', given);
    Object.assign(globalThis, { addEventListener: before.add, removeEventListener: before.remove });
  }
});

test('a token that went stale on the way is followed by a fresh one', async () => {
  const transport = scriptedTransport();
  transport.failures.push(new VoxreelError('token_expired', 'late', { status: 401 }));
  const { session, tokens, errors } = sessionOn([transport], { reconnect: { baseMs: 1, maxMs: 2 } });
  await session.connect();
  assert.equal(transport.connections[0]?.token, 'token-2');
  assert.equal(tokens(), 2);
  assert.deepEqual(errors, []);
});
