// The three audio formats of the documents as bytes and samples. Knows no event.
import type { AudioFormat } from '../../protocol/index.js';

/** Samples a second of each format on the wire: the documents name none for pcm16; 24,000 is what real servers speak. */
export const formatRateHz: Readonly<Record<AudioFormat, number>> = { pcm16: 24_000, g711_ulaw: 8000, g711_alaw: 8000 };

/** Samples of one chunk, at the rate of its format. Undefined when the bytes cannot be that format. */
export function decodeAudio(bytes: Uint8Array, format: AudioFormat): Int16Array | undefined {
  if (format === 'pcm16') return bytes.byteLength % 2 === 0 ? decodePcm16(bytes) : undefined;
  const table = format === 'g711_ulaw' ? ulawSamples : alawSamples;
  return Int16Array.from(bytes, (byte) => table[byte] ?? 0);
}

export function encodeAudio(samples: Int16Array, format: AudioFormat): Uint8Array {
  if (format === 'pcm16') return encodePcm16(samples);
  const encode = format === 'g711_ulaw' ? encodeUlaw : encodeAlaw;
  return Uint8Array.from(samples, encode);
}

function decodePcm16(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(bytes.byteLength / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true);
  return samples;
}

function encodePcm16(samples: Int16Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, i) => view.setInt16(2 * i, sample, true));
  return new Uint8Array(view.buffer);
}

// G.711, as ITU-T tables it: a sign, three bits of exponent, four of mantissa.
const ulawBias = 0x84;
const ulawClip = 32_635;

function encodeUlaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), ulawClip) + ulawBias;
  const exponent = 31 - Math.clz32(magnitude >> 7);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function decodeUlaw(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + ulawBias) << ((bits >> 4) & 7)) - ulawBias;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
}

function encodeAlaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(sample < 0 ? ~sample : sample, 32_767) >> 4;
  const exponent = magnitude < 16 ? 0 : 31 - Math.clz32(magnitude) - 3;
  const mantissa = exponent === 0 ? magnitude & 0x0f : (magnitude >> (exponent - 1)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

function decodeAlaw(byte: number): number {
  const bits = byte ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
}

const ulawSamples = Int16Array.from({ length: 256 }, (_, byte) => decodeUlaw(byte));
const alawSamples = Int16Array.from({ length: 256 }, (_, byte) => decodeAlaw(byte));
