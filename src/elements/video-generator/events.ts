// The events of <video-generator>, typed for addEventListener.
import type { VoxreelError } from '../../core/errors.js';
import type { VideoDraft, VideoOutput } from '../../core/providers/provider.js';
import type { VideoTask } from '../../core/video/queue/video-queue.js';
import { ElementEvent } from '../shared/element-event.js';
import type { NotificationWay } from './notifications/choice.js';

/** What is written in the form changed, other than by the page setting `draft`. */
export class VideoDraftEvent extends ElementEvent<{ draft: VideoDraft }> {
  readonly draft: VideoDraft;

  constructor(draft: VideoDraft) {
    super('video-draft', { draft });
    this.draft = draft;
  }
}

/** Before a draft is sent. `preventDefault()` keeps it from being sent. */
export class VideoSubmitEvent extends ElementEvent<{ draft: VideoDraft }> {
  readonly draft: VideoDraft;

  constructor(draft: VideoDraft) {
    super('video-submit', { draft }, true);
    this.draft = draft;
  }
}

/** A task changed and is not finished. */
export class VideoProgressEvent extends ElementEvent<{ task: VideoTask }> {
  readonly task: VideoTask;

  constructor(task: VideoTask) {
    super('video-progress', { task });
    this.task = task;
  }
}

/** A task succeeded while this element was on the page. */
export class VideoReadyEvent extends ElementEvent<{ task: VideoTask; outputs: readonly VideoOutput[] }> {
  readonly task: VideoTask;
  readonly outputs: readonly VideoOutput[];

  constructor(task: VideoTask) {
    super('video-ready', { task, outputs: task.outputs });
    this.task = task;
    this.outputs = task.outputs;
  }
}

/** A draft was refused (`task` is absent), or a task failed, expired, or cannot be confirmed. */
export class VideoErrorEvent extends ElementEvent<{ error: VoxreelError; task: VideoTask | undefined }> {
  readonly error: VoxreelError;
  readonly task: VideoTask | undefined;

  constructor(error: VoxreelError, task?: VideoTask) {
    super('video-error', { error, task });
    this.error = error;
    this.task = task;
  }
}

/** Before a visitor is notified of a video that is ready or has failed, in the ways they chose. `preventDefault()` leaves it to the page. */
export class VideoNotifyEvent extends ElementEvent<{ task: VideoTask; ways: readonly NotificationWay[] }> {
  readonly task: VideoTask;
  /** Those that this tab is about to use: a notification and a sound come from one tab alone. */
  readonly ways: readonly NotificationWay[];

  constructor(task: VideoTask, ways: readonly NotificationWay[]) {
    super('video-notify', { task, ways }, true);
    this.task = task;
    this.ways = ways;
  }
}

/** Once on each device of a user, before they are asked whether to take along what was made before the login. `preventDefault()` leaves it to the page. */
export class VideoTakeAlongEvent extends ElementEvent<{ count: number }> {
  /** How many videos this browser has of nobody. */
  readonly count: number;

  constructor(count: number) {
    super('video-take-along', { count }, true);
    this.count = count;
  }
}

/** By name. */
export interface VideoGeneratorEvents {
  'video-draft': VideoDraftEvent;
  'video-submit': VideoSubmitEvent;
  'video-progress': VideoProgressEvent;
  'video-ready': VideoReadyEvent;
  'video-error': VideoErrorEvent;
  'video-notify': VideoNotifyEvent;
  'video-take-along': VideoTakeAlongEvent;
}

declare global {
  interface HTMLElementEventMap extends VideoGeneratorEvents {}
}
