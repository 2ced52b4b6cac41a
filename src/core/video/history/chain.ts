// Videos that were continued from one another.
import type { VideoTask } from '../../store/tasks-state.js';
import { lineage } from './history.js';

const startsFromPicture = ({ draft, files = [] }: VideoTask): boolean => draft.image !== undefined || files.includes('image');

/** Made again from the same picture, and not from where the other ends. */
const isVariation = (task: VideoTask, parent: VideoTask): boolean =>
  startsFromPicture(parent) && task.prompt === parent.prompt && task.draft.image === parent.draft.image;

/**
 * The finished clips that end in the one of this id, the first one first: each starts from a picture and names the one before as its parent.
 * One that was only made again stands in the place of its parent. Empty where the id has no finished video.
 */
export function videoChain(tasks: readonly VideoTask[], id: string): readonly VideoTask[] {
  let current = tasks.find((task) => task.id === id);
  if (current === undefined || current.outputs.length === 0) return [];
  const chain = [current];
  for (const parent of lineage(tasks, id).ancestors) {
    if (!startsFromPicture(current) || parent.outputs.length === 0) break;
    if (!isVariation(current, parent)) chain.unshift(parent);
    current = parent;
  }
  return chain;
}
