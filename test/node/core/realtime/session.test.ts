import assert from 'node:assert/strict';
import { test } from 'node:test';

import { VoxreelError, createRealtimeSession, transcript } from 'voxreel';
import type { RealtimeSessionOptions, SessionPhase as Phase } from 'voxreel';

import { Context, installGraph } from '../audio/scripted-graph.js';
import { obliging, scriptedTransport, until, type ScriptedTransport } from './scripted-transport.js';

function sessionOn(transport: ScriptedTransport | ScriptedTransport[], more: Partial<RealtimeSessionOptions> = {}) {
  let tokens = 0;
  const phases: Phase[] = [];
  const errors: VoxreelError[] = [];
  const session = createRealtimeSession({
    baseUrl: 'http://service.test',
    model: 'm',
    getToken: async () => `token-${++tokens}`,
    transports: Array.isArray(transport) ? transport : [transport],
    reconnect: { baseMs: 1, maxMs: 2, maxAttempts: 5 },
    ...more,
  });
  session.on('phase', (phase) => phases.push(phase));
  session.on('error', (error) => errors.push(error));
  return { session, phases, errors, tokens: () => tokens };
}

const texts = (session: ReturnType<typeof createRealtimeSession>) => transcript(session.store.get()).map(({ text }) => text);
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

test('a typed turn: configuration first, then the message and one request for an answer', async () => {
  const transport = scriptedTransport();
  transport.server = obliging('Hello back.');
  const { session, phases } = sessionOn(transport, { session: { instructions: 'Be brief.' } });
  await session.connect();
  session.sendText('Hello.');
  assert.deepEqual(texts(session), ['Hello.', 'Hello back.']);
  assert.deepEqual(typesOf(transport.connections[0]?.sent ?? []), ['session.update', 'conversation.item.create', 'response.create']);
  assert.deepEqual(phases, ['connecting', 'open']);
  session.close();
  session.close();
  assert.equal(session.phase, 'closed');
  assert.equal(transport.connections[0]?.closed, true);
});

test('a transport may hand over the bytes of a text', async () => {
  const transport = scriptedTransport();
  transport.server = obliging('Hello back. ✓');
  const open: ScriptedTransport['open'] = (target, signal) => {
    const message = (data: string | Uint8Array<ArrayBuffer>) =>
      target.handlers.message(typeof data === 'string' ? new TextEncoder().encode(data) : data);
    return transport.open({ ...target, handlers: { ...target.handlers, message } }, signal);
  };
  const { session } = sessionOn({ ...transport, open });
  await session.connect();
  session.sendText('Hello.');
  assert.deepEqual(texts(session), ['Hello.', 'Hello back. ✓']);
  session.close();
});

test('what is sent while connecting goes out once open, in order', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport);
  const opening = session.connect();
  session.sendText('Early.');
  await opening;
  assert.deepEqual(typesOf(transport.connections[0]?.sent ?? []), ['conversation.item.create', 'response.create']);
  session.close();
});

test('a second request for an answer waits for the end of the first', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport);
  await session.connect();
  const [connection] = transport.connections;
  assert.ok(connection);
  session.respond();
  session.respond({ instructions: 'Again.' });
  assert.equal(connection.sent.length, 1);
  connection.say({ type: 'response.created', response: { id: 'r1' } });
  assert.equal(connection.sent.length, 1);
  connection.say({ type: 'response.done', response: { id: 'r1', status: 'completed' } });
  assert.equal(connection.sent.length, 2);
  session.close();
});

test('a request refused because an answer is under way is made again after it', async () => {
  const transport = scriptedTransport();
  const { session, errors } = sessionOn(transport);
  await session.connect();
  const [connection] = transport.connections;
  assert.ok(connection);
  session.respond();
  connection.say({
    type: 'error',
    error: { code: 'conversation_already_has_active_response', event_id: connection.sent[0]?.['event_id'] },
  });
  assert.equal(connection.sent.length, 1);
  connection.say({ type: 'response.done', response: { id: 'r0', status: 'completed' } });
  assert.equal(connection.sent.length, 2);
  assert.deepEqual(errors, []);
  session.close();
});

