// What a crash leaves behind: files of no task, tasks that count on files that are gone, and files their task does not know of.
import type { Storage } from '../../persistence/storage.js';
import { tasksOf } from '../../store/tasks.js';
import type { FileEntry, FileStore } from './file-store.js';
import { keptFile, taskById } from './result-tasks.js';
import type { ResultTasks } from './result-tasks.js';
import { outputKey, readKey, taskPrefix } from './result-keys.js';

export interface SweepOptions {
  readonly tasks: Pick<ResultTasks, 'store' | 'broadcast'>;
  readonly files: FileStore;
  /** Of the tasks' records. */
  readonly storage: Pick<Storage, 'all'>;
  /** A file is not there any more. */
  readonly forget: (key: string) => void;
}

/** The tasks are restored by now. Rejects as the storages do. */
export async function sweepFiles(options: SweepOptions): Promise<void> {
  const entries = await options.files.entries();
  await removeStrangers(options, entries);
  await reportUnknown(options, entries);
  await forgetLost(options, entries);
}

async function removeStrangers({ tasks, files, storage }: SweepOptions, entries: readonly FileEntry[]): Promise<void> {
  const strangers = new Set(entries.map(({ key }) => readKey(key).id).filter((id) => taskById(tasks, id) === undefined));
  if (strangers.size === 0) return;
  // Read after the entries: a file is written after the record of its task, so its record would be here.
  const records = new Set((await storage.all()).map(({ key }) => key));
  await files.remove([...strangers].filter((id) => !records.has(id)).map(taskPrefix));
}

async function reportUnknown({ tasks }: SweepOptions, entries: readonly FileEntry[]): Promise<void> {
  for (const entry of entries) {
    const { id, at } = readKey(entry.key);
    const output = at === undefined ? undefined : taskById(tasks, id)?.outputs[at];
    if (at === undefined || output === undefined || output.kept || entry.without !== undefined) continue;
    await tasks.broadcast({ type: 'kept', id, at: Date.now(), output: at, kept: keptFile(entry) });
  }
}

async function forgetLost({ tasks, files, forget }: SweepOptions, entries: readonly FileEntry[]): Promise<void> {
  const known = new Set(entries.filter(({ without }) => without === undefined).map(({ key }) => key));
  const counted = tasksOf(tasks.store.get()).flatMap(({ id, outputs }) =>
    outputs.flatMap(({ kept }, at) => (kept ? [outputKey(id, at)] : [])),
  );
  for (const key of counted) {
    // Once more: it may have come meanwhile.
    const entry = known.has(key) ? undefined : await files.entry(key);
    if (!known.has(key) && (entry === undefined || entry.without !== undefined)) forget(key);
  }
}
