// What a conversation makes of events that come late, twice, in another order, or with only part of what they should say.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { foldConversation, initialConversation, items, transcript } from 'voxreel';
import type { ConversationEvent, ConversationState } from 'voxreel';

const fold = (events: readonly object[], state: ConversationState = initialConversation): ConversationState =>
  (events as readonly ConversationEvent[]).reduce(foldConversation, state);
const ids = (state: ConversationState) => transcript(state).map(({ id }) => id);
const texts = (state: ConversationState) => transcript(state).map(({ text }) => text);

const message = (id: string, more: object = {}, previous?: string) => ({
  type: 'conversation.item.created',
  previous_item_id: previous,
  item: { id, type: 'message', role: 'user', status: 'completed', ...more },
});
const call = (id: string) => message(`item_${id}`, { type: 'function_call', role: 'assistant', call_id: id, name: 'weather' });
const of = (id: string) => ({ response_id: 'r', item_id: id, content_index: 0 });
const delta = (id: string, text: string) => ({ type: 'response.text.delta', ...of(id), delta: text });
const done = (id: string, text: string) => ({
  type: 'response.output_item.done',
  response_id: 'r',
  item: { id, type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'text', text }] },
});

describe('an item that is spoken of again', () => {
  it('leaves the very same state when nothing new is said', () => {
    const state = fold([done('a', 'Hello.'), call('c')]);
    assert.equal(fold([done('a', 'Hello.'), call('c')], state), state);
  });

  it('has the text that came last as its final one', () => {
    const state = fold([delta('a', 'Hel'), { type: 'response.text.done', ...of('a'), text: 'Helo.' }, done('a', 'Hello.')]);
    assert.deepEqual(texts(state), ['Hello.']);
  });

  it('keeps the text that has grown when the beginning of its part comes late', () => {
    const late = { type: 'response.content_part.added', ...of('a'), part: { type: 'text', text: 'Hel' } };
    assert.deepEqual(texts(fold([delta('a', 'Hel'), delta('a', 'lo.'), late])), ['Hello.']);
  });

  it('takes no delta that has the id of the event before it', () => {
    const state = fold([{ type: 'response.function_call_arguments.delta', ...of('a'), delta: '{', event_id: 'e' }]);
    assert.equal(fold([{ ...delta('a', 'Hello.'), event_id: 'e' }], state), state);
  });

  it('has each part’s own words where two of them stream', () => {
    const second = (text: string) => ({ ...delta('a', text), content_index: 1 });
    const state = fold([delta('a', 'One'), delta('a', '.'), second('Two'), second('.'), delta('a', ' More.')]);
    assert.deepEqual(
      transcript(state)[0]?.parts?.map(({ text }) => text),
      ['One. More.', 'Two.'],
    );
  });

  it('gets the words, the role and the end that it had not', () => {
    const begun = message('a', { status: 'in_progress' });
    const state = fold([begun]);
    assert.deepEqual(texts(fold([message('a', { status: 'in_progress', content: [{ type: 'text', text: 'Hello.' }] })], state)), [
      'Hello.',
    ]);
    assert.equal(items(fold([message('a', { status: 'in_progress', role: 'system' })], state))[0]?.role, 'system');
    assert.equal(items(fold([message('a', { status: 'incomplete' })], state))[0]?.status, 'incomplete');
    assert.equal(fold([begun], state), state);
    // An end is one.
    assert.equal(items(fold([message('a', { status: 'incomplete' }), message('a')], state))[0]?.status, 'incomplete');
  });

  it('becomes a call when its type is all that is new', () => {
    const named = { type: 'response.output_item.added', response_id: 'r', item: { id: 'a', type: 'function_call' } };
    assert.equal(items(fold([delta('a', ''), named]))[0]?.type, 'function_call');
  });

  it('keeps its words when the end of the speech is announced after them', () => {
    const spoken = message('u', { content: [{ type: 'input_audio', transcript: 'How tall is it?' }] });
    assert.deepEqual(texts(fold([spoken, { type: 'input_audio_buffer.committed', item_id: 'u' }])), ['How tall is it?']);
  });

  it('stays where it is when its place is announced again after another took one before it', () => {
    const second = message('b', {}, 'a');
    assert.deepEqual(ids(fold([message('a'), message('b'), second, message('between', {}, 'a'), second])), ['a', 'between', 'b']);
  });
});

