import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createResampler } from '../../../src/base/resample.js';

const tone = (hz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / rate));

function resample(input: Float32Array, fromHz: number, toHz: number, block: number): Float32Array {
  const resampler = createResampler(fromHz, toHz);
  const parts: number[] = [];
  const output = new Float32Array(resampler.capacity(block));
  for (let at = 0; at < input.length; at += block)
    parts.push(...output.subarray(0, resampler.process(input.subarray(at, at + block), output)));
  parts.push(...output.subarray(0, resampler.flush(output)));
  return Float32Array.from(parts);
}

/** Amplitude of one frequency (Goertzel). */
function amplitude(samples: Float32Array, hz: number, rate: number): number {
  let [real, imaginary] = [0, 0];
  samples.forEach((value, at) => {
    real += value * Math.cos((2 * Math.PI * hz * at) / rate);
    imaginary += value * Math.sin((2 * Math.PI * hz * at) / rate);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

for (const [fromHz, toHz] of [
  [48_000, 24_000],
  [44_100, 24_000],
  [48_000, 8000],
  [44_100, 8000],
  [24_000, 48_000],
  [24_000, 44_100],
  [8000, 48_000],
  [16_000, 24_000],
] as const) {
  test(`${fromHz} to ${toHz}: a tone keeps its pitch, loudness and length`, () => {
    const output = resample(tone(1000, fromHz, 0.5), fromHz, toHz, 128);
    assert.ok(Math.abs(output.length - toHz / 2) <= 2, `${output.length} samples`);
    const middle = output.subarray(toHz / 10, (toHz * 4) / 10);
    assert.ok(Math.abs(amplitude(middle, 1000, toHz) - 0.5) < 0.01, `amplitude ${amplitude(middle, 1000, toHz)}`);
  });
}

test('what lies above half the new rate does not fold back', () => {
  const output = resample(tone(9000, 48_000, 0.5), 48_000, 8000, 128);
  const middle = output.subarray(800, 3200);
  assert.ok(Math.max(...middle.map(Math.abs)) < 0.01);
});

test('the size of the blocks makes no difference', () => {
  const input = tone(440, 44_100, 0.1);
  assert.deepEqual(resample(input, 44_100, 24_000, 128), resample(input, 44_100, 24_000, 4410));
});

test('the first sample stays at the first place', () => {
  const input = new Float32Array(400);
  input[0] = 1;
  const output = resample(input, 24_000, 48_000, 400);
  assert.equal(output.indexOf(Math.max(...output)), 0);
});
