// How often a trace is drawn, on the page or by a worker, and what is on its canvas.

/** Counts from now on, for the whole page. */
export function countDrawings() {
  const counted = { onPage: 0, inWorker: 0 };
  const { clearRect } = CanvasRenderingContext2D.prototype;
  const { postMessage } = Worker.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (this: CanvasRenderingContext2D, ...rect) {
    counted.onPage += 1;
    Reflect.apply(clearRect, this, rect);
  };
  Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
    if (Object.hasOwn(Object(message[0]) as object, 'past')) counted.inWorker += 1;
    Reflect.apply(postMessage, this, message);
  };
  const restore = () => {
    CanvasRenderingContext2D.prototype.clearRect = clearRect;
    Worker.prototype.postMessage = postMessage;
  };
  return { counted, restore };
}

/** As in a browser that hands no canvas to a worker. Returns what gives it back. */
export function withoutOffscreen(): () => void {
  const { prototype } = HTMLCanvasElement;
  const { transferControlToOffscreen } = prototype;
  Reflect.deleteProperty(prototype, 'transferControlToOffscreen');
  return () => void (prototype.transferControlToOffscreen = transferControlToOffscreen);
}

/** Pixels above the line of rest: only a sounding bar reaches there. */
export function inked(canvas: HTMLCanvasElement): number {
  if (canvas.width === 0) return 0;
  const copy = new OffscreenCanvas(canvas.width, Math.ceil(canvas.height / 3)).getContext('2d');
  if (copy === null) throw new Error('There is no context.');
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height);
  return data.filter((value, at) => at % 4 === 3 && value > 128).length;
}
