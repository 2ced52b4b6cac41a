// Draws the trace on the canvas that the page has handed over. Outside a worker nothing happens.
import { paintTrace, type TracePicture } from './trace-bars.js';

function serve(): void {
  let canvas: OffscreenCanvas | undefined;
  addEventListener('message', ({ data }: MessageEvent<OffscreenCanvas | TracePicture>) => {
    if (data instanceof OffscreenCanvas) canvas = data;
    else if (canvas !== undefined) paintTrace(canvas, data);
  });
  postMessage('ready');
}

if ('WorkerGlobalScope' in globalThis) serve();
