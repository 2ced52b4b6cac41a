import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Playout, fadeMs } from '../../../../src/core/audio/playout.js';
import { createPlayoutLedger } from '../../../../src/core/audio/playout-ledger.js';

const rate = 48_000;
const ones = (ms: number) => new Float32Array((rate * ms) / 1000).fill(1);

function playing(latency: 'low' | 'balanced' | 'high' = 'low') {
  const playout = new Playout(rate, latency);
  const out: number[] = [];
  const quantum = new Float32Array(128);
  const render = (ms: number) => {
    for (let left = Math.ceil((ms * rate) / 1000 / 128); left > 0; left--) {
      playout.render(quantum);
      out.push(...quantum);
    }
  };
  return { playout, render, out, soundMs: () => (out.filter((value) => value > 0).length * 1000) / rate };
}

test('a plain buffer is full before sound begins, unless nothing more is to come', () => {
  const full = playing('high');
  full.playout.push(ones(249));
  full.render(20);
  assert.equal(full.soundMs(), 0);
  full.playout.push(ones(2));
  full.render(400);
  assert.equal(full.soundMs(), 251);
  const short = playing('high');
  short.playout.push(ones(10));
  short.playout.end();
  short.render(50);
  assert.equal(short.soundMs(), 10);
  assert.equal(short.playout.underruns, 0);
});

test('an underrun is counted, loses no sample and makes the buffer longer', () => {
  const { playout, render, soundMs } = playing('high');
  const before = playout.targetMs;
  playout.push(ones(260));
  render(300);
  playout.push(ones(400));
  playout.end();
  render(600);
  assert.equal(playout.underruns, 1);
  assert.ok(playout.targetMs > before - 1);
  assert.equal(soundMs(), 660);
  assert.equal(playout.played, (660 * rate) / 1000);
});

test('a queue that ends with a quantum has not run dry where more comes before the next', () => {
  const { playout, render, out } = playing();
  playout.push(new Float32Array(32 * 128).fill(1));
  render((32 * 128 * 1000) / rate);
  playout.push(new Float32Array(128).fill(1));
  render((128 * 1000) / rate);
  assert.deepEqual([out.length, out.every((value) => value === 1), playout.underruns], [33 * 128, true, 0]);
});

test('each underrun makes the buffer half as long again and a little more, to a limit, and it shrinks while all is well', () => {
  const { playout, render } = playing('high');
  const targets: number[] = [];
  for (let round = 0; round < 6; round++) {
    playout.push(ones(1600));
    while (playout.underruns === round) render(1);
    targets.push(Math.round(playout.targetMs));
  }
  assert.equal(targets[0], 385);
  assert.deepEqual(
    targets,
    targets.toSorted((one, other) => one - other),
  );
  assert.equal(targets.at(-1), 1500);
  render(2000);
  assert.equal(Math.round(playout.targetMs), 1500, 'silence is no proof');
  playout.push(ones(2000));
  render(500);
  assert.ok(Math.abs(playout.targetMs - (1500 - 2.5)) < 0.1, `${playout.targetMs}`);
  playout.push(ones(300_000));
  render(255_000);
  assert.equal(playout.targetMs, 250);
});

test('silence is counted from the last sample on', () => {
  const { playout, render } = playing();
  playout.push(ones(40));
  playout.end();
  render(40);
  const { idle } = playout;
  assert.ok(idle < 128);
  render(1000);
  assert.ok(Math.abs(playout.idle - rate) < 256, `${playout.idle}`);
  playout.push(ones(100));
  render(10);
  assert.equal(playout.idle, 0);
});

test('many small pieces are played in order', () => {
  const { playout, render, out } = playing();
  for (let piece = 1; piece <= 2000; piece++) {
    playout.push(new Float32Array(48).fill(piece));
    playout.push(new Float32Array(0));
  }
  playout.end();
  render(2000);
  assert.deepEqual(
    out.filter((_, at) => at % 48 === 0).slice(0, 2000),
    Array.from({ length: 2000 }, (_, at) => at + 1),
  );
  assert.equal(playout.underruns, 0);
});

test('a fade goes evenly down from where it began, across a quantum', () => {
  const { playout, render, out } = playing();
  playout.push(ones(5000));
  render(300);
  const from = out.length;
  playout.fade(() => undefined);
  render(30);
  const length = (fadeMs * rate) / 1000;
  out.slice(from, from + length).forEach((value, at) => {
    assert.ok(Math.abs(value - ((length - at) / length) ** 2) < 1e-6, `${value} at ${at}`);
  });
  assert.equal(out[from + length], 0);
});