test('after a cut: a fresh token, the configuration, the conversation as text, and no item twice', async () => {
  const transport = scriptedTransport();
  transport.server = obliging();
  const { session, phases, tokens } = sessionOn(transport, { session: { instructions: 'x' } });
  await session.connect();
  session.sendText('One.');
  transport.connections[0]?.cut();
  await until(() => session.phase === 'open' && transport.connections.length === 2);
  assert.equal(tokens(), 2);
  assert.equal(transport.connections[1]?.token, 'token-2');
  const sent = transport.connections[1]?.sent ?? [];
  assert.deepEqual(typesOf(sent), ['session.update', 'conversation.item.create', 'conversation.item.create']);
  assert.deepEqual(texts(session), ['One.', 'Fine.']);
  session.sendText('Two.');
  assert.deepEqual(texts(session), ['One.', 'Fine.', 'Two.', 'Fine.']);
  assert.deepEqual(phases, ['connecting', 'open', 'reconnecting', 'open']);
  session.close();
});

test('an answer cut in the middle is asked for again, and its half is not kept', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport);
  await session.connect();
  const [first] = transport.connections;
  session.sendText('Tell me.');
  first?.say(
    { type: 'conversation.item.created', item: first.sent[0]?.['item'] },
    { type: 'response.created', response: { id: 'r1' } },
    {
      type: 'response.output_item.added',
      response_id: 'r1',
      item: { id: 'half', type: 'message', role: 'assistant', status: 'in_progress' },
    },
    { type: 'response.text.delta', response_id: 'r1', item_id: 'half', content_index: 0, delta: 'Once upo' },
  );
  transport.server = (event, connection) => {
    if (event.type !== 'response.create') return;
    connection.say({ type: 'response.created', response: { id: 'whole' } });
    connection.say({
      type: 'response.done',
      response: {
        id: 'whole',
        status: 'completed',
        output: [{ id: 'b', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Once upon a time.' }] }],
      },
    });
  };
  first?.cut();
  await until(() => texts(session).includes('Once upon a time.'));
  assert.deepEqual(texts(session), ['Tell me.', 'Once upon a time.']);
  session.close();
});

test('an answer that had said nothing when one hung up keeps no later one from being asked for again', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport);
  const begins = (nth: number, previous: string | null) => {
    const item = { id: `a${nth}`, type: 'message', role: 'assistant', status: 'in_progress', content: [] };
    transport.connections
      .at(-1)
      ?.say(
        { type: 'response.created', response: { id: `r${nth}`, status: 'in_progress' } },
        { type: 'response.output_item.added', response_id: `r${nth}`, output_index: 0, item },
        { type: 'conversation.item.created', previous_item_id: previous, item },
      );
  };
  await session.connect();
  transport.server = (event, { say }) => {
    if (event.type === 'conversation.item.create')
      say({ type: 'conversation.item.created', item: event['item'], previous_item_id: previousId });
  };
  let previousId: string | null = null;
  session.sendText('One.');
  const [first = ''] = transcript(session.store.get()).map(({ id }) => id);
  begins(1, first);
  session.close();
  await session.connect();
  // The server never heard of the answer that was hung up on.
  previousId = first;
  session.sendText('Two.');
  begins(2, transcript(session.store.get()).find(({ text }) => text === 'Two.')?.id ?? null);
  transport.connections.at(-1)?.cut();
  await until(() => transport.connections.length === 3 && session.phase === 'open');
  assert.equal(typesOf(transport.connections[2]?.sent ?? []).at(-1), 'response.create');
  session.close();
});

test('an answer that was cut is given back as far as it was heard, and the transcript keeps both', async () => {
  const transport = scriptedTransport();
  transport.server = obliging();
  const { session } = sessionOn(transport);
  await session.connect();
  const part = { response_id: 'r', item_id: 'a', output_index: 0, content_index: 0 };
  transport.connections[0]?.say(
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.added', response_id: 'r', item: { id: 'a', type: 'message', role: 'assistant', status: 'in_progress' } },
    { type: 'response.audio.delta', ...part, delta: 'A'.repeat(64_000) },
    { type: 'response.audio_transcript.done', ...part, transcript: 'one two three four five six seven eight' },
    { type: 'conversation.item.truncated', ...part, audio_end_ms: 500 },
    { type: 'response.done', response: { id: 'r', status: 'cancelled' } },
  );
  const before = transcript(session.store.get());
  transport.connections[0]?.cut();
  await until(() => session.phase === 'open' && transport.connections.length === 2);
  const [given] = transport.connections[1]?.sent ?? [];
  assert.match(JSON.stringify(given), /one two three four/);
  assert.doesNotMatch(JSON.stringify(given), /eight/);
  assert.deepEqual(transcript(session.store.get()), before);
  assert.equal(before[0]?.cut, true);
  session.close();
});

