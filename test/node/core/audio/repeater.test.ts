// How sound is played slower: when a stretch of it is repeated, and when it is not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Repeater } from '../../../../src/core/audio/repeater.js';
import { SampleWindow } from '../../../../src/core/audio/sample-window.js';

const rate = 48_000;
const samplesOf = (ms: number) => (ms * rate) / 1000;
const hopMs = 10;

/** A tone whose period is 3 ms. */
const tone = (ms: number) => Float32Array.from({ length: samplesOf(ms) }, (_, at) => Math.sin((2 * Math.PI * at) / samplesOf(3)));

/** The same in every run, and like itself nowhere. */
function noise(ms: number): Float32Array {
  let state = 3;
  return Float32Array.from({ length: samplesOf(ms) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function repeating(sound: Float32Array) {
  const window = new SampleWindow({ kept: samplesOf(35), ahead: 1024 });
  const repeater = new Repeater(rate, window);
  window.push(sound);
  /** Plays one run; by how many samples the next one goes back. */
  const play = (missing = 1) => {
    const count = window.reach(repeater.run);
    for (let index = 0; index < count; index++) repeater.mixed(0, window.at + index);
    window.at += count;
    return repeater.played(count, missing);
  };
  /** The hop after which something is repeated. */
  const firstRepeated = (hops: number, missing = 1) => Array.from({ length: hops }, () => play(missing)).findIndex((lag) => lag > 0) + 1;
  return { window, repeater, play, firstRepeated };
}

describe('a repetition', () => {
  it('comes once it is 5 ms behind, and goes back by whole periods', () => {
    const { play } = repeating(tone(200));
    const lags = Array.from({ length: 5 }, () => play());
    assert.deepEqual(lags.slice(0, 4), [0, 0, 0, 0]);
    assert.equal((lags[4] ?? 0) % samplesOf(3), 0);
    assert.ok((lags[4] ?? 0) > 0);
  });

  it('is followed by the next one when as much is missing again', () => {
    const { play, firstRepeated } = repeating(tone(900));
    const lag = Array.from({ length: 5 }, () => play()).at(-1) ?? 0;
    assert.equal(play(), 0);
    assert.equal(firstRepeated(40), (lag * 10) / samplesOf(hopMs));
  });

  it('does not come while nothing is missing, and is then no longer behind', () => {
    const { play, firstRepeated } = repeating(tone(400));
    assert.equal(firstRepeated(4), 0);
    assert.equal(play(0), 0);
    assert.equal(firstRepeated(5), 5);
  });

  it('waits until 30 ms are behind where nothing sounds alike', () => {
    assert.equal(repeating(noise(500)).firstRepeated(40), 30);
  });

  it('waits for as much sound as it is faded over', () => {
    const { window, play } = repeating(tone(5 * hopMs + 9));
    assert.deepEqual(
      Array.from({ length: 5 }, () => play()),
      [0, 0, 0, 0, 0],
    );
    window.push(tone(100).subarray(samplesOf(2)));
    assert.ok(play() > 0);
  });

  it('is faded over from what comes next to what was just played, which is then played on', () => {
    const { window, repeater, play } = repeating(noise(500));
    const lag = Array.from({ length: 30 }, () => play()).at(-1) ?? 0;
    const { at } = window;
    const [next, before] = [window.samples[at] ?? 0, (sample: number) => window.samples[sample - lag] ?? 0];
    const mixed = Array.from({ length: samplesOf(hopMs) }, (_, index) => repeater.mixed(window.samples[at + index] ?? 0, at + index));
    assert.ok(Math.abs((mixed[0] ?? 0) - next) < 0.01);
    assert.ok(Math.abs((mixed.at(-1) ?? 0) - before(at + mixed.length - 1)) < 0.01);
    window.at += mixed.length;
    assert.equal(repeater.played(mixed.length, 1), 0);
    assert.equal(window.at, at + mixed.length - lag);
    assert.equal(repeater.mixed(0.25, window.at), 0.25);
  });
});
