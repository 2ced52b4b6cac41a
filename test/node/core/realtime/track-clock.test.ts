// What was heard of an answer on a media track, by the clock of its sound.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { initialConversation } from 'voxreel';
import type { Transport } from 'voxreel';

import type { HeardPart } from '../../../../src/core/audio/playout-ledger.js';
import type { ServerEvent } from '../../../../src/core/dialects/dialect.js';
import { createTrackClock } from '../../../../src/core/realtime/effects/track-clock.js';

const context = { send() {}, dispatch() {}, state: initialConversation };

function tracking(audio: Transport['audio'] | null = 'track', measures = true) {
  const sound = { heardMs: 300, silentMs: 0 };
  const heard: HeardPart[] = [];
  let restarts = 0;
  const late: boolean[] = [];
  let sounds = () => {};
  let isThere = true;
  const clock = {
    get heardMs() {
      return sound.heardMs;
    },
    get silentMs() {
      return sound.silentMs;
    },
    settled: async () => sound.heardMs + 10,
    restart(first: () => void, isLate: boolean) {
      restarts++;
      late.push(isLate);
      sounds = first;
    },
  };
  const track = createTrackClock({
    clock: () => (isThere ? clock : undefined),
    ...(measures ? { heard: (parts: readonly HeardPart[]) => void heard.push(...parts) } : {}),
  });
  const opened = (by: Transport['audio']) =>
    track.opened?.({ transport: 'w', audio: by, recorded: false, stats: async () => ({}) }, context);
  if (audio !== null) opened(audio);
  return {
    track,
    sound,
    heard,
    opened,
    say: (event: object) => track.event?.(event as ServerEvent, context),
    speak: (id: unknown, more: object = {}) =>
      track.event?.({ type: 'response.audio_transcript.delta', item_id: id, delta: 'x', ...more } as ServerEvent, context),
    restarts: () => restarts,
    late,
    firstSound: () => sounds(),
    gone: () => (isThere = false),
    cutIds: async () => (await track.unfinished()).map(({ itemId }) => itemId),
  };
}

const partAdded = (id: string, type?: unknown) => ({ type: 'response.content_part.added', item_id: id, content_index: 2, part: { type } });

describe('the clock of a track', () => {
  it('begins with each item that is spoken, once', () => {
    const { speak, say, restarts } = tracking();
    speak('a');
    speak('a');
    say(partAdded('a', 'audio'));
    assert.equal(restarts(), 1);
    say(partAdded('b', 'output_audio'));
    assert.equal(restarts(), 2);
    for (const event of [
      partAdded('c', 'text'),
      partAdded('c', 'audio_note'),
      partAdded('c'),
      { ...partAdded('c'), part: undefined },
      { type: 'response.content_part.done', item_id: 'c', part: { type: 'audio' } },
      { type: 'response.text.delta', item_id: 'c', delta: 'x' },
      { type: 'response.audio_transcript.delta', item_id: 7, delta: 'x' },
    ])
      say(event);
    assert.equal(restarts(), 2);
  });

  it('takes a sound that began just before for the announced one, unless another part still sounds', () => {
    const { speak, say, late } = tracking();
    speak('a');
    speak('b');
    say({ type: 'response.done', response: { id: 'r' } });
    speak('c');
    say({ type: 'output_audio_buffer.started', response_id: 's' });
    say({ type: 'response.done', response: { id: 's' } });
    speak('d');
    say({ type: 'output_audio_buffer.stopped', response_id: 's' });
    speak('e');
    assert.deepEqual(late, [true, false, true, false, true]);
  });

  it('goes by the server’s word where it says when it sends sound', async () => {
    const { speak, say, sound, cutIds } = tracking();
    const done = { type: 'response.done', response: { id: 'r' } };
    speak('a');
    say({ type: 'output_audio_buffer.started', response_id: 'r' });
    say(done);
    sound.silentMs = 5000;
    assert.deepEqual(await cutIds(), ['a'], 'a long pause is no end');
    speak('b');
    say(done);
    say({ type: 'output_audio_buffer.stopped', response_id: 'r' });
    sound.silentMs = 0;
    assert.deepEqual(await cutIds(), [], 'all of it was sent');
  });

  it('tells of the first sound of a part', () => {
    const { say, heard, firstSound, sound } = tracking();
    say(partAdded('a', 'audio'));
    assert.deepEqual(heard, []);
    sound.heardMs = 20;
    firstSound();
    assert.deepEqual(heard, [{ itemId: 'a', contentIndex: 2, heardMs: 20, receivedMs: 21, ended: false }]);
    const silent = tracking('track', false);
    silent.speak('a');
    silent.firstSound();
  });

  it('says where a part was cut, and which place it had', async () => {
    const { say, track } = tracking();
    say(partAdded('a', 'audio'));
    assert.deepEqual(await track.unfinished(), [{ itemId: 'a', contentIndex: 2, heardMs: 310, receivedMs: 311, ended: false }]);
  });

  it('takes an answer that is over for heard after a silence longer than a pause', async () => {
    for (const [silentMs, over, cut] of [
      [701, true, []],
      [700, true, ['a']],
      [701, false, ['a']],
    ] as const) {
      const { speak, say, sound, cutIds } = tracking();
      speak('a');
      say({ type: 'response.output_item.done' });
      if (over) say({ type: 'response.done' });
      sound.silentMs = silentMs;
      assert.deepEqual(await cutIds(), cut);
    }
    const first = tracking();
    first.sound.silentMs = 701;
    first.speak('a');
    assert.deepEqual(await first.cutIds(), ['a']);
  });

  it('is asked on a track alone, while there is one', async () => {
    const never = tracking(null);
    never.speak('a');
    assert.deepEqual([never.restarts(), await never.cutIds()], [0, []]);
    for (const leave of ['opened', 'lost', 'gone', 'close'] as const) {
      const made = tracking();
      made.speak('a');
      if (leave === 'opened') made.opened('events');
      if (leave === 'lost') made.track.lost?.(context);
      if (leave === 'gone') made.gone();
      if (leave === 'close') made.track.close?.();
      assert.deepEqual(await made.cutIds(), [], leave);
    }
  });
});
