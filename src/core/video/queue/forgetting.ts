// Deletes everything that is kept of a user: the records, then the files, here and in every tab.
import { VoxreelError } from '../../errors.js';
import { deleteDatabase } from '../../persistence/indexed-db.js';
import { belongsTo } from '../../stored-record.js';
import { tasksOf } from '../../store/tasks.js';
import type { QueueParts } from './queue-parts.js';
import type { ForgetOptions } from '../../persistence/storage.js';

export function createForgetting({ options, name, user, store, storage, records, results, whole }: QueueParts) {
  const isOwn = options.storage === undefined;

  const forget = async ({ discard = false }: ForgetOptions = {}): Promise<void> => {
    const tasks = tasksOf(store.get());
    if (!discard && tasks.some(({ status }) => status === 'submitting'))
      throw new VoxreelError('unsent', 'A video is still being submitted. Wait for it, or discard it with { discard: true }.', {
        retryable: true,
      });
    const stored = (await storage.all()).filter(({ record }) => belongsTo(record, user));
    const ids = [...new Set([...tasks.map(({ id }) => id), ...stored.map(({ key }) => key)])];
    await records.dropAll(ids);
    records.setBusy(false);
    if (isOwn) await storage.clear();
    await (await results.get()).clearAll(ids);
    // The name of the database names the user.
    if (isOwn && user !== '' && storage.persistent !== false) await deleteDatabase(name);
  };
  return (asked?: ForgetOptions): Promise<void> => whole(forget(asked));
}
