// What is said while a connection is gone: kept in order, bounded, given to the next one.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ClientEvent } from '../../../../src/core/dialects/dialect.js';
import { createLostSpeech } from '../../../../src/core/realtime/speech/lost-speech.js';
import { createSpeechDelivery } from '../../../../src/core/realtime/speech/speech-delivery.js';
import { endTurn } from '../../../../src/core/realtime/speech/push-to-talk.js';
import { SpeechBuffer, type AudioPath } from '../../../../src/core/realtime/speech/speech-buffer.js';
import type { Voice } from '../../../../src/core/realtime/speech/voice.js';

function input({ byHand = false, sends = true } = {}) {
  const sent: string[] = [];
  let wire: AudioPath = 'ready';
  let overflowMs = 0;
  const spoken = new SpeechBuffer({
    send(event: ClientEvent) {
      sent.push(event.type === 'input_audio_buffer.append' ? event.audio : event.type);
      return sends;
    },
    byHand: () => byHand,
    overflow: (lostMs) => (overflowMs += lostMs),
  });
  return {
    spoken,
    sent,
    say: (...chunks: string[]) => chunks.map((chunk) => spoken.append(chunk, 500, wire)),
    set wire(next: typeof wire) {
      wire = next;
    },
    overflowMs: () => overflowMs,
  };
}

const committed = (itemId: string) => ({ type: 'input_audio_buffer.committed', event_id: 'e', item_id: itemId }) as const;
const speechStarted = { type: 'input_audio_buffer.speech_started', event_id: 'e', audio_start_ms: 0 } as const;

test('what is said while there is no wire is sent when there is one again, after the words that were cut', () => {
  const room = input();
  room.spoken.observe(speechStarted);
  room.say('a', 'b');
  room.wire = 'waiting';
  room.say('c', 'd');
  assert.deepEqual(room.sent, ['a', 'b']);
  room.wire = 'ready';
  room.spoken.resume(false);
  room.say('e');
  assert.deepEqual(room.sent, ['a', 'b', 'a', 'b', 'c', 'd', 'e']);
});

test('a turn the server has taken is not said twice, unless nobody heard it', () => {
  for (const again of [false, true]) {
    const room = input();
    room.spoken.observe(speechStarted);
    room.say('a', 'b');
    room.spoken.observe(committed('turn'));
    assert.equal(room.spoken.unheardTurn, 'turn');
    room.say('c');
    room.sent.length = 0;
    room.spoken.resume(again);
    assert.deepEqual(room.sent, again ? ['a', 'b', 'c'] : ['c']);
  }
});

test('words that came of a turn, or its answer, end the keeping of its sound', () => {
  const room = input();
  room.say('a');
  room.spoken.observe(committed('one'));
  room.spoken.observe({
    event_id: 'e',
    type: 'conversation.item.input_audio_transcription.completed',
    item_id: 'one',
    content_index: 0,
    transcript: 'A',
  });
  assert.equal(room.spoken.unheardTurn, undefined);
  room.say('b');
  room.spoken.observe(committed('two'));
  room.spoken.observe({
    event_id: 'e',
    type: 'response.done',
    response: { id: 'r', object: 'realtime.response', status: 'completed', output: [] },
  });
  assert.equal(room.spoken.unheardTurn, undefined);
});

test('push to talk that ends while there is no wire is committed on the next one, in its place', () => {
  const room = input({ byHand: true });
  room.say('a');
  room.wire = 'waiting';
  room.say('b');
  room.spoken.mark({ type: 'input_audio_buffer.commit' });
  room.sent.length = 0;
  room.wire = 'ready';
  room.spoken.resume(false);
  assert.deepEqual(room.sent, ['a', 'b', 'input_audio_buffer.commit']);
});

test('a commit whose acknowledgment was lost is made again', () => {
  const room = input({ byHand: true });
  room.say('a');
  room.spoken.mark({ type: 'input_audio_buffer.commit' });
  room.sent.length = 0;
  room.spoken.resume(false);
  assert.deepEqual(room.sent, ['a', 'input_audio_buffer.commit']);
});

