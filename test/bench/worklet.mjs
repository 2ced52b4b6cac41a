// What the audio thread does with one quantum of 128 frames: playing an answer, fading it, and cutting a microphone into what the wire takes.
import { Playout } from '../../.build/src/core/audio/playout.js';
import { createResampler } from '../../.build/src/base/resample.js';
import { median } from './fold.mjs';

const rate = 48_000;
const quantum = 128;
const quanta = 20_000;

/** Median nanoseconds of `quanta` calls of `run`, over rounds that each begin with what `prepare` made. */
function nsPerQuantum(prepare, run, rounds = 15) {
  const times = [];
  for (let round = 0; round < rounds + 3; round++) {
    const subject = prepare();
    const began = process.hrtime.bigint();
    for (let at = 0; at < quanta; at++) run(subject);
    if (round >= 3) times.push(Number(process.hrtime.bigint() - began) / quanta);
  }
  return median(times);
}

const output = new Float32Array(quantum);

/** As a speaker hands it over: pieces of `pieceMs`, enough for every quantum that is measured. */
function playing(pieceMs) {
  const playout = new Playout(rate, 'balanced');
  const piece = Float32Array.from({ length: (rate * pieceMs) / 1000 }, (_, at) => Math.sin(at / 20) / 2);
  for (let samples = 0; samples <= quanta * quantum; samples += piece.length) playout.push(piece);
  return playout;
}

function capturing(toHz) {
  const resampler = createResampler(rate, toHz);
  const input = Float32Array.from({ length: quantum }, (_, at) => Math.sin(at / 20) / 2);
  const resampled = new Float32Array(resampler.capacity(quantum));
  const chunk = new Int16Array(1024);
  let filled = 0;
  return () => {
    const written = resampler.process(input, resampled);
    for (let at = 0; at < written; at++) {
      chunk[filled++] = Math.max(-1, Math.min(1, resampled[at])) * 32_767;
      if (filled >= chunk.length) filled = 0;
    }
  };
}

/** As many multiplications as a filter of 16 crossings takes, one after the other: what `capturing` is compared with, in turn. */
function weighing(toHz) {
  const step = rate / toHz;
  const taps = Float32Array.from({ length: 16 * step }, (_, at) => Math.cos(at));
  const line = new Float32Array(quantum + taps.length);
  const weighed = new Float32Array(quantum / step + 1);
  return () => {
    for (let at = 0, written = 0; at < quantum; at += step) {
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += line[at + tap] * taps[tap];
      weighed[written++] = sum;
    }
  };
}

function captured(toHz) {
  const call = (run) => run();
  const rounds = Array.from({ length: 9 }, () => [
    nsPerQuantum(() => capturing(toHz), call, 1),
    nsPerQuantum(() => weighing(toHz), call, 1),
  ]);
  return {
    name: `capture to ${toHz / 1000} kHz`,
    nsPerQuantum: median(rounds.map(([ns]) => ns)),
    base: median(rounds.map(([, ns]) => ns)),
    ratio: median(rounds.map(([ns, base]) => ns / base)),
  };
}

/** Bytes that many quanta leave on the heap, a quantum: no allocation is far below one. */
function bytesPerQuantum(subject) {
  if (globalThis.gc === undefined) return undefined;
  for (let at = 0; at < 2000; at++) subject.render(output);
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 15_000; at++) subject.render(output);
  return Math.max(0, process.memoryUsage().heapUsed - before) / 15_000;
}

/** The worklets' own code in Node: `nsPerQuantum`, and with `--expose-gc` the bytes left behind by one. At 48 kHz a quantum lasts 2,666,667 ns. */
export function benchWorklet() {
  const render = (playout) => playout.render(output);
  return [
    {
      name: 'playing, pieces of 20 ms',
      nsPerQuantum: nsPerQuantum(() => playing(20), render),
      bytesPerQuantum: bytesPerQuantum(playing(20)),
    },
    {
      name: 'playing, pieces of 100 ms',
      nsPerQuantum: nsPerQuantum(() => playing(100), render),
      bytesPerQuantum: bytesPerQuantum(playing(100)),
    },
    { name: 'silence', nsPerQuantum: nsPerQuantum(() => new Playout(rate, 'balanced'), render) },
    captured(24_000),
    captured(16_000),
  ];
}
