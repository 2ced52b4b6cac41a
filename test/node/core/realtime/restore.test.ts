// What a new connection is given of the one before: the conversation as text, and the request whose answer was cut off.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { foldConversation, initialConversation, transcript } from 'voxreel';
import type { ClientEvent, ConversationEvent, ConversationState, EffectWire, ServerEvent } from 'voxreel';

import { createRestore } from '../../../../src/core/realtime/effects/restore.js';
import { replayItems } from '../../../../src/core/realtime/history/replay-items.js';
import { keptMessage } from './kept-conversation.js';

const wire: EffectWire = { transport: 'w', audio: 'events', recorded: false, stats: async () => ({}) };
const request = { type: 'response.create', event_id: 'asked' } as const;

function losing({ asked = true, unheardTurn = undefined as string | undefined } = {}) {
  let state = initialConversation;
  let count = 0;
  const given: ClientEvent[] = [];
  const added: unknown[] = [];
  const counts = { hushes: 0, repeats: 0 };
  const context = {
    send: () => assert.fail('it is given back past the queue'),
    dispatch: (event: ConversationEvent) => void (state = foldConversation(state, event)),
    get state() {
      return state;
    },
  };
  const restore = createRestore({
    queue: { add: (event) => void added.push(event), request: asked ? request : undefined },
    transmit: (event) => void given.push(event),
    delivery: { unheardTurn, repeatTurn: () => void counts.repeats++ },
    hush: () => void counts.hushes++,
  });
  return {
    restore,
    counts,
    added,
    fold: (...events: readonly object[]) => {
      for (const event of events) context.dispatch({ event_id: `e${++count}`, ...event } as ConversationEvent);
    },
    lost: () => restore.lost?.(context),
    opened: (more: Partial<EffectWire> = {}) => restore.opened?.({ ...wire, ...more }, context),
    given: () => given.splice(0).map((event) => (event.type === 'conversation.item.create' ? event.item.id : event.type)),
    ids: () => transcript(state).map(({ id }) => id),
    statuses: () => transcript(state).map(({ status }) => status),
  };
}

const begun = (id = 'a') => [
  { type: 'response.created', response: { id: 'r' } },
  { type: 'response.output_item.added', response_id: 'r', item: { id, type: 'message', role: 'assistant', status: 'in_progress' } },
  { type: 'response.text.delta', response_id: 'r', item_id: id, content_index: 0, delta: 'Half an' },
];
const turn = (id: string) => ({
  type: 'conversation.item.created',
  item: { id, type: 'message', role: 'user', content: [{ type: 'input_audio' }] },
});

