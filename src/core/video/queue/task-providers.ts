// Which provider speaks for a task: the one that sent it, and no other where that one has a service of its own.
import { VoxreelError } from '../../errors.js';
import { loadProvider, providerOf } from '../../catalog/choose-provider.js';
import type { ProviderEntry, VideoProvider } from '../../providers/provider.js';
import type { VideoTask } from '../../store/tasks-state.js';

export interface TaskProviders {
  /** The one that a new task of this model goes to. Throws `invalid_input` where no entry claims the model, else as `loadProvider`. */
  forModel(model: string): Promise<VideoProvider>;
  /**
   * The one that sent it; where it was taken away and spoke to the documents' service, the one that answers for its model now.
   * Throws `unsupported` where it spoke to a service of its own and is not here, else as `loadProvider`.
   */
  of(task: VideoTask): Promise<VideoProvider>;
  /** Tasks of one service share its patience: '' is the one behind `baseUrl`. */
  serviceOf(task: VideoTask): string;
  /** Tasks whose provider was missed and is here now. Each is named once. */
  arrived(): readonly string[];
  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void;
}

/** What the service itself says of its models, as providers. */
export interface OfferedProviders {
  models(): Promise<readonly ProviderEntry[]>;
  byId(id: string): Promise<ProviderEntry | undefined>;
}

const noneOffered: OfferedProviders = { models: async () => [], byId: async () => undefined };

export function createTaskProviders(entries: () => readonly ProviderEntry[], offered: OfferedProviders = noneOffered): TaskProviders {
  /** Ids of providers that are their own service, once they are loaded: an old record does not say so. */
  const ownServices = new Set<string>();
  /** Ids of providers, by the tasks that wait for them. */
  const missed = new Map<string, string>();
  const entryOf = (providerId: string) => entries().find(({ id }) => id === providerId);
  const forModel = (model: string) => providerOf(model, entries(), offered.models);

  return {
    forModel,
    async of({ id, providerId, model, ownService }) {
      const entry = entryOf(providerId) ?? (providerId.includes(':') ? await offered.byId(providerId) : undefined);
      const provider = entry ? await loadProvider(entry) : ownService ? undefined : await forModel(model);
      if (provider?.service) ownServices.add(provider.id);
      // Another of the same name would not know the task either.
      if (provider && (provider.service || !ownService)) return provider;
      missed.set(id, providerId);
      throw new VoxreelError('unsupported', `The provider ${providerId}, which sent this, is not here.`, { retryable: true });
    },
    serviceOf: ({ providerId, ownService }) => (ownService || ownServices.has(providerId) ? providerId : ''),
    arrived() {
      const here = [...missed].filter(([, providerId]) => entryOf(providerId)).map(([id]) => id);
      for (const id of here) missed.delete(id);
      return here;
    },
    forget(isGone) {
      for (const id of missed.keys()) if (isGone(id)) missed.delete(id);
    },
  };
}
