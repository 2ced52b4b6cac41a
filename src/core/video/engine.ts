// The half of the queue that deals with services: drafts made ready, sent once, and asked about. Knows no storage.
// Loaded when there is something to do.
import { entriesOf, loadProvider, providerOf } from '../providers/choose.js';
import { providers as registry } from '../providers/registry.js';
import { taskOf } from '../store/tasks.js';
import type { VideoTask } from '../store/tasks-state.js';
import { createAsking } from './asking.js';
import { createIntents } from './intents.js';
import { firstWaitMs } from './pace.js';
import { createPoller } from './poller.js';
import type { QueueParts } from './queue-parts.js';
import { createRequests } from './requests.js';
import type { Requests } from './requests.js';
import { createServiceClient } from './service-client.js';

export interface Engine extends Pick<Requests, 'submit' | 'resubmit'> {
  /** Asks once, now. Trouble is told in the task. */
  refresh(id: string): Promise<VideoTask>;
  /** Only the tab that leads asks by itself. */
  run(leading: boolean): void;
  /** Looks again: tasks came or went. */
  look(): void;
  close(): void;
}

export function createEngine(parts: QueueParts): Engine {
  const { options, store, records, tell } = parts;
  const { poll } = options;
  const client = createServiceClient(options);
  const entries = () => entriesOf(options.providers ?? [], registry.list());
  /** Ids of providers that are their own service, once they are loaded. */
  const ownServices = new Set<string>();
  /** The one that sent it; where it was taken away, the one that answers for its model now. */
  const providerFor = async ({ providerId, model }: VideoTask) => {
    const entry = entries().find(({ id }) => id === providerId);
    const provider = await (entry ? loadProvider(entry) : providerOf(model, entries()));
    if (provider.service) ownServices.add(providerId);
    return provider;
  };
  const question = createAsking({ client, providerFor, tell });
  const requests = createRequests(parts, {
    client,
    intents: createIntents({ options, client, entries, providerFor }),
    onAnswer({ id }, provider, created) {
      if (created.outcome === 'taken') poller.resume();
      poller.expect(id, firstWaitMs(poll, provider.poll, created.outcome === 'taken' ? created.waitMs : undefined));
    },
  });
  const ask = (task: VideoTask, signal: AbortSignal) => (task.status === 'unconfirmed' ? requests.settle(task) : question(task, signal));
  const reachable = ({ providerId }: VideoTask) => client.reachable() || entries().find(({ id }) => id === providerId)?.local === true;
  /** One that speaks another protocol has limits of its own; the others share those of the service behind `baseUrl`. */
  const serviceOf = ({ providerId }: VideoTask) => (ownServices.has(providerId) ? providerId : '');
  const watched = () => {
    const state = store.get();
    return state.open.map((id) => taskOf(state, id)).filter((task) => task !== undefined);
  };
  const poller = createPoller({ watched, ask, serviceOf, reachable, share: records.share, caughtUp: records.caughtUp, poll });
  const deafen = records.onPlans((plans) => poller.hear(plans));

  return {
    submit: requests.submit,
    resubmit: requests.resubmit,
    async refresh(id) {
      await poller.ask(parts.require(id));
      return taskOf(store.get(), id) ?? parts.require(id);
    },
    run: (leading) => poller.run(leading),
    look: () => poller.look(),
    close() {
      deafen();
      poller.close();
    },
  };
}
