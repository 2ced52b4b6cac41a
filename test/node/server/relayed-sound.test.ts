// Sound between a page and a wire of another rate: its length, its pitch and its seams.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { ulawByte, ulawSample } from '../../../src/base/g711.js';
import { createRelayedSound } from '../../../src/server/relay/relayed-sound.js';

const toneHz = 440;
const samplesOf = (rateHz: number, ms: number) =>
  Int16Array.from({ length: (rateHz * ms) / 1000 }, (_, at) => Math.round(10_000 * Math.sin((2 * Math.PI * toneHz * at) / rateHz)));
const base64 = (samples: Int16Array) => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
const wordsIn = (text: string) => {
  const bytes = Buffer.from(text, 'base64');
  return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at));
};
/** In pieces of 20 ms, as they come. */
const inPieces = (samples: Int16Array, rateHz: number, change: (text: string) => string): Int16Array => {
  const length = rateHz / 50;
  const pieces = Array.from({ length: samples.length / length }, (_, at) =>
    wordsIn(change(base64(samples.slice(at * length, (at + 1) * length)))),
  );
  return Int16Array.from(pieces.flatMap((piece) => [...piece]));
};
/** The largest difference to the tone that it should be, away from the first edge. */
const worst = (samples: Int16Array, rateHz: number): number => {
  const right = samplesOf(rateHz, 1000);
  return Math.max(...Array.from(samples.slice(200)).map((sample, at) => Math.abs(sample - (right[at + 200] ?? 0))));
};

describe('relayed sound', () => {
  it('of a page goes to a wire of 16 kHz, and comes back at 24, without a seam between the pieces', () => {
    const sound = createRelayedSound({ input: 'pcm16', output: 'pcm16' }, { rates: { input: 16_000, output: 16_000 } });
    const there = inPieces(samplesOf(24_000, 1000), 24_000, sound.toWire);
    assert.ok(Math.abs(there.length - 16_000) < 20, `${there.length} samples`);
    assert.ok(worst(there, 16_000) < 100, `${worst(there, 16_000)} of 10,000`);
    const back = inPieces(samplesOf(16_000, 1000), 16_000, sound.toPage);
    assert.ok(Math.abs(back.length - 24_000) < 30, `${back.length} samples`);
    assert.ok(worst(back, 24_000) < 100, `${worst(back, 24_000)} of 10,000`);
  });

  it('of a page that speaks G.711 is pcm16 on such a wire', () => {
    const sound = createRelayedSound({ input: 'g711_ulaw', output: 'g711_ulaw' }, { rates: { input: 16_000, output: 24_000 } });
    const said = Buffer.from(Uint8Array.from(samplesOf(8000, 200), ulawByte)).toString('base64');
    const there = wordsIn(sound.toWire(said));
    assert.ok(Math.abs(there.length - 3200) < 20, `${there.length} samples`);
    assert.ok(worst(there, 16_000) < 500, `${worst(there, 16_000)} of 10,000`);
    const heard = Int16Array.from(Buffer.from(sound.toPage(base64(samplesOf(24_000, 200))), 'base64'), ulawSample);
    assert.ok(Math.abs(heard.length - 1600) < 20, `${heard.length} samples`);
    assert.ok(worst(heard, 8000) < 500, `${worst(heard, 8000)} of 10,000`);
  });

  it('passes as it is where nothing differs', () => {
    const same = createRelayedSound({ input: 'pcm16', output: 'pcm16' }, { rates: { input: 24_000, output: 24_000 } });
    assert.deepEqual([same.toWire('QUJD'), same.toPage('QUJD')], ['QUJD', 'QUJD']);
    const unsaid = createRelayedSound({ input: 'g711_alaw', output: 'g711_alaw' }, { rates: undefined });
    assert.deepEqual([unsaid.toWire('QUJD'), unsaid.toPage('QUJD')], ['QUJD', 'QUJD']);
  });
});
