// Frames of videos as the first or last frame of the next draft: read from the file, and put into the form with where they come from.
import { frameOf } from '../../../core/frame-origin.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { FrameName } from '../composer/composer-view.js';
import type { Result } from '../stage/result.js';
import type { GalleryController } from './gallery-controller.js';
import type { VideoGalleryWords } from './gallery-words.js';
import type { KeptFiles } from './kept-files.js';

export interface NextFramesHost {
  readonly files: KeptFiles;
  readonly state: GalleryController;
  words(): VideoGalleryWords;
  say(text: string, urgency?: 'assertive'): void;
  /** Puts a frame of this task into the form, and goes there. */
  takeFrame(frame: FrameName, picture: Blob, task: VideoTask): void;
}

/** What is to become a frame of the next draft. */
export interface FrameWish {
  readonly frame: FrameName;
  /** Seconds from the beginning of the video; by default its last frame begins the next one, and its first frame ends it. */
  readonly atS?: number | undefined;
  /** The picture is there: what stands over the form can go. */
  readonly ready?: () => void;
}

/** Milliseconds are as exact as a frame of any video needs. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export class NextFrames {
  readonly #host: NextFramesHost;
  #busy = false;

  constructor(host: NextFramesHost) {
    this.#host = host;
  }

  /** One is being read. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Says why, where the video cannot be read. */
  async use({ task, at }: Result, { frame, atS, ready }: FrameWish): Promise<void> {
    if (this.#busy) return;
    const { state, say, words, takeFrame } = this.#host;
    this.#setBusy(true);
    state.tell(task.id, undefined);
    const moment = atS ?? (frame === 'lastImage' ? 0 : undefined);
    const picture = await this.read({ task, at }, moment).catch(() => undefined);
    this.#setBusy(false);
    if (picture === undefined) {
      state.tell(task.id, words().frameUnread);
      return say(words().frameUnread, 'assertive');
    }
    ready?.();
    const output = at === 0 ? {} : { output: at };
    takeFrame(frame, frameOf(picture, { id: task.id, ...output, ...(moment === undefined ? {} : { atS: rounded(moment) }) }), task);
  }

  #setBusy(busy: boolean): void {
    this.#busy = busy;
    this.#host.state.redraw();
  }

  /** That frame as a picture; without a moment the last one. Undefined, or rejects, where it cannot be read. */
  async read({ task, at }: Result, atS: number | undefined): Promise<Blob | undefined> {
    const output = task.outputs[at];
    if (output === undefined) return undefined;
    const { signal } = new AbortController();
    // Both at once: one is a fetch of code, the other may be one of the video.
    const [video, { frameAt, lastFrame }] = await Promise.all([
      this.#host.files.read(task.id, at, output, signal),
      import('../../playing/frame.js'),
    ]);
    return atS === undefined ? lastFrame(video, signal) : frameAt(video, atS, signal);
  }
}