test('what was given to a connection is lost too when that one goes, for good', () => {
  const room = input();
  room.spoken.observe(speechStarted);
  room.say('a', 'b');
  room.wire = 'waiting';
  room.spoken.resume(false);
  room.say('c');
  assert.equal(room.spoken.drop(), 1500);
});

test('a clear that is acknowledged late takes nothing of what was said after it', () => {
  const room = input({ byHand: true });
  room.say('before');
  room.spoken.mark({ type: 'input_audio_buffer.clear' });
  room.say('a', 'b');
  room.spoken.observe({ type: 'input_audio_buffer.cleared', event_id: 'e' });
  room.sent.length = 0;
  room.spoken.resume(false);
  assert.deepEqual(room.sent, ['a', 'b']);
});

test('silence is not kept, and no more than half a minute of speech is; what is lost is counted', () => {
  const quiet = input();
  for (let at = 0; at < 20; at++) quiet.say(`s${at}`);
  quiet.sent.length = 0;
  quiet.spoken.resume(false);
  assert.ok(quiet.sent.length <= 3, `${quiet.sent.length} chunks of silence`);

  const long = input();
  long.wire = 'waiting';
  for (let at = 0; at < 80; at++) long.say(`w${at}`);
  long.wire = 'ready';
  long.spoken.resume(false);
  assert.equal(long.sent.length, 60);
  assert.equal(long.sent.at(-1), 'w79');
  assert.equal(long.overflowMs(), 10_000);
});

test('silence is not kept once the user has stopped speaking, or has said all of it to another connection', () => {
  const ends: readonly ((room: ReturnType<typeof input>) => unknown)[] = [
    () => {},
    ({ spoken }) => {
      spoken.observe(speechStarted);
      spoken.observe(committed('turn'));
    },
    ({ spoken }) => {
      spoken.observe(speechStarted);
      spoken.resume(false);
    },
    (room) => {
      room.wire = 'waiting';
      room.say('a');
      room.spoken.resume(false);
    },
    (room) => {
      room.spoken.observe(speechStarted);
      room.wire = 'waiting';
      room.say('a');
      room.spoken.drop();
    },
  ];
  for (const end of ends) {
    const room = input();
    end(room);
    room.wire = 'ready';
    for (let at = 0; at < 20; at++) room.say(`s${at}`);
    room.sent.length = 0;
    assert.equal(room.spoken.drop(), 0);
    for (let at = 0; at < 20; at++) room.say(`t${at}`);
    room.sent.length = 0;
    room.spoken.resume(false);
    assert.deepEqual(room.sent, ['t18', 't19']);
  }
});

test('a chunk that a closing wire does not take is kept for the next one', () => {
  const room = input({ sends: false });
  assert.deepEqual(room.say('a'), [true]);
  room.wire = 'waiting';
  room.say('b');
  room.sent.length = 0;
  room.spoken.resume(false);
  assert.deepEqual(room.sent, ['a', 'b']);
});

test('what was being said as the last way to the server went is lost, and counted', () => {
  const quiet = input();
  quiet.say('a', 'b');
  assert.equal(quiet.spoken.drop(), 0);
  const speaking = input();
  speaking.spoken.observe(speechStarted);
  speaking.say('a', 'b');
  assert.equal(speaking.spoken.drop(), 1000);
  assert.equal(speaking.spoken.drop(), 0);
  const waiting = input();
  waiting.wire = 'waiting';
  waiting.say('a');
  assert.equal(waiting.spoken.drop(), 500);
});

test('a wire that does not keep up leaves chunks out, and nothing is kept of them', () => {
  const room = input();
  room.wire = 'congested';
  assert.deepEqual(room.say('a'), [false]);
  room.wire = 'ready';
  room.spoken.resume(false);
  assert.deepEqual(room.sent, []);
});

test('the end of a turn is kept with the speech while there is no wire, and sent at once while there is one', () => {
  const sent: string[] = [];
  const wire = { send() {}, bufferedBytes: 0, maxMessageBytes: 1, close() {} };
  const transport = { id: 'events', audio: 'events' as const, open: () => Promise.resolve(wire) };
  const delivery = createSpeechDelivery({
    send: ({ type }) => sent.push(type) > 0,
    byHand: () => true,
    level: () => 0,
    failed: () => {},
    strained: () => {},
  });
  delivery.opened(wire, transport);
  assert.equal(delivery.mark({ type: 'input_audio_buffer.commit' }), false);
  delivery.lost();
  delivery.append('a', 500);
  assert.equal(delivery.mark({ type: 'input_audio_buffer.commit' }), true);
  delivery.opened(wire, transport);
  assert.deepEqual(sent, ['input_audio_buffer.append', 'input_audio_buffer.commit']);
});

