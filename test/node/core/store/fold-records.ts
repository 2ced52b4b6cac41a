// Records as a queue takes them from storage or another tab: new ones join, those of tasks that are here are merged.
import { mergeShown } from '../../../../src/core/store/merge-tasks.js';
import { foldTasks, taskOf } from '../../../../src/core/store/tasks.js';
import type { TasksState, VideoTask } from '../../../../src/core/store/tasks-state.js';

export const foldRecords = (state: TasksState, records: readonly VideoTask[]): TasksState =>
  records.reduce(
    (before, record) => {
      const known = taskOf(before, record.id);
      const task = known && mergeShown(known, record);
      return task === known || task === undefined ? before : foldTasks(before, { type: 'changed', task });
    },
    foldTasks(state, { type: 'restored', tasks: records }),
  );
