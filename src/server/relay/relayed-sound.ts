// Sound between a page and a wire of another rate: the page's own format on one side, pcm16 of the wire's rate on the other. Keeps what the next piece needs of this one.
import { fromBase64, toBase64 } from '../../base/base64.js';
import { alawByte, alawSample, ulawByte, ulawSample } from '../../base/g711.js';
import { createResampler, type Resampler } from '../../base/resample.js';
import type { AudioFormat } from '../../protocol/session.js';
import type { Conversation } from '../../services/service.js';

export interface RelayedSound {
  /** Base64 of the page, for the wire. */
  toWire(base64: string): string;
  /** Base64 of the wire, for the page. */
  toPage(base64: string): string;
}

/** One way of writing samples: -1 to 1 in between. */
interface Writing {
  readonly rateHz: number;
  read(bytes: Uint8Array): Float32Array;
  write(samples: Float32Array): Uint8Array;
}

const loudest = 32_767;
const wordOf = (sample: number): number => Math.max(-32_768, Math.min(loudest, Math.round(sample * 32_768)));

const pcm = (rateHz: number): Writing => ({
  rateHz,
  read(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Float32Array.from({ length: bytes.byteLength >> 1 }, (_, at) => view.getInt16(2 * at, true) / 32_768);
  },
  write(samples) {
    const view = new DataView(new ArrayBuffer(2 * samples.length));
    for (const [at, sample] of samples.entries()) view.setInt16(2 * at, wordOf(sample), true);
    return new Uint8Array(view.buffer);
  },
});

const g711 = (sampleOf: (byte: number) => number, byteOf: (sample: number) => number): Writing => ({
  rateHz: 8000,
  read: (bytes) => Float32Array.from(bytes, (byte) => sampleOf(byte) / 32_768),
  write: (samples) => Uint8Array.from(samples, (sample) => byteOf(wordOf(sample))),
});

const writingOf = (format: AudioFormat): Writing =>
  format === 'g711_ulaw' ? g711(ulawSample, ulawByte) : format === 'g711_alaw' ? g711(alawSample, alawByte) : pcm(24_000);

function between(from: Writing, to: Writing, isSame: boolean): (base64: string) => string {
  if (isSame && from.rateHz === to.rateHz) return (base64) => base64;
  const resampler: Resampler = createResampler(from.rateHz, to.rateHz);
  return (base64) => {
    const samples = from.read(fromBase64(base64));
    const output = new Float32Array(resampler.capacity(samples.length));
    return toBase64(to.write(output.subarray(0, resampler.process(samples, output))));
  };
}

interface Formats {
  readonly input: AudioFormat;
  readonly output: AudioFormat;
}

/** `formats`: the page's. Follows the rates of the wire: some makers say theirs with their greeting. */
export function createRelayedSound(formats: Formats, wire: Pick<Conversation, 'rates'>): RelayedSound {
  let { rates } = wire;
  let sound = soundAt(formats, rates);
  const current = (): RelayedSound => {
    if (wire.rates !== rates) {
      ({ rates } = wire);
      sound = soundAt(formats, rates);
    }
    return sound;
  };
  return { toWire: (base64) => current().toWire(base64), toPage: (base64) => current().toPage(base64) };
}

function soundAt({ input, output }: Formats, rates: Conversation['rates']): RelayedSound {
  if (rates === undefined) return { toWire: (base64) => base64, toPage: (base64) => base64 };
  return {
    toWire: between(writingOf(input), pcm(rates.input), input === 'pcm16'),
    toPage: between(pcm(rates.output), writingOf(output), output === 'pcm16'),
  };
}
