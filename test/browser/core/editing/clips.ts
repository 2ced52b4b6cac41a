// Clips whose every frame can be told apart, and what is in a file.
import {
  ALL_FORMATS,
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
  VideoSample,
  VideoSampleSink,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';

import { engine } from '../../../engines/lacks.js';

/** WebKitGTK 2.50 ends the process of the page where decoded sound is read. */
export const readsSound = engine !== 'webkit';

export interface ClipOrder {
  readonly format?: 'webm' | 'mp4';
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
  readonly fps?: number;
  /** Of its tone; 0 for no sound, as by default where sound cannot be read. */
  readonly hz?: number;
}

/** Brightness of the upper half at frame `index`: the same in each channel. */
export const grayOf = (index: number): number => 20 + (index % 30) * 7;

/** The upper half tells the frame; the lower one is red on the left and blue on the right. */
export async function paintedClip(order: ClipOrder = {}): Promise<Blob> {
  const { format = 'webm', width = 160, height = 90, frames = 30, fps = 30, hz = readsSound ? 440 : 0 } = order;
  const target = new BufferTarget();
  const output = new Output({ format: format === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat(), target });
  const video = new VideoSampleSource({ codec: format === 'webm' ? 'vp8' : 'avc', bitrate: 2_000_000 });
  output.addVideoTrack(video, { frameRate: fps });
  const audio = hz === 0 ? undefined : new AudioSampleSource({ codec: 'opus', bitrate: 96_000 });
  if (audio !== undefined) output.addAudioTrack(audio);
  await output.start();
  const tone = toneOf(hz, frames / fps);
  await audio?.add(tone);
  tone.close();
  audio?.close();
  const canvas = new OffscreenCanvas(width, height);
  for (let index = 0; index < frames; index += 1) {
    paint(canvas, index);
    const sample = new VideoSample(canvas, { timestamp: index / fps, duration: 1 / fps });
    await video.add(sample);
    sample.close();
  }
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: `video/${format}` });
}

/** The same as Firefox makes it: what the encoder has before the first sound is left out of the first packet's time, so that it is shorter. */
export async function withShortFirstPacket(file: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const decoderConfig = await audio?.getDecoderConfig();
  if (video === null || audio === null || !decoderConfig) throw new Error('No pictures, or no sound.');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const [pictures, sound] = [new EncodedVideoPacketSource('vp8'), new EncodedAudioPacketSource('opus')];
  output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  const config = (await video.getDecoderConfig()) ?? undefined;
  for await (const packet of new EncodedPacketSink(video).packets()) await pictures.add(packet, config && { decoderConfig: config });
  let index = 0;
  for await (const packet of new EncodedPacketSink(audio).packets()) {
    const timing = index === 0 ? { timestamp: 0, duration: 0.0135 } : { timestamp: index * 0.02 - 0.0065, duration: 0.02 };
    await sound.add(packet.clone(timing), { decoderConfig });
    index += 1;
  }
  await output.finalize();
  input.dispose();
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: file.type });
}

function paint(canvas: OffscreenCanvas, index: number): void {
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('No canvas.');
  const { width, height } = canvas;
  const gray = grayOf(index);
  for (const [color, x, y] of [
    [`rgb(${gray}, ${gray}, ${gray})`, 0, 0],
    ['red', 0, height / 2],
    ['blue', width / 2, height / 2],
  ] as const) {
    pen.fillStyle = color;
    pen.fillRect(x, y, width, height);
  }
}

function toneOf(hz: number, seconds: number): AudioSample {
  const sampleRate = 48_000;
  const data = Float32Array.from({ length: seconds * sampleRate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / sampleRate));
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels: 1, sampleRate, timestamp: 0 });
}

export type Pixel = readonly [red: number, green: number, blue: number];

export interface SeenFrame {
  readonly atS: number;
  /** Of a point given as shares of the sides. */
  at(x: number, y: number): Pixel;
}

export interface Seen {
  readonly width: number;
  readonly height: number;
  readonly codec: string | null;
  readonly mimeType: string;
  readonly frames: readonly SeenFrame[];
  /** Seconds of pictures. */
  readonly durationS: number;
  readonly comment: string | undefined;
  readonly packets: readonly Uint8Array[];
  readonly sound:
    | {
        readonly samples: Float32Array;
        readonly sampleRateHz: number;
        readonly startsS: readonly number[];
        readonly packetsS: readonly number[];
      }
    | undefined;
}

/** Everything in it, decoded. */
export async function seenIn(file: Blob): Promise<Seen> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  if (video === null) throw new Error('No pictures.');
  const frames: SeenFrame[] = [];
  for await (const sample of new VideoSampleSink(video).samples()) {
    const canvas = new OffscreenCanvas(sample.displayWidth, sample.displayHeight);
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (pen !== null) sample.draw(pen, 0, 0);
    frames.push({ atS: sample.timestamp, at: (x, y) => pixelAt(pen?.getImageData(0, 0, canvas.width, canvas.height), x, y) });
    sample.close();
  }
  const packets: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(video).packets()) packets.push(data);
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const { comment } = await input.getMetadataTags();
  const sound = await soundIn(input);
  const [codec, mimeType, durationS] = [await video.getCodec(), await input.getMimeType(), await video.computeDuration()];
  input.dispose();
  return { width, height, codec, mimeType, frames, durationS, comment, packets, sound };
}

export function pixelAt(image: ImageData | undefined, x: number, y: number): Pixel {
  if (image === undefined) throw new Error('No picture.');
  const at = 4 * (Math.floor(y * image.height) * image.width + Math.floor(x * image.width));
  const [red = 0, green = 0, blue = 0] = image.data.subarray(at, at + 3);
  return [red, green, blue];
}

async function soundIn(input: Input): Promise<Seen['sound']> {
  const audio = await input.getPrimaryAudioTrack();
  if (audio === null) return undefined;
  const parts: Float32Array[] = [];
  const startsS: number[] = [];
  for await (const sample of new AudioSampleSink(audio).samples()) {
    const part = new Float32Array(sample.numberOfFrames);
    sample.copyTo(part, { planeIndex: 0, format: 'f32-planar' });
    parts.push(part);
    startsS.push(sample.timestamp);
    sample.close();
  }
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  const packetsS: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(audio).packets()) packetsS.push(timestamp);
  return { samples, sampleRateHz: await audio.getSampleRate(), startsS, packetsS };
}

/** Of a pure tone: its middle, where nothing fades. */
export function pitchOf({ samples, sampleRateHz }: NonNullable<Seen['sound']>): number {
  const middle = samples.subarray(Math.floor(samples.length * 0.2), Math.floor(samples.length * 0.8));
  let crossings = 0;
  for (let at = 1; at < middle.length; at += 1) if ((middle[at - 1] ?? 0) < 0 && (middle[at] ?? 0) >= 0) crossings += 1;
  return (crossings * sampleRateHz) / middle.length;
}
