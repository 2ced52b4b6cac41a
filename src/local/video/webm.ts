// Frames and sound to a WebM file: every frame a VP8 key frame, taken out of a lossy WebP.
import encodeWebp, { init } from '@jsquash/webp/encode.js';
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';

import { addOpusPackets } from './opus-track.js';
import { compileWasm } from './wasm-file.js';
import type { FrameSource, SoundTrack } from './frame-source.js';

/** Fast settings: what they lose in size they win in waiting. */
const encoding = { quality: 78, method: 1, segments: 1, sns_strength: 30, filter_strength: 20 };

let ready: Promise<unknown> | undefined;

/** Every Node we run on has SIMD, and the package then takes this build by itself. */
const loadEncoder = async (): Promise<unknown> => init(await compileWasm('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));

export async function encodeWebm(source: FrameSource, sound: SoundTrack | undefined): Promise<Uint8Array<ArrayBuffer>> {
  await (ready ??= loadEncoder());
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const video = new EncodedVideoPacketSource('vp8');
  const audio = sound === undefined ? undefined : new EncodedAudioPacketSource('opus');
  output.addVideoTrack(video, { frameRate: source.fps });
  if (audio !== undefined) output.addAudioTrack(audio);
  await output.start();
  const config = { codec: 'vp8', codedWidth: source.width, codedHeight: source.height };
  for (let index = 0; index < source.frames; index += 1) {
    const packet = new EncodedPacket(await keyFrame(source, index), 'key', index / source.fps, 1 / source.fps);
    await video.add(packet, index === 0 ? { decoderConfig: config } : undefined);
  }
  video.close();
  if (audio !== undefined && sound !== undefined) await addOpusPackets(audio, sound);
  await output.finalize();
  if (target.buffer === null) throw new Error('The muxer left no file.');
  return new Uint8Array(target.buffer);
}

async function keyFrame(source: FrameSource, index: number): Promise<Uint8Array> {
  const data = source.frame(index);
  const webp = await encodeWebp({ data, width: source.width, height: source.height } as ImageData, encoding);
  return vp8Chunk(new Uint8Array(webp));
}

/** The `VP8 ` chunk of a RIFF container is a bare VP8 key frame. */
function vp8Chunk(webp: Uint8Array): Uint8Array {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = 12; at + 8 <= webp.byteLength;) {
    const size = view.getUint32(at + 4, true);
    if (view.getUint32(at) === 0x56503820) return webp.slice(at + 8, at + 8 + size);
    at += 8 + size + (size & 1);
  }
  throw new Error('The WebP encoder made no VP8 frame.');
}
