// Videos that were continued from one another.
import type { VideoTask } from '../../store/tasks-state.js';
import { lineage } from './history.js';

const startsFromPicture = ({ draft, files = [] }: VideoTask): boolean => draft.image !== undefined || files.includes('image');

/** Made again from the same picture, and not from where the other ends. */
const isVariation = (task: VideoTask, parent: VideoTask): boolean =>
  startsFromPicture(parent) && task.prompt === parent.prompt && task.draft.image === parent.draft.image;

/** The one it continues, as its record says; in records that do not say so, as its picture and its parent suggest. */
function before(task: VideoTask, tasks: readonly VideoTask[]): VideoTask | undefined {
  let current = task;
  for (const parent of lineage(tasks, task.id).ancestors) {
    if (current.continues !== undefined || !startsFromPicture(current) || parent.outputs.length === 0) break;
    if (!isVariation(current, parent)) return parent;
    current = parent;
  }
  const { continues } = current;
  return continues && tasks.find(({ id }) => id === continues.id);
}

/**
 * The finished clips that end in the one of this id, the first one first: each continues the one before (`continues`). In records that do not
 * say so, a clip that starts from a picture continues its parent. One that was only made again stands in the place of its parent. Empty where
 * the id has no finished video.
 */
export function videoChain(tasks: readonly VideoTask[], id: string): readonly VideoTask[] {
  const chain: VideoTask[] = [];
  let current = tasks.find((task) => task.id === id);
  // A history from elsewhere may go in circles.
  while (current !== undefined && current.outputs.length > 0 && !chain.includes(current)) {
    chain.unshift(current);
    current = before(current, tasks);
  }
  return chain;
}
