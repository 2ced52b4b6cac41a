// A video queue that does what a test tells it: every state on demand, nothing sent, every call written down.
import type { VideoDraft, VideoQueue } from 'voxreel';
import type { QueueService } from 'voxreel';
import type { VideoResults, VideoTask } from '../../../src/core/video/queue/video-queue.js';
import { estimateVideo } from '../../../src/core/video/history/estimate.js';
import { readHistory, writeHistory } from '../../../src/core/video/history/history-file.js';
import { createStore } from '../../../src/core/store/store.js';
import { estimateAll } from '../../../src/core/video/queue/fan-out.js';
import { withOrganization } from '../../../src/core/store/organization.js';

export interface ScriptedQueue extends VideoQueue {
  readonly calls: readonly (readonly [name: string, ...rest: unknown[]])[];
  /** Adds a task in front, or changes the one with this id. */
  put(task: Partial<VideoTask> & { readonly id: string }): VideoTask;
  /** The next submit is refused with this. */
  refuse(error: Error): void;
  /** The kept files, by `<task>/<output>`: the video, and its poster. */
  readonly kept: Map<string, { readonly file: Blob; readonly poster?: Blob }>;
  /** The next call of `results`, `import` or `clear` is refused with this. */
  refuseFile(error: Error): void;
  /** The next submit waits until the function given here is called. */
  hold(): () => void;
}

export interface ScriptedQueueOptions {
  readonly tasks?: readonly VideoTask[];
  readonly persistent?: boolean;
  readonly setAside?: number;
  readonly kept?: ScriptedQueue['kept'];
  /** What the service says of itself; by default nothing. */
  readonly service?: Partial<QueueService>;
}

export function scriptedTask(task: Partial<VideoTask> & { readonly id: string }): VideoTask {
  const prompt = task.prompt ?? 'Desert road at golden hour, heat shimmer';
  const model = task.model ?? 'kling-v2';
  return {
    version: 2,
    taskId: `task_${task.id}`,
    status: 'processing',
    model,
    prompt,
    providerId: 'kling',
    draft: { model, prompt, duration: 5 },
    createdAt: Date.now(),
    updatedAt: Date.now(),
    deadlineAt: Date.now() + 86_400_000,
    idempotencyKey: `key-${task.id}`,
    seed: 7781,
    outputs: [],
    ...task,
  };
}

export function scriptedQueue({
  tasks = [],
  persistent = true,
  setAside = 0,
  kept = new Map(),
  service = {},
}: ScriptedQueueOptions = {}): ScriptedQueue {
  const store = createStore<readonly VideoTask[], readonly VideoTask[]>(tasks, (_, next) => next);
  const calls: [string, ...unknown[]][] = [];
  let refusal: Error | undefined;
  let fileRefusal: Error | undefined;
  let gate: Promise<void> | undefined;
  const called = (...call: [string, ...unknown[]]) => {
    calls.push(call);
    const error = fileRefusal;
    fileRefusal = undefined;
    if (error !== undefined) throw error;
  };
  let count = 0;
  const find = (id: string) => store.get().find((task) => task.id === id);
  const put: ScriptedQueue['put'] = (change) => {
    const before = find(change.id);
    const task = before === undefined ? scriptedTask(change) : { ...before, updatedAt: before.updatedAt + 1, ...change };
    store.dispatch(before === undefined ? [task, ...store.get()] : store.get().map((other) => (other.id === task.id ? task : other)));
    return task;
  };
  const submit = async (draft: VideoDraft, more: Partial<VideoTask> = {}) => {
    const error = refusal;
    refusal = undefined;
    await gate;
    if (error !== undefined) throw error;
    return put({ id: `new-${++count}`, model: draft.model, prompt: draft.prompt, draft, seed: draft.seed ?? 4711, ...more });
  };
  const results: VideoResults = {
    file: async (id, at = 0) => kept.get(`${id}/${at}`)?.file,
    poster: async (id, at = 0) => kept.get(`${id}/${at}`)?.poster,
    async keep(id, at = 0) {
      called('keep', id, at);
    },
    async download(id, at = 0) {
      called('download', id, at);
      return { name: `${id}.webm`, url: find(id)?.outputs[at]?.url ?? '', file: kept.get(`${id}/${at}`)?.file };
    },
    async usage() {
      const bytes = [...kept.values()].reduce((sum, { file }) => sum + file.size, 0);
      return { bytes, maxBytes: 536_870_912, files: kept.size };
    },
    async clear() {
      called('results.clear');
      kept.clear();
    },
  };
  return {
    calls,
    put,
    kept,
    results,
    service: { models: async () => [], limits: async () => undefined, upload: async () => false, ...service },
    refuseFile: (error) => (fileRefusal = error),
    refuse: (error) => (refusal = error),
    hold() {
      let open = () => {};
      gate = new Promise((resolve) => (open = resolve));
      return () => open();
    },
    tasks: store,
    ready: Promise.resolve(),
    persistent,
    setAside,
    async submit(draft, options) {
      calls.push(['submit', draft, ...(options === undefined ? [] : [options])]);
      return submit(draft, { parentId: options?.parentId });
    },
    async confirm(id) {
      calls.push(['confirm', id]);
      return find(id) ?? scriptedTask({ id });
    },
    async submitAll(drafts) {
      calls.push(['submitAll', drafts]);
      const results = await Promise.all(drafts.map(async (draft) => ({ task: await submit(draft, { groupId: 'group' }) })));
      return { groupId: 'group', results };
    },
    estimateAll: (drafts) => estimateAll(drafts, async (draft) => estimateVideo(draft, { tasks: store.get(), entries: [] })),
    async organize(ids, changes) {
      called('organize', ids, changes);
      for (const id of ids) put(withOrganization(find(id) ?? scriptedTask({ id }), changes));
    },
    async refresh(id) {
      calls.push(['refresh', id]);
      return find(id) ?? scriptedTask({ id });
    },
    async resubmit(id, changes = {}) {
      calls.push(['resubmit', id, changes]);
      const task = find(id) ?? scriptedTask({ id });
      return submit({ ...task.draft, ...changes }, { parentId: id });
    },
    async forget(options) {
      calls.push(['forget', ...(options === undefined ? [] : [options])]);
      kept.clear();
      store.dispatch([]);
    },
    stop(id) {
      calls.push(['stop', id]);
      put({ id, status: 'stopped', cancel: find(id)?.cancels && 'asked' });
    },
    async remove(id) {
      calls.push(['remove', id]);
      store.dispatch(store.get().filter((task) => task.id !== id));
    },
    async estimate(draft) {
      return estimateVideo(draft, { tasks: store.get(), entries: [] });
    },
    async export() {
      calls.push(['export']);
      return writeHistory(store.get(), Date.now());
    },
    async import(history) {
      called('import', history);
      const { tasks: read } = readHistory(history, Date.now());
      read.forEach(put);
      return { added: read.length, skipped: [] };
    },
    async clear(filter) {
      called('clear', filter);
      const before = store.get();
      store.dispatch(before.filter(({ status }) => ['submitting', 'processing', 'unconfirmed'].includes(status)));
      return before.length - store.get().length;
    },
    close: () => void calls.push(['close']),
  };
}
