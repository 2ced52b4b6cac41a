// The worker for pictures, so that a page does not stand still while one is drawn. Outside a worker nothing happens.
import { workOnImage } from './image-work.js';
import type { ImageJob } from './image-work.js';

if ('WorkerGlobalScope' in globalThis)
  addEventListener('message', ({ data }: MessageEvent<ImageJob>) => void workOnImage(data).then((outcome) => postMessage(outcome)));
