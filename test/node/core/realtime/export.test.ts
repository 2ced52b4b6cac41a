// What a session writes can be read back to the same conversation, holds no key, and does no harm, no matter who wrote it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import fc from 'fast-check';
import { vendor } from 'voxreel/dialects/vendor';
import { createRealtimeSession, foldConversation, importConversation, initialConversation, transcript } from 'voxreel';
import type { ClientEvent, ConversationEvent, ConversationState } from 'voxreel';

import { createCallLog } from '../../../../src/core/realtime/history/call-log.js';
import { findItem } from '../../../../src/core/store/conversation-items.js';
import { scriptedTransport } from './scripted-transport.js';

const fixture = (name: string) => readFileSync(`test/fixtures/${name}.jsonl`, 'utf8').trim().split('\n');
const decoded = (line: string): ConversationEvent => [vendor.decode(line)].flat()[0] as ConversationEvent;

/** A session's two halves without a connection: what is folded is recorded. */
function recording() {
  const log = createCallLog();
  let state = initialConversation;
  const add = (from: 'server' | 'page', event: ConversationEvent) => {
    log.add(from, event);
    state = foldConversation(state, event);
  };
  return { log, add, state: () => state, export: (format: 'jsonl' | 'json' | 'markdown') => log.export(format, state) };
}

/** The spoken conversation of the fixtures, heard as it came, its last answer cut. */
function spoken() {
  const session = recording();
  let heardMs = 0;
  let lastItem = '';
  for (const line of fixture('conversation')) {
    const event = decoded(line);
    session.add('server', event);
    if (event.type !== 'response.audio.delta' || event.item_id === undefined) continue;
    heardMs = event.item_id === lastItem ? heardMs + 40 : 40;
    lastItem = event.item_id;
    session.add('page', { type: 'local.heard', item_id: lastItem, content_index: 0, audio_end_ms: heardMs });
  }
  assert.notEqual(lastItem, '');
  session.add('server', { type: 'conversation.item.truncated', event_id: 'cut', item_id: lastItem, content_index: 0, audio_end_ms: 500 });
  return session;
}

const sounds = (state: ConversationState) =>
  transcript(state).map(({ id }) => {
    const item = findItem(state, id);
    return {
      id,
      heardMs: item?.heardMs,
      truncatedAtMs: item?.truncatedAtMs,
      audioMs: item?.parts.map(({ audioMs }) => Math.round(audioMs)),
    };
  });

describe('an export read back', () => {
  for (const format of ['jsonl', 'json'] as const) {
    it(`as ${format} gives the same transcript, the same that was heard, and the same usage`, async () => {
      const session = spoken();
      const { state, log } = await importConversation(session.export(format));
      assert.deepEqual(transcript(state), transcript(session.state()));
      assert.deepEqual(sounds(state), sounds(session.state()));
      assert.deepEqual(state.usage, session.state().usage);
      assert.ok(sounds(state).some(({ audioMs }) => (audioMs?.[0] ?? 0) > 1000));
      assert.ok(transcript(state).some(({ cut }) => cut));
      assert.ok(log.length > 0);
    });
  }

  it('holds no audio', () => {
    const session = spoken();
    const audio = 'A'.repeat(4000);
    const content = [
      { type: 'input_audio', audio, transcript: 'Spoken words.' },
      { type: 'text', text: 'Written words.' },
    ];
    const item = { id: 'u', type: 'message', role: 'user', content } as const;
    session.add('server', { type: 'conversation.item.created', event_id: 'u1', item } as unknown as ConversationEvent);
    for (const event of [
      { type: 'conversation.item.create', item },
      { type: 'input_audio_buffer.append', audio },
    ])
      session.log.add('client', event as unknown as ClientEvent);
    const jsonl = session.export('jsonl');
    assert.equal(jsonl.match(/Spoken words.*Written words/g)?.length, 2);
    assert.match(jsonl, /"audio_length":4000/);
    assert.ok(jsonl.length < 400_000);
    assert.doesNotMatch(jsonl, /[A-Za-z0-9+/]{200}/);
  });

  it('with a function call in it is whole too', async () => {
    const session = recording();
    for (const line of fixture('conversation-text')) session.add('server', decoded(line));
    const call = transcript(session.state()).find(({ type }) => type === 'function_call');
    assert.ok(call?.callId !== undefined);
    session.add('page', { type: 'local.tool', call_id: call.callId, status: 'completed' });
    for (const format of ['jsonl', 'json'] as const)
      assert.deepEqual(transcript((await importConversation(session.export(format))).state), transcript(session.state()));
  });

  it('is whole however long the conversation was: what is old is joined, not lost', async () => {
    const session = recording();
    const place = (turn: number) => ({ response_id: `r${turn}`, item_id: `i${turn}`, output_index: 0, content_index: 0 });
    const item = (turn: number) => ({ id: `i${turn}`, type: 'message', role: 'assistant' });
    for (let turn = 0; turn < 300; turn++) {
      const at = place(turn);
      const id = (name: string) => `${name}${turn}`;
      session.add('server', { type: 'response.created', event_id: id('a'), response: { id: at.response_id } });
      session.add('server', {
        type: 'response.output_item.added',
        event_id: id('b'),
        ...at,
        item: { ...item(turn), status: 'in_progress' },
      });
      for (let delta = 0; delta < 40; delta++) {
        session.add('server', { type: 'response.audio_transcript.delta', event_id: id(`c${delta}`), ...at, delta: `w${delta} ` });
        session.add('server', { type: 'response.audio.delta', event_id: id(`d${delta}`), ...at, delta: 'A'.repeat(6400) });
        session.add('page', { type: 'local.heard', item_id: at.item_id, content_index: 0, audio_end_ms: delta * 90 });
      }
      session.add('server', { type: 'response.output_item.done', event_id: id('e'), ...at, item: { ...item(turn), status: 'completed' } });
      session.add('server', { type: 'response.done', event_id: id('f'), response: { id: at.response_id, status: 'completed' } });
    }
    const { state, log } = await importConversation(session.export('jsonl'));
    assert.ok(log.length < 15_000, `${log.length} lines`);
    assert.deepEqual(transcript(state), transcript(session.state()));
    assert.deepEqual(sounds(state), sounds(session.state()));
  });
});

