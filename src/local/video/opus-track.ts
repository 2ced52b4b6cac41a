// Sound to Opus packets of 20 ms in a mediabunny track.
import { Encoder } from '@evan/opus';
import { EncodedPacket } from 'mediabunny';
import type { EncodedAudioPacketSource } from 'mediabunny';
import type { SoundTrack } from './frame-source.js';

const frameS = 0.02;
const preSkip = 312;

/** The identification header that containers carry (RFC 7845, section 5.1). */
function opusHead(channels: number, sampleRateHz: number): Uint8Array {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode('OpusHead'));
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, sampleRateHz, true);
  return head;
}

/** Adds the whole track; the last packet is cut to the length of the sound. */
export async function addOpusPackets(source: EncodedAudioPacketSource, { samples, sampleRateHz, channels }: SoundTrack): Promise<void> {
  const encoder = new Encoder({ channels, sample_rate: sampleRateHz, application: 'audio' });
  encoder.bitrate = 96_000;
  const frameLength = sampleRateHz * frameS * channels;
  const decoderConfig = {
    codec: 'opus',
    numberOfChannels: channels,
    sampleRate: sampleRateHz,
    description: opusHead(channels, sampleRateHz),
  };
  const frame = new Int16Array(frameLength);
  for (let at = 0, index = 0; at < samples.length; at += frameLength, index += 1) {
    frame.fill(0);
    frame.set(samples.subarray(at, at + frameLength));
    const durationS = Math.min(frameLength, samples.length - at) / channels / sampleRateHz;
    const packet = new EncodedPacket(encoder.encode(frame).slice(), 'key', index * frameS, durationS);
    await source.add(packet, index === 0 ? { decoderConfig } : undefined);
  }
  source.close();
}
