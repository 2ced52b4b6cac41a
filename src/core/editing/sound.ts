// The sound of a clip as samples: a part of it, faster or slower at the same pitch, and back into a file.
import type { AudioSample, AudioSampleSource, InputAudioTrack } from 'mediabunny';

import { VoxreelError } from '../errors.js';
import type { Media } from './media.js';
import { stretched } from './stretched.js';

export interface Sound {
  readonly sampleRateHz: number;
  /** One array a channel, all of one length. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
}

/** `AudioData.copyTo` ends the process of the page in WebKitGTK 2.50, in whichever format and however little is copied. */
const endsPage = (): boolean => /X11;.*AppleWebKit\/(?!.*Chrom(?:e|ium)\/)/.test(navigator.userAgent);

/** Of the track from `startS` to `endS` in the file's own time: silence where it has nothing. */
export async function readSound(media: Media, track: InputAudioTrack, startS: number, endS: number): Promise<Sound> {
  if (endsPage() || !(await track.canDecode())) {
    const message = `This browser cannot decode the sound of this video (${String(await track.getCodec())}): mute it, or use another browser.`;
    throw new VoxreelError('unsupported', message, { param: 'mute' });
  }
  const sampleRateHz = await track.getSampleRate();
  const count = await track.getNumberOfChannels();
  const length = Math.round((endS - startS) * sampleRateHz);
  const channels = Array.from({ length: count }, () => new Float32Array(length));
  for await (const sample of new media.AudioSampleSink(track).samples(startS, endS)) {
    const at = Math.round((sample.timestamp - startS) * sampleRateHz);
    const skipped = Math.max(0, -at);
    const taken = Math.min(sample.numberOfFrames - skipped, length - at - skipped);
    for (const [planeIndex, channel] of channels.entries()) {
      if (taken <= 0) break;
      const options = { planeIndex, format: 'f32-planar', frameOffset: skipped, frameCount: taken } as const;
      sample.copyTo(channel.subarray(at + skipped, at + skipped + taken), options);
    }
    sample.close();
  }
  return { sampleRateHz, channels };
}

export const atSpeed = ({ sampleRateHz, channels }: Sound, speed: number): Sound =>
  speed === 1 ? { sampleRateHz, channels } : { sampleRateHz, channels: stretched(channels, speed, sampleRateHz) };

/** Seconds of sound that the encoder is given at once. */
const chunkS = 0.5;

/** From the moment `fromS` of the new file on. */
export async function addSound(media: Media, source: AudioSampleSource, { sampleRateHz, channels }: Sound, fromS: number): Promise<void> {
  const length = channels[0]?.length ?? 0;
  const chunk = Math.round(chunkS * sampleRateHz);
  for (let at = 0; at < length; at += chunk) {
    const frames = Math.min(chunk, length - at);
    const data = new Float32Array(frames * channels.length);
    for (const [index, channel] of channels.entries()) data.set(channel.subarray(at, at + frames), index * frames);
    const sample = new media.AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: channels.length,
      sampleRate: sampleRateHz,
      timestamp: fromS + at / sampleRateHz,
    });
    await source.add(sample).finally(() => sample.close());
  }
}

/** `sample` in pieces of so many frames, the last one shorter. */
export function piecesOf(media: Media, sample: AudioSample, frames: number): AudioSample[] {
  const { numberOfFrames, numberOfChannels, sampleRate, timestamp } = sample;
  const pieces: AudioSample[] = [];
  for (let at = 0; at < numberOfFrames; at += frames) {
    const options = { planeIndex: 0, format: 'f32', frameOffset: at, frameCount: Math.min(frames, numberOfFrames - at) } as const;
    const data = new Float32Array(options.frameCount * numberOfChannels);
    sample.copyTo(data, options);
    pieces.push(new media.AudioSample({ data, format: 'f32', numberOfChannels, sampleRate, timestamp: timestamp + at / sampleRate }));
  }
  return pieces;
}
