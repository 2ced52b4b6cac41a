// The half of the queue that deals with services: drafts made ready, sent once, and asked about. Knows no storage.
// Loaded when there is something to do.
import { entriesOf } from '../../catalog/choose-provider.js';
import { providers as registry } from '../../catalog/providers.js';
import { taskOf } from '../../store/tasks.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { createAsking } from '../polling/asking.js';
import { createIntents } from './intents.js';
import { firstWaitMs } from '../polling/pace.js';
import { createPoller } from '../polling/poller.js';
import type { QueueParts } from './queue-parts.js';
import { createRequests } from './requests.js';
import type { Requests } from './requests.js';
import { createServiceClient } from './service-client.js';
import { createStopping } from './stopping.js';
import { createTaskProviders } from './task-providers.js';

export interface Engine extends Pick<Requests, 'submit' | 'resubmit'> {
  /** Asks once, now. Trouble is told in the task. */
  refresh(id: string): Promise<VideoTask>;
  /** Only the tab that leads asks by itself. */
  run(leading: boolean): void;
  /** Nobody waits for it any more: a provider's own service that can ends its work. */
  letGo(task: VideoTask): void;
  /** Looks again: tasks came or went. */
  look(): void;
  close(): void;
}

export function createEngine(parts: QueueParts): Engine {
  const { options, store, records, tell } = parts;
  const { poll } = options;
  const client = createServiceClient(options);
  const entries = () => entriesOf(options.providers ?? [], registry.list());
  const providers = createTaskProviders(entries);
  const taskById = (id: string) => taskOf(store.get(), id);
  const closing = new AbortController();
  const stopping = createStopping({ providerFor: providers.of, taskById });
  const askedOf = async (task: VideoTask) => {
    const provider = await providers.of(task);
    stopping.begun(task.id, task.taskId, provider);
    return provider;
  };
  const question = createAsking({ client, providerFor: askedOf, tell });
  const requests = createRequests(parts, {
    client,
    intents: createIntents({ options, client, entries, providerFor: providers.of, signal: closing.signal }),
    onAnswer({ id }, provider, created) {
      if (created.outcome === 'taken') stopping.begun(id, created.reading.taskId, provider);
      // It may have been given up meanwhile.
      stopping.look();
      if (created.outcome === 'taken') poller.resume();
      poller.expect(id, firstWaitMs(poll, provider.poll, created.outcome === 'taken' ? created.waitMs : undefined));
    },
  });
  const ask = (task: VideoTask, signal: AbortSignal) =>
    task.status === 'unconfirmed' ? requests.settle(task) : question.ask(task, signal);
  const reachable = ({ providerId }: VideoTask) => client.reachable() || entries().find(({ id }) => id === providerId)?.local === true;
  const watched = () => {
    return store
      .get()
      .open.map(taskById)
      .filter((task) => task !== undefined);
  };
  const poller = createPoller({
    watched,
    ask,
    serviceOf: providers.serviceOf,
    reachable,
    share: records.share,
    caughtUp: records.caughtUp,
    poll,
  });
  const deafen = records.onPlans((plans) => poller.hear(plans));
  const look = () => {
    stopping.look();
    poller.look();
  };
  let { size } = store.get().list;
  const unfollow = store.subscribe(({ list }) => {
    // What is remembered of tasks ends with them.
    if (list.size < size) {
      for (const one of [requests, question, providers]) one.forget((id) => taskById(id) === undefined);
      look();
    }
    ({ size } = list);
  });
  const unsubscribe = registry.subscribe(() => providers.arrived().forEach((id) => poller.expect(id, 0)));

  return {
    submit: requests.submit,
    resubmit: requests.resubmit,
    async refresh(id) {
      await poller.ask(parts.require(id));
      return taskById(id) ?? parts.require(id);
    },
    run: (leading) => poller.run(leading),
    letGo: stopping.letGo,
    look,
    close() {
      closing.abort();
      deafen();
      unfollow();
      unsubscribe();
      poller.close();
    },
  };
}
