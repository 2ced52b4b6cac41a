// The events of <video-generator>, typed for addEventListener. All bubble and cross shadow boundaries.
import type { VoxreelError } from '../../core/errors.js';
import type { VideoDraft, VideoOutput } from '../../core/providers/provider.js';
import type { VideoTask } from '../../core/video/queue/video-queue.js';

const crossing: EventInit = { bubbles: true, composed: true };

/** Before a draft is sent. `preventDefault()` keeps it from being sent. */
export class VideoSubmitEvent extends Event {
  static readonly eventName = 'video-submit';
  readonly draft: VideoDraft;

  constructor(draft: VideoDraft) {
    super(VideoSubmitEvent.eventName, { ...crossing, cancelable: true });
    this.draft = draft;
  }
}

/** A task changed and goes on. */
export class VideoProgressEvent extends Event {
  static readonly eventName = 'video-progress';
  readonly task: VideoTask;

  constructor(task: VideoTask) {
    super(VideoProgressEvent.eventName, crossing);
    this.task = task;
  }
}

/** A task succeeded, while this element was there to see it. */
export class VideoReadyEvent extends Event {
  static readonly eventName = 'video-ready';
  readonly task: VideoTask;
  readonly outputs: readonly VideoOutput[];

  constructor(task: VideoTask) {
    super(VideoReadyEvent.eventName, crossing);
    this.task = task;
    this.outputs = task.outputs;
  }
}

/** A draft was not taken (`task` is absent), or a task failed, expired, or cannot be confirmed. */
export class VideoErrorEvent extends Event {
  static readonly eventName = 'video-error';
  readonly error: VoxreelError;
  readonly task: VideoTask | undefined;

  constructor(error: VoxreelError, task?: VideoTask) {
    super(VideoErrorEvent.eventName, crossing);
    this.error = error;
    this.task = task;
  }
}

declare global {
  interface HTMLElementEventMap {
    'video-submit': VideoSubmitEvent;
    'video-progress': VideoProgressEvent;
    'video-ready': VideoReadyEvent;
    'video-error': VideoErrorEvent;
  }
}
