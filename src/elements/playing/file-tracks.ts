// The frames and sounds of a video file, decoded by WebCodecs: for pages whose policy lets no element play a file.
import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny';

import { VoxreelError } from '../../core/errors.js';
import type { VideoSource } from '../../core/video/files/video-results.js';

export interface Frame {
  /** Seconds from the beginning. */
  readonly atS: number;
  /** Drawn on again soon: to be copied at once. */
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
}

export interface Sound {
  readonly atS: number;
  readonly buffer: AudioBuffer;
}

export interface FileTracks {
  readonly durationS: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** How long a frame stands, in the mean. */
  readonly frameS: number;
  /** From the frame that stands at this moment on. */
  frames(fromS: number): AsyncGenerator<Frame>;
  readonly sounds: ((fromS: number) => AsyncGenerator<Sound>) | undefined;
  /** It has a sound that nothing here decodes. */
  readonly unheard: boolean;
  close(): void;
}

/** Of the frame that is shown, the one after it, and those in between. */
const canvases = 4;

/** Inside `try`: bundlers go on where a site has not installed it. */
async function loadMediabunny() {
  try {
    // Taken apart at once, so that a build takes these and not the whole library.
    const { AudioBufferSink, BlobSource, CanvasSink, CustomSource, Input, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny');
    return { AudioBufferSink, BlobSource, CanvasSink, CustomSource, Input, MATROSKA, MP4, QTFF, WEBM };
  } catch (cause) {
    throw new VoxreelError('unsupported', 'Kept videos are read by the package mediabunny: npm install mediabunny.', { cause });
  }
}

export interface FilePictures {
  /** The one that stands at this moment, in seconds from the beginning; the last one after the end. */
  frameAt(atS: number): Promise<Frame | undefined>;
  close(): void;
}

async function openInput(video: VideoSource) {
  const { BlobSource, CustomSource, Input, MATROSKA, MP4, QTFF, WEBM, ...sinks } = await loadMediabunny();
  const read = async (from: number, to: number) => new Uint8Array(await video.slice(from, to).arrayBuffer());
  const source = video instanceof Blob ? new BlobSource(video) : new CustomSource({ getSize: () => video.size, read });
  const input: Input = new Input({ source, formats: [WEBM, MP4, QTFF, MATROSKA] });
  return { input, ...sinks };
}

/** Of a video as a whole only what these pictures need is read. Undefined where nothing here decodes them; throws as `openTracks` does. */
export async function openPictures(video: VideoSource): Promise<FilePictures | undefined> {
  const { input, CanvasSink } = await openInput(video);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null || !(await track.canDecode())) {
      input.dispose();
      return undefined;
    }
    const startS = await track.getFirstTimestamp();
    const sink = new CanvasSink(track, { poolSize: 1 });
    return {
      async frameAt(atS) {
        const found = await sink.getCanvas(startS + atS);
        return found ? { atS: found.timestamp - startS, canvas: found.canvas } : undefined;
      },
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/** Undefined where nothing here decodes the pictures. Throws where the package `mediabunny` is missing. */
export async function openTracks(file: Blob): Promise<FileTracks | undefined> {
  const { input, AudioBufferSink, CanvasSink } = await openInput(file);
  try {
    const { video, audio, unheard } = await decodable(input);
    if (video === undefined) {
      input.dispose();
      return undefined;
    }
    const startS = await video.getFirstTimestamp();
    const sink = new CanvasSink(video, { poolSize: canvases });
    const sounds = audio && new AudioBufferSink(audio);
    const { averagePacketRate } = await video.computePacketStats(100);
    return {
      durationS: Math.max(0, (await input.computeDuration()) - startS),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      frameS: 1 / (averagePacketRate || 24),
      async *frames(fromS) {
        for await (const { canvas, timestamp } of sink.canvases(startS + fromS)) yield { atS: timestamp - startS, canvas };
      },
      sounds:
        sounds &&
        async function* (fromS) {
          for await (const { buffer, timestamp } of sounds.buffers(startS + fromS)) yield { atS: timestamp - startS, buffer };
        },
      unheard,
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

interface Decodable {
  readonly video?: InputVideoTrack;
  readonly audio?: InputAudioTrack;
  readonly unheard: boolean;
}

async function decodable(input: Input): Promise<Decodable> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const heard = audio !== null && (await audio.canDecode());
  return { ...(video && (await video.canDecode()) ? { video } : {}), ...(heard ? { audio } : {}), unheard: audio !== null && !heard };
}
