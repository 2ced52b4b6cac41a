// The fold of video tasks: pure, never throws, never loses what was there. Knows no service and no storage.
import type { VideoReading } from '../providers/provider.js';
import { arrayOf, emptyList, followArray, getFrom, listOf, putIn, takeFrom } from './paged-list.js';
import type { KeptFile, TaskEvent, TaskOutput, TasksState, VideoStatus, VideoTask } from './tasks-state.js';

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
const ended = (status: VideoStatus): boolean => status === 'succeeded' || status === 'failed';

/** The service works on it, or may. */
const unfinished = (status: VideoStatus): boolean => status === 'submitting' || status === 'unconfirmed' || status === 'processing';

type Handlers = { readonly [Type in TaskEvent['type']]: (state: TasksState, event: Extract<TaskEvent, { type: Type }>) => TasksState };

const handlers: Handlers = {
  submitted: (state, { task }) => (isNew(state, task) ? put(state, task) : state),
  created: (state, { id, at, reading }) =>
    // After a doubt nobody knows when the service began.
    change(state, id, at, (task) => told(task.status === 'unconfirmed' ? unwatched(task, at - task.createdAt) : task, reading, at)),
  polled: (state, { id, at, reading, seenAt = at }) =>
    change(state, id, at, (task) => {
      const next = told(task, reading, at);
      return next.endedAt === undefined || task.endedAt === next.endedAt ? next : unwatched(next, at - seenAt);
    }),
  failed: (state, { id, at, error }) =>
    change(state, id, at, (task) => (ended(task.status) ? task : { ...task, status: 'failed', endedAt: at, error, pollError: undefined })),
  unconfirmed: (state, { id, at, error }) =>
    change(state, id, at, (task) => {
      if (task.status === 'submitting') return { ...task, status: 'unconfirmed', error };
      return task.status === 'unconfirmed' ? { ...task, error, idempotent: undefined, pollError: undefined } : task;
    }),
  troubled: (state, { id, at, error }) => change(state, id, at, (task) => ({ ...task, pollError: error })),
  stopped: (state, { id, at }) =>
    change(state, id, at, (task) => (unfinished(task.status) ? { ...task, status: 'stopped', endedAt: at, pollError: undefined } : task)),
  expired: (state, { id, at, error }) =>
    change(state, id, at, (task) =>
      unfinished(task.status) ? { ...task, status: 'expired', endedAt: at, error, pollError: undefined } : task,
    ),
  kept: (state, { id, at, output, kept }) => change(state, id, at, (task) => keeping(task, output, kept)),
  linked: (state, { id, output, url }) => {
    const task = taskOf(state, id);
    return task === undefined ? state : put(state, withOutput(task, output, { url }));
  },
  removed: ({ list, open, removed }, { id }) => ({
    list: takeFrom(list, id),
    open: without(open, id),
    removed: new Set(removed).add(id),
  }),
  cleared: ({ list, open, removed }, { ids }) => {
    const gone = new Set(ids);
    return {
      list: listOf(arrayOf(list).filter(({ id }) => !gone.has(id))),
      open: open.filter((id) => !gone.has(id)),
      removed: new Set([...removed, ...ids]),
    };
  },
  imported: (state, { tasks }) => {
    const ids = new Set(tasks.map(({ id }) => id));
    const welcome = { ...state, removed: new Set([...state.removed].filter((id) => !ids.has(id))) };
    const fresh = newOf(welcome, tasks);
    return {
      ...welcome,
      list: listOf([...arrayOf(state.list), ...fresh]),
      open: [...state.open, ...fresh.filter(isOpen).map(({ id }) => id)],
    };
  },
  restored: (state, { tasks }) => (state.list.size === 0 ? fill(state, tasks) : tasks.reduce(merge, state)),
};

export function foldTasks(state: TasksState, event: TaskEvent): TasksState {
  // The table's type pairs each name with its own event; the lookup cannot show it.
  const handle = handlers[event.type] as ((state: TasksState, event: TaskEvent) => TasksState) | undefined;
  return handle?.(state, event) ?? state;
}

const unwatched = (task: VideoTask, ms: number): VideoTask => ({ ...task, unwatchedMs: Math.max(task.unwatchedMs ?? 0, ms) });

const isOpen = ({ status, taskId, idempotent }: VideoTask): boolean =>
  (status === 'processing' && taskId !== undefined) || (status === 'unconfirmed' && idempotent === true);

const without = (ids: readonly string[], id: string): readonly string[] => (ids.includes(id) ? ids.filter((other) => other !== id) : ids);

const isNew = (state: TasksState, { id }: VideoTask): boolean => taskOf(state, id) === undefined && !state.removed.has(id);

/** Each id once. */
const newOf = (state: TasksState, tasks: readonly VideoTask[]): readonly VideoTask[] => [
  ...new Map(tasks.filter((task) => isNew(state, task)).map((task) => [task.id, task])).values(),
];

