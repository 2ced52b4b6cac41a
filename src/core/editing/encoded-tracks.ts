// Tracks that this browser encodes.
import type { AudioSample, VideoCodec } from 'mediabunny';

import { VoxreelError } from '../errors.js';
import type { VideoFormat } from './job.js';
import type { Media } from './media.js';
import { drawnFrames } from './pictures.js';
import type { Shots } from './pictures.js';
import { addSound, piecesOf } from './sound.js';
import type { Sound } from './sound.js';
import { step } from './write-video.js';
import type { PictureTrack, SoundTrack } from './write-video.js';

/** The best first that most browsers encode. */
const pictureCodecs: Readonly<Record<VideoFormat, readonly VideoCodec[]>> = { mp4: ['avc', 'vp9', 'av1'], webm: ['vp9', 'vp8', 'av1'] };
/** Every player of MP4 knows AAC; most browsers encode Opus alone. */
const soundCodecs: Readonly<Record<VideoFormat, readonly SoundCodec[]>> = { mp4: ['aac', 'opus'], webm: ['opus'] };
/** What Opus is made for, and enough that AAC is the one that every player knows. */
const fullHz = 48_000;
const leastAacHz = 32_000;
/** Frames of one packet. */
const packetFrames = { aac: 1024, opus: 960 } as const;
type SoundCodec = keyof typeof packetFrames;

/**
 * In the codec of the source, where the format has it: a clip that was edited can then be joined with its neighbors as they are.
 * Throws `unsupported` where this browser encodes no video of that size.
 */
export async function encodedPictures(media: Media, format: VideoFormat, shots: Shots, own?: VideoCodec | null): Promise<PictureTrack> {
  const { width, height, fps, count } = shots;
  if (typeof VideoEncoder === 'undefined') throw new VoxreelError('unsupported', noEncoder());
  // WebKitGTK ends a page that asks for an encoder before anything else of its media.
  await VideoDecoder.isConfigSupported({ codec: 'vp8' });
  const codecs = pictureCodecs[format];
  for (const codec of own && codecs.includes(own) ? [own, ...codecs] : codecs) {
    if (!(await media.canEncodeVideo(codec, { width, height }))) continue;
    const source = new media.VideoSampleSource({ codec, quality: media.QUALITY_HIGH });
    return {
      source,
      about: { frameRate: fps },
      async write(run) {
        let index = 0;
        for await (const frame of shots.frames?.() ?? drawnFrames(media, shots)) {
          await step(run, index / count)
            .then(() => source.add(frame))
            .finally(() => frame.close());
          index += 1;
        }
      },
    };
  }
  throw new VoxreelError('unsupported', `This browser cannot encode ${format} of ${width}x${height}.`, { param: 'format' });
}

const noEncoder = (): string =>
  'isSecureContext' in globalThis && !isSecureContext
    ? 'Browsers edit videos (WebCodecs) on pages served over https or from localhost only.'
    : 'This browser cannot edit videos: it has no WebCodecs. Chrome and Edge have it, Safari from 16.4, Firefox from 130.';

/** The sounds follow one another without a gap. Throws `unsupported` where this browser encodes none. */
export async function encodedSound(media: Media, format: VideoFormat, sounds: readonly [Sound, ...Sound[]]): Promise<SoundTrack> {
  const numberOfChannels = Math.min(2, Math.max(...sounds.map(({ channels }) => channels.length)));
  const [{ sampleRateHz }] = sounds;
  return encodedSamples(media, format, { numberOfChannels, sampleRateHz }, async function* () {
    yield* sounds;
  });
}

interface SoundShape {
  readonly numberOfChannels: number;
  readonly sampleRateHz: number;
}

/** The same of sounds that are made one after another. */
export async function encodedSamples(
  media: Media,
  format: VideoFormat,
  { numberOfChannels, sampleRateHz }: SoundShape,
  sounds: () => AsyncIterable<Sound>,
): Promise<SoundTrack> {
  for (const codec of soundCodecs[format]) {
    const sampleRate = codec === 'opus' || sampleRateHz < leastAacHz ? fullHz : sampleRateHz;
    if (!(await media.canEncodeAudio(codec, { numberOfChannels, sampleRate }))) continue;
    // WebKitGTK gives all packets of what its encoder is given at once the same time.
    const process = (sample: AudioSample) => piecesOf(media, sample, packetFrames[codec]);
    const source = new media.AudioSampleSource({
      codec,
      quality: media.QUALITY_HIGH,
      transform: { numberOfChannels, sampleRate, process },
    });
    return {
      source,
      about: {},
      async write() {
        let fromS = 0;
        for await (const sound of sounds()) {
          await addSound(media, source, sound, fromS);
          fromS += (sound.channels[0]?.length ?? 0) / sound.sampleRateHz;
        }
      },
    };
  }
  throw new VoxreelError('unsupported', `This browser cannot encode sound for ${format}: mute the video.`, { param: 'mute' });
}
