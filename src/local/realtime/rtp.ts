// RTP packets of one Opus stream, made and read: order restored, losses as silence.
import { Decoder, Encoder } from '@evan/opus';
import { randomBytes } from 'node:crypto';

import { engineRateHz, frameMs, frameSamples } from './loudness.js';

/** Opus in RTP always counts 48,000 a second. */
const clockRateHz = 48_000;
const ticksPerFrame = (clockRateHz * frameMs) / 1000;
const headerBytes = 12;

export interface RtpSender {
  readonly ssrc: number;
  /** 20 ms at the engine's rate. `silentFrames` is how many were not sent since the last. */
  packet(frame: Int16Array, silentFrames: number): Buffer;
}

export function createRtpSender(payloadType: number): RtpSender {
  const encoder = new Encoder({ channels: 1, sample_rate: engineRateHz, application: 'voip' });
  const ssrc = randomBytes(4).readUInt32BE() >>> 1;
  let sequence = randomBytes(2).readUInt16BE();
  let timestamp = randomBytes(4).readUInt32BE();
  let first = true;
  return {
    ssrc,
    packet(frame, silentFrames) {
      const payload = encoder.encode(frame);
      const packet = Buffer.alloc(headerBytes + payload.length);
      timestamp = (timestamp + ticksPerFrame * silentFrames) >>> 0;
      packet[0] = 0x80;
      packet[1] = payloadType | (first || silentFrames > 0 ? 0x80 : 0);
      packet.writeUInt16BE(sequence, 2);
      packet.writeUInt32BE(timestamp, 4);
      packet.writeUInt32BE(ssrc, 8);
      packet.set(payload, headerBytes);
      sequence = (sequence + 1) & 0xffff;
      timestamp = (timestamp + ticksPerFrame) >>> 0;
      first = false;
      return packet;
    },
  };
}

export interface RtpReceiver {
  /** One packet as it came from the network; RTCP and strangers are passed over. */
  push(packet: Uint8Array): void;
  /** So much silence where nothing came: what comes then follows on it. Nothing before the first packet. */
  pause(ms: number): void;
}

interface Waiting {
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

/** Packets that came too early are held until so many wait: then what is missing is given up. */
const longestWait = 4;
/** Silence put in for one gap, at most. */
const longestGapMs = 2000;

/** `hear` gets mono samples at the engine's rate, in order. */
export function createRtpReceiver(payloadType: number, hear: (samples: Int16Array) => void): RtpReceiver {
  const decoder = new Decoder({ channels: 1, sample_rate: engineRateHz });
  const early = new Map<number, Waiting>();
  let next: number | undefined;
  let nextTimestamp: number | undefined;

  function play({ timestamp, payload }: Waiting): void {
    const gapMs = nextTimestamp === undefined ? 0 : (((timestamp - nextTimestamp) | 0) * 1000) / clockRateHz;
    if (gapMs >= frameMs) hear(new Int16Array((Math.min(gapMs, longestGapMs) * engineRateHz) / 1000));
    const samples = decoded(decoder, payload);
    if (samples.length > 0) hear(samples);
    nextTimestamp = (timestamp + Math.max(samples.length, 1) * (clockRateHz / engineRateHz)) >>> 0;
  }

  function drain(): void {
    while (early.size > 0) {
      const waiting = next === undefined ? undefined : early.get(next);
      if (waiting !== undefined && next !== undefined) {
        early.delete(next);
        next = (next + 1) & 0xffff;
        play(waiting);
      } else if (early.size >= longestWait) next = earliest(early.keys(), next ?? 0);
      else return;
    }
  }

  return {
    push(packet) {
      const read = readPacket(packet);
      if (read?.payloadType !== payloadType || read.payload.length === 0) return;
      next ??= read.sequence;
      const ahead = ((read.sequence - next + 0x8000) & 0xffff) - 0x8000;
      if (ahead < 0 && ahead > -longestWait * 16) return;
      // So far off is no late packet but a stream that started over.
      if (Math.abs(ahead) > 1000) next = read.sequence;
      early.set(read.sequence, read);
      drain();
    },
    pause(ms) {
      if (nextTimestamp === undefined) return;
      hear(new Int16Array((ms * engineRateHz) / 1000));
      nextTimestamp = (nextTimestamp + (ms * clockRateHz) / 1000) >>> 0;
    },
  };
}

function earliest(sequences: Iterable<number>, from: number): number {
  const distance = (sequence: number) => (sequence - from) & 0xffff;
  return [...sequences].reduce((best, sequence) => (distance(sequence) < distance(best) ? sequence : best));
}

/** A damaged packet is 20 ms of silence. */
function decoded(decoder: Decoder, payload: Uint8Array): Int16Array {
  try {
    const bytes = decoder.decode(payload);
    return new Int16Array(bytes.slice().buffer);
  } catch {
    return new Int16Array(frameSamples);
  }
}

function readPacket(bytes: Uint8Array): (Waiting & { readonly sequence: number; readonly payloadType: number }) | undefined {
  if (bytes.length < headerBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(0);
  const payloadType = view.getUint8(1) & 0x7f;
  // RTCP shares the port: its types lie where RTP has 64 to 95.
  if (flags >> 6 !== 2 || (payloadType >= 64 && payloadType < 96)) return undefined;
  let start = headerBytes + 4 * (flags & 0x0f);
  if ((flags & 0x10) !== 0 && start + 4 <= bytes.length) start += 4 + 4 * view.getUint16(start + 2);
  const padding = (flags & 0x20) === 0 ? 0 : (bytes.at(-1) ?? 0);
  const payload = bytes.subarray(start, Math.max(start, bytes.length - padding));
  return { sequence: view.getUint16(2), timestamp: view.getUint32(4), payloadType, payload };
}
