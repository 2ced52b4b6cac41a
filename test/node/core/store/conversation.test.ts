import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';
import { vendor } from 'voxreel/dialects/vendor';
import { laterServerEventTypes, serverEventTypes } from 'voxreel/protocol';
import { foldConversation, initialConversation, transcript, usage } from 'voxreel';
import type { ConversationEvent, ConversationState } from 'voxreel';

import { findItem } from '../../../../src/core/store/conversation-items.js';

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/** Folds plain objects as they would come over the wire, each state and event frozen. */
function fold(events: readonly object[], state: ConversationState = initialConversation): ConversationState {
  return events.reduce<ConversationState>((next, event, at) => {
    const decoded = vendor.decode(JSON.stringify({ event_id: `e${at}`, ...event }));
    return [decoded].flat().reduce((before, one) => deepFreeze(foldConversation(before, deepFreeze(one))), next);
  }, state);
}

const local = (state: ConversationState, ...events: ConversationEvent[]) => events.reduce(foldConversation, state);
const texts = (state: ConversationState) => transcript(state).map(({ role, text }) => `${role}: ${text}`);
const ids = (state: ConversationState) => transcript(state).map(({ id }) => id);

const user = (id: string, text: string, previous?: string) => ({
  type: 'conversation.item.created',
  previous_item_id: previous,
  item: { id, type: 'message', role: 'user', status: 'completed', content: [{ type: 'text', text }] },
});
const added = (id: string, response = 'r1', more: object = {}) => ({
  type: 'response.output_item.added',
  response_id: response,
  output_index: 0,
  item: { id, object: 'realtime.item', type: 'message', status: 'in_progress', role: 'assistant', content: [], ...more },
});
const at = (id: string, response = 'r1') => ({ response_id: response, item_id: id, output_index: 0, content_index: 0 });
const delta = (id: string, text: string, kind = 'text') => ({ type: `response.${kind}.delta`, ...at(id), delta: text });
const audio = (id: string, ms: number) => ({ type: 'response.audio.delta', ...at(id), delta: Buffer.alloc(48 * ms).toString('base64') });
const done = (id: string, response: object = {}) => ({
  type: 'response.done',
  response: {
    id,
    object: 'realtime.response',
    status: 'completed',
    output: [],
    usage: { total_tokens: 5, input_tokens: 3, output_tokens: 2 },
    ...response,
  },
});

describe('the lines of a transcript', () => {
  it('are the same objects while their items are the same, and new ones where an item changed', () => {
    const state = fold([user('u1', 'Hello.'), user('u2', 'And again.', 'u1')]);
    const [first, second] = transcript(state);
    assert.deepEqual([first?.id, second?.id], ['u1', 'u2']);
    const next = fold([user('u3', 'A third.', 'u2'), { type: 'conversation.item.deleted', item_id: 'u2' }], state);
    assert.equal(transcript(state)[1], second);
    assert.equal(transcript(next)[0], first);
    assert.notEqual(transcript(next)[1], second);
  });
});

