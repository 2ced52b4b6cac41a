// Where a video stands, in a sentence for a model that speaks of it.
import type { TimeEstimate, VideoStatus, VideoTask } from '../video/queue/video-queue.js';

const longestPrompt = 80;

const phrases: Readonly<Record<Exclude<VideoStatus, 'succeeded' | 'failed'>, string>> = {
  waiting: 'waits for a network connection and has not been sent.',
  submitting: 'is being made.',
  processing: 'is being made.',
  unconfirmed: 'may not have reached the service. The person can send it again on its card.',
  stopped: 'was stopped.',
  expired: 'was given up: the service does not say what became of it.',
};

/** What is expected is said while it is not there. */
export function taskSentence({ status, prompt, outputs, error, progress }: VideoTask, time?: TimeEstimate): string {
  const name = `"${prompt.length > longestPrompt ? `${prompt.slice(0, longestPrompt).trimEnd()}\u2026` : prompt}"`;
  if (status === 'succeeded') return outputs.length > 1 ? `The ${outputs.length} videos ${name} are ready.` : `The video ${name} is ready.`;
  if (status === 'failed') return `The video ${name} could not be made${error?.message ? `: ${error.message}` : '.'}`;
  const done = progress === undefined || progress <= 0 ? [] : [`${Math.round(progress * 100)} percent are done.`];
  const seconds = time === undefined ? [] : [`It usually takes ${Math.max(1, Math.round(time.medianMs / 1000))} seconds.`];
  const more = status === 'processing' || status === 'submitting' ? [...done, ...seconds] : [];
  return [`The video ${name} ${phrases[status]}`, ...more].join(' ');
}
