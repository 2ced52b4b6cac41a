// What a crash leaves behind: files of no task, tasks that count on files that are gone, and files their task does not know of.
import type { FileStore } from './file-store.js';
import { taskOf, tasksOf } from '../../store/tasks.js';
import type { QueueParts } from '../queue/queue-parts.js';
import { outputKey, readKey, taskPrefix } from './result-keys.js';

export interface SweepOptions extends Pick<QueueParts, 'store' | 'storage' | 'tell'> {
  readonly files: FileStore;
  /** A file is not there any more. */
  readonly forget: (key: string) => void;
}

/** The tasks are restored by now. Rejects as the storages do. */
export async function sweepFiles({ files, store, storage, tell, forget }: SweepOptions): Promise<void> {
  const taskById = (id: string) => taskOf(store.get(), id);
  const entries = await files.entries();
  const strangers = new Set(entries.map(({ key }) => readKey(key).id).filter((id) => taskById(id) === undefined));
  if (strangers.size > 0) {
    // Read after the entries: a file is written after the record of its task, so its record would be here.
    const records = new Set((await storage.all()).map(({ key }) => key));
    await files.remove([...strangers].filter((id) => !records.has(id)).map(taskPrefix));
  }
  for (const { key, bytes, type, poster, without } of entries) {
    const { id, at } = readKey(key);
    const output = at === undefined ? undefined : taskById(id)?.outputs[at];
    if (at === undefined || output === undefined || output.kept || without !== undefined) continue;
    await tell({ type: 'kept', id, at: Date.now(), output: at, kept: { bytes, type, poster } });
  }
  const known = new Set(entries.filter(({ without }) => without === undefined).map(({ key }) => key));
  const counted = tasksOf(store.get()).flatMap(({ id, outputs }) => outputs.flatMap(({ kept }, at) => (kept ? [outputKey(id, at)] : [])));
  for (const key of counted) {
    // Once more: it may have come meanwhile.
    const entry = known.has(key) ? undefined : await files.entry(key);
    if (!known.has(key) && (entry === undefined || entry.without !== undefined)) forget(key);
  }
}
