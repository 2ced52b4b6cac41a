// Plays a recording in the element, in place of the conversation, which is set aside and comes back at the end.
import type { VideoQueue } from '../../../core/video/queue/video-queue.js';
import type { SessionController } from '../session-controller.js';
import { isUp } from '../session-controller.js';
import type { Recording } from './recording.js';

export class RecordingPlayer {
  readonly #control: Pick<SessionController, 'borrow' | 'giveBack' | 'phase'>;
  #recording: Recording | undefined;
  #remark: string | undefined;
  #hideVideos: (() => void) | undefined;

  constructor(control: Pick<SessionController, 'borrow' | 'giveBack' | 'phase'>) {
    this.#control = control;
  }

  /** The one that plays. */
  get recording(): Recording | undefined {
    return this.#recording;
  }

  /** Stands beside its name. */
  get remark(): string | undefined {
    return this.#remark;
  }

  /** A conversation is open: hang up first. */
  get busy(): boolean {
    return this.#recording === undefined && isUp(this.#control.phase);
  }

  /** Until it is ended or a conversation begins. `showVideos` shows the recorded videos meanwhile. */
  play(
    recording: Recording,
    speed: number | 'instant',
    remark?: string,
    showVideos?: (queue: VideoQueue) => (() => void) | undefined,
  ): void {
    this.#hideVideos?.();
    const videos = showVideos === undefined ? undefined : recording.playVideos(speed);
    this.#hideVideos = videos && showVideos?.(videos);
    if (this.#hideVideos === undefined) videos?.close();
    const session = recording.play(speed);
    this.#control.borrow(session);
    this.#recording = recording;
    this.#remark = remark;
    session.connect().catch(shown);
  }

  end(): void {
    this.#hideVideos?.();
    this.#recording = this.#remark = this.#hideVideos = undefined;
    this.#control.giveBack();
  }
}

/** The session reports it, and the element shows it. */
function shown(): void {}
