// Draws the trace of one call: in a worker, where the page may have one, so that neither the drawing nor its frames cost the page anything.
import { openWorker } from '../../core/own-worker.js';
import { paintTrace, type TracePicture } from './trace-bars.js';

/** Milliseconds for the worker's file, before the page draws by itself. */
const patienceMs = 5000;

export interface TracePainter {
  paint(picture: TracePicture): void;
  /** Draws nothing more. The canvas is of no further use. */
  end(): void;
}

/** Of the pictures that come before it is known who draws, only the newest is drawn. */
export function createTracePainter(canvas: HTMLCanvasElement): TracePainter {
  const painting = findPainter(canvas);
  let newest: TracePicture | undefined;
  return {
    paint(picture) {
      newest = picture;
      void painting.then((painter) => {
        if (picture === newest) painter.paint(picture);
      });
    },
    end: () => void painting.then((painter) => painter.end()),
  };
}

async function findPainter(canvas: HTMLCanvasElement): Promise<TracePainter> {
  const worker = 'transferControlToOffscreen' in canvas ? await openWorker(workerUrl, patienceMs) : undefined;
  if (worker === undefined) return pagePainter(canvas);
  const offscreen = canvas.transferControlToOffscreen();
  worker.postMessage(offscreen, [offscreen]);
  return { paint: (picture) => worker.postMessage(picture), end: () => worker.terminate() };
}

function pagePainter(canvas: HTMLCanvasElement): TracePainter {
  const context = canvas.getContext('2d');
  return { paint: (picture) => context && paintTrace(context, picture), end() {} };
}

/** Vite makes small files `data:` addresses, which strict pages refuse. */
const workerUrl = (): URL => new URL('./trace.worker.js?no-inline', import.meta.url);