describe('foldConversation, by event', () => {
  const shows: Readonly<Record<string, () => void>> = {
    'session.created': () => assert.equal(fold([{ type: 'session.created', session: { id: 's1', model: 'm' } }]).sessionId, 's1'),
    'session.updated': () => {
      const state = fold([
        { type: 'session.created', session: { id: 's1', voice: 'alloy' } },
        { type: 'session.updated', session: { voice: 'echo' } },
      ]);
      assert.deepEqual(state.session, { id: 's1', voice: 'echo' });
    },
    'conversation.created': () => assert.equal(fold([{ type: 'conversation.created', conversation: { id: 'c1' } }]).conversationId, 'c1'),
    'conversation.item.created': () => assert.deepEqual(texts(fold([user('a', 'Hello')])), ['user: Hello']),
    'conversation.item.deleted': () => {
      const state = fold([user('a', 'one'), user('b', 'two'), { type: 'conversation.item.deleted', item_id: 'a' }]);
      assert.deepEqual(ids(state), ['b']);
      assert.deepEqual(ids(fold([user('a', 'again')], state)), ['b'], 'a late event does not bring it back');
    },
    'conversation.item.truncated': () => {
      const state = fold([
        added('a'),
        delta('a', 'one two three four', 'audio_transcript'),
        audio('a', 1000),
        { type: 'conversation.item.truncated', item_id: 'a', content_index: 0, audio_end_ms: 500 },
      ]);
      const [entry] = transcript(state);
      assert.equal(entry?.cut, true);
      assert.equal(entry?.text.slice(0, entry.heardLength).trim(), 'one two');
    },
    'conversation.item.input_audio_transcription.completed': () => {
      const state = fold([
        { type: 'input_audio_buffer.committed', item_id: 'u', previous_item_id: null },
        added('a'),
        delta('a', 'Answer'),
        { type: 'conversation.item.input_audio_transcription.completed', item_id: 'u', content_index: 0, transcript: 'Question' },
      ]);
      assert.deepEqual(texts(state), ['user: Question', 'assistant: Answer']);
    },
    'conversation.item.input_audio_transcription.failed': () => {
      const error = { type: 'transcription_error', code: 'audio_unintelligible', message: 'Too quiet', param: null };
      const type = 'conversation.item.input_audio_transcription.failed';
      const [entry] = transcript(
        fold([
          { type: 'input_audio_buffer.committed', item_id: 'u' },
          { type: [type], item_id: 'u', error },
        ]),
      );
      assert.equal(entry?.transcription, 'failed');
      assert.equal(entry?.transcriptionError, 'Too quiet');
    },
    'input_audio_buffer.committed': () => {
      const state = fold([
        user('a', 'one'),
        user('b', 'two'),
        { type: 'input_audio_buffer.committed', item_id: 'u', previous_item_id: 'a' },
      ]);
      assert.deepEqual(ids(state), ['a', 'u', 'b']);
      assert.equal(transcript(state)[1]?.spoken, true);
    },
    'input_audio_buffer.cleared': () => {
      const state = fold([{ type: 'input_audio_buffer.speech_started', audio_start_ms: 10 }, { type: 'input_audio_buffer.cleared' }]);
      assert.equal(state.speech.active, false);
    },
    'input_audio_buffer.speech_started': () => {
      const state = fold([{ type: 'input_audio_buffer.speech_started', audio_start_ms: 120, item_id: 'u' }]);
      assert.deepEqual(state.speech, { active: true, startedMs: 120, stoppedMs: undefined });
    },
    'input_audio_buffer.speech_stopped': () => {
      const started = { type: 'input_audio_buffer.speech_started', audio_start_ms: 120 };
      const documented = fold([started, { type: 'input_audio_buffer.speech_stopped', audio_start_ms: 900 }]);
      const others = fold([started, { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 900 }]);
      assert.deepEqual(documented.speech, { active: false, startedMs: 120, stoppedMs: 900 });
      assert.deepEqual(others.speech, documented.speech);
    },
    'response.created': () => {
      const state = fold([{ type: 'response.created', response: { id: 'r1', status: 'in_progress' } }]);
      assert.equal(state.activeResponseId, 'r1');
    },
    'response.done': () => {
      const state = fold([{ type: 'response.created', response: { id: 'r1' } }, added('a'), delta('a', 'Hi'), done('r1'), done('r1')]);
      assert.equal(state.activeResponseId, undefined);
      assert.equal(transcript(state)[0]?.status, 'completed');
      assert.deepEqual(usage(state), { totalTokens: 5, inputTokens: 3, outputTokens: 2, responses: 1 });
    },
    'response.output_item.added': () => assert.equal(transcript(fold([added('a')]))[0]?.status, 'in_progress'),
    'response.output_item.done': () => {
      const item = { id: 'a', type: 'message', status: 'completed', role: 'assistant', content: [{ type: 'text', text: 'All of it' }] };
      const state = fold([
        added('a'),
        delta('a', 'All'),
        { type: 'response.output_item.done', response_id: 'r1', output_index: '0', item },
      ]);
      assert.deepEqual(texts(state), ['assistant: All of it']);
      assert.equal(state.live.length, 0);
    },
    'response.content_part.added': () => {
      const state = fold([added('a'), { type: 'response.content_part.added', ...at('a'), part: { type: 'audio', transcript: '' } }]);
      assert.equal(transcript(state)[0]?.spoken, true);
    },
    'response.content_part.done': () => {
      const state = fold([added('a'), { type: 'response.content_part.done', ...at('a'), part: { type: 'audio', transcript: 'Said' } }]);
      assert.deepEqual(texts(state), ['assistant: Said']);
    },
    'response.text.delta': () => assert.deepEqual(texts(fold([added('a'), delta('a', 'He'), delta('a', 'llo')])), ['assistant: Hello']),
    'response.text.done': () => {
      const documented = fold([added('a'), delta('a', 'He'), { type: 'response.text.done', ...at('a'), delta: 'Hello' }]);
      const others = fold([added('a'), delta('a', 'He'), { type: 'response.text.done', ...at('a'), text: 'Hello' }]);
      assert.deepEqual(texts(documented), ['assistant: Hello']);
      assert.deepEqual(texts(others), ['assistant: Hello']);
      assert.deepEqual(texts(fold([delta('a', 'late')], documented)), ['assistant: Hello'], 'a late delta changes nothing');
    },
    'response.audio_transcript.delta': () =>
      assert.deepEqual(texts(fold([added('a'), delta('a', 'Spo', 'audio_transcript'), delta('a', 'ken', 'audio_transcript')])), [
        'assistant: Spoken',
      ]),
    'response.audio_transcript.done': () => {
      const state = fold([
        added('a'),
        delta('a', 'Spo', 'audio_transcript'),
        { type: 'response.audio_transcript.done', ...at('a'), transcript: 'Spoken' },
      ]);
      assert.deepEqual(texts(state), ['assistant: Spoken']);
    },
    'response.audio.delta': () => {
      const state = fold([added('a'), audio('a', 100), audio('a', 50)]);
      assert.equal(Math.round(findItem(state, 'a')?.parts[0]?.audioMs ?? 0), 150);
      // A log keeps the length alone: 6,400 characters of Base64 are 100 ms.
      const logged = { ...audio('a', 0), delta: '', delta_length: 6400 };
      assert.equal(findItem(fold([added('a'), logged]), 'a')?.parts[0]?.audioMs, 100);
    },
    'response.audio.done': () => {
      const before = fold([added('a'), audio('a', 100)]);
      assert.deepEqual(transcript(fold([{ type: 'response.audio.done', ...at('a') }], before)), transcript(before));
    },
    'response.function_call_arguments.delta': () => {
      const call = added('f', 'r1', { type: 'function_call', call_id: 'c1', name: 'weather' });
      const state = fold([call, { type: 'response.function_call_arguments.delta', item_id: 'f', call_id: 'c1', delta: '{"city"' }]);
      assert.deepEqual(transcript(state)[0]?.arguments, '{"city"');
    },
    'response.function_call_arguments.done': () => {
      const call = added('f', 'r1', { type: 'function_call', call_id: 'c1', name: 'weather' });
      const state = fold([
        call,
        { type: 'response.function_call_arguments.done', item_id: 'f', call_id: 'c1', arguments: '{"city":"Oslo"}' },
      ]);
      assert.equal(transcript(state)[0]?.text, 'weather({"city":"Oslo"})');
      assert.equal(transcript(local(state, { type: 'local.tool', call_id: 'c1', status: 'running' }))[0]?.toolStatus, 'running');
    },
    'rate_limits.updated': () => {
      const good = { name: 'tokens', limit: 100, remaining: 40, reset_seconds: 7 };
      const state = fold([{ type: 'rate_limits.updated', rate_limits: [good, { name: 3 }, null] }]);
      assert.deepEqual(state.rateLimits, [{ name: 'tokens', limit: 100, remaining: 40, resetSeconds: 7 }]);
    },
    error: () => {
      const error = { type: 'invalid_request_error', code: 'invalid_event', message: 'No', param: 'voice', event_id: 'mine' };
      const state = fold([{ type: 'error', event_id: ['x'], error }]);
      assert.deepEqual(state.errors, [
        { type: 'invalid_request_error', code: 'invalid_event', message: 'No', param: 'voice', eventId: 'mine' },
      ]);
    },
  };

  for (const type of serverEventTypes) it(type, () => (shows[type] ?? assert.fail(`${type} has no test`))());
});

