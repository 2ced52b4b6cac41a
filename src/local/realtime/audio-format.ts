// The three audio formats of the documents, as bytes and samples.
import { alawByte, alawSample, ulawByte, ulawSample } from '../../base/g711.js';
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
  const encode = format === 'g711_ulaw' ? ulawByte : alawByte;
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

const ulawSamples = Int16Array.from({ length: 256 }, (_, byte) => ulawSample(byte));
const alawSamples = Int16Array.from({ length: 256 }, (_, byte) => alawSample(byte));
