// Frames and sound to an MP4 file with H.264, for those who ask for it.
import H264 from 'h264-mp4-encoder';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

import { addOpusPackets } from './opus-track.js';
import type { FrameSource, SoundTrack } from './frame-source.js';

/** Width and height must be even. The encoder's own file is taken apart and rewritten with exact times and the sound. */
export async function encodeMp4(source: FrameSource, sound: SoundTrack | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await encodeH264(source)) });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (track === null || decoderConfig === null || decoderConfig === undefined) throw new Error('The H.264 encoder left no video track.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new EncodedVideoPacketSource('avc');
  const audio = sound === undefined ? undefined : new EncodedAudioPacketSource('opus');
  output.addVideoTrack(video, { frameRate: source.fps });
  if (audio !== undefined) output.addAudioTrack(audio);
  await output.start();
  let index = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await video.add(
      new EncodedPacket(packet.data, packet.type, index / source.fps, 1 / source.fps),
      index === 0 ? { decoderConfig } : undefined,
    );
    index += 1;
  }
  video.close();
  if (audio !== undefined && sound !== undefined) await addOpusPackets(audio, sound);
  await output.finalize();
  if (target.buffer === null) throw new Error('The muxer left no file.');
  return withoutClock(new Uint8Array(target.buffer));
}

async function encodeH264(source: FrameSource): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await H264.createH264MP4Encoder();
  encoder.width = source.width;
  encoder.height = source.height;
  encoder.frameRate = source.fps;
  encoder.quantizationParameter = 24;
  encoder.speed = 5;
  encoder.groupOfPictures = Math.max(1, source.fps * 2);
  encoder.initialize();
  try {
    for (let index = 0; index < source.frames; index += 1) encoder.addFrameRgba(source.frame(index));
    encoder.finalize();
    return encoder.FS.readFile(encoder.outputFilename).slice();
  } finally {
    encoder.delete();
  }
}

const containers = new Set(['moov', 'trak', 'mdia']);
const dated = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Sets the times of making to zero: equal jobs give equal bytes. */
function withoutClock(file: Uint8Array<ArrayBuffer>, from = 0, to = file.byteLength): Uint8Array<ArrayBuffer> {
  const view = new DataView(file.buffer, file.byteOffset);
  for (let at = from; at + 8 <= to;) {
    const size = view.getUint32(at);
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (containers.has(name)) withoutClock(file, at + 8, at + size);
    if (dated.has(name)) file.fill(0, at + 12, at + 12 + (view.getUint8(at + 8) === 1 ? 16 : 8));
    if (size < 8) break;
    at += size;
  }
  return file;
}
