// Chosen pictures on their way to the service while the prompt is still being written. One that is taken away is brought no further.
import type { VideoQueue } from '../../../core/video/queue/video-queue.js';

interface Upload {
  readonly stop: AbortController;
  progress: number | undefined;
}

export class FrameUploads {
  readonly #changed: () => void;
  readonly #uploads = new Map<Blob, Upload>();
  #model = '';
  #queue: VideoQueue | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** From 0 to 1; undefined where nothing is under way. */
  progressOf(frame: string | Blob): number | undefined {
    return frame instanceof Blob ? this.#uploads.get(frame)?.progress : undefined;
  }

  /** `queue`: of a model that takes uploads; what is not among `frames` is given up. */
  follow(frames: readonly unknown[], model: string, queue: VideoQueue | undefined): void {
    const wanted = queue === undefined ? [] : frames.filter((frame) => frame instanceof Blob);
    const other = model !== this.#model || queue !== this.#queue;
    this.#model = model;
    this.#queue = queue;
    for (const [frame, { stop }] of this.#uploads)
      if (other || !wanted.includes(frame)) {
        this.#uploads.delete(frame);
        stop.abort();
      }
    if (queue === undefined) return;
    for (const frame of wanted) if (!this.#uploads.has(frame)) void this.#bring(frame, queue);
  }

  async #bring(frame: Blob, queue: VideoQueue): Promise<void> {
    const upload: Upload = { stop: new AbortController(), progress: 0 };
    this.#uploads.set(frame, upload);
    const tell = (progress: number | undefined) => {
      upload.progress = progress;
      if (this.#uploads.get(frame) === upload) this.#changed();
    };
    // What goes wrong here is tried again, and said, when the draft is sent.
    await queue.service.upload(frame, { model: this.#model, signal: upload.stop.signal, onProgress: tell }).catch(() => undefined);
    tell(undefined);
  }
}
