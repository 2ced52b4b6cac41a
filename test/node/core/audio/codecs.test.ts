import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { AudioFormat } from 'voxreel/protocol';

import { decodeBase64, toBase64, toBase64Loop } from '../../../../src/base/base64.js';
import { createAudioDecoder, encodeAudio, sampleRateOf } from '../../../../src/core/audio/codecs.js';

const fromBase64 = (text: string): Uint8Array => {
  const into = new Uint8Array(text.length);
  return into.slice(0, decodeBase64(text, into));
};
const decodeAudio = (bytes: Uint8Array, format: AudioFormat): Float32Array => createAudioDecoder()(toBase64(bytes), format);

test('the rate of each format on the wire', () => {
  assert.deepEqual((['pcm16', 'g711_ulaw', 'g711_alaw'] as const).map(sampleRateOf), [24_000, 8000, 8000]);
});

test('pcm16 is little-endian and comes back as it was', () => {
  const samples = Int16Array.from([0, 1, -1, 32_767, -32_768, 258]);
  const bytes = encodeAudio(samples, 'pcm16');
  assert.deepEqual(Array.from(bytes.slice(10)), [2, 1]);
  assert.deepEqual(
    [...decodeAudio(bytes, 'pcm16')].map((value) => value * 32_768),
    [...samples],
  );
  const odd = new Uint8Array(14);
  odd.set(bytes, 1);
  assert.deepEqual(decodeAudio(odd.subarray(1), 'pcm16').length, 6);
});

test('a decoder gives the same samples piece by piece, in memory that is used again', () => {
  const decode = createAudioDecoder();
  for (const format of ['pcm16', 'g711_ulaw', 'g711_alaw'] as const) {
    for (const length of [1200, 7, 0, 2400]) {
      const bytes = encodeAudio(
        Int16Array.from({ length }, (_, at) => Math.round(Math.sin(at / 5) * 20_000)),
        format,
      );
      assert.deepEqual([...decode(toBase64(bytes), format)], [...decodeAudio(bytes, format)]);
    }
  }
  const first = decode('AAABAAIA', 'pcm16');
  assert.equal(decode('AwAEAAUA', 'pcm16').buffer, first.buffer);
  assert.deepEqual([...decode('AAA', 'pcm16')], [0]);
});

// Values of ITU-T G.711, as 16-bit samples.
const known = {
  g711_ulaw: [
    [0xff, 0],
    [0x7f, 0],
    [0x80, 32_124],
    [0x00, -32_124],
    [0xfe, 8],
    [0xf0, 120],
  ],
  g711_alaw: [
    [0xd5, 8],
    [0x55, -8],
    [0xaa, 32_256],
    [0x2a, -32_256],
    [0xc5, 264],
  ],
} as const;

for (const format of ['g711_ulaw', 'g711_alaw'] as const) {
  test(`${format} gives the standard's values`, () => {
    for (const [byte, sample] of known[format]) {
      assert.equal((decodeAudio(Uint8Array.of(byte), format)[0] ?? 0) * 32_768 + 0, sample + 0, `0x${byte.toString(16)}`);
    }
  });

  test(`${format}: every byte decodes to a sample that encodes to it`, () => {
    for (let byte = 0; byte < 256; byte++) {
      const sample = Math.round((decodeAudio(Uint8Array.of(byte), format)[0] ?? 0) * 32_768);
      const [back] = encodeAudio(Int16Array.of(sample), format);
      // µ-law has two zeros.
      assert.equal(back, format === 'g711_ulaw' && byte === 0x7f ? 0xff : byte);
    }
  });

  test(`${format} keeps a sample within the step of its loudness`, () => {
    for (let sample = -32_768; sample < 32_768; sample += 37) {
      const back = (decodeAudio(encodeAudio(Int16Array.of(sample), format), format)[0] ?? 0) * 32_768;
      assert.ok(Math.abs(back - sample) <= Math.max(16, Math.abs(sample) / 30 + 4), `${sample} -> ${back}`);
    }
  });
}

test('base64 by table agrees with Node for every length', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 89 + length * 31) & 255);
    const text = Buffer.from(bytes).toString('base64');
    assert.equal(toBase64Loop(bytes), text);
    assert.equal(toBase64(bytes), text);
    assert.deepEqual(fromBase64(text), bytes);
  }
});
