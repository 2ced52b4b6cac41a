// Sound through the engine: the three formats both ways, change of rate, and what counts as speech.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createLocalService, speak } from 'voxreel/local';
import type { LocalService } from 'voxreel/local';
import { values } from 'voxreel/protocol';

import { decodeAudio, encodeAudio, formatRateHz } from '../../../../src/local/realtime/audio-format.js';
import { measureLoudness } from '../../../../src/local/realtime/loudness.js';
import { createResampler, resample } from '../../../../src/local/realtime/resample.js';
import { createSpeechDetector } from '../../../../src/local/realtime/speech-detector.js';
import { connect, standardKey, toneSamples, userText } from './talker.js';
import type { Talker } from './talker.js';

/** Power of one frequency, as amplitude (Goertzel). */
function amplitudeAt(samples: Int16Array, frequencyHz: number, rateHz: number): number {
  let real = 0;
  let imaginary = 0;
  samples.forEach((sample, i) => {
    const angle = (2 * Math.PI * frequencyHz * i) / rateHz;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

const middle = (samples: Int16Array): Int16Array => samples.subarray(samples.length >> 2, (samples.length >> 2) * 3);

describe('change of rate', () => {
  for (const [from, to] of [
    [16_000, 24_000],
    [24_000, 8000],
    [8000, 24_000],
    [48_000, 24_000],
  ] as const)
    it(`keeps a tone from ${from} to ${to} Hz and removes what the lower rate cannot hold`, () => {
      const kept = resample(toneSamples(0.5, 1000, 8000, from), from, to);
      assert.ok(Math.abs(kept.length - to / 2) <= 2);
      assert.ok(Math.abs(amplitudeAt(middle(kept), 1000, to) - 8000) < 160);
      if (to >= from) return;
      const tooHigh = to / 2 + 1500;
      const removed = middle(resample(toneSamples(0.5, tooHigh, 8000, from), from, to));
      assert.ok(Math.max(...removed.map(Math.abs)) < 80);
    });

  it('gives the same samples in one piece and in many', () => {
    const input = toneSamples(0.2, 700, 9000, 16_000);
    const whole = resample(input, 16_000, 24_000);
    const resampler = createResampler(16_000, 24_000);
    const pieces: number[] = [];
    for (let at = 0; at < input.length; at += 37) pieces.push(...resampler.push(input.subarray(at, at + 37)));
    pieces.push(...resampler.flush());
    assert.deepEqual(pieces, [...whole]);
  });
});

describe('the audio formats', () => {
  for (const format of values.audioFormat)
    it(`${format} keeps level and pitch of a tone`, () => {
      const rateHz = formatRateHz[format];
      const samples = toneSamples(0.5, 440, 8000, rateHz);
      const decoded = decodeAudio(encodeAudio(samples, format), format);
      assert.ok(decoded);
      assert.equal(decoded.length, samples.length);
      assert.ok(Math.abs(amplitudeAt(decoded, 440, rateHz) - 8000) < 80);
      const worst = Math.max(...samples.map((sample, i) => Math.abs(sample - (decoded[i] ?? 0))));
      assert.ok(worst <= (format === 'pcm16' ? 0 : 260), `off by ${worst}`);
    });

  it('codes the samples that ITU-T gives as examples', () => {
    const codes = (format: 'g711_ulaw' | 'g711_alaw') => [...encodeAudio(Int16Array.from([0, 32_767, -32_768]), format)];
    assert.deepEqual(codes('g711_ulaw'), [0xff, 0x80, 0x00]);
    assert.deepEqual(codes('g711_alaw'), [0xd5, 0xaa, 0x2a]);
  });
});

describe('sound through a session', () => {
  let service: LocalService;
  let url: string;

  before(async () => {
    service = createLocalService({ key: standardKey, realtime: { pace: { audioRate: 60, wordMs: 1 }, transcriptionDelayMs: 1 } });
    ({ url } = await service.listen());
  });
  after(() => service.close());

  const soundOf = (talker: Talker): Uint8Array =>
    Buffer.concat(
      talker.events.filter(({ type }) => type === 'response.audio.delta').map(({ delta }) => Buffer.from(String(delta), 'base64')),
    );

  for (const input of values.audioFormat)
    for (const output of values.audioFormat)
      it(`plays a tone back that came as ${input} and goes as ${output}`, async () => {
        const talker = await connect(url);
        const formats = { input_audio_format: input, output_audio_format: output };
        talker.send({
          type: 'session.update',
          session: { modalities: ['text', 'audio'], turn_detection: null, instructions: 'echo', ...formats },
        });
        const bytes = encodeAudio(toneSamples(1, 440, 8000, formatRateHz[input]), input);
        talker.send({ type: 'input_audio_buffer.append', audio: Buffer.from(bytes).toString('base64') });
        talker.send({ type: 'input_audio_buffer.commit' });
        talker.send({ type: 'response.create' });
        await talker.next('response.done');
        const heard = decodeAudio(soundOf(talker), output);
        assert.ok(heard);
        const rateHz = formatRateHz[output];
        assert.ok(Math.abs(heard.length / rateHz - 1) < 0.02, `${heard.length / rateHz} s`);
        assert.ok(Math.abs(amplitudeAt(middle(heard), 440, rateHz) - 8000) < 400);
        await talker.close();
      });

  it('speaks as loud in every format', async () => {
    for (const format of values.audioFormat) {
      const talker = await connect(url);
      talker.send({ type: 'session.update', session: { modalities: ['text', 'audio'], output_audio_format: format } });
      talker.send(userText('Say one two three four'));
      talker.send({ type: 'response.create' });
      await talker.next('response.done');
      const samples = decodeAudio(soundOf(talker), format);
      assert.ok(samples);
      const { seconds, dbfs } = measureLoudness(resample(samples, formatRateHz[format], 24_000));
      assert.ok(seconds > 0.6 && dbfs > -30, `${format}: ${seconds} s at ${dbfs} dBFS`);
      await talker.close();
    }
  });
});

describe('speech detection', () => {
  const settings = { threshold: 0.5, silenceDurationMs: 300 };

  function changes(samples: Int16Array, threshold = settings.threshold) {
    const detector = createSpeechDetector();
    const found: { readonly type: string; readonly atMs: number }[] = [];
    for (let at = 0; at + 480 <= samples.length; at += 480) {
      const change = detector.push(samples.subarray(at, at + 480), { ...settings, threshold });
      if (change) found.push({ type: change.type, atMs: (at + 480) / 24 });
    }
    return found;
  }

  function room(seconds: number, amplitude: number): Int16Array {
    let state = 1;
    return Int16Array.from({ length: seconds * 24_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return (state / 2_147_483_647 - 0.5) * 2 * amplitude;
    });
  }

  const joined = (...pieces: Int16Array[]): Int16Array => Int16Array.from(pieces.flatMap((piece) => [...piece]));

  it('sees spoken words begin and end over the noise of a room', async () => {
    const words = await speak('Hello there.');
    const samples = joined(room(1, 60), resample(words.samples, words.sampleRateHz, 24_000), room(1, 60));
    const found = changes(samples);
    assert.deepEqual(
      found.map(({ type }) => type),
      ['started', 'stopped'],
    );
    const firstMs = 1000 + (words.words[0]?.startMs ?? 0);
    const noticedAfterMs = (found[0]?.atMs ?? 0) - firstMs;
    assert.ok(noticedAfterMs > 0 && noticedAfterMs <= 240, `noticed after ${noticedAfterMs} ms`);
  });

  it('takes neither a click nor the room for speech', () => {
    const click = toneSamples(0.04, 1000, 20_000);
    assert.deepEqual(changes(joined(room(1, 200), click, room(1, 200))), []);
  });

  it('hears quiet speech at a low threshold only', () => {
    const quiet = joined(room(1, 20), toneSamples(0.5, 300, 90), room(1, 20));
    assert.equal(changes(quiet, 0.1)[0]?.type, 'started');
    assert.deepEqual(changes(quiet, 0.9), []);
  });
});
