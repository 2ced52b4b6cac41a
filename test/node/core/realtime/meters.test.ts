// What a call measures of itself, on a clock that the test moves.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { ClientEvent, ServerEvent } from '../../../../src/core/dialects/dialect.js';
import { createMeters } from '../../../../src/core/realtime/events/meters.js';
import type { Wire } from '../../../../src/core/transports/transport.js';

function measuring() {
  let now = 1000;
  const meters = createMeters(
    () => ({ underruns: 2, droppedMs: 30 }),
    () => now,
  );
  return {
    meters,
    after(ms: number) {
      now += ms;
      return {
        sent: (type: string) => meters.sent({ type } as ClientEvent),
        received: (type: string, fields: object = {}) => meters.received({ type, ...fields } as ServerEvent),
        heard: (itemId: string, heardMs: number) =>
          meters.heard([{ itemId, contentIndex: 0, heardMs, receivedMs: heardMs + 100, ended: false }]),
      };
    },
  };
}

const wire = (stats?: Wire['stats']): Wire => ({
  send() {},
  bufferedBytes: 0,
  maxMessageBytes: 1,
  close() {},
  ...(stats ? { stats } : {}),
});

it('nothing is known before it was measured', async () => {
  const { meters } = measuring();
  const nothing = { firstDeltaMs: undefined, heardMs: undefined, roundTripMs: undefined, jitterMs: undefined };
  assert.deepEqual(meters.reading, { ...nothing, underruns: 2, droppedMs: 30, reconnects: 0 });
  meters.phase('open');
  meters.opened(wire());
  assert.deepEqual(await meters.stats(), { ...nothing, underruns: 2, droppedMs: 30, reconnects: 0 });
});

describe('the first piece of an answer', () => {
  for (const [end, by] of [
    ['input_audio_buffer.commit', 'sent'],
    ['response.create', 'sent'],
    ['input_audio_buffer.speech_stopped', 'received'],
  ] as const)
    it(`is timed from the end of the turn: ${end}`, () => {
      const { meters, after } = measuring();
      after(10).received('response.text.delta', { item_id: 'before' });
      assert.equal(meters.reading.firstDeltaMs, undefined, 'nobody has asked yet');
      after(10)[by](end);
      after(200).received('response.created');
      after(20).sent('conversation.item.create');
      after(30).received('response.text.delta', { item_id: 'a' });
      after(40).received('response.text.delta', { item_id: 'a' });
      assert.equal(meters.reading.firstDeltaMs, 250);
      after(100)[by](end);
      assert.equal(meters.reading.firstDeltaMs, 250, 'until the next answer begins');
      after(70).received('response.function_call_arguments.delta', { item_id: 'c' });
      assert.equal(meters.reading.firstDeltaMs, 70);
    });

  it('is a delta of the answer, and no other', () => {
    const { meters, after } = measuring();
    after(0).sent('response.create');
    for (const type of ['response.output_item.added', 'conversation.item.input_audio_transcription.delta', 'response.text.done'])
      after(10).received(type, { item_id: 'a' });
    assert.equal(meters.reading.firstDeltaMs, undefined);
    after(10).received('response.audio.delta', { item_id: 'a', delta: '' });
    assert.equal(meters.reading.firstDeltaMs, 40);
  });
});

describe('the first sound of an answer', () => {
  it('was heard as long ago as it has played since', () => {
    const { meters, after } = measuring();
    after(0).heard('a', 5);
    after(0).sent('response.create');
    after(100).received('response.audio.delta', { item_id: 'a', delta: '' });
    after(50).heard('a', 0);
    after(10).heard('another', 40);
    assert.equal(meters.reading.heardMs, undefined, 'nothing of this answer sounded yet');
    after(90).heard('a', 30);
    assert.equal(meters.reading.heardMs, 220);
    after(100).heard('a', 31);
    assert.equal(meters.reading.heardMs, 220, 'only the first counts');
  });

  it('is not earlier than the first piece', () => {
    const { meters, after } = measuring();
    after(0).sent('response.create');
    after(100).received('response.audio_transcript.delta', { item_id: 'a', delta: 'A' });
    after(10).heard('a', 60);
    assert.equal(meters.reading.heardMs, 100);
  });

  it('is that of the first item that is spoken, once for each answer', () => {
    const { meters, after } = measuring();
    after(0).sent('response.create');
    after(100).received('response.text.delta', { item_id: 'written', delta: 'A' });
    after(10).heard('written', 10);
    assert.equal(meters.reading.heardMs, undefined);
    after(0).received('response.audio.delta', { item_id: 'spoken', delta: '' });
    after(0).received('response.audio.delta', { item_id: 'later', delta: '' });
    after(20).heard('later', 10);
    assert.equal(meters.reading.heardMs, undefined);
    after(0).heard('spoken', 10);
    assert.equal(meters.reading.heardMs, 120);
    after(0).sent('response.create');
    after(10).received('response.audio.delta', { item_id: 'next', delta: '' });
    assert.deepEqual([meters.reading.firstDeltaMs, meters.reading.heardMs], [10, undefined]);
  });
});

