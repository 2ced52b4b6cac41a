// Deletes everything that is kept of a user: the records, then the files, here and in every tab.
import type { Lazy } from '../../../base/lazy.js';
import { VoxreelError } from '../../errors.js';
import { deleteDatabase } from '../../delete-database.js';
import type { ForgetOptions } from '../../persistence/storage.js';
import { belongsTo } from '../../stored-record.js';
import { tasksOf } from '../../store/tasks.js';
import type { Results } from '../files/results.js';
import type { LiveTasks } from './live-tasks.js';
import type { TaskRecords } from './task-records.js';

/** `isOwn`: the storage is the queue's own, and holds nothing else. */
export function createForgetting({ store }: LiveTasks, records: TaskRecords, results: Lazy<Results>, isOwn: boolean) {
  const { storage, owner } = records;
  // The name of a database names the user.
  const isNamed = owner.user !== '';
  return async ({ discard = false }: ForgetOptions = {}): Promise<void> => {
    const tasks = tasksOf(store.get());
    if (!discard && tasks.some(({ status }) => status === 'submitting' || status === 'waiting'))
      throw new VoxreelError(
        'unsent',
        'A video has not been sent yet, or its request is not answered. Wait for it, or discard it with { discard: true }.',
        {
          retryable: true,
        },
      );
    const stored = (await storage.all('video')).filter(({ record }) => belongsTo(record, owner.user));
    const ids = [...new Set([...tasks.map(({ id }) => id), ...stored.map(({ key }) => key)])];
    // What it keeps elsewhere is not removed there.
    await storage.forget?.({ discard });
    await records.dropAll(ids);
    records.setBusy(false);
    if (isOwn) await storage.clear();
    await (await results.get()).clearAll(ids, isNamed);
    if (isOwn && isNamed && storage.persistent !== false) await deleteDatabase(owner.name);
  };
}