describe('foldConversation, when things go wrong', () => {
  it('keeps count of events it does not know, and loses nothing', () => {
    const state = fold([user('a', 'one'), { type: 'response.mystery' }, { type: 'constructor' }, { type: '__proto__' }]);
    assert.equal(state.unknownEvents, 3);
    assert.deepEqual(ids(state), ['a']);
  });

  it('orders by previous_item_id, also when the predecessor is heard of later', () => {
    assert.deepEqual(ids(fold([user('a', '1'), user('b', '2', 'a'), user('c', '3', 'b')])), ['a', 'b', 'c']);
    assert.deepEqual(ids(fold([user('a', '1'), user('c', '3', 'b'), user('b', '2', 'a')])), ['a', 'b', 'c']);
    assert.deepEqual(ids(fold([user('c', '3', 'b'), user('b', '2', 'a'), user('a', '1')])), ['a', 'b', 'c']);
    assert.deepEqual(ids(fold([user('a', '1'), user('b', '2', 'a'), user('x', 'between', 'a')])), ['a', 'x', 'b']);
  });

  it('leaves an item where it is that names itself, or nothing any more, as its predecessor', () => {
    const state = fold([user('u1', 'One.'), user('u2', 'Two.', 'u1'), user('u3', 'Three.', 'u2'), user('u4', 'Four.', 'u4')]);
    assert.deepEqual(ids(state), ['u1', 'u2', 'u3', 'u4']);
    for (const previous of ['u2', undefined]) assert.deepEqual(ids(fold([user('u2', 'Two.', previous)], state)), ['u1', 'u2', 'u3', 'u4']);
    assert.equal(fold([user('u2', 'Two.')], state).entries, state.entries);
  });

  it('ends with an answer the items of that answer, whichever is under way', () => {
    const begun = (id: string) => ({ type: 'response.created', response: { id, object: 'realtime.response', status: 'in_progress' } });
    const state = fold([begun('r1'), added('a1', 'r1'), begun('r2'), added('a2', 'r2'), done('r1')]);
    assert.deepEqual(
      transcript(state).map(({ id, status }) => [id, status]),
      [
        ['a1', 'completed'],
        ['a2', 'in_progress'],
      ],
    );
    assert.equal(state.lastResponse?.id, 'r1');
  });

  it('tells the calls of one answer apart by their call ids', () => {
    const call = (id: string) => added(id, 'r1', { type: 'function_call', name: 'look', call_id: `call ${id}`, arguments: '{}' });
    const state = local(fold([call('f1'), call('f2')]), { type: 'local.tool', call_id: 'call f2', status: 'running' });
    assert.deepEqual(
      transcript(state).map(({ id, toolStatus }) => [id, toolStatus]),
      [
        ['f1', undefined],
        ['f2', 'running'],
      ],
    );
  });

  it('names an answer after the one who took over, until another does', () => {
    const handover = { id: 'h', type: 'handover', role: 'assistant', name: 'Ada', status: 'completed' };
    const state = fold([added('a1'), { type: 'conversation.item.created', item: handover }, user('u1', 'Hi.', 'h'), added('a2', 'r2')]);
    const names = transcript(state).flatMap(({ role, type, name }) => (role === 'assistant' && type === 'message' ? [name] : []));
    assert.deepEqual(names, [undefined, 'Ada']);
  });

  it('makes empty parts before one that comes first', () => {
    const state = fold([added('a'), { type: 'response.text.delta', ...at('a'), content_index: 2, delta: 'third' }]);
    const parts = findItem(state, 'a')?.parts ?? [];
    assert.deepEqual(
      Array.from(parts, (part) => part?.text),
      ['', '', 'third'],
    );
  });

  it('keeps the order of two items that each name the other as their predecessor', () => {
    assert.deepEqual(ids(fold([user('a', '1'), user('b', '2', 'a'), user('a', '1', 'b'), user('c', '3', 'b')])), ['a', 'b', 'c']);
  });

  it('gives an item that names no role that of its type', () => {
    const items = ['function_call', 'function_call_output', 'mcp_call', 'mcp_list_tools', 'message'].map((type, at) => ({
      type: 'conversation.item.created',
      item: { id: `i${at}`, type, status: 'completed' },
    }));
    assert.deepEqual(
      transcript(fold(items)).map(({ role }) => role),
      ['assistant', 'tool', 'assistant', 'tool', 'assistant'],
    );
  });

  it('takes a part as done with the text of an item that has ended, and not before', () => {
    assert.deepEqual(transcript(fold([user('u1', 'Hello.')]))[0]?.parts?.[0]?.done, true);
    const begun = fold([added('a1', 'r1', { content: [{ type: 'text', text: 'Hel' }] })]);
    assert.deepEqual(transcript(begun)[0]?.parts?.[0]?.done, false);
  });

  it('says nothing of what was heard before anything is known of it', () => {
    const spoken = fold([added('a1'), delta('a1', 'one two', 'audio_transcript'), audio('a1', 100)]);
    assert.equal(transcript(spoken)[0]?.heardLength, undefined);
  });

  it('takes an event repeated at once only once', () => {
    const twice = { ...delta('a', 'Hello'), event_id: 'same' };
    assert.deepEqual(texts(fold([added('a'), twice, twice])), ['assistant: Hello']);
  });

  it('makes an item that only a delta has named', () => {
    assert.deepEqual(texts(fold([delta('a', 'Hello')])), ['assistant: Hello']);
  });

  it('takes the items of response.done that never came alone', () => {
    const output = [{ id: 'a', type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'text', text: 'Whole' }] }];
    assert.deepEqual(texts(fold([done('r1', { output })])), ['assistant: Whole']);
  });

  it('ends what streamed when the response failed, or the connection is gone', () => {
    const begun = fold([{ type: 'response.created', response: { id: 'r1' } }, added('a'), delta('a', 'Half')]);
    const failed = fold([done('r1', { status: 'failed', status_details: { error: { message: 'Overloaded' } } })], begun);
    assert.equal(transcript(failed)[0]?.status, 'incomplete');
    assert.equal(failed.lastResponse?.reason, 'Overloaded');
    const gone = local(begun, { type: 'local.disconnected' });
    assert.equal(transcript(gone)[0]?.status, 'incomplete');
    assert.equal(gone.activeResponseId, undefined);
  });

  it('keeps the text of a cut item when the server forgets it', () => {
    const state = fold([
      added('a'),
      delta('a', 'one two three four', 'audio_transcript'),
      audio('a', 1000),
      { type: 'conversation.item.truncated', item_id: 'a', content_index: 0, audio_end_ms: 500 },
      {
        type: 'response.output_item.done',
        response_id: 'r1',
        item: { id: 'a', status: 'incomplete', content: [{ type: 'audio', transcript: '' }] },
      },
    ]);
    assert.equal(transcript(state)[0]?.text, 'one two three four');
    assert.deepEqual(
      transcript(local(state, { type: 'local.heard', item_id: 'a', content_index: 0, audio_end_ms: 900 })),
      transcript(state),
    );
  });

  it('tells what was heard of a script without spaces', () => {
    const state = fold([
      added('a'),
      delta('a', '最高的树在老磨坊旁边。', 'audio_transcript'),
      audio('a', 1100),
      { type: 'conversation.item.truncated', item_id: 'a', content_index: 0, audio_end_ms: 400 },
    ]);
    const [entry] = transcript(state);
    assert.equal(entry?.text.slice(0, entry.heardLength), '最高的树');
  });

  it('keeps the newest fifty errors', () => {
    const state = fold(Array.from({ length: 60 }, (_, n) => ({ type: 'error', error: { message: String(n) } })));
    assert.equal(state.errors.length, 50);
    assert.equal(state.errors.at(-1)?.message, '59');
  });

  it('never throws, whatever the fields hold', () => {
    const anything = fc.oneof(fc.anything(), fc.constantFrom('a', 'b', 'r1', 0, 1, '__proto__'), fc.array(fc.anything(), { maxLength: 3 }));
    const names = [
      'event_id',
      'item_id',
      'item',
      'previous_item_id',
      'response',
      'response_id',
      'delta',
      'part',
      'content_index',
      'error',
      'session',
    ];
    const event = fc.record(
      {
        type: fc.oneof(
          fc.constantFrom(...serverEventTypes, ...laterServerEventTypes, 'local.heard', 'local.tool', 'local.disconnected'),
          fc.string(),
        ),
        ...Object.fromEntries(names.map((name) => [name, anything])),
        item: fc.oneof(anything, fc.record({ id: fc.constantFrom('a', 'b'), content: anything, status: anything })),
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const state = events.reduce<ConversationState>(
          (next, one) => foldConversation(next, one as unknown as ConversationEvent),
          initialConversation,
        );
        for (const entry of transcript(state)) assert.equal(typeof entry.text, 'string');
      }),
      { numRuns: 500 },
    );
  });
});