describe('what says too little', () => {
  it('leaves the very same state, and what is known as it is', () => {
    const state = fold([
      { type: 'session.created', session: { id: 's', voice: 'echo' } },
      { type: 'conversation.created', conversation: { id: 'conv' } },
      message('a'),
      { type: 'response.created', response: { id: 'r' } },
    ]);
    const nameless = [
      { type: 'session.updated' },
      { type: 'conversation.created' },
      { type: 'conversation.created', conversation: { id: 7 } },
      { type: 'conversation.item.created' },
      { type: 'conversation.item.created', item: {} },
      { type: 'conversation.item.deleted' },
      { type: 'conversation.item.truncated', audio_end_ms: 5 },
      { type: 'conversation.item.input_audio_transcription.completed', transcript: 'x' },
      { type: 'conversation.item.input_audio_transcription.failed' },
      { type: 'input_audio_buffer.committed' },
      { type: 'input_audio_buffer.cleared' },
      { type: 'response.created' },
      { type: 'response.audio.done' },
      { type: 'response.output_item.added' },
      { type: 'response.output_item.done', item: {} },
      { type: 'response.text.done', text: 'x' },
      { type: 'response.content_part.added', part: {} },
      { type: 'response.function_call_arguments.done', arguments: '{}' },
      { type: 'local.heard', audio_end_ms: 5 },
      { type: 'local.heard', item_id: 'nobody', audio_end_ms: 5 },
      { type: 'local.heard', item_id: 'a' },
      { type: 'local.tool', status: 'running' },
      { type: 'local.tool', call_id: 'nobody', status: 'running' },
    ];
    for (const event of nameless) assert.equal(fold([event], state), state, JSON.stringify(event));
    const { session, sessionId } = fold([{ type: 'session.updated', session: { voice: 'alloy' } }], state);
    assert.deepEqual([session, sessionId], [{ id: 's', voice: 'alloy' }, 's']);
  });

  it('is a conversation of nothing before anything is said', () => {
    const { live, rateLimits, errors, usage } = initialConversation;
    assert.deepEqual([live, rateLimits, errors, transcript(initialConversation)], [[], [], [], []]);
    assert.deepEqual(usage, { totalTokens: 0, inputTokens: 0, outputTokens: 0, responses: 0 });
  });
});

describe('what names one thing of several', () => {
  it('grows alone: what else is in progress is not touched', () => {
    const begun = (id: string) => ({
      type: 'response.output_item.added',
      response_id: 'r',
      item: { id, type: 'message', role: 'assistant' },
    });
    const state = fold([begun('a'), delta('a', 'One'), begun('b'), delta('b', 'T')]);
    const grown = fold([delta('b', 'w'), delta('b', 'o')], state);
    assert.equal(grown.live, state.live);
    assert.deepEqual(
      transcript(grown).map(({ id, text }) => `${id}: ${text}`),
      ['a: One', 'b: Two'],
    );
    assert.deepEqual(texts(fold([delta('a', '!')], grown)), ['One!', 'Two']);
  });

  it('marks the call it names, and no later one', () => {
    const state = fold([call('first'), call('second'), { type: 'local.tool', call_id: 'first', status: 'running' }]);
    assert.deepEqual(
      transcript(state).map(({ toolStatus }) => toolStatus),
      ['running', undefined],
    );
  });

  it('waits for the words of a user who spoke, and of nobody else', () => {
    const state = fold([
      { type: 'session.created', session: { id: 's', input_audio_transcription: { model: 'm' } } },
      { type: 'input_audio_buffer.committed', item_id: 'u' },
      message('a', { role: 'assistant', content: [{ type: 'audio', transcript: '' }] }, 'u'),
      message('typed', { content: [{ type: 'input_text', text: '' }] }, 'a'),
      message('known', { content: [{ type: 'input_audio', transcript: 'Good day.' }] }, 'typed'),
    ]);
    assert.deepEqual(
      transcript(state).map(({ id, transcription }) => [id, transcription]),
      [
        ['u', 'pending'],
        ['a', undefined],
        ['typed', undefined],
        ['known', undefined],
      ],
    );
  });
});

it('a report of what was heard moves the end of it, and again it changes nothing', () => {
  const sound = { type: 'response.audio.delta', ...of('a'), delta: Buffer.alloc(48 * 1000).toString('base64') };
  const spoken = fold([{ type: 'response.audio_transcript.delta', ...of('a'), delta: 'one two three four' }, sound]);
  const heard = { type: 'local.heard', item_id: 'a', content_index: 0, audio_end_ms: 500 };
  const state = fold([heard], spoken);
  const [entry] = transcript(state);
  assert.equal(entry?.text.slice(0, entry.heardLength).trim(), 'one two');
  assert.equal(fold([heard], state), state);
});

it('a rate limit that leaves out its name, its limit or what remains is none', () => {
  const whole = { name: 'tokens', limit: 100, remaining: 40 };
  const parts = Object.keys(whole).map((name) => ({ ...whole, [name]: undefined }));
  const { rateLimits } = fold([{ type: 'rate_limits.updated', rate_limits: [...parts, whole] }]);
  assert.deepEqual(rateLimits, [{ ...whole, resetSeconds: 0 }]);
});

it('text in Base64 is read where the part says so', () => {
  const content = [{ type: 'text', encoding: 'base64', text: Buffer.from('Grüße').toString('base64') }];
  assert.deepEqual(texts(fold([message('a', { content }), message('b', { content: [{ type: 'text', text: 'R3I=' }] }, 'a')])), [
    'Grüße',
    'R3I=',
  ]);
});
