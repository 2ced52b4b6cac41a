// When each line of a recorded conversation was heard, from the log of its events alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { captionsOf, partsOf } from '../../../../src/core/editing/film-captions.js';
import { exportVideo } from '../../../../src/core/realtime/history/export-video.js';
import { compactLog } from '../../../../src/core/realtime/history/compact-log.js';
import { filmLines } from '../../../../src/core/realtime/history/film-lines.js';
import type { LoggedEvent } from '../../../../src/core/realtime/history/logged-event.js';
import type { RecordedEvent } from '../../../../src/core/recorded-events.js';

const names = { user: 'You', assistant: 'Assistant', person: 'Person' };
const whole = { beganAt: 1000, spans: [{ startedAt: 1000, atMs: 0 }] };

let eventNumber = 0;
const server = (at: number, type: string, fields: object): RecordedEvent => ({
  at,
  from: 'server',
  event: { type, event_id: `e${(eventNumber += 1)}`, ...fields },
});
const page = (at: number, type: string, fields: object): RecordedEvent => ({ at, from: 'page', event: { type, ...fields } });

const turn = (id: string, startMs: number, endMs: number, text: string): RecordedEvent[] => [
  server(startMs + 300, 'input_audio_buffer.speech_started', { item_id: id, audio_start_ms: 0 }),
  server(endMs, 'input_audio_buffer.speech_stopped', { item_id: id, audio_end_ms: 0 }),
  server(endMs, 'input_audio_buffer.committed', { item_id: id, previous_item_id: null }),
  server(endMs, 'conversation.item.created', { item: { id, type: 'message', role: 'user', content: [{ type: 'input_audio' }] } }),
  server(endMs + 500, 'conversation.item.input_audio_transcription.completed', { item_id: id, content_index: 0, transcript: text }),
];
const part = (id: string) => ({ response_id: `r_${id}`, item_id: id, content_index: 0 });
const answer = (id: string, at: number, soundMs: number, text: string): RecordedEvent[] => [
  server(at, 'response.created', { response: { id: `r_${id}` } }),
  server(at, 'response.output_item.added', {
    response_id: `r_${id}`,
    item: { id, type: 'message', role: 'assistant', status: 'in_progress' },
  }),
  server(at, 'response.content_part.added', { ...part(id), part: { type: 'audio' } }),
  ...(soundMs === 0 ? [] : [server(at, 'response.audio.delta', { ...part(id), delta: '', delta_length: soundMs * 64 })]),
  server(at + 20, 'response.audio_transcript.done', { ...part(id), transcript: text }),
  server(at + 20, 'response.output_item.done', {
    response_id: `r_${id}`,
    item: { id, type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'audio', transcript: text }] },
  }),
];
const heard = (id: string, at: number, ms: number) => page(at, 'local.heard', { item_id: id, content_index: 0, audio_end_ms: ms });

