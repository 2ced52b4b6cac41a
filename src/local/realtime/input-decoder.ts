// Base64 of the session's input format to samples at the engine's rate.
import type { AudioFormat } from '../../protocol/index.js';
import { decodeAudio, formatRateHz } from './audio-format.js';
import { engineRateHz } from './loudness.js';
import { createResampler, resample } from './resample.js';

export interface InputDecoder {
  /** Mono samples at the engine's rate, or undefined when this is no Base64 of the session's input format. */
  push(audio: string): Int16Array | undefined;
  /** The same for a recording that is complete in itself. */
  decode(audio: string): Int16Array | undefined;
}

export function createInputDecoder(format: () => AudioFormat): InputDecoder {
  let resampler = createResampler(formatRateHz.g711_ulaw, engineRateHz);
  let resampledFormat: AudioFormat | undefined;
  return {
    push(audio) {
      const samples = decodeBase64(audio, format());
      if (samples === undefined || formatRateHz[format()] === engineRateHz) return samples;
      if (resampledFormat !== format()) resampler = createResampler(formatRateHz[format()], engineRateHz);
      resampledFormat = format();
      return resampler.push(samples);
    },
    decode(audio) {
      const samples = decodeBase64(audio, format());
      return samples && resample(samples, formatRateHz[format()], engineRateHz);
    },
  };
}

function decodeBase64(audio: string, format: AudioFormat): Int16Array | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(audio) || audio.length % 4 === 1) return undefined;
  return decodeAudio(Buffer.from(audio, 'base64'), format);
}
