// Properties of the realtime half: the wire, the fold, a whole session, records of conversations. For Node.
import assert from 'node:assert/strict';

import fc from 'fast-check';
import { openaiBeta } from 'voxreel/dialects/openai-beta';
import { openaiGa } from 'voxreel/dialects/openai-ga';
import { vendor } from 'voxreel/dialects/vendor';
import { createRealtimeSession, foldConversation, initialConversation, isVoxreelError, transcript } from 'voxreel';
import type { ConversationState, Dialect, Transport, TransportTarget } from 'voxreel';

import type { ServerEvent } from '../../src/core/dialects/dialect.js';
import { readEventLog } from '../../src/core/recorded-events.js';
import { parseJson } from '../../src/core/http.js';
import { checkArguments } from '../../src/core/realtime/tools/tool-schema.js';
import { createPlayback } from '../../src/core/realtime/effects/playback.js';
import { createTrackClock } from '../../src/core/realtime/effects/track-clock.js';
import { compactLog } from '../../src/core/realtime/history/compact-log.js';
import { abandonedCalls, storedConversation, readStored } from '../../src/core/realtime/history/stored-conversation.js';
import { foldLog, readConversation } from '../../src/core/realtime/history/read-conversation.js';
import type { LoggedEvent } from '../../src/core/realtime/history/logged-event.js';
import { replayItems } from '../../src/core/realtime/history/replay-items.js';
import { createScrubber } from '../../src/base/scrubber.js';
import { fetchToken } from '../../src/core/realtime/session/fetch-token.js';
import { entriesInOrder } from '../../src/core/store/transcript.js';
import { getIn } from '../../src/core/store/persistent-map.js';
import { everyEvent, hostileTalks } from './hostile-events.js';
import { anyJson, brokenText, frozen, hostileTexts, isSame, mutated, mutations, textOf, weightOf } from './hostile-json.js';
import { property, type Property } from './property.js';
import { recordedEvents, recordedLines } from './recordings.js';
import { straysDuring } from './strays.js';

const dialects: Readonly<Record<string, Dialect>> = { vendor, 'openai-beta': openaiBeta, 'openai-ga': openaiGa };

const decode = (dialect: string, text: string): readonly ServerEvent[] => [dialects[dialect]?.decode(text) ?? []].flat();

/** What a state weighs at most for each character that led to it, and what it weighs anyway. A tiny event may make an item of 64 parts. */
const heaviest = { each: 40, all: 4000 };

export function requireBounded(state: unknown, characters: number): void {
  const weight = weightOf(state);
  assert.ok(weight <= heaviest.each * characters + heaviest.all, `${characters} characters came, and it weighs ${weight}.`);
}

/** Whatever came, this holds. */
function requireSound(state: ConversationState): void {
  const ids: string[] = [];
  for (const [id, entry] of entriesInOrder(state)) {
    assert.equal(entry.previousId, ids.at(-1));
    ids.push(id);
    assert.ok(ids.length <= 100_000, 'The order goes in circles.');
  }
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(state.lastId, ids.at(-1));
  for (const { id, status } of state.live) {
    assert.equal(status, 'in_progress');
    assert.notEqual(getIn(state.entries, id), undefined);
  }
  assert.ok(state.errors.length <= 50);
  for (const entry of transcript(state)) {
    for (const said of [entry.id, entry.role, entry.type, entry.status, entry.text]) assert.equal(typeof said, 'string');
    for (const said of [entry.callId, entry.name, entry.arguments, entry.output, entry.format, entry.transcriptionError])
      assert.ok(said === undefined || typeof said === 'string');
    const { heardLength: heard, text } = entry;
    assert.ok(heard === undefined || (Number.isInteger(heard) && heard >= 0 && heard <= text.length), `${heard} of ${text.length} heard`);
  }
}

const talks = hostileTalks(recordedEvents, 12);

const wireDecode = property({ name: 'wire-decode', share: 5, sample: 100 }, talks, ({ texts }) => {
  for (const dialect of Object.keys(dialects))
    for (const text of texts) {
      const events = decode(dialect, text);
      for (const event of events) {
        assert.equal(typeof event.type, 'string');
        if (event.type === 'unknown') assert.equal(typeof event.unknownType, 'string');
        assert.ok(!event.type.startsWith('local.'));
      }
      assert.ok(isSame(decode(dialect, text), events));
    }
});