function put(state: TasksState, task: VideoTask): TasksState {
  const open = isOpen(task) ? (state.open.includes(task.id) ? state.open : [...state.open, task.id]) : without(state.open, task.id);
  return { ...state, list: putIn(state.list, task), open };
}

function change(state: TasksState, id: string, at: number, by: (task: VideoTask) => VideoTask): TasksState {
  const task = taskOf(state, id);
  if (task === undefined) return state;
  const next = by(task);
  return next === task || same(next, task) ? state : put(state, { ...next, updatedAt: Math.max(at, task.updatedAt + 1) });
}

const same = (one: VideoTask, other: VideoTask): boolean => {
  const keys = Object.keys({ ...one, ...other }) as (keyof VideoTask)[];
  return keys.every(
    (key) => one[key] === other[key] || (typeof one[key] === 'object' && JSON.stringify(one[key]) === JSON.stringify(other[key])),
  );
};

/** A task after what the service says of it. */
function told(task: VideoTask, reading: VideoReading, at: number): VideoTask {
  const known = { ...task, taskId: task.taskId ?? reading.taskId };
  if (reading.status === 'succeeded') return succeeded(known, reading, at);
  if (ended(task.status)) return known;
  if (reading.status === 'failed') {
    const { code, message, param } = reading.error ?? { code: 'failed', message: 'The service gave no reason.' };
    return {
      ...known,
      status: 'failed',
      endedAt: at,
      statusWord: reading.statusWord,
      error: { code, message, param, retryable: false },
      pollError: undefined,
    };
  }
  if (!unfinished(task.status)) return known;
  const { progress = task.progress, statusWord = task.statusWord } = reading;
  return { ...known, status: 'processing', progress, statusWord, error: undefined, pollError: undefined };
}

/** A video that came is never lost: not one whose watching had stopped, nor the links of one whose new answer has none. */
function succeeded(task: VideoTask, reading: VideoReading, at: number): VideoTask {
  if (task.status === 'failed') return task;
  const outputs = relinked(task.outputs, reading.outputs);
  const linkless = {
    code: 'bad_response',
    message: 'The video is finished, but the answer holds no link that can be played.',
    retryable: true,
  };
  return {
    ...task,
    status: 'succeeded',
    endedAt: task.status === 'succeeded' ? task.endedAt : at,
    progress: 1,
    statusWord: reading.statusWord,
    outputs,
    error: outputs.length > 0 ? undefined : linkless,
    pollError: undefined,
  };
}

/** Fresh links for the same videos, in the same places: what is kept of them stays known, and files stay out of records. */
function relinked(known: VideoTask['outputs'], fresh: VideoReading['outputs']): VideoTask['outputs'] {
  const links = fresh.map((output, place) => {
    const { file: _file, ...link } = output;
    return known[place]?.kept ? { ...link, kept: known[place].kept } : link;
  });
  return [...links, ...known.slice(fresh.length)];
}

const withOutput = (task: VideoTask, output: number, change: Partial<TaskOutput>): VideoTask => ({
  ...task,
  outputs: task.outputs.map((one, place) => (place === output ? { ...one, ...change } : one)),
});

const gone = {
  code: 'expired',
  message: 'The video was made in this browser and is no longer kept. Run it again: the same seed makes the same video.',
  retryable: true,
};

/** What was made in this browser and is not kept any more is nowhere. */
function keeping(task: VideoTask, output: number, kept: KeptFile | undefined): VideoTask {
  const { url = '' } = task.outputs[output] ?? {};
  if (kept || /^http/.test(url)) return withOutput(task, output, { kept });
  return output in task.outputs ? { ...withOutput(task, output, { kept, url: '' }), error: gone } : task;
}

/** A record has no links of this page: those that are known stay. */
const withLinks = (task: VideoTask, { outputs }: VideoTask): VideoTask =>
  task.outputs.some(({ url }) => url === '')
    ? {
        ...task,
        outputs: task.outputs.map((one, place) => (one.url === '' && one.kept ? { ...one, url: outputs[place]?.url ?? '' } : one)),
      }
    : task;

/** Of two records of one task the one that knows more stands, then the later: an end is never undone, nor the service's id lost. */
function merge(state: TasksState, task: VideoTask): TasksState {
  const known = taskOf(state, task.id);
  if (known === undefined) return isNew(state, task) ? put(state, task) : state;
  const more = knowledge(task) - knowledge(known);
  const undoes = ended(known.status) && task.status !== known.status;
  return more < 0 || (more === 0 && (undoes || task.updatedAt <= known.updatedAt)) ? state : put(state, withLinks(task, known));
}

const knowledge = ({ status, taskId }: VideoTask): number => (ended(status) ? 2 : taskId === undefined ? 0 : 1);

function fill(state: TasksState, tasks: readonly VideoTask[]): TasksState {
  const fresh = newOf(state, tasks);
  return { ...state, list: listOf(fresh), open: fresh.filter(isOpen).map((task) => task.id) };
}
