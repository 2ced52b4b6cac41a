// A turn for a server that listens for turns: silence, a sentence, silence; and what came back.
import { speak } from 'voxreel/local';
import { engineRateHz } from '../../../src/local/realtime/loudness.js';
import { resample } from '../../../src/local/realtime/resample.js';
import { base64 } from '../local/realtime/talker.js';

const chunk = engineRateHz / 10;

/** Mono samples at 24,000 Hz. */
export async function spokenTurn(text = 'Hello, is anybody there?'): Promise<Int16Array> {
  const { samples, sampleRateHz } = await speak(text);
  const spoken = resample(samples, sampleRateHz, engineRateHz);
  const silence = new Int16Array(engineRateHz * 0.7);
  return Int16Array.from([...silence, ...spoken, ...silence]);
}

/** In pieces of 100 ms. */
export function pieces(samples: Int16Array): Int16Array<ArrayBuffer>[] {
  return Array.from({ length: Math.ceil(samples.length / chunk) }, (_, i) => samples.slice(i * chunk, (i + 1) * chunk));
}

export const inBase64 = (samples: Int16Array): string[] => pieces(samples).map(base64);

/** Samples of pieces of pcm16 in Base64. */
export function decoded(deltas: readonly string[]): Int16Array {
  const bytes = Buffer.concat(deltas.map((delta) => Buffer.from(delta, 'base64')));
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