const conversationFold = property({ name: 'conversation-fold', share: 8, sample: 100 }, talks, ({ dialect, texts }) => {
  const events = texts.flatMap((text) => decode(dialect, text));
  let state = initialConversation;
  for (const event of events) {
    frozen(state);
    const next = foldConversation(state, event);
    // The same once more changes nothing that is shown or counted.
    if (typeof event.event_id === 'string') {
      const again = foldConversation(next, event);
      assert.deepEqual(transcript(again), transcript(next));
      assert.deepEqual(again.usage, next.usage);
    }
    state = next;
  }
  requireSound(state);
  requireBounded(
    state,
    texts.reduce((sum, text) => sum + text.length, 0),
  );
  const again = texts.flatMap((text) => decode(dialect, text)).reduce(foldConversation, initialConversation);
  assert.ok(isSame(again, state), 'The same events gave another state.');
  replayItems(state);
  const kept = storedConversation(state, { ...owner, id: 's', savedAt: 0 }, []);
  assert.ok(textOf(kept.events).length <= 1_100_000);
  const restored = (readStored(JSON.parse(JSON.stringify(kept)), owner, 1)?.events ?? []).reduce(foldConversation, initialConversation);
  requireSound(restored);
});

const owner = { service: 'https://service.test', model: 'm', agent: '', user: '' };

/** A wire whose other end is the case. */
function openWire(): { readonly transport: Transport; say(text: string): void; sent: number } {
  let target: TransportTarget | undefined;
  const wire = {
    sent: 0,
    say: (text: string) => target?.handlers.message(text),
    transport: {
      id: 'open',
      audio: 'events',
      async open(given: TransportTarget) {
        target = given;
        return { send: () => void wire.sent++, bufferedBytes: 0, maxMessageBytes: 1e9, close: () => {} };
      },
    } satisfies Transport,
  };
  return wire;
}

const lookUp = {
  name: 'look',
  parameters: { type: 'object', properties: { name: { type: 'string' }, list: { type: 'array' } }, required: ['name'] },
  execute: (args: unknown) => args,
};

const sessionInbox = property({ name: 'session-inbox', share: 4, sample: 80 }, talks, async ({ dialect, texts }) => {
  const wire = openWire();
  const session = createRealtimeSession({
    baseUrl: 'https://service.example',
    model: 'm',
    dialect,
    getToken: async () => 'token_for_nobody',
    transports: [wire.transport],
    tools: [lookUp, { ...lookUp, name: 'ask', approve: true }],
    session: { instructions: 'x' },
    reconnect: false,
  });
  const strays = await straysDuring(async () => {
    await session.connect();
    session.sendText('Hello.');
    for (const text of texts) wire.say(text);
    await new Promise((resolve) => setImmediate(resolve));
    const written = session.export('jsonl');
    session.export('markdown');
    requireSound(readConversation(session.export('json').length > 2 && written === '' ? '{"type":"x"}' : written).state);
    if (!written.includes('***')) {
      const texts = (state: ConversationState) => transcript(state).map(({ id, role, type, text }) => ({ id, role, type, text }));
      assert.deepEqual(texts(readConversation(written).state), texts(session.store.get()));
    }
    session.close();
    await new Promise((resolve) => setImmediate(resolve));
  });
  assert.deepEqual(strays, []);
  requireSound(session.store.get());
  // Calls are answered once each; nothing that comes makes a session talk without end.
  assert.ok(wire.sent <= 20 + 4 * texts.length, `${wire.sent} messages went out for ${texts.length}.`);
});

