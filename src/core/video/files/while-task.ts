// Work on a file of a task: it ends with the task.
import { VoxreelError } from '../../errors.js';
import { abortedError } from '../../abort.js';
import { taskById } from './result-tasks.js';
import type { ResultTasks } from './result-tasks.js';

/** The signal given fires once the task is removed, here or in another tab, or `closing` fires. */
export async function whileTask<T>(
  tasks: Pick<ResultTasks, 'store'>,
  id: string,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [gone, over] = [new AbortController(), new AbortController()];
  const check = () => {
    if (closing.aborted || taskById(tasks, id) === undefined) gone.abort(abortedError());
  };
  const undo = tasks.store.subscribe(check);
  closing.addEventListener('abort', check, { signal: over.signal });
  // A frozen page would hold the lock.
  const freeze = () => gone.abort(new VoxreelError('network', 'The page was frozen.', { retryable: true }));
  if (typeof document !== 'undefined') document.addEventListener('freeze', freeze, { signal: over.signal });
  check();
  try {
    return await work(gone.signal);
  } finally {
    undo();
    over.abort();
  }
}
