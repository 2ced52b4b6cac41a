// What happens in a queue, as events of a log that has a conversation's beside them: made by watching its tasks, and read back as the tasks
// they were.
import { isRecord } from '../../../base/is-record.js';
import type { RecordedEvent } from '../../recorded-events.js';
import type { ReadableStore } from '../../store/store.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { ended } from '../../store/tasks.js';
import { differing } from './differing.js';
import { readTaskAsItWas, writeHistory } from './history-file.js';

const types = [
  /** Was there when the recording began. */
  'video.restored',
  'video.submitted',
  /** Submitted once more, from an earlier task. */
  'video.retried',
  /** The service said something new, or could not be asked. An answer that changes nothing leaves no event. */
  'video.polled',
  'video.status',
  /** A file is kept in this browser, or no longer. */
  'video.stored',
  /** A person organized it, or something else about it changed. */
  'video.changed',
  'video.removed',
] as const;

/** What can happen to a video in a recording. */
export type VideoLogType = (typeof types)[number];

type Fields = Readonly<Record<string, unknown>>;

/** One entry of a recording: what happened to a video, and the task as it was then. */
export type VideoLogEvent = Fields & {
  readonly type: VideoLogType;
  /** Of the task: ours. */
  readonly id: string;
  /** What is another now: the whole task in its first event. `null` is absent by now. Pictures and files are left out. */
  readonly task?: Fields;
};

interface WatchedQueue {
  readonly tasks: ReadableStore<readonly VideoTask[]>;
  readonly ready: Promise<void>;
}

/** Of the tasks that had ended before; all that had not are recorded. */
const mostRestored = 50;

/** Calls `heard` with each event from now on, in order. Returns its own undo. */
export function watchVideos({ tasks, ready }: WatchedQueue, heard: (event: VideoLogEvent) => void): () => void {
  let seen: readonly VideoTask[] = [];
  let isRestored = false;
  let isOver = false;
  /** Those whose whole record is in the log. */
  const told = new Set<string>();
  const tell = (task: VideoTask, was: VideoTask | undefined) => {
    const before = told.has(task.id) ? was : undefined;
    told.add(task.id);
    heard({ ...kindOf(task, was, isRestored, seen), id: task.id, ...changesOf(task, before) });
  };
  const notice = (all: readonly VideoTask[]) => {
    const { before, after } = differing(seen, all);
    const known = new Map(before.map((task) => [task.id, task]));
    seen = all;
    const shown = isRestored ? after : after.filter(({ status }, at) => at < mostRestored || !ended(status));
    for (const task of shown.toReversed()) if (known.get(task.id) !== task) tell(task, known.get(task.id));
    for (const { id } of after) known.delete(id);
    for (const id of known.keys()) heard({ type: 'video.removed', id });
  };
  const undo = tasks.subscribe(notice);
  notice(tasks.get());
  const restored = () => {
    if (isOver) return;
    notice(tasks.get());
    isRestored = true;
  };
  void ready.then(restored, restored);
  return () => {
    isOver = true;
    undo();
  };
}

function kindOf(
  task: VideoTask,
  was: VideoTask | undefined,
  isRestored: boolean,
  all: readonly VideoTask[],
): Fields & { readonly type: VideoLogType } {
  if (was === undefined) return { type: isRestored ? beginningOf(task, all) : 'video.restored' };
  if (was.status !== task.status) return { type: 'video.status', from: was.status, to: task.status };
  if (storedOf(was).join() !== storedOf(task).join()) return { type: 'video.stored', bytes: storedOf(task) };
  const isAnswer = (['progress', 'statusWord', 'pollError', 'outputs', 'taskId', 'cancel'] as const).some(
    (name) => was[name] !== task[name],
  );
  return { type: isAnswer ? 'video.polled' : 'video.changed' };
}

/** A retry has the words of the task it is made from. */
function beginningOf({ parentId, prompt, model }: VideoTask, all: readonly VideoTask[]): VideoLogType {
  const parent = parentId === undefined ? undefined : all.find(({ id }) => id === parentId);
  return parent?.prompt === prompt && parent.model === model ? 'video.retried' : 'video.submitted';
}

/** Of each output the bytes that are kept here. */
const storedOf = ({ outputs }: VideoTask): readonly number[] => outputs.map(({ kept }) => kept?.bytes ?? 0);

function changesOf(task: VideoTask, before: VideoTask | undefined): { readonly task?: Fields } {
  const [now, then] = [fieldsOf(task), before === undefined ? {} : fieldsOf(before)];
  const names = Object.keys({ ...then, ...now }).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(then[name]));
  return names.length === 0 ? {} : { task: Object.fromEntries(names.map((name) => [name, now[name] ?? null])) };
}

/** Plain data, as a history holds it; a picture inside it is no part of a log. */
function fieldsOf(task: VideoTask): Fields {
  const withoutFiles = (_: string, value: unknown): unknown =>
    typeof value === 'string' && /^(?:data|blob):/.test(value) ? undefined : value;
  const text = JSON.stringify(writeHistory([task], 0).tasks[0], withoutFiles);
  return JSON.parse(text) as Fields;
}

/** The records after one more event, newest first; each as its events left it, and not believed yet. */
function foldVideos(records: readonly Fields[], { from, event }: RecordedEvent): readonly Fields[] {
  const { type, id, task } = event;
  if (from !== 'queue' || typeof id !== 'string' || !types.some((known) => known === type)) return records;
  if (type === 'video.removed') return records.filter((record) => record['id'] !== id);
  const changes = Object.entries(isRecord(task) ? task : {}).map(([name, value]) => [name, value ?? undefined] as const);
  const changed = (record: Fields): Fields => ({ ...record, ...Object.fromEntries(changes), id });
  if (!records.some((record) => record['id'] === id)) return [changed({}), ...records];
  return records.map((record) => (record['id'] === id ? changed(record) : record));
}

/** The tasks as they were after these events of a log, newest first. What is no task is left out: nothing in a log is believed. */
export const videosAfter = (log: readonly RecordedEvent[], now = Date.now()): readonly VideoTask[] =>
  log
    .reduce(foldVideos, [])
    .map((record) => readTaskAsItWas(record, now))
    .filter((task) => task !== undefined);

/** The same, event by event. */
export function createVideoFold(): (event: RecordedEvent) => readonly VideoTask[] {
  let records: readonly Fields[] = [];
  return (event) => {
    records = foldVideos(records, event);
    return records.map((record) => readTaskAsItWas(record, Date.now())).filter((task) => task !== undefined);
  };
}
