import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createPlayout, fadeMs } from '../../../../src/core/audio/playout.js';
import { createPlayoutLedger } from '../../../../src/core/audio/playout-ledger.js';

const rate = 48_000;
const ones = (ms: number) => new Float32Array((rate * ms) / 1000).fill(1);

function playing(latency: 'low' | 'balanced' | 'high' = 'low') {
  const playout = createPlayout(rate, latency);
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

test('sound begins when the jitter buffer is full, or when nothing more is to come', () => {
  const full = playing('balanced');
  full.playout.push(ones(79));
  full.render(20);
  assert.equal(full.soundMs(), 0);
  full.playout.push(ones(2));
  full.render(200);
  assert.equal(full.soundMs(), 81);
  const short = playing('high');
  short.playout.push(ones(10));
  short.playout.end();
  short.render(50);
  assert.equal(short.soundMs(), 10);
  assert.equal(short.playout.underruns, 0);
});

test('an underrun is counted, loses no sample and makes the buffer longer', () => {
  const { playout, render, soundMs } = playing();
  const before = playout.targetMs;
  playout.push(ones(40));
  render(100);
  playout.push(ones(400));
  playout.end();
  render(600);
  assert.equal(playout.underruns, 1);
  assert.ok(playout.targetMs > before - 1);
  assert.equal(soundMs(), 440);
  assert.equal(playout.played, (440 * rate) / 1000);
});

test('a fade is silent within 30 ms and says what was heard', () => {
  const { playout, render, out } = playing();
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
