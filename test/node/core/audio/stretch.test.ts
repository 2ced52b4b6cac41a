// Sound that begins with its first piece: played slower while little is ahead, bridged where it is late, and counted to the sample.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Playout, type Latency } from '../../../../src/core/audio/playout.js';

const rate = 48_000;
const quantum = 128;
const samplesOf = (ms: number) => Math.round((ms * rate) / 1000);

/** A voice of this pitch: some harmonics, no two periods quite alike. */
const voice = (ms: number, hz = 130) =>
  Float32Array.from({ length: samplesOf(ms) }, (_, at) => {
    const t = at / rate;
    const swell = 0.6 + 0.4 * Math.sin(2 * Math.PI * 3 * t);
    return (0.2 * swell * [1, 2, 3, 5].reduce((sum, harmonic) => sum + Math.sin(2 * Math.PI * hz * harmonic * t) / harmonic, 0)) / 1.5;
  });

/** Random numbers from 0 to 1, the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Heard {
  readonly out: readonly number[];
  /** Milliseconds of silence or of a bridge between the first sample and the last. */
  readonly gapMs: number;
  readonly silentMs: number;
  readonly firstMs: number;
  readonly played: number;
}

/** Pieces of 20 ms as they come: each at its time, and `late` ms later, in order. `check` sees every quantum. */
function hear(sound: Float32Array, latency: Latency, late: () => number, check?: (played: number, received: number) => void): Heard {
  const playout = new Playout(rate, latency);
  const size = samplesOf(20);
  let previous = 0;
  const arrivals = Array.from({ length: sound.length / size }, (_, at) => (previous = Math.max(previous, at * 20 + late())));
  const out: number[] = [];
  const output = new Float32Array(quantum);
  let [next, gap, silent, first] = [0, 0, 0, -1];
  for (let now = 0; next < arrivals.length || playout.played < sound.length; now += (quantum * 1000) / rate) {
    for (; next < arrivals.length && (arrivals[next] ?? 0) <= now; next++) {
      playout.push(sound.slice(next * size, (next + 1) * size));
      if (next === arrivals.length - 1) playout.end();
    }
    const { idle, played: before } = playout;
    playout.render(output);
    if (first < 0 && playout.played > 0) first = now;
    if (first >= 0) {
      out.push(...output);
      if (playout.idle > 0 && playout.played < sound.length) gap += playout.idle - (playout.played > before ? 0 : idle);
      silent += output.filter((value) => Math.abs(value) < 1e-5).length;
    }
    check?.(playout.played, next * size);
    assert.ok(playout.played >= before && now < 60_000, 'it goes on');
  }
  const ms = (samples: number) => (samples * 1000) / rate;
  return { out, gapMs: ms(gap), silentMs: ms(silent), firstMs: first, played: playout.played };
}

/** The pitch, by the lag at which the sound is most like itself. */
function pitchOf(samples: readonly number[]): number {
  let [best, at] = [0, 0];
  for (let lag = samplesOf(4); lag < samplesOf(12); lag++) {
    let sum = 0;
    for (let index = 0; index + lag < samples.length && index < 20_000; index++) sum += (samples[index] ?? 0) * (samples[index + lag] ?? 0);
    if (sum > best) [best, at] = [sum, lag];
  }
  return rate / at;
}

const largestStep = (samples: Iterable<number>): number => {
  let [largest, before] = [0, 0];
  for (const sample of samples) {
    largest = Math.max(largest, Math.abs(sample - before));
    before = sample;
  }
  return largest;
};