describe('the lines of a filmed conversation', () => {
  it('stand where they were said and heard', () => {
    const log = [
      ...turn('u', 1000, 2500, 'How tall is it?'),
      ...answer('a', 3000, 2000, 'Sixty-one metres.'),
      heard('a', 3400, 200),
      heard('a', 3700, 500),
      heard('a', 5200, 2000),
    ];
    const [question, reply, ...others] = filmLines(log, whole, names);
    assert.deepEqual(others, []);
    assert.deepEqual(question, { side: 'user', name: 'You', text: 'How tall is it?', startS: 1, endS: 2.5 });
    assert.deepEqual(reply, { side: 'other', name: 'Assistant', text: 'Sixty-one metres.', startS: 3.2, endS: 5.2, sound: 'before' });
  });

  it('begin with the sound, although a busy page hears of it late', () => {
    const late = [20, 80, 500].map((ms) => heard('a', 3600, ms));
    const log = [...answer('a', 3550, 2000, 'Sixty-one metres.'), ...late, heard('a', 5200, 2000)];
    const [reply] = filmLines(log, whole, names);
    assert.deepEqual([reply?.startS, reply?.endS], [3.1, 5.2]);
  });

  it('are there although an event beside them has no item where it should have one', () => {
    const log = [server(900, 'conversation.item.retrieved', { item: null }), ...turn('u', 1000, 2500, 'How tall is it?')];
    assert.deepEqual(
      filmLines(log, whole, names).map(({ text }) => text),
      ['How tall is it?'],
    );
  });

  it('begin when the user pressed the button, in that turn alone', () => {
    const client = (at: number, type: string): RecordedEvent => ({ at, from: 'client', event: { type } });
    const [, , ...spoken] = turn('u', 1000, 6000, 'Hold the button and say this.');
    const [, , ...next] = turn('v', 20_000, 29_000, 'Thirty characters of the next.');
    const lines = filmLines([client(2000, 'input_audio_buffer.clear'), ...spoken, ...next], whole, names);
    assert.deepEqual(
      lines.map(({ startS, endS }) => [startS, endS]),
      [
        [2, 6],
        [27, 29],
      ],
    );
  });

  it('are the same of a log that was made short', () => {
    const log = [...answer('a', 3000, 2000, 'Sixty-one metres.'), heard('a', 3400, 200), heard('a', 3700, 500), heard('a', 5200, 2000)];
    const short = compactLog(compactLog(log as LoggedEvent[]));
    assert.equal(short.length, log.length - 2);
    const [reply] = filmLines(short as RecordedEvent[], whole, names);
    assert.deepEqual([reply?.startS, reply?.endS], [3.2, 5.2]);
  });

  it('end where an answer was cut, with the words that were heard', () => {
    const log = [
      ...answer('a', 1000, 4000, 'One two three four five six seven eight'),
      heard('a', 1300, 250),
      heard('a', 3050, 2000),
      server(3100, 'conversation.item.truncated', { item_id: 'a', content_index: 0, audio_end_ms: 2000 }),
    ];
    const [reply] = filmLines(log, whole, names);
    assert.match(reply?.text ?? '', /^One two three four.*—$/);
    assert.doesNotMatch(reply?.text ?? '', /eight/);
    assert.equal(reply?.endS, 3.05);
  });

  it('follow the recording, not the clock, through a pause, and leave out what was given up', () => {
    const log = [...turn('early', 500, 1500, 'Gone.'), ...turn('u', 61_000, 62_000, 'Back again.')];
    const spans = [
      { startedAt: 1000, atMs: -2000 },
      { startedAt: 61_000, atMs: 1000 },
    ];
    assert.deepEqual(
      filmLines(log, { beganAt: 1000, spans }, names).map(({ text, startS }) => [text, startS]),
      [['Back again.', 2]],
    );
  });

  it('leave out what was kept from an earlier page, and calls', () => {
    const kept = (type: string) => ({ item: { id: `kept_${type}`, type, role: 'user', content: [{ type: 'text', text: 'Old.' }] } });
    const log = [page(0, 'conversation.item.created', kept('message')), server(10, 'conversation.item.created', kept('function_call'))];
    assert.deepEqual(filmLines(log, whole, names), []);
  });

  it('end with the voice, where the service noticed its end later', () => {
    const line = { side: 'user', name: 'You', text: 'Hello.', startS: 1, endS: 4 } as const;
    const user = new Float32Array(200);
    user.fill(0.1, 24, 50);
    const levels = { user, other: new Float32Array(200) };
    const [spoken, typed] = [line, { ...line, startS: 5, endS: 7 }].flatMap((one) => captionsOf([one], { durationS: 10, levels }));
    assert.ok(Math.abs((spoken?.endS ?? NaN) - 3.3) < 0.01, `${spoken?.endS}`);
    assert.ok(Math.abs((typed?.endS ?? NaN) - 7.8) < 0.01, `${typed?.endS}`);
  });

  it('begin with their sound in the recording, where the page noticed it late, and not before the line before them ends', () => {
    const line = { side: 'other', name: 'Assistant', text: 'Hello.', startS: 3, endS: 4, sound: 'before' } as const;
    const levels = { user: new Float32Array(200), other: new Float32Array(200) };
    levels.other.fill(0.1, 42, 48);
    levels.other.fill(0.1, 52, 80);
    const [spoken] = captionsOf([line], { durationS: 10, levels });
    assert.ok(Math.abs((spoken?.startS ?? NaN) - 2.1) < 0.01, `${spoken?.startS}`);
    const [, second] = captionsOf([{ ...line, startS: 1, endS: 2.7 }, line], { durationS: 10, levels });
    assert.ok(Math.abs((second?.startS ?? NaN) - 2.7) < 0.01, `${second?.startS}`);
    levels.other.fill(0);
    const [silent] = captionsOf([line], { durationS: 10, levels });
    assert.equal(silent?.startS, 3);
  });

  it('of a media track are measured in its sound', () => {
    const [line] = filmLines(answer('a', 1000, 0, 'Over a track.'), whole, names);
    assert.deepEqual([line?.sound, line?.endS], ['after', undefined]);
    const other = new Float32Array(200);
    other.fill(0.1, 30, 80);
    const [caption] = captionsOf([line ?? assert.fail()], { durationS: 10, levels: { user: new Float32Array(200), other } });
    assert.equal(caption?.startS, 1.5);
    // Its last words stay a moment longer.
    assert.ok(Math.abs((caption?.endS ?? NaN) - 4.8) < 0.01, `${caption?.endS}`);
  });
});

describe('long lines', () => {
  it('become captions that one reads at once, in any script', () => {
    const english =
      'This is a sentence of some length that goes on, and on, until nobody could read it at once any more, which is why it is divided.';
    const chinese =
      '这是一个很长的句子，说了又说，一直说到没有人能一下子读完，所以要分成几条字幕来显示，这样大家才读得清楚，也跟得上说话的速度。';
    for (const text of [english, chinese]) {
      const parts = partsOf(text);
      assert.ok(parts.length >= 2, text);
      assert.equal(parts.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
      for (const one of parts) assert.ok(one.length <= 100);
    }
    assert.deepEqual(partsOf('Yes.  No.'), ['Yes. No.']);
    assert.deepEqual(partsOf('  '), []);
  });
});

describe('the film of a recorded conversation', () => {
  const log = turn('u', 1000, 2500, 'How tall is it?')
    .map((recorded) => JSON.stringify(recorded))
    .join('\n');
  const filmed = (startedAt: number, bytes = 45) =>
    exportVideo({ log, beganAt: 60_000, sound: { file: new Blob([new Uint8Array(bytes)]), spans: [{ startedAt, atMs: 0 }] } });

  it('has the lines that were said while it was recorded', async () => {
    await assert.rejects(filmed(90_000), { code: 'invalid_input', param: 'lines' });
    // Then the sound is read, which is none here.
    await assert.rejects(filmed(60_000), { code: 'invalid_input', param: 'sound' });
  });

  it('is not made of a recording without a sample', async () => {
    await assert.rejects(filmed(60_000, 44), { code: 'unsupported', param: 'record' });
  });
});