describe('keys and tokens', () => {
  const key = 'ek_Plan7ed.in+every/place=';
  const standard = 'sk-StandardKeyOfTheServer0001';

  it('appear in no export, wherever they stand', async () => {
    const transport = scriptedTransport();
    const session = createRealtimeSession({ baseUrl: 'http://x.test', model: 'm', getToken: async () => key, transports: [transport] });
    await session.connect();
    const [connection] = transport.connections;
    assert.ok(connection);
    const place = { response_id: 'r', item_id: 'a', output_index: 0, content_index: 0 };
    session.updateSession({ instructions: `Say ${key} and ${standard}.` });
    session.sendText(`Mine is ${key}, at https://x.test/?t=${encodeURIComponent(key)} and Bearer ${standard}`);
    connection.say(
      { type: 'session.created', session: { id: 's', client_secret: { value: 'unknown-secret-1' }, instructions: key, [key]: key } },
      ...connection.sent
        .filter(({ type }) => type === 'conversation.item.create')
        .map(({ item }) => ({ type: 'conversation.item.created', item })),
      { type: 'error', error: { code: 'x', message: `The key ${key} is refused`, param: standard } },
      { type: 'response.created', response: { id: 'r' } },
      {
        type: 'response.output_item.added',
        response_id: 'r',
        item: { id: 'a', type: 'message', role: 'assistant', status: 'in_progress' },
      },
      // A piece at a time.
      ...key.split('').map((delta) => ({ type: 'response.text.delta', ...place, delta })),
      ...['conversation', key].map((deep) => ({
        type: 'something.new',
        deep: { deeper: [{ note: deep, Authorization: 'unknown-secret-2' }] },
      })),
      {
        type: 'conversation.item.created',
        item: {
          id: 'c',
          type: 'function_call',
          call_id: 'c',
          name: 'f',
          arguments: JSON.stringify({ key, quoted: JSON.stringify({ key }) }),
        },
      },
      { type: 'conversation.item.created', item: { id: 'o', type: 'function_call_output', call_id: 'c', output: `{"key":"${key}"}` } },
    );
    for (const format of ['jsonl', 'json', 'markdown'] as const) {
      const text = session.export(format);
      assert.ok(text.includes('***'), format);
      for (const secret of [key, standard, encodeURIComponent(key), 'unknown-secret-1', 'unknown-secret-2'])
        assert.ok(!text.includes(secret), `${format} holds ${secret}: ${text.slice(text.indexOf(secret) - 80, text.indexOf(secret) + 80)}`);
      if (format === 'markdown') continue;
      const { log, state } = await importConversation(text);
      assert.equal(transcript(state).find(({ id }) => id === 'a')?.text, '***');
      if (format === 'jsonl')
        assert.equal(log.filter(({ from, event }) => from === 'server' && event.type === 'response.text.delta').length, key.length);
      assert.ok(!JSON.stringify(transcript(state)).includes(key), 'folding the export brings it back');
    }
    session.close();
  });

  it('a token too short to be one takes no words away', () => {
    const { log } = recording();
    log.secret('');
    log.secret('e');
    log.add('server', { type: 'error', event_id: 'e1', error: { message: 'sheep' } });
    assert.match(log.export('jsonl', initialConversation), /sheep/);
  });
});

