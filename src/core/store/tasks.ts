// The fold of video tasks: pure, never throws, never loses what was there.
import { arrayOf, emptyList, followArray, getFrom, listOf, putIn, takeFrom } from './paged-list.js';
import type { TaskEvent, TasksState, VideoStatus, VideoTask } from './tasks-state.js';

export const initialTasks: TasksState = { list: emptyList, open: [], removed: new Set() };

export const taskOf = (state: TasksState, id: string): VideoTask | undefined => getFrom(state.list, id);

/** Newest first. */
export const tasksOf = ({ list }: TasksState): readonly VideoTask[] => arrayOf(list);

/** `tasksOf` for the states of one store in their order: the same array until a task changes. */
export function followTasks(): (state: TasksState) => readonly VideoTask[] {
  const follow = followArray<VideoTask>();
  return ({ list }) => follow(list);
}

/** Ended for good: no later answer changes that. */
export const ended = (status: VideoStatus): boolean => status === 'succeeded' || status === 'failed';

type Handlers = { readonly [Type in TaskEvent['type']]: (state: TasksState, event: Extract<TaskEvent, { type: Type }>) => TasksState };

const handlers: Handlers = {
  submitted: (state, { task }) => addAll(state, [task]),
  changed: (state, { task }) => (taskOf(state, task.id) === undefined ? state : put(state, task)),
  removed: (state, { id }) => take(state, [id]),
  cleared: (state, { ids }) => take(state, ids),
  imported: (state, { tasks }) => {
    const removed = new Set(state.removed);
    for (const { id } of tasks) removed.delete(id);
    return addAll({ ...state, removed }, tasks);
  },
  restored: (state, { tasks }) => addAll(state, tasks),
};

export function foldTasks(state: TasksState, event: TaskEvent): TasksState {
  // The table's type pairs each name with its own event; the lookup cannot show it.
  const handle = handlers[event.type] as ((state: TasksState, event: TaskEvent) => TasksState) | undefined;
  return handle?.(state, event) ?? state;
}

function take({ list, open, removed }: TasksState, ids: readonly string[]): TasksState {
  const known = [...removed, ...ids];
  // News of a task that is gone, from another tab or a read under way, comes soon after it or not at all.
  const remembered = 1000;
  return {
    list: ids.reduce(takeFrom, list),
    open: ids.reduce(without, open),
    removed: new Set(known.slice(-Math.max(remembered, ids.length))),
  };
}

const isOpen = ({ status, taskId, idempotent, cancel, confirmation }: VideoTask): boolean =>
  (taskId !== undefined && (status === 'processing' || cancel === 'asked')) ||
  (status === 'unconfirmed' && idempotent === true) ||
  (status === 'waiting' && confirmation !== 'needed');

const without = (ids: readonly string[], id: string): readonly string[] => (ids.includes(id) ? ids.filter((other) => other !== id) : ids);

const put = (state: TasksState, task: VideoTask): TasksState => ({
  ...state,
  list: putIn(state.list, task),
  open: isOpen(task) ? [...new Set(state.open).add(task.id)] : without(state.open, task.id),
});

/** A few are put in their pages, which leaves the others as they are. Many are sorted once: each would copy a page. */
function addAll(state: TasksState, tasks: readonly VideoTask[]): TasksState {
  const unknown = tasks.filter(({ id }) => taskOf(state, id) === undefined && !state.removed.has(id));
  // Each id once.
  const fresh = [...new Map(unknown.map((task) => [task.id, task])).values()];
  const few = 16;
  if (fresh.length < few) return fresh.reduce(put, state);
  return {
    ...state,
    list: listOf([...tasksOf(state), ...fresh]),
    open: [...state.open, ...fresh.filter(isOpen).map(({ id }) => id)],
  };
}
