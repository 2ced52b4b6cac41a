// The queue of the element that `for` names: what happens in it goes into the inspector's log, and a recording of one is shown in its place.
import type { ReactiveController } from 'lit';

import { watchVideos, type VideoLogEvent } from '../../../core/video/history/video-log.js';
import type { VideoQueue, VideoTask } from '../../../core/video/queue/video-queue.js';
import { followQueue, queueInUse } from '../../shared/queue-in-use.js';
import { elementNamed } from '../borrowed-tools.js';
import type { VoiceElement } from '../voice-element.js';

type Heard = (event: VideoLogEvent, tasks: readonly VideoTask[]) => void;

export const videosOf = (element: VoiceElement): Element | undefined =>
  element.for === undefined || element.for === '' ? undefined : elementNamed(element.for, element);

export class RecordedVideos implements ReactiveController {
  readonly #element: VoiceElement;
  readonly #heard: Heard;
  #from: Element | undefined;
  #leave: (() => void) | undefined;

  constructor(element: VoiceElement, heard: Heard) {
    this.#element = element;
    this.#heard = heard;
    element.addController(this);
  }

  hostConnected(): void {
    this.#follow(videosOf(this.#element));
  }

  hostUpdated(): void {
    if (this.#element.isConnected) this.#follow(videosOf(this.#element));
  }

  hostDisconnected(): void {
    this.#follow(undefined);
  }

  #follow(from: Element | undefined): void {
    if (from === this.#from) return;
    this.#from = from;
    this.#leave?.();
    this.#leave = from === undefined ? undefined : this.#watch(from);
  }

  #watch(from: Element): () => void {
    let unwatch: (() => void) | undefined;
    const unfollow = followQueue(from, (queue) => {
      unwatch?.();
      // A recording that is shown there is none of what happens.
      unwatch = queue === undefined || shown.has(queue) ? undefined : watchVideos(queue, (event) => this.#heard(event, queue.tasks.get()));
    });
    return () => {
      unfollow();
      unwatch?.();
    };
  }
}

const shown = new WeakSet<VideoQueue>();

/**
 * Shows a recorded queue in the element that `for` names; returns its own undo. Undefined where there is none, or where its own tasks end with
 * its queue: they would be lost.
 */
export function showVideos(element: VoiceElement, queue: VideoQueue): (() => void) | undefined {
  const target = videosOf(element) as (Element & { queue?: VideoQueue | undefined }) | undefined;
  const given = target?.queue;
  if (target === undefined || (given ?? queueInUse(target))?.persistent !== true) return undefined;
  shown.add(queue);
  target.queue = queue;
  return () => {
    queue.close();
    if (target.queue === queue) target.queue = given;
  };
}
