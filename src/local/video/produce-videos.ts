// One task carried out: its images loaded, its videos rendered one after another and kept.
import { isRefusal } from './refusal.js';
import { loadImage } from './image-source.js';
import type { RenderImage, RenderJob } from './render-job.js';
import type { Renderer } from './renderer.js';
import type { ResultFiles } from './result-files.js';
import type { TaskError, TaskOutput, VideoTask } from './video-task.js';
import type { VideoOrder } from './video-request.js';

export type Production = { readonly outputs: readonly TaskOutput[] } | { readonly outputs?: undefined; readonly error: TaskError };

/** Never rejects: what goes wrong is the task's error. Counts the frames made in `task`. */
export async function produceVideos(task: VideoTask, renderer: Renderer, files: ResultFiles, signal: AbortSignal): Promise<Production> {
  const { order, fault } = task;
  if (fault?.fail !== undefined) return failed('server_error', fault.fail.code, fault.fail.message);
  try {
    const images = await loadImages(order, signal);
    if (!Array.isArray(images)) return { error: images };
    const outputs: TaskOutput[] = [];
    for (let index = 0; index < order.n; index += 1) {
      const job = jobOf(order, order.seed + index, images);
      const onProgress = (frames: number) => (task.framesDone = index * order.frames + frames);
      const outcome = await renderer.render({ job, onProgress, crash: fault?.crash === true });
      if (!outcome.ok)
        return failed(outcome.code === 'invalid_image' ? 'invalid_request_error' : 'server_error', outcome.code, outcome.message);
      const metadata = { duration: order.frames / order.fps, fps: order.fps, height: order.heightPx, width: order.widthPx, seed: job.seed };
      outputs.push({ path: files.add(outcome.bytes, `video/${order.format}`), metadata });
    }
    return { outputs };
  } catch (error) {
    return failed('server_error', 'internal_error', error instanceof Error ? error.message : String(error));
  }
}

const failed = (type: TaskError['type'], code: string, message: string): Production => ({ error: { code, message, param: '', type } });

async function loadImages(order: VideoOrder, signal: AbortSignal): Promise<RenderImage[] | TaskError> {
  const images: RenderImage[] = [];
  for (const { from, param, phase } of order.images) {
    const bytes = await loadImage(from, param, signal);
    if (isRefusal(bytes)) return { code: bytes.code, message: bytes.message, param: bytes.param, type: 'invalid_request_error' };
    images.push({ bytes, phase });
  }
  return images;
}

function jobOf(order: VideoOrder, seed: number, images: readonly RenderImage[]): RenderJob {
  const { prompt, negativePrompt, widthPx, heightPx, fps, frames, format, movement, style, quality, music } = order;
  const caption = `${order.model} #${seed}`;
  return { prompt, negativePrompt, widthPx, heightPx, fps, frames, format, movement, style, quality, music, seed, caption, images };
}
