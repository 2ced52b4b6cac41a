// What the tools that make videos are given.
import type { VideoQueue, VideoTask } from '../video/queue/video-queue.js';
import type { VideoDraft } from '../providers/provider.js';
import type { OrderSource } from './video-order.js';

/** What the tools use of a queue. */
export type VideoToolsQueue = Pick<VideoQueue, 'tasks' | 'service' | 'results' | 'submit' | 'resubmit' | 'estimate'>;

/** A draft that was made from a video by what a person said of it. */
export interface VideoRevision {
  /** All of it, with the seed of the video. */
  readonly draft: VideoDraft;
  /** What is not as in the video's own draft. */
  readonly changes: Partial<VideoDraft>;
  /** The video it was made from. */
  readonly from: VideoTask;
  /** What was changed, in a few words of the model. */
  readonly change: string;
}

/** How `videoTools` makes videos in a conversation. */
export interface VideoToolsOptions extends OrderSource {
  /** Whether a person allows each video before it is made, since it may cost money. Default true. */
  readonly approve?: boolean | undefined;
  /** Draws the last frame of a file, from which another video begins. Where it is absent or gives nothing, `continue_video` fails. */
  lastFrame?(video: Blob, signal: AbortSignal): Promise<Blob | undefined>;
  /** Reports which task a call has made, by the id of the call. */
  made?(callId: string, task: VideoTask): void;
  /**
   * Takes a draft that a call has made, for a person to read, change and submit: pass the id of `from` as `parentId` then. With it there is the tool
   * `revise_video`, which submits nothing. The call fails with what is thrown here.
   */
  drafted?(callId: string, revision: VideoRevision): void | Promise<void>;
}
