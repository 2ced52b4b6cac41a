// What may be played or linked, and until when. Pure.
import type { TaskOutput } from '../../../core/store/tasks-state.js';

/** Web addresses, and what this page made itself. A provider or queue of a third party could hand over anything. */
export function isPlayable(url: string): boolean {
  return /^https?:\/\//i.test(url) || url.startsWith(`blob:${origin}/`);
}

/** `now`: milliseconds since 1970. */
export const hasEnded = (output: TaskOutput | undefined, now: number): boolean =>
  output?.expiresAt !== undefined && output.expiresAt <= now;
