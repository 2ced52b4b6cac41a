// Takes the tasks of a history file into a queue: all that is sound and new, or none.
import type { VideoTask } from '../../store/tasks-state.js';
import { readHistory } from './history-file.js';

/** What became of the records of a history. */
export interface ImportedHistory {
  readonly added: number;
  /** `exists`: its id is here already. `invalid`: no task, or more of one than a record may hold. `newer`: written by a later version. */
  readonly skipped: readonly { readonly reason: 'exists' | 'invalid' | 'newer'; readonly count: number }[];
}

const reasons = ['exists', 'invalid', 'newer'] as const;

/** Rejects as `readHistory` and `add` do. */
export async function importHistory(
  history: unknown,
  isHere: (id: string) => boolean,
  add: (tasks: readonly VideoTask[]) => Promise<void>,
): Promise<ImportedHistory> {
  const { tasks, invalid, newer } = readHistory(history, Date.now());
  const fresh = [...new Map(tasks.map((task) => [task.id, task])).values()].filter(({ id }) => !isHere(id));
  if (fresh.length > 0) await add(fresh);
  const skipped = { exists: tasks.length - fresh.length, invalid, newer };
  return {
    added: fresh.length,
    skipped: reasons.flatMap((reason) => (skipped[reason] > 0 ? [{ reason, count: skipped[reason] }] : [])),
  };
}