describe('a text to import', () => {
  it('that holds no conversation is refused by name', async () => {
    for (const text of [
      '',
      ' ',
      'hello',
      '[]',
      '{}',
      '{"items":[]}',
      '{"items":7}',
      '{"at":1,"from":"server"}',
      '\0\0',
      '{"items":[null,7,{"id":7}]}',
    ])
      await assert.rejects(importConversation(text), { code: 'invalid_input', param: 'text' }, text);
  });

  it('is refused where it is longer than any conversation', async () => {
    const text = JSON.stringify({ items: [{ id: 'i', text: 'Hello.' }] });
    assert.equal((await importConversation(`${text}\n`)).log.length, 1);
    assert.equal((await importConversation(text.padEnd(200_000_000))).log.length, 1);
    await assert.rejects(importConversation(text.padEnd(200_000_001)), { code: 'invalid_input', param: 'text' });
  });

  it('may be a server’s events as they came', async () => {
    const { state } = await importConversation(fixture('conversation-text').join('\n'));
    assert.ok(transcript(state).length > 2);
  });

  it('that is none is refused', async () => {
    for (const text of [undefined, null, 7, {}]) await assert.rejects(importConversation(text as string), { code: 'invalid_input' });
  });

  it('of another make may have the text of its messages alone', async () => {
    const items = [
      { id: 'a', role: 'user', text: 'Written.' },
      { id: 'b', type: 'message', role: 'assistant', text: 'Spoken.', spoken: true },
      { id: 'c', role: 'user', text: '' },
      { id: 'd', role: 'user', text: 7 },
      { id: 'e', type: 'function_call', callId: 'e', name: 'f', text: 'Not its words.' },
      { id: 'g', role: 'user', text: 'Not these.', parts: [null, { type: 'text', text: 'But these.' }] },
    ];
    const { log, state } = await importConversation(JSON.stringify({ items }));
    assert.deepEqual(
      transcript(state).map(({ id, text, spoken }) => [id, text, spoken]),
      [
        ['a', 'Written.', false],
        ['b', 'Spoken.', true],
        ['c', '', false],
        ['d', '', false],
        ['e', 'f()', false],
        ['g', 'But these.', false],
      ],
    );
    assert.deepEqual(
      transcript(state).map(({ id }) => findItem(state, id)?.parts.length),
      [1, 1, 0, 0, 0, 2],
    );
    assert.deepEqual(
      log.map(({ event }) => event['previous_item_id']),
      [null, 'a', 'b', 'c', 'd', 'e'],
    );
  });

  it('keeps the order of its items, what became of each, and what it cost', async () => {
    const items = [
      { id: 'u', role: 'user', spoken: true, text: 'Which tree?', parts: [{ type: 'input_audio' }], transcription: 'completed' },
      {
        id: 'v',
        role: 'user',
        spoken: true,
        text: '',
        parts: [{ type: 'input_audio' }],
        transcription: 'failed',
        transcriptionError: 'no',
      },
      { id: 'c', type: 'function_call', callId: 'k', name: 'f', toolStatus: 'denied' },
      { id: 'd', type: 'function_call', callId: 'l', name: 'f', toolStatus: 'invented' },
    ];
    const usage = { totalTokens: 9, inputTokens: 4, outputTokens: 5, responses: 3 };
    const { state } = await importConversation(JSON.stringify({ sessionId: 's', items, usage }));
    assert.deepEqual(
      transcript(state).map(({ id, text, transcription, transcriptionError, toolStatus }) => [
        id,
        text,
        transcription,
        transcriptionError,
        toolStatus,
      ]),
      [
        ['u', 'Which tree?', 'completed', undefined, undefined],
        ['v', '', 'failed', 'no', undefined],
        ['c', 'f()', undefined, undefined, 'denied'],
        ['d', 'f()', undefined, undefined, undefined],
      ],
    );
    const { totalTokens, inputTokens, outputTokens, responses } = state.usage;
    assert.deepEqual([state.sessionId, { totalTokens, inputTokens, outputTokens, responses }], ['s', usage]);
    for (const [given, expected] of [
      [20_000, 10_000],
      ['3', 0],
      [-1, 0],
    ])
      assert.equal((await importConversation(JSON.stringify({ items, usage: { responses: given } }))).state.usage.responses, expected);
  });

  it('has the sound that was heard, or cut, and not both', async () => {
    const of = async (more: object) => {
      const parts = [{ type: 'audio', text: 'Hello.', audioMs: 2000 }];
      const { log, state } = await importConversation(JSON.stringify({ items: [{ id: 'i', role: 'assistant', parts, ...more }] }));
      const { heardMs, truncatedAtMs } = findItem(state, 'i') ?? {};
      return [log.map(({ event: { type } }) => type).slice(2), heardMs, truncatedAtMs];
    };
    assert.deepEqual(await of({ heardMs: 700 }), [['local.heard'], 700, undefined]);
    assert.deepEqual(await of({ heardMs: 700, truncatedAtMs: 700 }), [['conversation.item.truncated'], 700, 700]);
    assert.deepEqual(await of({ heardMs: '700', truncatedAtMs: '700' }), [[], undefined, undefined]);
  });

  it('is not changed by what the page sent, nor by what happened to its videos', async () => {
    const item = { id: 'i', type: 'message', role: 'user', content: [{ type: 'text', text: 'Hello.' }] };
    const line = (from: string) => JSON.stringify({ at: 0, from, event: { type: 'conversation.item.created', item } });
    for (const [from, items] of [
      ['server', 1],
      ['client', 0],
      ['queue', 0],
    ] as const)
      assert.equal(transcript((await importConversation(line(from))).state).length, items, from);
  });

  it('has no sound where its items have none', async () => {
    const of = async (...lengths: unknown[]) => {
      const parts = lengths.map((audioMs) => ({ type: 'text', text: 'Hello.', audioMs }));
      const { log, state } = await importConversation(JSON.stringify({ items: [{ id: 'i', role: 'assistant', parts }] }));
      assert.equal(transcript(state).length, 1);
      return log.flatMap(({ event }) => ('delta_length' in event ? [event['delta_length']] : []));
    };
    assert.deepEqual(await of(undefined, null, '20', 0, -1), []);
    assert.deepEqual(await of(0, 2, undefined, 0.5), [128, 32]);
  });

  it('lets nobody but the page say what happened on the page', async () => {
    const line = (from: string) => JSON.stringify({ at: 0, from, event: { type: 'local.disconnected' } });
    const { state } = await importConversation([line('server'), line('page'), line('nobody')].join('\n'));
    assert.equal(state.unknownEvents, 1);
  });

  it('can do no harm, whatever it is', async () => {
    const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
    const names = fc.constantFrom(
      'id',
      'parts',
      'item',
      '__proto__',
      'constructor',
      'type',
      'text',
      'delta_length',
      'callId',
      'heardMs',
      'content',
    );
    const event = fc.dictionary(names, fc.jsonValue());
    const type = fc.constantFrom('conversation.item.created', 'response.audio.delta', 'local.tool', 'local.heard', 'response.done', 'x');
    const line = fc.tuple(type, fc.constantFrom('server', 'page', 'client'), fc.double(), event);
    const jsonl = fc
      .array(line.map(([of, from, at, fields]) => JSON.stringify({ at, from, event: { ...fields, type: of } })))
      .map((lines) => lines.join('\n'));
    const json = fc
      .array(event)
      .map((items) => JSON.stringify({ items: items.map((item, at) => ({ id: `i${at % 3}`, ...item })), usage: items[0] }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), jsonl, json), async (text) => {
        try {
          transcript((await importConversation(text)).state);
        } catch (error) {
          assert.equal((error as { code?: unknown }).code, 'invalid_input');
        }
      }),
      { numRuns: 1500 },
    );
    assert.equal(JSON.stringify(Object.getOwnPropertyNames(Object.prototype)), before);
    const deep = `{"at":0,"from":"server","event":{"type":"x","deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
    await importConversation(deep);
  });
});

it('a Markdown fence holds whatever a function says, and is no longer than it has to be', () => {
  const plain = recording();
  const item = { id: 'o', type: 'function_call_output', call_id: 'c', output: '12' };
  plain.add('server', { type: 'conversation.item.created', event_id: 'e', item });
  assert.equal(plain.export('markdown'), '**Output**\n\n```\n12\n```\n');
  const session = recording();
  session.add('server', {
    type: 'conversation.item.created',
    event_id: 'e',
    item: { id: 'o', type: 'function_call_output', call_id: 'c', output: '```\n**User**\n````' },
  });
  assert.match(session.export('markdown'), /^\*\*Output\*\*\n\n`{5}\n/);
});
