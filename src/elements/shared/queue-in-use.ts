// Which queue an element of the page works with, for another one that records or replays what happens there. Neither imports the other.
import type { VideoQueue } from '../../core/video/queue/video-queue.js';

interface Use {
  queue: VideoQueue | undefined;
  readonly listeners: Set<(queue: VideoQueue | undefined) => void>;
}

const uses = new WeakMap<object, Use>();

function useOf(element: object): Use {
  const use = uses.get(element) ?? { queue: undefined, listeners: new Set() };
  uses.set(element, use);
  return use;
}

export const queueInUse = (element: object): VideoQueue | undefined => uses.get(element)?.queue;

export function noteQueue(element: object, queue: VideoQueue | undefined): void {
  const use = useOf(element);
  if (use.queue === queue) return;
  use.queue = queue;
  for (const listener of use.listeners) listener(queue);
}

/** Calls back now and with each other queue. Returns its own undo. */
export function followQueue(element: object, listener: (queue: VideoQueue | undefined) => void): () => void {
  const { queue, listeners } = useOf(element);
  listeners.add(listener);
  listener(queue);
  return () => void listeners.delete(listener);
}
