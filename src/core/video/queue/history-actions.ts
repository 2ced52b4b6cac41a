// What a queue does with many tasks at once: several sent, a history organized, written and read, all that ended cleared, a user forgotten.
// And what it knows before a click. Loaded when one of these is wanted.
import type { Lazy } from '../../../base/lazy.js';
import { VoxreelError } from '../../errors.js';
import { entriesOf } from '../../catalog/choose-provider.js';
import type { ForgetOptions } from '../../persistence/storage.js';
import type { VideoDraft } from '../../providers/provider.js';
import { providers as registry } from '../../catalog/providers.js';
import { tasksOf } from '../../store/tasks.js';
import type { OrganizationChanges, VideoStatus, VideoTask } from '../../store/tasks-state.js';
import type { Results } from '../files/results.js';
import { estimateVideo } from '../history/estimate.js';
import type { VideoEstimates } from '../history/estimate.js';
import type { TaskFilter } from '../history/history.js';
import { writeHistory } from '../history/history-file.js';
import type { VideoHistory } from '../history/history-file.js';
import { importHistory } from '../history/import-history.js';
import type { ImportedHistory } from '../history/import-history.js';
import { estimateAll, submitAll } from './fan-out.js';
import { createForgetting } from './forgetting.js';
import type { LiveTasks } from './live-tasks.js';
import { createOrganizing } from './organizing.js';
import type { ServicePower } from './queue-service.js';
import type { TaskRecords } from './task-records.js';
import type { GroupEstimate, SubmitOptions, SubmittedGroup, VideoQueue, VideoQueueOptions } from './video-queue.js';

export interface HistoryActions {
  forget(options?: ForgetOptions): Promise<void>;
  estimate(draft: VideoDraft): Promise<VideoEstimates>;
  estimateAll(drafts: readonly VideoDraft[]): Promise<GroupEstimate>;
  submitAll(drafts: readonly VideoDraft[], options?: SubmitOptions): Promise<SubmittedGroup>;
  confirm(id: string): Promise<VideoTask>;
  organize(ids: readonly string[], changes: OrganizationChanges): Promise<void>;
  export(): Promise<VideoHistory>;
  import(history: unknown): Promise<ImportedHistory>;
  clear(filter?: Pick<TaskFilter, 'status'>): Promise<number>;
}

/** The service works on these, or may, or will: clearing them would lose a video that is wanted, and may be paid for. */
const underWay: ReadonlySet<VideoStatus> = new Set(['waiting', 'submitting', 'unconfirmed', 'processing']);

export function createHistoryActions(
  options: VideoQueueOptions,
  tasks: LiveTasks,
  records: TaskRecords,
  results: Lazy<Results>,
  service: Lazy<ServicePower>,
  queue: Pick<VideoQueue, 'submit'>,
): HistoryActions {
  const all = () => tasksOf(tasks.store.get());
  const forget = createForgetting(tasks, records, results, options.storage === undefined);
  const hasFiles = ({ files, outputs }: VideoTask) => options.keepResults || files || outputs.some(({ kept }) => kept);

  const estimate = (draft: VideoDraft) =>
    estimateVideo(draft, {
      tasks: all(),
      entries: entriesOf(options.providers ?? [], registry.list()),
      offered: service.loaded?.knownProviders(),
      prices: options.prices,
    });

  return {
    forget: (asked) => tasks.trackPending(forget(asked)),
    estimate,
    estimateAll: (drafts) => estimateAll(drafts, estimate),
    submitAll: (drafts, asked) => submitAll(drafts, asked, (draft, each) => queue.submit(draft, each)),
    async confirm(id) {
      tasks.require(id);
      await tasks.broadcast({ type: 'confirmed', id, at: Date.now() });
      return tasks.require(id);
    },
    organize: createOrganizing(tasks),
    export: async () => writeHistory(all(), Date.now()),
    async import(history) {
      tasks.requireOpen();
      return importHistory(
        history,
        (id) => tasks.get(id) !== undefined,
        (fresh) => records.add(fresh),
      );
    },
    async clear({ status } = {}) {
      tasks.requireOpen();
      const asked = typeof status === 'string' ? [status] : status;
      const refused = asked?.find((one) => one === 'submitting' || one === 'processing');
      if (refused !== undefined)
        throw new VoxreelError('invalid_input', `A task that is ${refused} is stopped or removed by itself.`, { param: 'status' });
      const gone = all().filter((task) => (asked ? asked.includes(task.status) : !underWay.has(task.status)));
      if (gone.length === 0) return 0;
      await records.dropAll(gone.map(({ id }) => id));
      const held = results.loaded ? gone : gone.filter(hasFiles);
      if (held.length > 0) await (await results.get()).drop(held.map(({ id }) => id));
      return gone.length;
    },
  };
}
