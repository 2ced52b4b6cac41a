// Tells a provider's own service that nobody waits for a task any more.
import type { VideoProvider } from '../../providers/provider.js';
import { ended } from '../../store/tasks.js';
import type { VideoTask } from '../../store/tasks-state.js';

export interface Stopping {
  /** This page has the provider work on it. */
  begun(id: string, taskId: string | undefined, provider: VideoProvider): void;
  /** The task is given up: the service hears of it, whether or not this page asked about it. */
  letGo(task: VideoTask): void;
  /** Tasks came, went or changed: of those begun here the ones that were given up, in whichever tab, are stopped. */
  tasksChanged(): void;
}

export interface StoppingOptions {
  readonly providerFor: (task: VideoTask) => Promise<VideoProvider>;
  readonly taskById: (id: string) => VideoTask | undefined;
}

const givenUp = (task: VideoTask | undefined) => task === undefined || task.status === 'stopped' || task.status === 'expired';

export function createStopping({ providerFor, taskById }: StoppingOptions): Stopping {
  const works = new Map<string, { readonly taskId: string; readonly provider: VideoProvider }>();
  /** What it answers changes nothing here. */
  const stop = async (provider: VideoProvider, taskId: string) => provider.service?.stop?.(taskId);

  return {
    begun(id, taskId, provider) {
      if (taskId !== undefined && provider.service?.stop) works.set(id, { taskId, provider });
    },
    letGo(task) {
      const { id, taskId } = task;
      if (taskId === undefined || ended(task.status)) return;
      works.delete(id);
      providerFor(task)
        .then((provider) => stop(provider, taskId))
        .catch(() => undefined);
    },
    tasksChanged() {
      for (const [id, { taskId, provider }] of works) {
        const task = taskById(id);
        if (!givenUp(task) && !(task && ended(task.status))) continue;
        works.delete(id);
        if (givenUp(task)) stop(provider, taskId).catch(() => undefined);
      }
    },
  };
}
