// Base64 to samples and back, some milliseconds of 24 kHz pcm16 at a time, beside the atob and btoa loops that peers use. Runs in Node and in a page.
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

const calls = 300;

/** Pieces a millisecond of `ours` and of the loops, and how many times as fast that is. */
function compared(ours, loops) {
  const speed = (run) => {
    const began = performance.now();
    for (let call = 0; call < calls; call++) run();
    return calls / (performance.now() - began);
  };
  for (let warm = 0; warm < 3; warm++) (speed(ours), speed(loops));
  const rounds = Array.from({ length: 15 }, () => ({ value: speed(ours), base: speed(loops) }));
  const middle = (read) => median(rounds.map(read));
  return {
    value: middle(({ value }) => value),
    base: middle(({ base }) => base),
    ratio: middle(({ value, base }) => value / base),
  };
}

/** `base64` and `codecs`: the modules `base/base64.js` and `codecs.js`, built. */
export function benchBase64({ toBase64 }, { createAudioDecoder, encodeAudio }, pieceMs) {
  const decoder = createAudioDecoder();
  const decode = (text) => decoder(text, 'pcm16');
  const encode = (samples) => toBase64(encodeAudio(samples, 'pcm16'));
  const rows = pieceMs.map((size) => {
    const samples = Int16Array.from({ length: 24 * size }, (_, at) => Math.round(Math.sin(at / 12) * 12_000));
    const text = loops.encode(samples);
    if (encode(samples) !== text) throw new Error('Encoded to something else.');
    if (decode(text).join() !== loops.decode(text).join()) throw new Error('Decoded to something else.');
    return {
      decoded: {
        size,
        ...compared(
          () => decode(text),
          () => loops.decode(text),
        ),
      },
      encoded: {
        size,
        ...compared(
          () => encode(samples),
          () => loops.encode(samples),
        ),
      },
    };
  });
  return {
    decoded: rows.map(({ decoded }) => decoded),
    encoded: rows.map(({ encoded }) => encoded),
    by: typeof Uint8Array.fromBase64 === 'function' ? "the engine's own" : 'our table',
  };
}
