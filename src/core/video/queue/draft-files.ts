// The files of drafts: while the page lasts as they were given, and beside the record for another page.
import type { Lazy } from '../../../base/lazy.js';
import { VoxreelError } from '../../errors.js';
import type { VideoDraft } from '../../providers/provider.js';
import { delay } from '../../retry.js';
import type { VideoTask } from '../../store/tasks-state.js';
import type { Results } from '../files/results.js';

export interface DraftFiles {
  /** A request does not wait for long: what is not kept by then cannot be run again in another page, that is all. Never rejects. */
  keep(task: VideoTask, draft: VideoDraft): Promise<void>;
  /** The draft of a task with its files. Throws `invalid_input` for a file that is neither kept nor changed. */
  read(task: VideoTask, changes?: Partial<VideoDraft>): Promise<VideoDraft>;
  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void;
}

const patienceMs = 2000;

/** `isPersistent`: whether records outlive the page. */
export function createDraftFiles(results: Lazy<Results>, isPersistent: () => boolean): DraftFiles {
  const drafts = new Map<string, VideoDraft>();
  return {
    async keep({ id, files }, draft) {
      if (files === undefined) return;
      drafts.set(id, draft);
      if (!isPersistent()) return;
      const kept = results.get().then((loaded) => loaded.keepInputs(id, draft, files));
      await Promise.race([kept, delay(patienceMs)]).catch(() => undefined);
    },
    async read(task, changes = {}) {
      const given = drafts.get(task.id);
      if (given) return { ...given, seed: task.draft.seed };
      if (task.files === undefined) return task.draft;
      const { draft, missing } = await (await results.get()).withInputs(task);
      const needed = missing.find((field) => !((field.split('.')[0] ?? field) in changes));
      if (needed === undefined) return draft;
      throw new VoxreelError('invalid_input', 'The picture was a file and is not kept: choose it again.', { param: needed });
    },
    forget(isGone) {
      for (const id of drafts.keys()) if (isGone(id)) drafts.delete(id);
    },
  };
}
