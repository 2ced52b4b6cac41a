// Draws the trace on the canvas that the page has handed over. Outside a worker nothing happens.
import { paintTrace, type TracePicture } from './trace-bars.js';

function serve(): void {
  // Asked for once: in a worker Firefox refuses to give it again.
  let context: OffscreenCanvasRenderingContext2D | null = null;
  addEventListener('message', ({ data }: MessageEvent<OffscreenCanvas | TracePicture>) => {
    if (data instanceof OffscreenCanvas) context = data.getContext('2d');
    else if (context !== null) paintTrace(context, data);
  });
  postMessage('ready');
}

if ('WorkerGlobalScope' in globalThis) serve();
