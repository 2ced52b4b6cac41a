// What may be played or linked, and what a downloaded file is called. Pure.
import type { VideoOutput } from '../../core/providers/provider.js';
import type { VideoTask } from '../../core/video/video-queue.js';

/** Web addresses, and what this page made itself. A provider or queue of a third party could hand over anything. */
export function isPlayable(url: string): boolean {
  return /^(?:https?:\/\/|blob:)/i.test(url);
}

/** `now`: milliseconds since 1970. */
export const hasEnded = (output: VideoOutput | undefined, now: number): boolean =>
  output?.expiresAt !== undefined && output.expiresAt <= now;

/** `desert-road-at-golden-hour-7781-2.webm`: the words, the seed, and which one where there are several. */
export function downloadName(task: VideoTask, at: number): string {
  const output = task.outputs[at];
  const words = task.prompt
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 8)
    .join('-')
    .slice(0, 60);
  const parts = [words || 'video', output?.seed ?? task.seed, task.outputs.length > 1 ? at + 1 : undefined];
  return `${parts.filter((part) => part !== undefined).join('-')}.${extensionOf(output?.format, output?.url)}`;
}

function extensionOf(format: string | undefined, url: string | undefined): string {
  const named = /^(?:video\/)?(mp4|webm|mov|mkv|gif)\b/i.exec(format ?? '')?.[1];
  return (named ?? /\.(mp4|webm|mov|mkv|gif)(?:$|[?#])/i.exec(url ?? '')?.[1] ?? 'mp4').toLowerCase();
}
