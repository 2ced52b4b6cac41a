// Base64 to samples and back, 100 ms of 24 kHz pcm16 at a time, beside the atob and btoa loops that peers use. Runs in Node and in a page.

import { median } from './fold.mjs';

/** What is on the npm registry under many names. */
const loops = {
  decode(text) {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    const words = new Int16Array(bytes.buffer);
    const samples = new Float32Array(words.length);
    for (let at = 0; at < words.length; at++) samples[at] = words[at] / 32_768;
    return samples;
  },
  encode(samples) {
    const bytes = new Uint8Array(samples.buffer);
    let binary = '';
    for (let at = 0; at < bytes.length; at++) binary += String.fromCharCode(bytes[at]);
    return btoa(binary);
  },
};

/** `ours`: `decode(text)` gives samples, `encode(samples)` gives text. Microseconds a piece, and how many times faster than the loops. */
export function compareBase64(ours, theirs = loops) {
  const samples = Int16Array.from({ length: 2400 }, (_, at) => Math.round(Math.sin(at / 12) * 12_000));
  const text = theirs.encode(samples);
  if (ours.encode(samples) !== text) throw new Error('Encoded to something else.');
  if (ours.decode(text).join() !== theirs.decode(text).join()) throw new Error('Decoded to something else.');
  const time = (run) => {
    const began = performance.now();
    for (let at = 0; at < 300; at++) run();
    return ((performance.now() - began) * 1000) / 300;
  };
  const row = (name, mine, other) => {
    for (let warm = 0; warm < 3; warm++) (time(mine), time(other));
    const rounds = Array.from({ length: 15 }, () => ({ us: time(mine), loopUs: time(other) }));
    return {
      name,
      us: median(rounds.map(({ us }) => us)),
      loopUs: median(rounds.map(({ loopUs }) => loopUs)),
      times: median(rounds.map(({ us, loopUs }) => loopUs / us)),
    };
  };
  return [
    row(
      'base64 to samples',
      () => ours.decode(text),
      () => theirs.decode(text),
    ),
    row(
      'samples to base64',
      () => ours.encode(samples),
      () => theirs.encode(samples),
    ),
  ];
}

/** `base64` and `codecs`: the modules `core/base64.js` and `codecs.js`, built; from here in Node, by address in a page. */
export function benchBase64({ toBase64 }, { createAudioDecoder, encodeAudio }) {
  const native = typeof Uint8Array.fromBase64 === 'function';
  const decode = createAudioDecoder();
  const rows = compareBase64({
    decode: (text) => decode(text, 'pcm16'),
    encode: (samples) => toBase64(encodeAudio(samples, 'pcm16')),
  });
  return rows.map((row) => ({ ...row, by: native ? "the engine's own" : 'our table' }));
}