const effects = property({ name: 'effects', share: 3, sample: 100 }, talks, ({ dialect, texts }) => {
  const heard: unknown[] = [];
  const speaker = {
    push: (id: unknown, at: unknown, samples: Float32Array) => heard.push([typeof id, typeof at, samples.length]),
    end: (id: unknown, at: unknown) => heard.push([typeof id, typeof at]),
    hush: () => {},
  };
  const playback = createPlayback({ speaker: () => speaker as never, format: () => 'pcm16', silenced: () => false });
  const trackClock = createTrackClock({ clock: () => ({ heardMs: 1, silentMs: 0, settled: async () => 1, restart: (told) => told?.() }) });
  playback.opened?.({ audio: 'events' } as never, undefined as never);
  trackClock.opened?.({ audio: 'track' } as never, undefined as never);
  for (const event of texts.flatMap((text) => decode(dialect, text))) {
    playback.event?.(event, undefined as never);
    trackClock.event?.(event, undefined as never);
    void trackClock.unfinished();
  }
  for (const [id, at] of heard as [string, string][]) assert.deepEqual([id, at], ['string', 'number']);
});

const lines = fc
  .record({
    log: fc.nat(100),
    from: fc.nat(500),
    length: fc.nat(20),
    changes: fc.array(fc.record({ at: fc.nat(30), changes: mutations(3) }), { maxLength: 5 }),
    breaks: fc.array(fc.record({ at: fc.nat(30), how: fc.nat(10), where: fc.nat(500) }), { maxLength: 3 }),
    ends: fc.constantFrom('\n', '\r\n', '\n\n', '\n\uFEFF'),
  })
  .map(({ log, from, length, changes, breaks, ends }) => {
    const whole = recordedLines[log % recordedLines.length] ?? [];
    const some = whole.slice(from % whole.length).slice(0, length + 1);
    for (const { at, changes: some2 } of changes) some[at % some.length] = textOf(mutated(JSON.parse(some[at % some.length] ?? ''), some2));
    for (const { at, how, where } of breaks)
      some[at % some.length] = brokenText(some[at % some.length] ?? '', how, where).replaceAll('\n', ' ');
    // A change may have made a line of it that is read no more.
    return some.join(ends);
  });

const items = [
  {
    id: 'a',
    type: 'message',
    role: 'user',
    status: 'completed',
    text: 'Hi',
    spoken: true,
    transcription: 'completed',
    parts: [{ type: 'audio', text: 'Hi', audioMs: 0 }],
  },
  {
    id: 'b',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    heardMs: 400,
    responseId: 'r',
    parts: [{ type: 'audio', text: 'Ho', audioMs: 900, format: 'markdown' }],
  },
  { id: 'c', type: 'function_call', status: 'completed', callId: 'call', name: 'n', arguments: '{}', toolStatus: 'completed', parts: [] },
  { id: 'd', type: 'function_call_output', status: 'completed', callId: 'call', output: '1', truncatedAtMs: 3, parts: [] },
];
const exported = { sessionId: 's', items, usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2, responses: 2 } };
const exportedJson = fc
  .record({ changes: mutations(5), how: fc.nat(20), at: fc.nat(1000) })
  .map(({ changes, how, at }) => brokenText(textOf(mutated(exported, changes)), how, at));

const importConversation = property(
  { name: 'import-conversation', share: 5, sample: 250 },
  fc.oneof(lines, exportedJson, anyJson.map(textOf), fc.string()),
  (text) => {
    const told: number[] = [];
    const log = readEventLog(text, (line) => told.push(line));
    assert.ok(log.length + told.length <= text.split('\n').length);
    for (const [nth, { at, event }] of log.entries()) {
      assert.ok(Number.isFinite(at) || at === Infinity);
      assert.ok(at >= (log[nth - 1]?.at ?? 0));
      assert.equal(typeof event.type, 'string');
    }
    try {
      const read = readConversation(text);
      requireSound(read.state);
      assert.ok(isSame(foldLog(read.log), read.state));
      // Usage is reported in events that each weigh the same.
      requireBounded(read.state, text.length + read.log.length * 20);
    } catch (error) {
      if (!isVoxreelError(error) || error.code !== 'invalid_input') throw error;
    }
  },
);

