// Readings of a task, as every service gives them.
import type { VideoOutput, VideoReading } from '../protocol/video-reading.js';
import { numberAt, textAt, type Complaint } from './ask.js';
import type { ServiceTask } from './service.js';

/** The maker's words for what its tasks are. A word that is none of these means: keep asking. */
export type StatusWords = Readonly<Record<string, 'processing' | 'succeeded' | 'failed' | 'cancelled'>>;

const meaningOf = (words: StatusWords, word: string | undefined): StatusWords[string] | 'unknown' =>
  word !== undefined && Object.hasOwn(words, word) ? (words[word] ?? 'unknown') : 'unknown';

/** What a word says of a task. One that was cancelled has failed. */
export function statusIn(words: StatusWords, word: string | undefined): VideoReading['status'] {
  const meaning = meaningOf(words, word);
  return meaning === 'cancelled' ? 'failed' : meaning;
}

/** A task that is not finished. */
export const processing = (
  taskId: string,
  more: Partial<Pick<ServiceTask, 'progress' | 'statusWord' | 'state' | 'waitMs'>> = {},
): ServiceTask => ({
  taskId,
  status: 'processing',
  outputs: [],
  ...more,
});

/** A word that the service does not know: asked again, and counted. */
export const unknown = (taskId: string, statusWord: string | undefined): ServiceTask => ({
  taskId,
  status: 'unknown',
  statusWord,
  outputs: [],
});

/** A task that has ended well without a link has failed all the same. */
export function succeeded(taskId: string, outputs: readonly VideoOutput[]): ServiceTask {
  if (outputs.length === 0) return failed(taskId, { code: 'no_result', message: 'The service finished without a video.' });
  return { taskId, status: 'succeeded', progress: 1, outputs };
}

/**
 * A task that has failed.
 * @param complaint What the maker says is wrong.
 */
export const failed = (taskId: string, { code = 'failed', message = 'The service gave no reason.', param }: Complaint): ServiceTask => ({
  taskId,
  status: 'failed',
  outputs: [],
  error: { code, message, param },
});

/** The code of a task that was cancelled. */
export const cancelled = (taskId: string, message = 'The task was cancelled.'): ServiceTask =>
  failed(taskId, { code: 'cancelled', message });

/** What an answer says of a task, whichever status it has. */
export interface TaskAnswer extends Partial<Pick<ServiceTask, 'progress' | 'state' | 'waitMs' | 'cost'>> {
  /** The maker's status word. */
  readonly word: string | undefined;
  /** The videos in the answer. */
  readonly outputs: readonly VideoOutput[];
  /** Why it failed: `complaint(body)`. */
  readonly complaint?: Complaint | undefined;
}

/**
 * The reading of a task whose status is a word. What does not belong to that status is left out, so that `outputs` may be empty until there are any.
 * @param task What the maker says of its task.
 */
export function readingOf(taskId: string, words: StatusWords, { word, outputs, complaint = {}, cost, ...more }: TaskAnswer): ServiceTask {
  switch (meaningOf(words, word)) {
    case 'processing':
      return processing(taskId, { statusWord: word, ...more });
    case 'succeeded':
      return { ...succeeded(taskId, outputs), ...(cost && { cost }) };
    case 'failed':
      return failed(taskId, complaint);
    case 'cancelled':
      return cancelled(taskId);
    default:
      return unknown(taskId, word);
  }
}

/** Stands for an output whose bytes come from `content`: nothing is ever called by it. */
export const contentUrl = (index = 0): string => `https://content.invalid/${index}`;

/** One video of an answer, where it says `{ url, width, height, fps, duration }`: a list of one, or an empty one. `more` wins. */
export function outputIn(video: unknown, more: Partial<VideoOutput> = {}): readonly VideoOutput[] {
  const url = textAt(video, 'url');
  const figure = (name: string) => numberAt(video, name);
  const read = { width: figure('width'), height: figure('height'), fps: figure('fps'), duration: figure('duration'), seed: figure('seed') };
  return url === undefined ? [] : [{ url, ...read, ...more }];
}