describe('sound that is played as it comes', () => {
  for (const latency of ['low', 'balanced'] as const)
    it(`begins within 15 ms of its first piece with \`${latency}\`, and gains a lead without a gap`, () => {
      const sound = voice(4000);
      let lead = 0;
      const { firstMs, gapMs, played } = hear(
        sound,
        latency,
        () => 0,
        (heard, received) => (lead = Math.max(lead, received - heard)),
      );
      assert.ok(firstMs <= 15, `${firstMs} ms`);
      assert.equal(gapMs, 0);
      assert.equal(played, sound.length);
      assert.ok(lead > samplesOf(latency === 'low' ? 45 : 90), `${lead} samples ahead`);
    });

  it('gains a longer lead where a busy page may hold pieces up', () => {
    const leadOf = (leastMs: number) => {
      const playout = new Playout(rate, 'balanced', leastMs);
      const output = new Float32Array(quantum);
      const sound = voice(6000);
      for (let at = 0; at < sound.length; at += quantum) {
        playout.push(sound.slice(at, at + quantum));
        playout.render(output);
      }
      return ((sound.length - playout.played) * 1000) / rate;
    };
    assert.ok(leadOf(0) < 160, `${leadOf(0)} ms ahead`);
    assert.ok(leadOf(450) > 240, `${leadOf(450)} ms ahead`);
  });

  it('is at most a tenth slower, keeps its pitch within one percent, and has no clicks', () => {
    for (const hz of [95, 130, 210]) {
      const sound = voice(3000, hz);
      let slowest = 1;
      let rendered = 0;
      const { out } = hear(
        sound,
        'balanced',
        () => 0,
        (heard) => {
          rendered += heard > 0 ? quantum : 0;
          // A period at a time.
          slowest = Math.min(slowest, (heard + samplesOf(18)) / Math.max(rendered, 1));
        },
      );
      assert.ok(slowest > 0.9, `${slowest} of its pace`);
      const lasted = out.findLastIndex((value) => value !== 0) + 1;
      assert.ok(lasted > sound.length * 1.02 && lasted < sound.length * 1.1, `${lasted} of ${sound.length}`);
      const middle = out.slice(rate / 2, 1.5 * rate);
      const original = Array.from(sound.subarray(rate / 2, 1.5 * rate));
      assert.ok(Math.abs(pitchOf(middle) / pitchOf(original) - 1) < 0.01, `${pitchOf(middle)} Hz for ${pitchOf(original)}`);
      assert.ok(largestStep(out) < 1.5 * largestStep(sound), `a step of ${largestStep(out)}`);
    }
  });

  it('repeats what is like nothing else only when it must', () => {
    const random = dice(3);
    const noise = Float32Array.from({ length: samplesOf(600) }, () => random() - 0.5);
    const { out } = hear(noise, 'balanced', () => 0);
    assert.deepEqual(out.slice(0, samplesOf(250)), Array.from(noise.subarray(0, samplesOf(250))));
    assert.ok(out.length > noise.length + quantum);
  });

  it('is played as it is where enough is ahead, or nothing more is to come', () => {
    const sound = voice(1000);
    for (const [ahead, ends] of [
      [1000, false],
      [150, true],
    ] as const) {
      const playout = new Playout(rate, 'balanced');
      playout.push(sound.slice(0, samplesOf(ahead)));
      if (ends) playout.end();
      const output = new Float32Array(quantum);
      for (let at = 0; at < samplesOf(140) - quantum; at += quantum) {
        playout.render(output);
        assert.deepEqual(output, sound.slice(at, at + quantum));
      }
    }
  });

  it('has less than half the silence of a plain buffer where pieces are up to 200 ms late, and loses nothing', () => {
    const sums = { balanced: 0, high: 0 };
    for (let seed = 1; seed <= 8; seed++)
      for (const latency of ['balanced', 'high'] as const) {
        const random = dice(seed);
        const sound = voice(10_000);
        const { silentMs, firstMs, played } = hear(sound, latency, () => random() * 200);
        assert.equal(played, sound.length);
        sums[latency] += silentMs + (latency === 'high' ? firstMs : 0);
      }
    assert.ok(sums.balanced * 2 < sums.high, JSON.stringify(sums));
  });

  it('counts as heard what sounded of it, and never what is yet to come', () => {
    const random = dice(5);
    const sound = voice(5000);
    // Each piece is a level of its own: what sounds tells where it is from.
    for (let at = 0; at < sound.length; at++) sound[at] = 0.1 + (0.8 * at) / sound.length;
    const played: number[] = [];
    const { out } = hear(
      sound,
      'balanced',
      () => random() * 120,
      (heard, received) => {
        assert.ok(heard <= received);
        played.push(heard);
      },
    );
    const quanta = played.filter((heard) => heard > 0);
    let off = 0;
    for (let at = 0; at < quanta.length; at++) {
      const last = out[(at + 1) * quantum - 1] ?? 0;
      if (last < 0.1) continue;
      const place = ((last - 0.1) / 0.8) * sound.length;
      off = Math.max(off, Math.abs((quanta[at] ?? 0) - place));
    }
    assert.ok(off < samplesOf(20), `${(off * 1000) / rate} ms off`);
  });

  it('bridges what is late by its last period, which fades away, and goes on without a click', () => {
    const sound = voice(400);
    const playout = new Playout(rate, 'low');
    const out: number[] = [];
    const output = new Float32Array(quantum);
    const render = (ms: number) => {
      for (let at = 0; at < samplesOf(ms); at += quantum) {
        playout.render(output);
        out.push(...output);
      }
    };
    // Where it is loudest, a cut would be heard.
    const late = sound.subarray(0, samplesOf(210)).reduce((at, value, index) => (value > (sound[at] ?? 0) ? index : at), samplesOf(190));
    playout.push(sound.slice(0, late));
    while (playout.underruns === 0) render(1);
    const dry = out.length;
    render(30);
    const loud = (from: number, ms: number) => Math.max(...out.slice(from, from + samplesOf(ms)).map(Math.abs));
    assert.ok(loud(dry, 10) > 0.02, 'it is not silent at once');
    assert.ok(Math.min(...out.slice(dry, dry + samplesOf(10))) < -0.02, 'it is a period, and no held sample');
    render(60);
    assert.equal(loud(dry + samplesOf(70), 15), 0, 'nor for ever');
    const { idle, played } = playout;
    assert.equal(played, late);
    assert.ok(Math.abs(idle - (out.length - dry)) <= 2 * quantum, 'a bridge is not heard of the answer');
    playout.push(sound.slice(late));
    playout.end();
    render(420);
    assert.equal(playout.played, sound.length);
    assert.ok(largestStep(out) < 1.5 * largestStep(sound), `a step of ${largestStep(out)}`);
  });

  it('fades out during a repetition or a bridge, then starts afresh', () => {
    for (const ms of [25, 60, 95, 130]) {
      const playout = new Playout(rate, 'balanced');
      const output = new Float32Array(quantum);
      playout.push(voice(100));
      for (let at = 0; at < samplesOf(ms); at += quantum) playout.render(output);
      let heard = -1;
      playout.fade((count) => (heard = count));
      for (let at = 0; at < samplesOf(25); at += quantum) playout.render(output);
      assert.ok(heard > 0 && heard <= samplesOf(100), `${heard}`);
      assert.equal(playout.played, 0);
      assert.ok(output.every((value) => value === 0));
      playout.push(new Float32Array(quantum).fill(0.5));
      playout.end();
      playout.render(output);
      assert.ok(output.every((value) => value === 0.5));
    }
  });
});
