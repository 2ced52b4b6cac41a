// The history of a queue as a whole: written to a file, taken from one, cleared. And what it tells before a click. Knows no service.
// Loaded when one of these is wanted.
import { VoxreelError } from '../../errors.js';
import { entriesOf } from '../../catalog/choose-provider.js';
import type { VideoDraft } from '../../providers/provider.js';
import { providers as registry } from '../../catalog/providers.js';
import { taskOf, tasksOf } from '../../store/tasks.js';
import type { VideoStatus, VideoTask } from '../../store/tasks-state.js';
import { estimateVideo } from './estimate.js';
import { createForgetting } from '../queue/forgetting.js';
import { readHistory, writeHistory } from './history-file.js';
import type { QueueParts } from '../queue/queue-parts.js';
import type { ForgetOptions } from '../../persistence/storage.js';
import type { ImportedHistory, TaskFilter, VideoEstimates, VideoHistory } from '../queue/video-queue.js';

export interface Archive {
  forget(options?: ForgetOptions): Promise<void>;
  estimate(draft: VideoDraft): Promise<VideoEstimates>;
  export(): VideoHistory;
  import(history: unknown): Promise<ImportedHistory>;
  clear(filter?: Pick<TaskFilter, 'status'>): Promise<number>;
}

/** The service works on these, or may: clearing them would lose a video that is paid for. */
const underWay: ReadonlySet<VideoStatus> = new Set(['submitting', 'unconfirmed', 'processing']);

export function createArchive(parts: QueueParts): Archive {
  const { options, store, records, results, requireOpen, whole, roomFor } = parts;
  const tasks = () => tasksOf(store.get());
  const withFiles = ({ files, outputs }: VideoTask) => options.keepResults || files || outputs.some(({ kept }) => kept);

  return {
    forget: createForgetting(parts),
    estimate: (draft) => estimateVideo(draft, tasks(), entriesOf(options.providers ?? [], registry.list())),
    export: () => writeHistory(tasks(), Date.now()),
    async import(history) {
      const { tasks: read, invalid, newer } = readHistory(history, Date.now());
      requireOpen();
      const state = store.get();
      const fresh = [...new Map(read.map((task) => [task.id, task])).values()].filter(({ id }) => taskOf(state, id) === undefined);
      if (fresh.length > 0) await whole(roomFor(() => records.add(fresh)));
      const skipped = { exists: read.length - fresh.length, invalid, newer };
      return {
        added: fresh.length,
        skipped: (['exists', 'invalid', 'newer'] as const).flatMap((reason) =>
          skipped[reason] > 0 ? [{ reason, count: skipped[reason] }] : [],
        ),
      };
    },
    async clear({ status } = {}) {
      requireOpen();
      const asked = typeof status === 'string' ? [status] : status;
      const refused = asked?.find((one) => underWay.has(one) && one !== 'unconfirmed');
      if (refused !== undefined)
        throw new VoxreelError('invalid_input', `A task that is ${refused} is stopped or removed by itself.`, { param: 'status' });
      const gone = tasks().filter((task) => (asked ? asked.includes(task.status) : !underWay.has(task.status)));
      if (gone.length === 0) return 0;
      const ids = gone.map(({ id }) => id);
      await whole(records.dropAll(ids));
      const held = results.loaded ? gone : gone.filter(withFiles);
      if (held.length > 0) await (await results.get()).drop(held.map(({ id }) => id));
      return ids.length;
    },
  };
}
