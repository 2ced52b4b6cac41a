// What becomes of a task by each piece of news: pure, never throws, never loses what was there. Loaded when there is news.
import type { VideoReading } from '../providers/provider.js';
import { withOrganization } from './organization.js';
import { withOutput } from './task-output.js';
import { ended, foldTasks, taskOf } from './tasks.js';
import type { KeptFile, TaskNews, TasksState, VideoStatus, VideoTask } from './tasks-state.js';

/** The service works on it, or may, or will. */
const unfinished = (status: VideoStatus): boolean =>
  status === 'waiting' || status === 'submitting' || status === 'unconfirmed' || status === 'processing';

/** It was stopped, and the service has not said yet that it ended its work. */
export const isToCancel = ({ status, cancel }: VideoTask): boolean => status === 'stopped' && cancel === 'asked';

type Handlers = { readonly [Type in TaskNews['type']]: (task: VideoTask, news: Extract<TaskNews, { type: Type }>) => VideoTask };

const handlers: Handlers = {
  // After a doubt nobody knows when the service began.
  created: (task, { at, reading }) => withReading(task.status === 'unconfirmed' ? unwatched(task, at - task.createdAt) : task, reading, at),
  polled(task, { at, reading, seenAt = at }) {
    const next = withReading(task, reading, at);
    return next.endedAt === undefined || task.endedAt === next.endedAt ? next : unwatched(next, at - seenAt);
  },
  failed: (task, { at, error }) =>
    ended(task.status) ? task : { ...task, ...answered(task), status: 'failed', endedAt: at, error, pollError: undefined },
  unconfirmed(task, { error }) {
    if (task.status === 'submitting') return { ...task, status: 'unconfirmed', error };
    return task.status === 'unconfirmed' ? { ...task, error, idempotent: undefined, pollError: undefined } : task;
  },
  troubled: (task, { error }) => ({ ...task, pollError: error }),
  stopped(task, { at }) {
    if (!unfinished(task.status)) return task;
    // Nothing was sent that could be cancelled.
    const cancel = task.status === 'waiting' ? undefined : task.cancels && 'asked';
    return { ...task, status: 'stopped', endedAt: at, cancel, pollError: undefined };
  },
  overdue: (task) => (task.status === 'waiting' && task.confirmation === undefined ? { ...task, confirmation: 'needed' } : task),
  confirmed: (task) => (task.status === 'waiting' ? { ...task, confirmation: 'given', pollError: undefined } : task),
  cancelled: (task, { error }) =>
    isToCancel(task) ? { ...task, cancel: error === undefined ? 'done' : 'refused', error, pollError: undefined } : task,
  expired: (task, { at, error }) =>
    unfinished(task.status) ? { ...task, status: 'expired', endedAt: at, error, pollError: undefined } : task,
  organized: (task, { changes }) => withOrganization(task, changes),
  kept: (task, { output, kept }) => keeping(task, output, kept),
};

/** The same task where the news is none. */
export function taskAfter(task: VideoTask, news: TaskNews): VideoTask {
  // The table's type pairs each name with its own news; the lookup cannot show it.
  const handle = handlers[news.type] as (task: VideoTask, news: TaskNews) => VideoTask;
  const next = handle(task, news);
  return next === task || same(next, task) ? task : { ...next, updatedAt: Math.max(news.at, task.updatedAt + 1) };
}

/** The same for a task among others. */
export function foldNews(state: TasksState, news: TaskNews): TasksState {
  const task = taskOf(state, news.id);
  const next = task && taskAfter(task, news);
  return next === undefined || next === task ? state : foldTasks(state, { type: 'changed', task: next });
}

const unwatched = (task: VideoTask, ms: number): VideoTask => ({ ...task, unwatchedMs: Math.max(task.unwatchedMs ?? 0, ms) });

const same = (one: VideoTask, other: VideoTask): boolean => {
  const keys = Object.keys({ ...one, ...other }) as (keyof VideoTask)[];
  return keys.every(
    (key) => one[key] === other[key] || (typeof one[key] === 'object' && JSON.stringify(one[key]) === JSON.stringify(other[key])),
  );
};

/** What has ended is not to be cancelled any more. */
const answered = ({ cancel }: VideoTask): Pick<VideoTask, 'cancel'> => (cancel === 'asked' ? { cancel: undefined } : {});

/** A task after what the service says of it. */
function withReading(task: VideoTask, reading: VideoReading, at: number): VideoTask {
  const known = { ...task, taskId: task.taskId ?? reading.taskId, ...(reading.cost && { cost: reading.cost }) };
  if (reading.status === 'succeeded') return succeeded(known, reading, at);
  if (ended(task.status)) return known;
  if (reading.status === 'failed') {
    const { code, message, param } = reading.error ?? { code: 'failed', message: 'The service gave no reason.' };
    return {
      ...known,
      ...answered(known),
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
    ...answered(task),
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

const gone = {
  code: 'expired',
  message: 'The video was made in this browser and is no longer kept. Run it again: the same seed makes the same video.',
  retryable: true,
};

/** What was made in this browser and is not kept any more is nowhere. */
function keeping(task: VideoTask, output: number, kept: KeptFile | undefined): VideoTask {
  const { url = '' } = task.outputs[output] ?? {};
  if (kept || url.startsWith('http')) return withOutput(task, output, { kept });
  return output in task.outputs ? { ...withOutput(task, output, { kept, url: '' }), error: gone } : task;
}
