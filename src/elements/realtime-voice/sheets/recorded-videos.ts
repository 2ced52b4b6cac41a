// The queue of the element that `for` names: what happens in it goes into the inspector's log, and a recording of one is shown in its place.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { reportError } from '../../../core/emitter.js';
import type { VideoLogEvent } from '../../../core/video/history/video-log.js';
import type { VideoQueue, VideoTask } from '../../../core/video/queue/video-queue.js';
import type { NamedVideos } from '../named-videos.js';

type Heard = (event: VideoLogEvent, tasks: readonly VideoTask[]) => void;

export class RecordedVideos implements ReactiveController {
  readonly #element: ReactiveControllerHost & Element;
  readonly #videos: NamedVideos;
  readonly #heard: Heard;
  #from: Element | undefined;
  #leave: (() => void) | undefined;

  constructor(element: ReactiveControllerHost & Element, videos: NamedVideos, heard: Heard) {
    this.#element = element;
    this.#videos = videos;
    this.#heard = heard;
    element.addController(this);
  }

  hostConnected(): void {
    this.#follow(this.#videos.find());
  }

  hostUpdated(): void {
    if (this.#element.isConnected) this.#follow(this.#videos.find());
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
    let stop = new AbortController();
    const unfollow = this.#videos.followQueue(from, (queue) => {
      stop.abort();
      stop = new AbortController();
      // A recording that is shown there is none of what happens.
      if (queue !== undefined && !shown.has(queue)) this.#record(queue, stop.signal).catch(reportError);
    });
    return () => {
      unfollow();
      stop.abort();
    };
  }

  async #record(queue: VideoQueue, signal: AbortSignal): Promise<void> {
    const { watchVideos } = await import('../../../core/video/history/video-log.js');
    if (signal.aborted) return;
    signal.addEventListener(
      'abort',
      watchVideos(queue, (event) => this.#heard(event, queue.tasks.get())),
    );
  }
}

const shown = new WeakSet<VideoQueue>();

/**
 * Shows a recorded queue in the element that `for` names; returns its own undo. Undefined where there is none, or where its own tasks end with
 * its queue: they would be lost.
 */
export function showVideos(videos: NamedVideos, queue: VideoQueue): (() => void) | undefined {
  const target: (Element & { queue?: VideoQueue | undefined }) | undefined = videos.find();
  const given = target?.queue;
  if (target === undefined || (given ?? videos.queueInUse(target))?.persistent !== true) return undefined;
  shown.add(queue);
  target.queue = queue;
  return () => {
    queue.close();
    if (target.queue === queue) target.queue = given;
  };
}
