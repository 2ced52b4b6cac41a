// The tasks behind results and posters, which fold the news they hear and note it.
import type { Store } from '../../../../../src/core/store/store.js';
import { taskOf } from '../../../../../src/core/store/tasks.js';
import { taskAfter } from '../../../../../src/core/store/task-news.js';
import type { TaskNews, TaskEvent, TasksState } from '../../../../../src/core/store/tasks-state.js';
import type { ResultTasks } from '../../../../../src/core/video/files/result-tasks.js';

/** `told` gets all news in their order. */
export const tellingTasks = (store: Store<TasksState, TaskEvent>, told: TaskNews[]): ResultTasks =>
  ({
    store,
    trackPending: <T>(work: Promise<T>) => work,
    async broadcast(news: TaskNews) {
      told.push(news);
      const task = taskOf(store.get(), news.id);
      const after = task && taskAfter(task, news);
      if (after) store.dispatch({ type: 'changed', task: after });
    },
  }) as unknown as ResultTasks;