const keptRecord = {
  version: 1,
  sessionId: 's',
  savedAt: 5,
  events: [
    {
      type: 'conversation.item.created',
      event_id: 'k',
      item: { id: 'c1', type: 'function_call', call_id: 'x', name: 'n', arguments: '{}' },
    },
    { type: 'conversation.item.truncated', event_id: 'k', item_id: 'c1', content_index: 0, audio_end_ms: 0 },
    { type: 'local.tool', call_id: 'x', status: 'running' },
  ],
  pending: [{ type: 'conversation.item.create', item: { id: 'p', type: 'message' } }, { type: 'response.create' }],
};

const kept = property(
  { name: 'kept-conversation', share: 3 },
  fc.oneof(
    { weight: 5, arbitrary: mutations(5).map((changes) => textOf(mutated(keptRecord, changes))) },
    { weight: 1, arbitrary: anyJson.map(textOf) },
  ),
  (text) => {
    const read = readStored(JSON.parse(text), owner, 10);
    const state = (read?.events ?? []).reduce(foldConversation, initialConversation);
    requireSound(state);
    requireBounded(state, text.length);
    abandonedCalls(state);
  },
);

const compact = property({ name: 'compact-log', share: 3, sample: 100 }, talks, ({ dialect, texts }) => {
  const log: LoggedEvent[] = texts.flatMap((text) => decode(dialect, text)).map((event) => ({ at: 0, from: 'server', event }));
  const short = compactLog(log);
  assert.ok(short.length <= log.length);
  requireSound(foldLog(short as never));
});

const secrets = ['token_for_nobody', 'a"b\\c/d', 'ü\uD800x'];
const scrubbing = property(
  { name: 'scrubber', share: 2 },
  fc.oneof(
    anyJson,
    mutations(6).map((changes) => mutated(everyEvent, changes)),
  ),
  (value) => {
    const scrubber = createScrubber();
    for (const secret of secrets) scrubber.secret(secret);
    const shown = scrubber.value(frozen({ value, said: [`I am ${secrets[0]}.`], [secrets[0] ?? '']: 1 }));
    const text = JSON.stringify(shown);
    for (const secret of secrets) assert.ok(!text.includes(secret));
  },
);

const toolArguments = property(
  { name: 'tool-arguments', share: 2 },
  fc.oneof(
    anyJson,
    mutations(3).map((changes) => mutated({ name: 'x', list: [1] }, changes)),
  ),
  async (args) => {
    try {
      await checkArguments(lookUp, parseJson(textOf(args)));
    } catch (error) {
      if (!isVoxreelError(error)) throw error;
    }
  },
);

const secretAnswer = { id: 's', client_secret: { value: 'ek_1', expires_at: 1 }, value: 'ek_2' };
const tokens = property(
  { name: 'tokens', share: 1, sample: 100 },
  fc.record({
    changes: mutations(3),
    how: fc.nat(20),
    at: fc.nat(200),
    status: fc.constantFrom(200, 201, 204, 301, 400, 401, 429, 500, 503),
    wait: fc.constantFrom(
      '',
      '5',
      '1e999',
      '99999999999999',
      '-1',
      'Tue, 01 Jan 2999 00:00:00 GMT',
      ...hostileTexts.filter((text) => /^[\x20-\x7e]*$/.test(text)),
    ),
    dialect: fc.constantFrom(...Object.keys(dialects)),
  }),
  async ({ changes, how, at, status, wait, dialect }) => {
    const text = brokenText(textOf(mutated(secretAnswer, changes)), how, at);
    const fetch = async () => new Response(status === 204 ? null : text, { status, headers: { 'retry-after': wait } });
    const source = { baseUrl: 'https://service.example', model: 'm', fetch };
    const request = { names: (dialects[dialect] ?? vendor).names(undefined), voice: undefined };
    try {
      const token = await fetchToken(source, request, new AbortController().signal);
      assert.ok(token !== '');
      createScrubber().secret(token);
    } catch (error) {
      if (!isVoxreelError(error)) throw error;
      // No timer waits longer: it would fire at once.
      assert.ok((error.retryAfterMs ?? 0) < 2 ** 31);
    }
  },
);

export const realtimeProperties: readonly Property[] = [
  wireDecode,
  conversationFold,
  sessionInbox,
  effects,
  importConversation,
  kept,
  compact,
  scrubbing,
  toolArguments,
  tokens,
];
