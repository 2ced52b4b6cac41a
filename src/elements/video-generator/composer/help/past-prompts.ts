// The prompts of earlier videos, for writing one of them again.
import type { VideoTask } from '../../../../core/video/queue/video-queue.js';

/** More than one reads through; a search reaches the others. */
const most = 50;

/** Each once, the latest first, those that hold every word of `query`; `current` is left out. */
export function pastPrompts(tasks: readonly VideoTask[], current: string, query: string): readonly string[] {
  const words = query.toLowerCase().split(/\s+/);
  const prompts = new Set(tasks.map(({ prompt }) => prompt.trim()));
  const fits = (prompt: string) => prompt !== '' && prompt !== current.trim() && words.every((word) => prompt.toLowerCase().includes(word));
  return [...prompts].filter(fits).slice(0, most);
}
