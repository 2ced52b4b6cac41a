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
  submitted: (state, { task }) => add(state, task),
  changed: (state, { task }) => (taskOf(state, task.id) === undefined ? state : put(state, task)),
  removed: (state, { id }) => take(state, [id]),
  cleared: (state, { ids }) => take(state, ids),
  imported: (state, { tasks }) => {
    const ids = new Set(tasks.map(({ id }) => id));
    const welcome = { ...state, removed: new Set([...state.removed].filter((id) => !ids.has(id))) };
    return addAll(welcome, tasks);
  },
  restored: (state, { tasks }) => (state.list.size === 0 ? addAll(state, tasks) : tasks.reduce(add, state)),
};

export function foldTasks(state: TasksState, event: TaskEvent): TasksState {
  // The table's type pairs each name with its own event; the lookup cannot show it.
  const handle = handlers[event.type] as ((state: TasksState, event: TaskEvent) => TasksState) | undefined;
  return handle?.(state, event) ?? state;
}

/** News of a task that is gone, from another tab or a read under way, comes soon after it or not at all. */
const remembered = 1000;

function take({ list, open, removed }: TasksState, ids: readonly string[]): TasksState {
  const known = [...removed, ...ids];
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

const isNew = (state: TasksState, { id }: VideoTask): boolean => taskOf(state, id) === undefined && !state.removed.has(id);

const add = (state: TasksState, task: VideoTask): TasksState => (isNew(state, task) ? put(state, task) : state);

/** Each id once. */
const newOf = (state: TasksState, tasks: readonly VideoTask[]): readonly VideoTask[] => [
  ...new Map(tasks.filter((task) => isNew(state, task)).map((task) => [task.id, task])).values(),
];

function put(state: TasksState, task: VideoTask): TasksState {
  const open = isOpen(task) ? (state.open.includes(task.id) ? state.open : [...state.open, task.id]) : without(state.open, task.id);
  return { ...state, list: putIn(state.list, task), open };
}

/** Sorts once, where adding one by one would copy a page for each. */
function addAll(state: TasksState, tasks: readonly VideoTask[]): TasksState {
  const fresh = newOf(state, tasks);
  return {
    ...state,
    list: listOf([...tasksOf(state), ...fresh]),
    open: [...state.open, ...fresh.filter(isOpen).map(({ id }) => id)],
  };
}
