// What a change of a task is worth: an event for the page, and perhaps a sentence for those who listen. Pure.
import { VoxreelError } from '../../../core/errors.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { fill } from '../../shared/strings.js';
import { VideoErrorEvent, VideoProgressEvent, VideoReadyEvent } from '../events.js';
import type { VideoGalleryWords } from './gallery-words.js';

export interface TaskNews {
  readonly event: Event;
  readonly sentence?: string | undefined;
  readonly urgency?: 'assertive' | undefined;
}

/** Its clock runs. */
export const isBeingMade = ({ status }: VideoTask): boolean => status === 'processing' || status === 'submitting';

/** Nothing for a change that is no news, such as a task one stopped watching. */
export function newsOf(task: VideoTask, before: VideoTask | undefined, words: VideoGalleryWords): TaskNews | undefined {
  const { status } = task;
  const changed = status !== before?.status;
  if (isBeingMade(task) || status === 'waiting')
    return { event: new VideoProgressEvent(task), sentence: changed ? sentenceOf(task, words) : undefined };
  if (!changed || status === 'stopped') return undefined;
  if (status === 'succeeded') return { event: new VideoReadyEvent(task), sentence: fill(words.ready, { prompt: task.prompt }) };
  const sentences: Readonly<Record<string, string>> = { failed: words.failed, expired: words.expired, unconfirmed: words.unconfirmed };
  return { event: new VideoErrorEvent(errorOf(task), task), sentence: sentences[status], urgency: 'assertive' };
}

const sentenceOf = ({ status }: VideoTask, words: VideoGalleryWords): string | undefined =>
  status === 'processing' ? words.sent : status === 'waiting' ? `${words.unsent} ${words.unsentHint}` : undefined;

function errorOf({ status, error }: VideoTask): VoxreelError {
  if (error === undefined) return new VoxreelError(status, `The task is ${status}.`);
  return new VoxreelError(error.code, error.message, { param: error.param, retryable: error.retryable });
}
