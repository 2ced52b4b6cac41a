// The three audio formats of the wire, to and from samples.
import { decodeBase64 } from '../../base/base64.js';
import { alawByte, alawSample, ulawByte, ulawSample } from '../../base/g711.js';
import type { AudioFormat } from '../../protocol/session.js';

/** Samples a second of each format on the wire. */
export const sampleRateOf = (format: AudioFormat): number => (format === 'pcm16' ? 24_000 : 8000);

export const bytesPerSample = (format: AudioFormat): number => (format === 'pcm16' ? 2 : 1);

/** From base64 to samples, a piece at a time, in memory that is used again: what it gives (-1 to 1) is overwritten by its next call. A trailing half sample is left out. */
export function createAudioDecoder(): (base64: string, format: AudioFormat) => Float32Array<ArrayBuffer> {
  let bytes = new Uint8Array(0);
  let samples = new Float32Array(0);
  return (base64, format) => {
    // A third more than is needed.
    if (bytes.length < base64.length) bytes = new Uint8Array(base64.length);
    const length = Math.floor(decodeBase64(base64, bytes) / bytesPerSample(format));
    if (samples.length < length) samples = new Float32Array(length);
    const piece = samples.subarray(0, length);
    expandInto(piece, bytes, format);
    return piece;
  };
}

/** Fills `samples` from the front of `bytes`, which begins at an even place. */
function expandInto(samples: Float32Array, bytes: Uint8Array<ArrayBuffer>, format: AudioFormat): void {
  if (format === 'pcm16') {
    const words = new Int16Array(bytes.buffer, bytes.byteOffset, samples.length);
    for (let at = 0; at < samples.length; at++) samples[at] = (words[at] ?? 0) / 32_768;
    return;
  }
  const table = format === 'g711_ulaw' ? (ulaw ??= expand(ulawSample)) : (alaw ??= expand(alawSample));
  for (let at = 0; at < samples.length; at++) samples[at] = table[bytes[at] ?? 0] ?? 0;
}

/** The bytes of 16-bit samples; for `pcm16` a view of the same memory. */
export function encodeAudio(samples: Int16Array<ArrayBuffer>, format: AudioFormat): Uint8Array<ArrayBuffer> {
  if (format === 'pcm16') return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const encode = format === 'g711_ulaw' ? ulawByte : alawByte;
  const bytes = new Uint8Array(samples.length);
  for (let at = 0; at < samples.length; at++) bytes[at] = encode(samples[at] ?? 0);
  return bytes;
}

let ulaw: Float32Array | undefined;
let alaw: Float32Array | undefined;

const expand = (sample: (byte: number) => number) => Float32Array.from({ length: 256 }, (_, byte) => sample(byte) / 32_768);
