// Tracks that go into the new file as they are, one clip after the other.
import type { EncodedAudioPacketSource, EncodedPacket, InputAudioTrack, InputVideoTrack } from 'mediabunny';

import type { Clip } from './clip.js';
import type { VideoFormat } from './job.js';
import type { Media } from './media.js';
import { step } from './write-video.js';
import type { PictureTrack, SoundTrack } from './write-video.js';

type Clips = readonly [Clip, ...Clip[]];

/** What players expect in each. */
const held: Readonly<Record<VideoFormat, readonly string[]>> = {
  mp4: ['avc', 'hevc', 'vp9', 'av1', 'aac', 'opus', 'mp3'],
  webm: ['vp8', 'vp9', 'av1', 'opus', 'vorbis'],
};

type Config = Partial<VideoDecoderConfig & AudioDecoderConfig>;

/** Undefined where the format does not hold it, or nobody knows how it is decoded. */
async function configOf(track: InputVideoTrack | InputAudioTrack | undefined, format: VideoFormat): Promise<Config | undefined> {
  const codec = await track?.getCodec();
  if (track === undefined || !codec || !held[format].includes(codec)) return undefined;
  return (await track.getDecoderConfig()) ?? undefined;
}

const bytesOf = (source: AllowSharedBufferSource | undefined): string =>
  source === undefined
    ? ''
    : (ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source)).join();

/** One decoder reads both. */
const isSame = (one: Config, other: Config): boolean =>
  one.codec === other.codec &&
  one.codedWidth === other.codedWidth &&
  one.codedHeight === other.codedHeight &&
  one.sampleRate === other.sampleRate &&
  one.numberOfChannels === other.numberOfChannels &&
  bytesOf(one.description) === bytesOf(other.description);

/** Undefined where the pictures have to be encoded: other codecs or sizes, or a format that does not hold them. */
export async function copiedPictures(media: Media, format: VideoFormat, clips: Clips): Promise<PictureTrack | undefined> {
  const [first] = clips;
  const decoderConfig = await configOf(first.video, format);
  const codec = await first.video.getCodec();
  const rotation = await first.video.getRotation();
  if (decoderConfig === undefined || codec === null) return undefined;
  for (const { video } of clips) {
    const config = await configOf(video, format);
    if (config === undefined || !isSame(config, decoderConfig) || (await video.getRotation()) !== rotation) return undefined;
  }
  const source = new media.EncodedVideoPacketSource(codec);
  const isSteady = clips.every((clip) => clip.isSteady && clip.fps === first.fps);
  return {
    source,
    about: { rotation, ...(isSteady && { frameRate: first.fps }) },
    async write(run) {
      let fromS = 0;
      for (const [at, clip] of clips.entries()) {
        await step(run, at / clips.length);
        for await (const packet of new media.EncodedPacketSink(clip.video).packets())
          await source.add(moved(packet, clip, fromS), { decoderConfig: decoderConfig as VideoDecoderConfig });
        fromS += clip.durationS;
      }
    },
  };
}

/** On the frames' own grid, where there is one: a WebM has rounded their times. */
function moved(packet: EncodedPacket, { startS, fps, isSteady }: Clip, fromS: number): EncodedPacket {
  const atS = packet.timestamp - startS;
  const duration = isSteady || packet.duration === 0 ? 1 / fps : packet.duration;
  return packet.clone({ timestamp: fromS + (isSteady ? Math.round(atS * fps) / fps : atS), duration });
}

/** Undefined where no clip has any, or it has to be encoded. */
export async function copiedSound(media: Media, format: VideoFormat, clips: Clips): Promise<SoundTrack | undefined> {
  const first = clips.find(({ audio }) => audio !== undefined)?.audio;
  const decoderConfig = await configOf(first, format);
  const codec = await first?.getCodec();
  const packetS = first && (await usualPacketS(media, first));
  if (decoderConfig === undefined || !codec || !packetS) return undefined;
  const silence = codec === 'opus' ? opusSilence(packetS) : undefined;
  for (const { audio } of clips) {
    if (audio === undefined && silence === undefined) return undefined;
    const config = audio && (await configOf(audio, format));
    if (audio !== undefined && (config === undefined || !isSame(config, decoderConfig))) return undefined;
  }
  const source = new media.EncodedAudioPacketSource(codec);
  const packets = createGrid(source, packetS, silence, decoderConfig as AudioDecoderConfig);
  return {
    source,
    about: {},
    async write() {
      let fromS = 0;
      for (const clip of clips) {
        await packets.add(clip.audio && new media.EncodedPacketSink(clip.audio).packets(), clip, fromS);
        fromS += clip.durationS;
      }
    },
  };
}

/** The median of the first ones: that of the very first is shorter in files that Firefox makes, which leave out what only prepares the decoder. */
async function usualPacketS(media: Media, track: InputAudioTrack): Promise<number | undefined> {
  const durations: number[] = [];
  for await (const { duration } of new media.EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    durations.push(duration);
    if (durations.length === 9) break;
  }
  return durations.toSorted((one, other) => one - other)[durations.length >> 1];
}

/** A packet of nothing: CELT, full band, of 2.5 to 20 ms (RFC 6716, section 3.1). */
function opusSilence(packetS: number): Uint8Array | undefined {
  const config = [0.0025, 0.005, 0.01, 0.02].findIndex((length) => Math.abs(length - packetS) < 0.0001);
  return config === -1 ? undefined : new Uint8Array([(28 + config) << 3, 0xff, 0xfe]);
}

/**
 * Packets numbered through all clips: each starts where the last one ends, or every seam would move the sound. A clip has as many as its
 * pictures take, to the nearest.
 */
function createGrid(source: EncodedAudioPacketSource, packetS: number, silence: Uint8Array | undefined, decoderConfig: AudioDecoderConfig) {
  let next = 0;
  let some: EncodedPacket | undefined;
  const put = async (packet: EncodedPacket, data: Uint8Array) => {
    await source.add(packet.clone({ data, type: 'key', timestamp: next * packetS, duration: packetS }), { decoderConfig });
    next += 1;
  };
  const fill = async (upTo: number) => {
    if (some === undefined || silence === undefined) next = Math.max(next, upTo);
    else for (let left = upTo - next; left > 0; left -= 1) await put(some, silence);
  };
  return {
    async add(packets: AsyncGenerator<EncodedPacket> | undefined, { startS, durationS }: Clip, fromS: number): Promise<void> {
      const end = Math.round((fromS + durationS) / packetS);
      let first: { readonly atS: number; readonly index: number } | undefined;
      for await (const packet of packets ?? []) {
        const atS = packet.timestamp - startS;
        // What only prepares the decoder.
        if (atS <= -packetS / 2) continue;
        some ??= packet;
        first ??= { atS, index: Math.round(fromS / packetS) + Math.round(atS / packetS) };
        const index = first.index + Math.round((atS - first.atS) / packetS);
        if (index >= end) break;
        await fill(index);
        if (index === next) await put(packet, packet.data);
      }
      await fill(end);
    },
  };
}