test('what was sent and not acknowledged is sent again', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport);
  await session.connect();
  session.sendText('Lost on the way.');
  transport.server = obliging('Found.');
  transport.connections[0]?.cut();
  await until(() => texts(session).includes('Found.'));
  assert.deepEqual(texts(session), ['Lost on the way.', 'Found.']);
  session.close();
});

for (const error of [
  new VoxreelError('unauthorized', 'no', { status: 401, retryable: true }),
  new VoxreelError('forbidden', 'no', { status: 403 }),
  new VoxreelError('insufficient_quota', 'no', { retryable: true }),
]) {
  test(`${error.code} is never tried again, on no transport`, async () => {
    const [first, second] = [scriptedTransport('one'), scriptedTransport('two')];
    first.failures.push(error);
    const { session, tokens, errors } = sessionOn([first, second]);
    await assert.rejects(session.connect(), { code: error.code });
    assert.equal(session.phase, 'failed');
    assert.equal(session.error?.code, error.code);
    assert.equal(tokens(), 1);
    assert.equal(errors.length, 1);
    assert.equal(second.connections.length, 0);
  });
}

test('what the server refused is not sent again, and holds up nothing after it', async () => {
  const transport = scriptedTransport();
  const { session, errors } = sessionOn(transport);
  await session.connect();
  const [first] = transport.connections;
  session.sendText('Too long.');
  for (const { event_id } of first?.sent.slice() ?? []) first?.say({ type: 'error', error: { code: 'invalid_value', event_id } });
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['invalid_value', 'invalid_value'],
  );
  session.sendText('Short.');
  assert.deepEqual(typesOf(first?.sent.slice(2) ?? []), ['conversation.item.create', 'response.create']);
  transport.server = obliging('Found.');
  first?.cut();
  await until(() => texts(session).includes('Found.'));
  assert.deepEqual(texts(session), ['Short.', 'Found.']);
  session.close();
});

test('a transport that fails gives way to the next, with a token of its own', async () => {
  const [first, second] = [scriptedTransport('one'), scriptedTransport('two')];
  first.failures.push(new VoxreelError('connection_failed', 'no path', { retryable: true }));
  const { session } = sessionOn([first, second]);
  await session.connect();
  assert.equal(session.transport, 'two');
  assert.equal(second.connections[0]?.token, 'token-2');
  second.connections[0]?.cut();
  await until(() => session.phase === 'open' && second.connections.length === 2);
  assert.equal(first.connections.length, 0);
  session.close();
});

test('a token that was not sent serves the next transport', async () => {
  const second = scriptedTransport('two');
  const first = {
    ...scriptedTransport('one'),
    open: async (target: { readonly tokenUnused?: (() => void) | undefined }) => {
      target.tokenUnused?.();
      throw new VoxreelError('connection_failed', 'no path', { retryable: true });
    },
  };
  const { session, tokens } = sessionOn([first, second]);
  await session.connect();
  assert.equal(second.connections[0]?.token, 'token-1');
  assert.equal(tokens(), 1);
  session.close();
});

test('between two attempts it tells which is next and when, and connect() does not wait for it', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport, { reconnect: { baseMs: 60_000, maxMs: 60_000 } });
  await session.connect();
  const retry = () => session.retry;
  assert.equal(retry(), undefined);
  transport.connections[0]?.cut();
  await until(() => retry()?.at !== undefined);
  assert.equal(session.phase, 'reconnecting');
  assert.equal(retry()?.attempt, 2);
  assert.ok((retry()?.at ?? 0) > Date.now() + 20_000);
  await session.connect();
  assert.equal(session.phase, 'open');
  assert.equal(retry(), undefined);
  session.close();
});

