// The recording of a conversation, read piece by piece: how loud each side is, and both sides in one channel.
import { invalid } from './edit.js';
import type { Sound } from './sound.js';

export interface RecordedSides {
  readonly durationS: number;
  readonly sampleRateHz: number;
  /** Loudness (RMS, 0 to 1) of every `levelS`. */
  readonly levels: Readonly<Record<'user' | 'other', Float32Array>>;
  /** Both sides mixed, after `beforeS` of silence and before as much as makes `totalS`. */
  mixed(beforeS: number, totalS: number): AsyncGenerator<Sound>;
}

export const levelS = 0.05;
const headerBytes = 44;
const bytesPerFrame = 4;
/** Of the file, read at once. */
const pieceS = 10;

/** Throws `invalid_input` for what is no recording of ours. */
export async function readSides(file: Blob): Promise<RecordedSides> {
  const header = new DataView(await file.slice(0, headerBytes).arrayBuffer());
  if (header.byteLength < headerBytes || header.getUint16(22, true) !== 2 || header.getUint16(34, true) !== 16)
    throw invalid('sound', 'The sound is no WAV file of two channels with 16 bits.');
  const sampleRateHz = header.getUint32(24, true);
  const frames = Math.floor((file.size - headerBytes) / bytesPerFrame);

  async function* pieces(): AsyncGenerator<Int16Array> {
    const most = pieceS * sampleRateHz;
    for (let at = 0; at < frames; at += most) {
      const [start, end] = [at, Math.min(frames, at + most)].map((frame) => headerBytes + frame * bytesPerFrame);
      yield new Int16Array(await file.slice(start, end).arrayBuffer());
    }
  }
  async function* mixed(beforeS: number, totalS: number): AsyncGenerator<Sound> {
    const silence = (seconds: number): Sound => ({ sampleRateHz, channels: [new Float32Array(Math.round(seconds * sampleRateHz))] });
    if (beforeS > 0) yield silence(beforeS);
    for await (const piece of pieces()) yield { sampleRateHz, channels: [oneChannel(piece)] };
    const leftS = totalS - beforeS - frames / sampleRateHz;
    if (leftS > 0) yield silence(leftS);
  }
  return { durationS: frames / sampleRateHz, sampleRateHz, levels: await levelsOf(pieces(), frames, levelS * sampleRateHz), mixed };
}

function oneChannel(piece: Int16Array): Float32Array<ArrayBuffer> {
  const mono = new Float32Array(piece.length / 2);
  for (let at = 0; at < mono.length; at += 1) {
    const both = ((piece[at * 2] ?? 0) + (piece[at * 2 + 1] ?? 0)) / 32_768;
    mono[at] = Math.max(-1, Math.min(1, both));
  }
  return mono;
}

async function levelsOf(pieces: AsyncGenerator<Int16Array>, frames: number, window: number): Promise<RecordedSides['levels']> {
  const count = Math.ceil(frames / window);
  const levels = { user: new Float32Array(count), other: new Float32Array(count) };
  let frame = 0;
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += 2, frame += 1) {
      const place = Math.floor(frame / window);
      levels.user[place] = (levels.user[place] ?? 0) + ((piece[at] ?? 0) / 32_768) ** 2;
      levels.other[place] = (levels.other[place] ?? 0) + ((piece[at + 1] ?? 0) / 32_768) ** 2;
    }
  for (const side of [levels.user, levels.other]) for (const [place, sum] of side.entries()) side[place] = Math.sqrt(sum / window);
  return levels;
}
