// Frames of a video file by WebCodecs, for pages whose policy lets no element play a file. Knows nothing of pictures.
import type { Input } from 'mediabunny';

/** Frames at these seconds, each when it is asked for. None where nothing here decodes the file. Throws where the package `mediabunny` is missing. */
export async function* decodedFrames(file: Blob, moments: readonly number[]): AsyncGenerator<HTMLCanvasElement | OffscreenCanvas> {
  const { BlobSource, CanvasSink, Input, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny');
  const input: Input = new Input({ source: new BlobSource(file), formats: [WEBM, MP4, QTFF, MATROSKA] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) return;
    const sink = new CanvasSink(track);
    const start = await track.getFirstTimestamp();
    for (const moment of moments) {
      const frame = await sink.getCanvas(start + moment);
      if (frame) yield frame.canvas;
    }
  } finally {
    input.dispose();
  }
}