describe('a connection after another', () => {
  it('is given the conversation, and knows its items as they are said back, until it is lost', () => {
    const { restore, fold, lost, opened, given, added } = losing();
    fold(keptMessage('u', 'Hello.'));
    opened();
    assert.deepEqual([given(), added], [['u'], []]);
    const said = (type: string, item?: object) => restore.isEcho({ type, event_id: 'x', item } as ServerEvent);
    assert.deepEqual(
      [
        said('conversation.item.created', { id: 'u' }),
        said('conversation.item.created', { id: 'u' }),
        said('conversation.item.created', { id: 'new' }),
        said('conversation.item.created', {}),
        said('conversation.item.created'),
        said('response.output_item.done', { id: 'u' }),
      ],
      [true, true, false, false, false, false],
    );
    lost();
    assert.equal(said('conversation.item.created', { id: 'u' }), false);
  });

  it('is given nothing where the service has kept it', () => {
    const { fold, opened, given } = losing();
    fold(keptMessage('u', 'Hello.'));
    opened({ resumed: true });
    assert.deepEqual(given(), []);
  });

  it('is asked again, once, for the answer that was cut off, and half of that is gone', () => {
    const { fold, lost, opened, given, added, counts, ids } = losing();
    fold(keptMessage('u', 'Hello.'), ...begun());
    lost();
    opened();
    assert.deepEqual([given(), added, counts.hushes, ids()], [['u'], [request], 1, ['u']]);
    fold({ type: 'local.disconnected' });
    lost();
    opened();
    assert.equal(added.length, 1);
  });

  it('is asked for an answer that the service had begun by itself', () => {
    const { fold, lost, opened, added } = losing({ asked: false });
    fold(keptMessage('u', 'Hello.'), ...begun());
    lost();
    opened();
    assert.deepEqual(added, [{ type: 'response.create' }]);
  });

  it('is asked for nothing where there was no half answer to take away, or the user hung up', () => {
    const early = losing();
    early.fold(keptMessage('u', 'Hello.'), { type: 'response.created', response: { id: 'r' } });
    early.lost();
    early.opened();
    assert.deepEqual([early.added.length, early.counts.hushes], [1, 0]);
    const left = losing();
    left.fold(keptMessage('u', 'Hello.'), ...begun());
    left.lost();
    left.restore.forget();
    left.opened();
    assert.deepEqual([left.added, left.ids()], [[], ['u', 'a']]);
  });

  it('is not asked for what it cannot know, or has said in part', () => {
    const spoken = losing();
    spoken.fold(turn('t'), ...begun());
    spoken.lost();
    spoken.opened();
    assert.deepEqual([spoken.added, spoken.ids()], [[], ['t', 'a']]);
    const said = losing();
    said.fold(keptMessage('u', 'Hello.'), ...begun());
    said.fold({ type: 'response.output_item.done', response_id: 'r', item: { id: 'a', type: 'message', status: 'completed' } });
    said.fold(...begun('b').slice(1));
    said.lost();
    said.opened();
    assert.deepEqual([said.added, said.ids()], [[], ['u', 'a', 'b']]);
  });

  it('hears the last turn again where only its sound is known', () => {
    for (const [asked, expected] of [
      [true, [request]],
      [false, []],
    ] as const) {
      const { fold, lost, opened, given, added, counts, ids } = losing({ asked, unheardTurn: 't' });
      fold(keptMessage('u', 'Hello.'), turn('t'), ...begun());
      lost();
      opened();
      assert.deepEqual([given(), added, counts, ids()], [['u'], expected, { hushes: 1, repeats: 1 }, ['u']]);
    }
  });

  it('hears no turn again that has words or an answer, or on a wire whose sound is no event', () => {
    const written = losing({ unheardTurn: 'u' });
    written.fold(keptMessage('u', 'Hello.'));
    written.opened();
    const answered = losing({ unheardTurn: 't' });
    answered.fold(turn('t'), keptMessage('a', 'Yes.', 'assistant'));
    answered.opened();
    assert.deepEqual([answered.counts.repeats, answered.ids()], [0, ['t', 'a']]);
    const track = losing({ unheardTurn: 't' });
    track.fold(turn('t'));
    track.opened({ audio: 'track' });
    assert.deepEqual([written.counts.repeats, written.ids(), track.counts.repeats, track.ids()], [0, ['u'], 0, ['t']]);
  });

  it('is given a call that was being executed as a whole one', () => {
    const { fold, lost, opened, given, statuses } = losing();
    const call = (id: string, type = 'function_call') => ({
      type: 'response.output_item.added',
      response_id: 'r',
      item: { id, type, status: 'in_progress', call_id: `of_${id}`, name: 'f', arguments: '{}' },
    });
    fold({ type: 'response.created', response: { id: 'r' } }, call('k'), call('l'), {
      type: 'local.tool',
      call_id: 'of_k',
      status: 'running',
    });
    fold(call('m', 'mcp_call'), { type: 'local.tool', call_id: 'of_m', status: 'running' });
    lost();
    assert.deepEqual(statuses(), ['completed', 'in_progress', 'in_progress']);
    opened();
    assert.deepEqual(given(), ['k']);
  });
});

describe('of a conversation given back', () => {
  const folded = (events: readonly object[]) =>
    events.reduce<ConversationState>((state, event) => foldConversation(state, event as ConversationEvent), initialConversation);
  const item = (id: string, more: object) => ({ type: 'conversation.item.created', event_id: `e_${id}`, item: { id, ...more } });

  it('the newest 500 items are given, and no output without its call', () => {
    const call = item('k', { type: 'function_call', status: 'completed', call_id: 'c', name: 'f', arguments: '{}' });
    const output = item('o', { type: 'function_call_output', call_id: 'c', output: '1' });
    const given = (messages: number) =>
      replayItems(folded([call, output, ...Array.from({ length: messages }, (_, at) => keptMessage(`i${at}`, 'Hm.'))])).map(
        ({ item: { id } }) => id,
      );
    assert.deepEqual([given(498).length, given(498)[0]], [500, 'k']);
    assert.deepEqual([given(499).length, given(499)[0]], [499, 'i0']);
    assert.deepEqual([given(501).length, given(501)[0]], [500, 'i1']);
    const whole = replayItems(folded([output, ...Array.from({ length: 499 }, (_, at) => keptMessage(`i${at}`, 'Hm.'))]));
    assert.deepEqual([whole.length, whole[0]?.item.id], [500, 'o'], 'nothing is taken from one that fits');
  });

  it('messages are given that say or show something; a person is the assistant', () => {
    const message = (id: string, role: string, content: readonly object[]) =>
      item(id, { type: 'message', role, status: 'completed', content });
    const picture = { type: 'image', image_url: 'data:image/png;base64,AA' };
    const given = replayItems(
      folded([
        message('a', 'user', [{ type: 'text', text: ' \n' }]),
        message('b', 'user', [picture]),
        message('c', 'person', [{ type: 'text', text: 'By the mill.' }]),
        message('d', 'assistant', [picture]),
        message('e', 'system', [{ type: 'text', text: 'Be brief.' }]),
        item('f', { type: 'mcp_call', status: 'completed', name: 'f', arguments: '{}' }),
      ]),
    ).map(({ item: { id, role, content } }) => [id, role, content]);
    assert.deepEqual(given, [
      ['b', 'user', [picture]],
      ['c', 'assistant', [{ type: 'text', text: 'By the mill.' }]],
      ['e', 'system', [{ type: 'text', text: 'Be brief.' }]],
    ]);
  });
});