describe('the round trip', () => {
  for (const [asked, answered] of [
    ['session.update', 'session.updated'],
    ['conversation.item.create', 'conversation.item.created'],
    ['input_audio_buffer.commit', 'input_audio_buffer.committed'],
    ['input_audio_buffer.clear', 'input_audio_buffer.cleared'],
  ] as const)
    it(`is from ${asked} to ${answered}`, () => {
      const { meters, after } = measuring();
      after(0).received(answered);
      assert.equal(meters.reading.roundTripMs, undefined);
      after(0).sent(asked);
      after(10).sent(asked);
      after(20).received('response.created');
      after(10).received(answered);
      assert.equal(meters.reading.roundTripMs, 40, 'the first acknowledgment is of the first');
      after(500).received(answered);
      assert.equal(meters.reading.roundTripMs, 40);
    });

  it('of a connection that was lost is no longer waited for', () => {
    const { meters, after } = measuring();
    after(0).sent('session.update');
    meters.phase('reconnecting');
    after(10_000).received('session.updated');
    assert.equal(meters.reading.roundTripMs, undefined);
  });

  it('is that of the network where the transport measures it', async () => {
    const { meters, after } = measuring();
    const network = { roundTripMs: 7, jitterMs: 3 };
    meters.opened(wire(async () => network));
    after(0).sent('session.update');
    after(90).received('session.updated');
    assert.equal(meters.reading.roundTripMs, undefined);
    assert.deepEqual([(await meters.stats()).roundTripMs, meters.reading.jitterMs], [7, 3]);
    meters.opened(wire(() => Promise.reject(new Error('closed'))));
    assert.deepEqual([(await meters.stats()).roundTripMs, meters.reading.jitterMs], [7, undefined], 'the last that is known');
    meters.lost();
    assert.equal((await meters.stats()).roundTripMs, 7);
    after(0).sent('session.update');
    after(90).received('session.updated');
    assert.equal(meters.reading.roundTripMs, 90);
  });
});

it('sound that comes later than it is spoken is jitter, a sixteenth of it at a time', () => {
  const { meters, after } = measuring();
  const sound = (ms: number, item_id = 'a') => ({ item_id, delta: 'A'.repeat(ms * 64) });
  after(0).received('response.audio.delta', sound(100));
  assert.equal(meters.reading.jitterMs, undefined);
  after(10).received('response.audio.delta', sound(100));
  assert.equal(meters.reading.jitterMs, 0, 'early is no fault');
  after(100).received('response.audio_transcript.delta', { item_id: 'a', delta: 'words' });
  after(32).received('response.audio.delta', sound(100));
  assert.equal(meters.reading.jitterMs, 2);
  after(132).received('response.audio.delta', sound(50));
  assert.equal(meters.reading.jitterMs, 2 + 30 / 16);
  after(5000).received('response.audio.delta', sound(100, 'the next answer'));
  after(0).received('response.audio.delta', { item_id: 'the next answer' });
  assert.equal(meters.reading.jitterMs, (2 + 30 / 16) * (15 / 16), 'what comes at once is not late');
});

it('a connection made again is counted once it is open; one that the user made is not', () => {
  const { meters } = measuring();
  const counts = (...phases: string[]) => {
    for (const phase of phases) meters.phase(phase);
    return meters.reading.reconnects;
  };
  assert.equal(counts('connecting', 'open'), 0);
  assert.equal(counts('reconnecting'), 0);
  assert.equal(counts('open'), 1);
  assert.equal(counts('open'), 1);
  assert.equal(counts('reconnecting', 'failed', 'connecting', 'open'), 1);
  assert.equal(counts('reconnecting', 'open'), 2);
  assert.deepEqual([meters.reading.underruns, meters.reading.droppedMs], [2, 30]);
});