test('what is said during a fade is for what comes after it', () => {
  const { playout, render, soundMs } = playing('high');
  playout.push(ones(1000));
  render(300);
  playout.fade(() => undefined);
  playout.push(ones(10));
  playout.end();
  const before = soundMs();
  render(100);
  assert.ok(soundMs() - before > 10 + 10 && soundMs() - before <= 10 + fadeMs, `${soundMs() - before}`);
  playout.push(ones(1000));
  render(300);
  let heard: number[] = [];
  playout.fade((count) => (heard = [...heard, count]));
  playout.end();
  playout.push(ones(10));
  playout.fade((count) => (heard = [...heard, count]));
  assert.deepEqual([heard.length, heard[1]], [2, 0], 'a second fade ends the first');
});

test('an end that is followed by more is none', () => {
  const { playout, render, soundMs } = playing('high');
  playout.push(ones(10));
  playout.end();
  playout.push(ones(10));
  render(100);
  assert.equal(soundMs(), 0);
  playout.end();
  render(100);
  assert.equal(soundMs(), 20);
});

test('a fade of what runs out ends with it', () => {
  const { playout, render } = playing();
  playout.push(ones(40));
  playout.end();
  render(30);
  const { played } = playout;
  let heard = -1;
  playout.fade((count) => (heard = count));
  render(20);
  assert.ok(heard > played && heard < (40 * rate) / 1000, `${heard}`);
  assert.equal(playout.underruns, 0);
});

test('a fade is silent within 30 ms and says what was heard', () => {
  const { playout, render, out } = playing('high');
  playout.push(ones(5000));
  render(300);
  const before = playout.played;
  let heard = 0;
  playout.fade((count) => (heard = count));
  playout.push(ones(10));
  const from = out.length;
  render(30);
  const loud = out.slice(from).filter((value) => value > 0.001).length;
  assert.ok((loud * 1000) / rate <= fadeMs, `${loud} samples`);
  assert.ok(Math.abs(heard - before - ((fadeMs / 2) * rate) / 1000) <= 1);
  assert.equal(playout.played, 0);
  playout.end();
  render(30);
  assert.equal(playout.played, (10 * rate) / 1000);
});

test('a fade of nothing answers at once', () => {
  const { playout } = playing();
  playout.push(ones(5));
  let heard = -1;
  playout.fade((count) => (heard = count));
  assert.equal(heard, 0);
});

test('the ledger names item, part and milliseconds through several items', () => {
  const ledger = createPlayoutLedger(1000);
  ledger.add('a', 0, 300);
  ledger.add('a', 1, 200);
  ledger.end('a', 0);
  ledger.end('a', 1);
  ledger.add('b', 0, 400);
  assert.equal(ledger.left(350), 550);
  assert.deepEqual(
    ledger.at(350).map(({ itemId, contentIndex, heardMs }) => [itemId, contentIndex, heardMs]),
    [
      ['a', 0, 300],
      ['a', 1, 50],
    ],
  );
  assert.deepEqual(ledger.unfinished(350), [
    { itemId: 'a', contentIndex: 1, heardMs: 50, receivedMs: 200, ended: true },
    { itemId: 'b', contentIndex: 0, heardMs: 0, receivedMs: 400, ended: false },
  ]);
  assert.deepEqual(
    ledger.unfinished(600).map(({ itemId, heardMs }) => [itemId, heardMs]),
    [['b', 100]],
  );
});

test('the ledger names no part before its first sample, none after its end, and adds up one that was pushed in two runs', () => {
  const ledger = createPlayoutLedger(1000);
  ledger.add('a', 0, 100);
  ledger.add('a', 0, 100);
  ledger.add('b', 0, 50);
  ledger.add('a', 0, 300);
  const heard = (played: number) => ledger.at(played).map(({ itemId, heardMs, receivedMs }) => `${itemId} ${heardMs} of ${receivedMs}`);
  assert.deepEqual(heard(0), []);
  assert.deepEqual(heard(200), ['a 200 of 500']);
  assert.deepEqual(heard(251), ['a 201 of 500', 'b 50 of 50', 'a 201 of 500']);
  assert.deepEqual(
    ledger.unfinished(251).map(({ itemId, heardMs }) => `${itemId} ${heardMs}`),
    ['a 201', 'b 50'],
  );
  ledger.end('b', 0);
  ledger.end('a', 1);
  assert.deepEqual(ledger.at(250).length, 2);
  assert.deepEqual(heard(260), ['a 210 of 500', 'a 210 of 500']);
  assert.deepEqual([ledger.left(0), ledger.left(540), ledger.left(999)], [550, 10, 0]);
});