test('what is said while a wire closes, before anybody was told of it, goes out on the next one', async () => {
  const transport = scriptedTransport();
  transport.server = obliging('Heard.');
  const { session, errors } = sessionOn(transport);
  await session.connect();
  transport.connections[0]?.dying();
  session.updateSession({ instructions: 'Be brief.' });
  session.interrupt();
  session.sendText('Still there?');
  assert.equal(session.phase, 'open');
  transport.connections[0]?.cut();
  await until(() => texts(session).length === 2);
  assert.deepEqual(texts(session), ['Still there?', 'Heard.']);
  assert.deepEqual(typesOf(transport.connections[1]?.sent ?? []), ['session.update', 'conversation.item.create', 'response.create']);
  assert.deepEqual(errors, []);
  session.close();
});

test('a very long conversation is sent again from its newest five hundred items, and no output without its call', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport);
  await session.connect();
  const item = (at: number) =>
    at % 100 === 0
      ? { id: `i${at}`, type: 'function_call_output', call_id: `c${at - 1}`, output: 'noon' }
      : at % 100 === 99
        ? { id: `i${at}`, type: 'function_call', call_id: `c${at}`, name: 'clock', arguments: '{}' }
        : { id: `i${at}`, type: 'message', role: 'user', content: [{ type: 'text', text: `Line ${at}` }] };
  for (let at = 1; at <= 1199; at++)
    transport.connections[0]?.say({ type: 'conversation.item.created', item: { status: 'completed', ...item(at) } });
  transport.connections[0]?.cut();
  await until(() => transport.connections.length === 2 && session.phase === 'open');
  const told = (transport.connections[1]?.sent ?? []).map((event) => (event['item'] as { id: string } | undefined)?.id);
  // Of the newest five hundred the first is an output.
  assert.deepEqual([told.length, told[0], told.at(-1)], [499, 'i701', 'i1199']);
  assert.equal(texts(session).length, 1199);
  session.close();
});

test('a server that takes us and drops us at once is not asked for ever', async () => {
  const transport = scriptedTransport();
  const open = transport.open.bind(transport);
  transport.open = async (target, signal) => {
    const wire = await open(target, signal);
    queueMicrotask(() => queueMicrotask(() => setTimeout(() => transport.connections.at(-1)?.cut(), 0)));
    return wire;
  };
  const { session } = sessionOn(transport);
  await session.connect();
  await until(() => session.phase === 'failed');
  assert.equal(session.error?.code, 'connection_lost');
  assert.equal(transport.connections.length, 5);
});

test('a server that will not take us back ends the session', async () => {
  const transport = scriptedTransport();
  const { session, errors } = sessionOn(transport);
  await session.connect();
  transport.connections[0]?.cut({ retryable: false, reason: 'policy' });
  assert.equal(session.phase, 'failed');
  assert.equal(errors[0]?.message, 'policy');
  assert.throws(() => session.sendText('x'), { code: 'closed' });
});

test('closing while connecting leaves nothing open', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport);
  const opening = session.connect();
  session.close();
  await assert.rejects(opening);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(session.phase, 'closed');
  assert.ok(transport.connections.every(({ closed }) => closed));
});

test('values outside of the documents are refused before they are sent, naming the field', async () => {
  const transport = scriptedTransport();
  const { session } = sessionOn(transport);
  await session.connect();
  const refused: [() => void, string][] = [
    [() => session.updateSession({ temperature: 2.1 }), 'session.temperature'],
    [() => session.updateSession({ max_output_tokens: 5000 }), 'session.max_output_tokens'],
    [() => session.updateSession({ turn_detection: { type: 'server_vad', threshold: 1.5 } }), 'session.turn_detection.threshold'],
    [
      () => session.updateSession({ turn_detection: { type: 'server_vad', silence_duration_ms: 99 } }),
      'session.turn_detection.silence_duration_ms',
    ],
    [() => session.respond({ temperature: -1 }), 'response.temperature'],
    [() => session.updateSession({ modalities: [] }), 'session.modalities'],
    [() => session.updateSession({ modalities: JSON.parse('["text","smell"]') }), 'session.modalities'],
    [() => session.send({ type: 'conversation.item.truncate', item_id: 'x', content_index: -1, audio_end_ms: 5 }), 'content_index'],
  ];
  for (const [act, param] of refused) assert.throws(act, { code: 'invalid_input', param });
  assert.deepEqual(transport.connections[0]?.sent, []);
  session.updateSession({ temperature: 2, max_output_tokens: 4096 });
  assert.equal(transport.connections[0]?.sent.length, 1, 'the ends of a range are in it');
  session.close();
  const wrong = sessionOn(scriptedTransport(), { session: { temperature: 3 } });
  await assert.rejects(wrong.session.connect(), { code: 'invalid_input', param: 'session.temperature' });
  const compressed = sessionOn(scriptedTransport(), { audio: { compression: 'opus' } });
  await assert.rejects(compressed.session.connect(), { code: 'invalid_input', param: 'audio.compression' });
});