describe('the vendor dialect', () => {
  it('reads an audio delta the same with and without parsing it whole', () => {
    const event = { event_id: 'e', type: 'response.audio.delta', ...at('a'), delta: Buffer.alloc(3000, 7).toString('base64') };
    assert.deepEqual(vendor.decode(JSON.stringify(event)), event);
    const late = { delta: event.delta, event_id: 'e', type: 'response.audio.delta' };
    assert.deepEqual(vendor.decode(JSON.stringify(late)), late);
    const nested = { type: 'response.audio.delta', event_id: 'e', note: { delta: 'x' }, delta: event.delta };
    assert.deepEqual(vendor.decode(JSON.stringify(nested)), nested);
    const escaped = JSON.stringify(event).replaceAll('/', '\\/');
    assert.deepEqual(vendor.decode(escaped), event);
  });

  it('keeps what it cannot read as unknown', () => {
    for (const text of ['', 'nonsense', '[]', 'null', '{"type":7}', '{"type":"new.event","event_id":["e"]}']) {
      assert.equal([vendor.decode(text)].flat()[0]?.type, 'unknown', text);
    }
  });

  it('nests a flat session.update', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(vendor.encode({ type: 'session.update', event_id: 'e', voice: 'echo' }))), {
      type: 'session.update',
      event_id: 'e',
      session: { voice: 'echo' },
    });
  });
});

it('a value that is no event leaves the very same state', () => {
  const state = foldConversation(initialConversation, JSON.parse('{"type":"session.created","session":{"id":"s"}}'));
  for (const junk of ['null', '0', '"session.created"', 'true', '[]', '[{"type":"session.created"}]'])
    assert.equal(foldConversation(state, JSON.parse(junk)), state);
  const [nothing] = JSON.parse('[]');
  assert.equal(foldConversation(state, nothing), state);
});
