// An answer that the user interrupts: what the server is given of what was heard, by samples and by the clock of a track.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { foldConversation, initialConversation } from 'voxreel';
import type { ConversationEvent, EffectWire, Transport } from 'voxreel';

import type { HeardPart } from '../../../../src/core/audio/playout-ledger.js';
import type { Speaker } from '../../../../src/core/audio/speaker.js';
import type { ServerEvent } from '../../../../src/core/dialects/dialect.js';
import { createBargeIn } from '../../../../src/core/realtime/effects/barge-in.js';
import { createTrackClock } from '../../../../src/core/realtime/effects/track-clock.js';

const wireOf = (audio: Transport['audio']): EffectWire => ({ transport: 'w', audio, recorded: false, stats: async () => ({}) });
const said = (event: object) => ({ event_id: 'e', ...event }) as unknown as ServerEvent;
const speechStarted = said({ type: 'input_audio_buffer.speech_started' });
const soundOf = (responseId: string | undefined) =>
  said({ type: 'response.audio.delta', response_id: responseId, item_id: 'a', delta: '' });
const part = (itemId: string, heardMs: number, ended = false): HeardPart => ({
  itemId,
  contentIndex: 0,
  heardMs,
  receivedMs: 1000,
  ended,
});

/** An answer `r` of spoken items, and a speaker that has heard of these parts. */
function answering(items: readonly string[], parts: readonly HeardPart[]) {
  let state = initialConversation;
  const dispatch = (event: ConversationEvent) => void (state = foldConversation(state, event));
  const sent: string[] = [];
  let released = () => {};
  const cut = new Promise<void>((resolve) => (released = resolve));
  const bargeIn = createBargeIn({
    // No sound plays in Node: this is what the answer would be cut at.
    speaker: () => ({ playing: true, hush() {}, interrupt: async () => parts }) as unknown as Speaker,
    queue: { hold: () => released, responding: true, withdraw() {} },
    trackClock: { unfinished: async () => [] },
    dialect: {},
  });
  const context = {
    dispatch,
    send: (event: { type: string; item_id?: string; audio_end_ms?: number }) =>
      void sent.push([event.type, event.item_id, event.audio_end_ms].filter((word) => word !== undefined).join(' ')),
    get state() {
      return state;
    },
  };
  dispatch(said({ type: 'response.created', response: { id: 'r' } }));
  for (const id of items) {
    dispatch(said({ type: 'response.output_item.added', response_id: 'r', item: { id, type: 'message', role: 'assistant' } }));
    dispatch(said({ type: 'response.content_part.added', item_id: id, content_index: 0, part: { type: 'audio' } }));
  }
  bargeIn.opened?.(wireOf('events'), context);
  return { sent, cut, hear: (event: ServerEvent) => bargeIn.event?.(event, context) };
}

test('what was heard of an answer is said of each part, and what nobody heard is deleted once', async () => {
  const { sent, cut, hear } = answering(['silent', 'unheard'], [part('half', 500.9), part('whole', 1000, true), part('unheard', 0)]);
  hear(speechStarted);
  await cut;
  assert.deepEqual(sent, ['conversation.item.truncate half 500', 'conversation.item.delete unheard', 'conversation.item.delete silent']);
});

test('a server that still sends an answer long after it was interrupted is asked once to stop', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 50_000 });
  const { sent, hear } = answering([], []);
  hear(soundOf('r'));
  hear(speechStarted);
  context.mock.timers.setTime(50_999);
  hear(soundOf('r'));
  assert.deepEqual(sent, []);
  context.mock.timers.setTime(51_000);
  for (const id of ['another', undefined, 'r', 'r']) hear(soundOf(id));
  assert.deepEqual(sent, ['response.cancel']);
});

test('on a track the time since the first sound stands for what was heard, until the answer was over and silent', async () => {
  let silentMs = 0;
  const track = createTrackClock({
    clock: () => ({
      heardMs: 300,
      get silentMs() {
        return silentMs;
      },
      settled: async () => 310,
      restart() {},
    }),
  });
  const context = { send() {}, dispatch() {}, state: initialConversation };
  const speak = (id: string) => track.event?.(said({ type: 'response.audio_transcript.delta', item_id: id, delta: 'x' }), context);
  const end = () => track.event?.(said({ type: 'response.done' }), context);

  track.opened?.(wireOf('track'), context);
  speak('a');
  silentMs = 800;
  const paused = { itemId: 'a', contentIndex: 0, heardMs: 310, receivedMs: 311, ended: false };
  assert.deepEqual(await track.unfinished(), [paused], 'a pause is no end');
  assert.deepEqual(await track.unfinished(), [], 'it rests');
  speak('b');
  end();
  assert.deepEqual(await track.unfinished(), [], 'all of it was heard');
  speak('c');
  assert.equal((await track.unfinished())[0]?.itemId, 'c', 'the next answer is not over');

  track.opened?.(wireOf('events'), context);
  speak('d');
  assert.deepEqual(await track.unfinished(), [], 'where samples are counted, the clock is not asked');
});
