// What of a conversation is stored: the newest that fits, without what was not heard, and nothing half done.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { foldConversation, initialConversation, transcript } from 'voxreel';
import type { ConversationEvent, ConversationState } from 'voxreel';

import { storedConversation } from '../../../../src/core/realtime/history/stored-conversation.js';
import { keptMessage } from './kept-conversation.js';

const folded = (events: readonly object[]): ConversationState =>
  events.reduce<ConversationState>((state, event) => foldConversation(state, event as ConversationEvent), initialConversation);

const head = { service: 's', model: 'm', agent: '', user: '', id: 'c', time: '', times: {}, savedAt: 0 };
const stored = (events: readonly object[]) => storedConversation(folded(events), head, []);
/** As the next page has it. */
const again = (events: readonly object[]) => transcript(folded(stored(events).events));

const said = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => keptMessage(`i${at}`, text(at)));
const item = (id: string, more: object) => ({ type: 'conversation.item.created', event_id: `e_${id}`, item: { id, ...more } });
const picture = (id: string, image_url: string) =>
  item(id, { type: 'message', role: 'user', status: 'completed', content: [{ type: 'image', image_url }] });

describe('of a long conversation', () => {
  it('the newest 500 items are stored, in order', () => {
    const idsOf = (count: number) => again(said(count, (at) => `${at}`)).map(({ id }) => id);
    assert.deepEqual([idsOf(500).length, idsOf(500)[0]], [500, 'i0']);
    assert.deepEqual([idsOf(502).length, idsOf(502)[0], idsOf(502).at(-1)], [500, 'i2', 'i501']);
  });

  it('the newest items are stored that have no more than a million characters together, which it says', () => {
    const lengthOf = (text: string) => (stored([keptMessage('i0', text)]).size ?? 0) - text.length;
    const around = lengthOf('x');
    const half = 'x'.repeat(500_000 - around);
    const { events, size } = stored(said(2, () => half));
    assert.deepEqual([events.length, size], [2, 1_000_000]);
    const larger = said(3, (at) => (at === 0 ? 'Short.' : at === 1 ? `${half}x` : half));
    assert.deepEqual(
      again(larger).map(({ id }) => id),
      ['i2'],
      'nothing that is older than what did not fit',
    );
    assert.equal(stored(larger).size, 500_000);
  });

  it('a picture of more than 200,000 characters leaves its place', () => {
    const url = (length: number) => 'data:image/png;base64,'.padEnd(length, 'A');
    const partsOf = (length: number) => again([picture('p', url(length))])[0]?.parts?.map(({ type, imageUrl }) => [type, imageUrl?.length]);
    assert.deepEqual(partsOf(200_000), [['image', 200_000]]);
    assert.deepEqual(partsOf(200_001), [['image', undefined]]);
  });
});

describe('of an answer', () => {
  const place = { response_id: 'r', item_id: 'a', output_index: 0, content_index: 0 };
  const answer = (more: object) => item('a', { type: 'message', role: 'assistant', status: 'completed', ...more });

  it('what was cut is stored as far as it was heard, spoken or written as it was', () => {
    const begun = [
      { type: 'response.created', event_id: '1', response: { id: 'r' } },
      {
        type: 'response.output_item.added',
        event_id: '2',
        ...place,
        item: { id: 'a', type: 'message', role: 'assistant', status: 'in_progress' },
      },
      { type: 'response.audio_transcript.delta', event_id: '3', ...place, delta: 'One two three four.' },
      { type: 'response.audio.delta', event_id: '4', ...place, delta: '', delta_length: 64_000 },
      { type: 'response.output_item.done', event_id: '5', ...place, item: { id: 'a', status: 'completed' } },
      { type: 'conversation.item.truncated', event_id: '6', item_id: 'a', content_index: 0, audio_end_ms: 500 },
    ];
    const [before] = transcript(folded(begun));
    assert.ok(before?.cut && before.heardLength !== undefined && before.heardLength > 0 && before.heardLength < before.text.length);
    const [after] = again(begun);
    assert.deepEqual(
      [after?.text, after?.cut, after?.spoken, after?.parts?.map(({ type }) => type)],
      [before.text.slice(0, before.heardLength), true, true, ['audio']],
    );
  });

  it('what is no message is stored with its words', () => {
    const [thought] = again([item('t', { type: 'reasoning', status: 'completed', content: [{ type: 'text', text: 'Hm.' }] })]);
    assert.deepEqual([thought?.type, thought?.text], ['reasoning', 'Hm.']);
  });

  it('nothing is stored while it is being made', () => {
    assert.deepEqual(again([answer({ status: 'in_progress', content: [{ type: 'text', text: 'Half' }] })]), []);
    assert.equal(again([answer({ content: [{ type: 'text', text: 'Whole.' }] })])[0]?.status, 'completed');
  });
});

describe('of a call', () => {
  const call = (status: string) => item('k', { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}', status });
  const tool = (status: string) => ({ type: 'local.tool', call_id: 'c', status });

  it('what has become of it is stored, also where the service has not said that it is whole', () => {
    const read = (events: readonly object[]) =>
      again(events).map(({ status, toolStatus, parts }) => [status, toolStatus, parts?.length ?? 0]);
    assert.deepEqual(read([call('completed'), tool('denied')]), [['completed', 'denied', 0]]);
    assert.deepEqual(read([call('in_progress'), tool('running')]), [['incomplete', 'running', 0]]);
    assert.deepEqual(read([call('completed')]), [['completed', undefined, 0]]);
    assert.deepEqual(read([call('in_progress')]), []);
  });
});