test('an option of another name is refused: it would be without effect', async () => {
  for (const [name, options] of [
    ['audio.sample_rate', { audio: { sample_rate: 8000 } }],
    ['audio.sampleRate', { audio: { sampleRate: 11_025 } }],
    ['webrtc.ice_servers', { webrtc: { ice_servers: [] } }],
    ['webrtc.connectionTimeoutMs', { webrtc: { connectionTimeoutMs: 0 } }],
  ] as const) {
    const { session } = sessionOn(scriptedTransport(), options as Partial<RealtimeSessionOptions>);
    await assert.rejects(session.connect(), { code: 'invalid_input', param: name });
  }
});

test('connecting ends when the signal of the caller fires, and only then', async () => {
  const connecting = new AbortController();
  let asked: AbortSignal | undefined;
  const token = new Promise<string>(() => {});
  const stopped = sessionOn(scriptedTransport(), {
    getToken: (signal) => {
      asked = signal;
      connecting.abort('left the page');
      return token;
    },
  });
  await assert.rejects(stopped.session.connect({ signal: connecting.signal }), { code: 'aborted', cause: 'left the page' });
  assert.equal(stopped.session.phase, 'closed');
  assert.equal(stopped.session.error?.code, 'aborted');
  assert.equal(asked?.aborted, true);

  const unused = sessionOn(scriptedTransport());
  await assert.rejects(unused.session.connect({ signal: AbortSignal.abort() }), { code: 'aborted' });
  assert.equal(unused.session.phase, 'closed');

  const later = new AbortController();
  const open = sessionOn(scriptedTransport());
  await open.session.connect({ signal: later.signal });
  later.abort();
  assert.equal(open.session.phase, 'open');
  open.session.disconnect();
  assert.equal(open.session.phase, 'closed');
});

test('a signal stops no connection that somebody else has asked for since', async () => {
  const first = new AbortController();
  const transport = scriptedTransport();
  let connect = () => {};
  const token = new Promise<string>((resolve) => (connect = () => resolve('token')));
  const { session } = sessionOn(transport, { getToken: () => (first.abort(), token) });
  const given = session.connect({ signal: first.signal });
  const wanted = session.connect();
  await assert.rejects(given, { code: 'aborted' });
  assert.equal(session.phase, 'connecting');
  connect();
  await wanted;
  assert.equal(session.phase, 'open');
  session.close();
});

test('sound is unlocked inside the gesture that connects, each time', async (context) => {
  context.after(installGraph().remove);
  const made: Context[] = [];
  class Suspended extends Context {
    override state = 'suspended';
    constructor() {
      super();
      made.push(this);
    }
  }
  Object.defineProperty(globalThis, 'AudioContext', { configurable: true, value: Suspended });
  const { session } = sessionOn(scriptedTransport(), { modalities: ['text', 'audio'] });
  for (const nth of [1, 2]) {
    const opening = session.connect();
    // Nothing was waited for: a browser still counts this as the gesture.
    assert.deepEqual([made.length, made.at(-1)?.state], [nth, 'running']);
    await opening;
    session.close();
  }
});

test('an export holds the conversation and no token', async () => {
  const transport = scriptedTransport();
  transport.server = obliging();
  const { session } = sessionOn(transport);
  await session.connect();
  transport.connections[0]?.say({ type: 'session.created', session: { id: 's', client_secret: { value: 'secret-of-server' } } });
  session.sendText('my token is token-1');
  const jsonl = session.export('jsonl');
  for (const text of [jsonl, session.export('json')]) assert.doesNotMatch(text, /token-1|secret-of-server/);
  assert.ok(
    jsonl
      .trim()
      .split('\n')
      .every((line) => typeof JSON.parse(line) === 'object'),
  );
  assert.match(session.export('markdown'), /\*\*Assistant\*\*\n\nFine\./);
  session.close();
});
