// Follows what the service of a queue says of itself: its models, and what is left to spend. Asked again when something may have changed.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { offeredProvider } from '../../../core/catalog/offered-provider.js';
import type { OfferedModel } from '../../../core/offered-model.js';
import type { ProviderEntry } from '../../../core/providers/provider.js';
import type { SpendStatus, VideoQueue } from '../../../core/video/queue/video-queue.js';

const none: readonly OfferedModel[] = [];

export class ServiceController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #queue: VideoQueue | undefined;
  #models = none;
  #providers: readonly ProviderEntry[] = [];
  #spend: SpendStatus | undefined;
  #isAsked = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Its video models as providers. */
  get providers(): readonly ProviderEntry[] {
    return this.#providers;
  }

  get spend(): SpendStatus | undefined {
    return this.#spend;
  }

  /** Called before each render. `isWanted`: what the service says would be shown. A page that needs no service asks none. */
  follow(queue: VideoQueue | undefined, isWanted: boolean): void {
    if (queue !== this.#queue) {
      this.#queue = queue;
      this.#isAsked = false;
      this.#take(none);
      this.#spend = undefined;
    }
    if (this.#isAsked || !isWanted) return;
    this.#isAsked = true;
    this.refresh();
  }

  /** A task came or ended: it may have cost something, or the service may offer something else by now. */
  refresh(): void {
    const queue = this.#queue;
    // A page's own queue may be of its own making.
    if (this.#isAsked && queue !== undefined && 'service' in queue) void this.#ask(queue);
  }

  async #ask(queue: VideoQueue): Promise<void> {
    try {
      const models = await queue.service.models();
      if (queue !== this.#queue) return;
      this.#take(models);
      if (models.length === 0) return;
      const spend = await queue.service.limits();
      if (queue !== this.#queue) return;
      this.#spend = spend;
      this.#host.requestUpdate();
    } catch {
      // Its code did not come, or the queue is closed: the models stay as they are.
    }
  }

  #take(models: readonly OfferedModel[]): void {
    if (models === this.#models) return;
    this.#models = models;
    this.#providers = models.filter(({ kind }) => kind === 'video').map(offeredProvider);
    this.#host.requestUpdate();
  }
}