test('where sound is a track, the time the user spoke into a lost connection is reported', (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 0 });
  let level = 0;
  const lost = createLostSpeech(() => level);
  lost.begin();
  context.mock.timers.tick(1000);
  level = 0.1;
  context.mock.timers.tick(500);
  level = 0;
  context.mock.timers.tick(1000);
  assert.equal(lost.end(), 500);
  assert.equal(lost.end(), 0);
});

test('on a track, what the user said into a lost connection is reported once there is another', (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 0 });
  const failures: string[] = [];
  const wire = { send() {}, bufferedBytes: 0, maxMessageBytes: 1, close() {} };
  const transport = { id: 'track', audio: 'track' as const, open: () => Promise.resolve(wire) };
  const delivery = createSpeechDelivery({
    send: () => true,
    byHand: () => false,
    level: () => 0.1,
    failed: ({ code, message }) => failures.push(`${code}: ${message}`),
    strained: () => {},
  });
  delivery.opened(wire, transport);
  delivery.lost();
  context.mock.timers.tick(500);
  delivery.opened(wire, transport);
  assert.deepEqual(failures, ['speech_lost: 500 ms of speech were lost with the connection.']);
});

test('a wire with a little left to send still takes speech', () => {
  const wire = { send() {}, bufferedBytes: 200 * 1024, maxMessageBytes: 1, close() {} };
  const delivery = createSpeechDelivery({
    send: () => true,
    byHand: () => false,
    level: () => 0,
    failed: () => {},
    strained: () => {},
  });
  delivery.opened(wire, { id: 'events', audio: 'events', open: () => Promise.resolve(wire) });
  assert.equal(delivery.append('a', 500), true);
});

test('what is said while a long backlog leaves is not left out for it', () => {
  const wire = { send() {}, bufferedBytes: 0, maxMessageBytes: 1, close() {} };
  const transport = { id: 'events', audio: 'events' as const, open: () => Promise.resolve(wire) };
  const sent: string[] = [];
  const delivery = createSpeechDelivery({
    send(event) {
      if (event.type === 'input_audio_buffer.append') sent.push(event.audio);
      wire.bufferedBytes += 100 * 1024;
      return true;
    },
    byHand: () => true,
    level: () => 0,
    failed: () => {},
    strained: () => {},
  });
  delivery.opened(wire, transport);
  delivery.lost();
  for (const chunk of ['a', 'b', 'c', 'd']) delivery.append(chunk, 500);
  wire.bufferedBytes = 0;
  delivery.opened(wire, transport);
  assert.deepEqual([sent.join(''), wire.bufferedBytes], ['abcd', 400 * 1024]);
  const said = ['e', 'f', 'g', 'h'].map((chunk) => delivery.append(chunk, 500));
  assert.deepEqual(said, [true, true, true, false], 'until as much of it waits as on any wire');
  wire.bufferedBytes = 0;
  assert.equal(delivery.append('i', 500), true);
  wire.bufferedBytes = 300 * 1024;
  assert.equal(delivery.append('j', 500), false, 'the backlog has left');
});

test('a turn by hand is committed from a tenth of a second on; a shorter one is cleared', async () => {
  for (const [appendedMs, expected] of [
    [99, ['input_audio_buffer.clear']],
    [100, ['input_audio_buffer.commit', 'response.create']],
  ] as const) {
    const sent: string[] = [];
    // No microphone opens in Node: this is what one would have given.
    const voice = { stream: {}, appendedMs, gate() {}, flush: async () => {} } as unknown as Voice;
    await endTurn({ voice, delivery: { audio: 'events' }, send: ({ type }) => void sent.push(type), failed: assert.fail });
    assert.deepEqual(sent, expected);
  }
});
