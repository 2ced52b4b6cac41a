// One video made on this device: drawn frame by frame from its order and encoded as it goes. The same in a worker and on a page; knows no task.
import type { canEncodeVideo } from 'mediabunny';

import { createPicture } from '../../picture/picture.js';
import type { Still } from '../../picture/stills.js';
import { abortedError } from '../abort.js';
import { VoxreelError } from '../errors.js';
import type { MediaRun } from '../media-worker/media-run.js';
import type { VideoOrder } from './on-device-order.js';
import { pixelsOf } from './on-device-picture.js';

/**
 * Throws `invalid_input` or `network` (a picture that was given), `unsupported` (no encoder, or the package `mediabunny` is missing),
 * `aborted`.
 */
export async function makeVideo(order: VideoOrder, { signal, onStep }: MediaRun): Promise<Blob> {
  const { width, height, fps, frames } = order;
  const media = await loadMediabunny();
  const { codec, format } = await encodingOf(order, media.canEncodeVideo);
  const draw = createPicture({ ...order, durationS: Math.max(1, frames - 1) / fps, stills: await stillsOf(order, signal) }).draw;
  const target = new media.BufferTarget();
  const container = format === 'mp4' ? new media.Mp4OutputFormat({ fastStart: 'in-memory' }) : new media.WebMOutputFormat();
  const output = new media.Output({ format: container, target });
  const track = new media.VideoSampleSource({ codec, quality: media.QUALITY_HIGH });
  output.addVideoTrack(track, { frameRate: fps });
  try {
    await output.start();
    const pixels = new Uint8ClampedArray(width * height * 4);
    for (let frame = 0; frame < frames; frame += 1) {
      await onStep(frame / frames);
      if (signal.aborted) throw abortedError(signal);
      draw(frame / fps, pixels);
      const timing = { timestamp: frame / fps, duration: 1 / fps };
      const sample = new media.VideoSample(pixels, { format: 'RGBX', codedWidth: width, codedHeight: height, ...timing });
      await track.add(sample).finally(() => sample.close());
    }
    await output.finalize();
  } catch (cause) {
    await output.cancel();
    throw cause;
  }
  if (target.buffer === null) throw new TypeError('The muxer left no file.');
  return new Blob([target.buffer], { type: `video/${format}` });
}

/** Sites that make no videos on the device do not install it. */
async function loadMediabunny() {
  try {
    // Taken apart at once, so that a build takes these and not the whole library.
    const { BufferTarget, canEncodeVideo, Mp4OutputFormat, Output, QUALITY_HIGH, VideoSample, VideoSampleSource, WebMOutputFormat } =
      await import('mediabunny');
    return { BufferTarget, canEncodeVideo, Mp4OutputFormat, Output, QUALITY_HIGH, VideoSample, VideoSampleSource, WebMOutputFormat };
  } catch (cause) {
    const message = 'Videos on this device need the package mediabunny: npm install mediabunny.';
    throw new VoxreelError('unsupported', message, { cause });
  }
}

/** WebM where nothing else is asked for: its encoders are in every browser that has any, and VP8 is the fastest of them. */
async function encodingOf({ width, height, format }: VideoOrder, canEncode: typeof canEncodeVideo) {
  const known = [
    { codec: 'vp8', format: 'webm' },
    { codec: 'vp9', format: 'webm' },
    { codec: 'avc', format: 'mp4' },
  ] as const;
  // WebKitGTK ends a page that asks for an encoder before anything else of its media.
  await VideoDecoder.isConfigSupported({ codec: 'vp8' });
  for (const encoding of known) {
    // H.264 knows even sizes only.
    if (encoding.format !== (format ?? encoding.format) || (encoding.codec === 'avc' && (width % 2 === 1 || height % 2 === 1))) continue;
    if (await canEncode(encoding.codec, { width, height })) return encoding;
  }
  throw new VoxreelError('unsupported', `This browser cannot encode ${format ?? 'video'} of ${width}x${height}.`, {
    param: format === undefined ? undefined : 'responseFormat',
  });
}

async function stillsOf({ image, lastImage, width, height }: VideoOrder, signal: AbortSignal): Promise<readonly Still[]> {
  const still = async (from: string | Blob | undefined, param: string, phase: number): Promise<readonly Still[]> =>
    from === undefined || from === '' ? [] : [{ pixels: await pixelsOf(from, param, { width, height }, signal), phase }];
  return [...(await still(image, 'image', 0)), ...(await still(lastImage, 'lastImage', 1))];
}
