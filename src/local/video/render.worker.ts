// The renderer's own thread: a job in, progress and a finished file out.
import { parentPort } from 'node:worker_threads';

import { decodeImage } from './image-decoder.js';
import { encodeMp4 } from './mp4.js';
import { encodeWebm } from './webm.js';
import { composeMusic } from './music.js';
import { createPicture } from '../../picture/picture.js';
import type { FrameSource } from './frame-source.js';
import type { RenderJob, RenderOrder, RenderReport } from './render-job.js';
import type { Still } from '../../picture/stills.js';

const report = (message: RenderReport, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

parentPort?.on('message', (order: RenderOrder) => {
  if (order.kind === 'crash') throw new Error('crashed on demand');
  void render(order.job);
});

async function render(job: RenderJob): Promise<void> {
  const stills: Still[] = [];
  for (const image of job.images) {
    const pixels = await decodeImage(image.bytes);
    if (pixels === undefined) return report({ kind: 'failed', code: 'invalid_image', message: 'An input image could not be decoded.' });
    stills.push({ pixels, phase: image.phase });
  }
  try {
    const source = frameSource(job, stills);
    const sound = job.music ? composeMusic(job.seed, job.frames / job.fps) : undefined;
    const bytes = job.format === 'mp4' ? await encodeMp4(source, sound) : await encodeWebm(source, sound);
    report({ kind: 'done', bytes }, [bytes.buffer]);
  } catch (error) {
    report({ kind: 'failed', code: 'internal_error', message: error instanceof Error ? error.message : String(error) });
  }
}

function frameSource(job: RenderJob, stills: readonly Still[]): FrameSource {
  const { widthPx: width, heightPx: height, fps, frames } = job;
  const picture = createPicture({ ...job, width, height, durationS: lastFrameS(job), stills });
  const rgba = new Uint8ClampedArray(width * height * 4);
  return {
    width,
    height,
    fps,
    frames,
    frame(index) {
      picture.draw(index / fps, rgba);
      report({ kind: 'progress', frames: index + 1 });
      return rgba;
    },
  };
}

/** The last frame, not the end of its showing, is where the video ends: an image that ends it is shown whole. */
const lastFrameS = (job: RenderJob): number => Math.max(1, job.frames - 1) / job.fps;
