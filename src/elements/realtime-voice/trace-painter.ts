// Draws the trace of one call: in a worker, where the page may have one, so that neither the drawing nor its frames cost the page anything.
import { openWorker } from '../../core/own-worker.js';
import { paintTrace, type TracePicture } from './trace-bars.js';

/** Milliseconds for the worker's file, before the page draws by itself. */
const patienceMs = 5000;

export interface TracePainter {
  /** Until it is known who draws, the newest picture waits. */
  paint(picture: TracePicture): void;
  /** Draws nothing more. The canvas is of no further use. */
  end(): void;
}

export function createTracePainter(canvas: HTMLCanvasElement): TracePainter {
  let newest: TracePicture | undefined;
  let put: ((picture: TracePicture) => void) | undefined;
  let worker: Worker | undefined;
  let isOver = false;
  const begin = async () => {
    const started = 'transferControlToOffscreen' in canvas ? await openWorker(workerUrl, patienceMs) : undefined;
    if (isOver) return started?.terminate();
    worker = started;
    if (worker === undefined) put = (picture) => paintTrace(canvas, picture);
    else put = handOver(canvas, worker);
    if (newest !== undefined) put(newest);
  };
  void begin();
  return {
    paint(picture) {
      newest = picture;
      put?.(picture);
    },
    end() {
      isOver = true;
      put = undefined;
      worker?.terminate();
    },
  };
}

function handOver(canvas: HTMLCanvasElement, worker: Worker): (picture: TracePicture) => void {
  const offscreen = canvas.transferControlToOffscreen();
  worker.postMessage(offscreen, [offscreen]);
  return (picture) => worker.postMessage(picture);
}

/** Vite makes small files `data:` addresses, which strict pages refuse. */
const workerUrl = (): URL => new URL('./trace.worker.js?no-inline', import.meta.url);
