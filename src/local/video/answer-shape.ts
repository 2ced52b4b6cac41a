// How a task's answer is wrapped: as documented, or in one of the shapes other services send, when a fault asks for it.
import { json } from '../http.js';
import type { TaskView } from './video-task.js';
import type { VideoFault } from '../faults.js';

type Fields = Record<string, unknown>;

/** A short video takes a few seconds: clients may ask again after one. */
const askAgain = { 'retry-after': '1' };

/** The answer to a create request. */
export function createdAnswer(view: TaskView, fault: VideoFault | undefined): Response {
  const { task_id, model, created_at, status } = view;
  const word = fault?.statusWord ?? status;
  const progress = fault?.progress ?? 0;
  const envelope = fault?.envelope ?? 'documented';
  if (envelope === 'empty-202') return new Response(null, { status: 202 });
  if (envelope === 'id-only') return json(200, { id: task_id, object: 'video', model, status: word, progress, created_at });
  if (envelope === 'task-id-only') return json(200, { task_id });
  if (envelope === 'queued') return json(200, { task_id, status: fault?.statusWord ?? 'queued' });
  const task = { task_id, id: task_id, object: 'video', model, status: word, progress, created_at };
  if (envelope === 'documented' || envelope === 'flat') return json(200, task, askAgain);
  return json(200, { code: 'success', message: '', data: envelope === 'data-null' ? null : task });
}

/** The answer to a query. */
export function queriedAnswer(view: TaskView, fault: VideoFault | undefined): Response {
  if (fault === undefined) return json(200, view, view.status === 'processing' ? askAgain : {});
  const envelope = fault.envelope ?? 'documented';
  if (envelope === 'empty-202') return new Response(null, { status: 202 });
  if (envelope === 'data-null') return json(200, { code: 'success', message: '', data: null });
  const body = shapers[envelope]?.(view, fault) ?? flat(view, fault);
  return json(200, body);
}

/** The documented fields, with the words, progress and place of the address the fault names. */
function flat({ url, progress, ...rest }: TaskView, fault: VideoFault): Fields {
  const body: Fields = {
    ...rest,
    metadata: rest.metadata === undefined ? undefined : { ...rest.metadata },
    status: fault.statusWord ?? rest.status,
    progress: fault.progress ?? progress,
  };
  if (fault.urlAt !== undefined && fault.urlAt !== 'url') delete body['outputs'];
  if (url !== undefined) place(body, fault.urlAt ?? 'url', url);
  return body;
}

const shapers: Partial<Record<string, (view: TaskView, fault: VideoFault) => Fields>> = {
  flat: (view, fault) => ({ id: view.task_id, object: 'video', ...flat(view, fault) }),
  'id-only': (view, fault) => ({ id: view.task_id, object: 'video', ...flat(view, fault), task_id: undefined }),
  'task-id-only': (view, fault) => ({ task_id: view.task_id, status: fault.statusWord ?? view.status }),
  queued: (view, fault) => ({ task_id: view.task_id, status: fault.statusWord ?? 'queued' }),
  'data-flat': (view, fault) => ({ code: 'success', message: '', data: flat(view, fault) }),
  data: (view, fault) => ({ code: 'success', message: '', data: gatewayTask(view, fault) }),
  nested: (view, fault) => ({
    code: 'success',
    message: '',
    data: { ...gatewayTask({ ...view }, { ...fault, urlAt: 'none' }), data: providerBody(view, fault) },
  }),
};

const gatewayWords = { processing: 'IN_PROGRESS', succeeded: 'SUCCESS', failed: 'FAILURE' } as const;

/** The task as gateways wrap it: other words, progress in percent, the reason beside. */
function gatewayTask(view: TaskView, fault: VideoFault): Fields {
  const body: Fields = {
    task_id: view.task_id,
    action: 'textGenerate',
    status: fault.statusWord ?? gatewayWords[view.status],
    fail_reason: view.error?.message ?? '',
    submit_time: view.created_at,
    start_time: view.created_at,
    finish_time: view.finished_at ?? 0,
    progress: fault.progress ?? `${Math.floor(view.progress * 100)}%`,
    quota: 0,
    properties: { input: '', upstream_model_name: view.model },
    data: null,
  };
  if (view.url !== undefined && fault.urlAt !== 'none') place(body, fault.urlAt ?? 'result_url', view.url);
  return body;
}

const providerWords = { processing: 'processing', succeeded: 'succeed', failed: 'failed' } as const;

/** What lies innermost; it may lag behind, so it still says `processing` where a status word is forced on the outside. */
function providerBody(view: TaskView, fault: VideoFault): Fields {
  const body: Fields = {
    code: 0,
    message: 'SUCCEED',
    task_id: view.task_id,
    task_status: fault.statusWord === undefined ? providerWords[view.status] : 'processing',
  };
  if (view.url !== undefined) place(body, fault.urlAt ?? 'task_result.videos.0.url', view.url);
  return body;
}

/** Puts a value at a path of keys; a number among them makes a list. */
function place(target: Fields, path: string, value: unknown): void {
  const keys = path.split('.');
  let at = target;
  keys.forEach((key, index) => {
    if (index === keys.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    if (typeof next !== 'object' || next === null) at[key] = /^\d+$/.test(keys[index + 1] ?? '') ? [] : {};
    at = at[key] as Fields;
  });
}
