// Reads a finished file back: its structure, and frames as pixels, for the tests beside.
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';

import { decodeImage } from '../../../../src/local/video/image-decoder.js';

export async function readVideo(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (video === null) throw new Error('no video track');
  const packets = [];
  for await (const packet of new EncodedPacketSink(video).packets()) packets.push(packet);
  const sound = [];
  if (audio !== null) for await (const packet of new EncodedPacketSink(audio).packets()) sound.push(packet);
  return {
    mimeType: await input.getMimeType(),
    durationS: await input.computeDuration(),
    width: video.displayWidth,
    height: video.displayHeight,
    codec: video.codec,
    packets,
    audio:
      audio === null
        ? undefined
        : {
            codec: audio.codec,
            channels: audio.numberOfChannels,
            sampleRateHz: audio.sampleRate,
            durationS: await audio.computeDuration(),
            packets: sound,
          },
  };
}

/** The pixels of a VP8 key frame: put back into a WebP, whose frame it is. */
export async function keyFramePixels(vp8: Uint8Array): Promise<Uint8ClampedArray> {
  const size = vp8.length + (vp8.length & 1);
  const webp = new Uint8Array(20 + size);
  const view = new DataView(webp.buffer);
  webp.set(new TextEncoder().encode('RIFF'), 0);
  view.setUint32(4, 12 + size, true);
  webp.set(new TextEncoder().encode('WEBPVP8 '), 8);
  view.setUint32(16, vp8.length, true);
  webp.set(vp8, 20);
  const pixels = await decodeImage(webp);
  if (pixels === undefined) throw new Error('no VP8 key frame');
  return new Uint8ClampedArray(pixels.data);
}

/** Mean difference of two frames, of 255. */
export function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  if (one.length !== other.length) return 255;
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}
