// What sounds in the place of late samples, and the way back from there.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bridge } from '../../../../src/core/audio/bridge.js';
import { SampleWindow } from '../../../../src/core/audio/sample-window.js';

const rate = 48_000;
const samplesOf = (ms: number) => (ms * rate) / 1000;
const periodMs = 3;
const awayMs = 60;
const backMs = 4;

/** All of a tone has been played. */
function after(ms: number) {
  const window = new SampleWindow({ kept: samplesOf(35), ahead: 1024 });
  window.push(Float32Array.from({ length: samplesOf(ms) }, (_, at) => Math.sin((2 * Math.PI * at) / samplesOf(periodMs))));
  window.at += window.reach(samplesOf(ms));
  const bridge = new Bridge(rate, window);
  const next = (count: number) => Array.from({ length: count }, () => bridge.next());
  /** Steady sound that came late. */
  const mixed = (count: number) => Array.from({ length: count }, (_, index) => bridge.mixed(0.9, window.at + index));
  return { bridge, next, mixed };
}

describe('a bridge', () => {
  it('repeats the last period, which fades away and is silent in the end', () => {
    const { bridge, next } = after(21);
    bridge.begin();
    const heard = next(samplesOf(awayMs));
    const expected = heard.map((_, at) => Math.sin((2 * Math.PI * at) / samplesOf(periodMs)) * (1 - at / heard.length) ** 2);
    assert.ok(
      heard.every((value, at) => Math.abs(value - (expected[at] ?? 0)) < 1e-4),
      'it goes on where the sound was',
    );
    assert.deepEqual(next(3), [0, 0, 0]);
  });

  it('is left little by little for what came late', () => {
    const { bridge, next, mixed } = after(21);
    bridge.begin();
    const [before = 0] = next(samplesOf(8.25)).slice(-1);
    const back = mixed(samplesOf(backMs));
    assert.ok(before < -0.5 && Math.abs((back[0] ?? 0) - before) < 0.05, `from ${before} to ${back[0]}`);
    assert.ok(Math.abs((back.at(-1) ?? 0) - 0.9) < 0.05);
    assert.deepEqual(mixed(2), [0.9, 0.9]);
  });

  it('is silence where too little was played to tell its period, and is faded in from', () => {
    const { bridge, next, mixed } = after(9);
    bridge.begin();
    assert.deepEqual(next(3), [0, 0, 0]);
    assert.ok((mixed(1)[0] ?? 1) < 0.05);
  });

  it('has no part in what follows nothing', () => {
    const { bridge, next, mixed } = after(21);
    assert.deepEqual(mixed(2), [0.9, 0.9]);
    bridge.begin();
    bridge.forget();
    assert.deepEqual(
      [next(2), mixed(2)],
      [
        [0, 0],
        [0.9, 0.9],
      ],
    );
  });
});
