// What the tools that make videos are given.
import type { VideoQueue, VideoTask } from '../video/queue/video-queue.js';
import type { OrderSource } from './video-order.js';

/** What the tools use of a queue. */
export type VideoToolsQueue = Pick<VideoQueue, 'tasks' | 'service' | 'results' | 'submit' | 'resubmit' | 'estimate'>;

/** How `videoTools` makes videos in a conversation. */
export interface VideoToolsOptions extends OrderSource {
  /** Whether a person allows each video before it is made, since it may cost money. Default true. */
  readonly approve?: boolean | undefined;
  /** Draws the last frame of a file, from which another video begins. Where it is absent or gives nothing, `continue_video` fails. */
  lastFrame?(video: Blob, signal: AbortSignal): Promise<Blob | undefined>;
  /** Reports which task a call has made, by the id of the call. */
  made?(callId: string, task: VideoTask): void;
}
