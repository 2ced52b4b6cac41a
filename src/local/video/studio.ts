// The two documented video endpoints and the result files, as one handler.
import { createHash, randomInt } from 'node:crypto';

import { errorResponse, publicOrigin, readJson, requireKey } from '../http.js';
import { checkImage, type Reach, unreachable } from './image-source.js';
import { createResultFiles } from './result-files.js';
import { createTaskStore } from './task-store.js';
import { createdAnswer, queriedAnswer } from './answer-shape.js';
import { isRefusal, refuse } from './refusal.js';
import { paths } from '../../protocol/index.js';
import { readVideoRequest } from './video-request.js';
import { viewOf } from './video-task.js';
import { videoLimits } from './limits.js';
import type { Caller, Identify } from '../http.js';
import type { Faults } from '../faults.js';
import type { Refusal } from './refusal.js';
import type { TaskStore } from './task-store.js';
import type { VideoOrder } from './video-request.js';

export interface VideoStudioOptions {
  readonly identify: Identify;
  readonly faults: Faults;
  /** Which addresses `image` and `callback_url` may name. Default: none. */
  readonly reach?: Reach | undefined;
  /** Bytes of finished videos kept in memory. Default 256 MB. */
  readonly resultBytes?: number | undefined;
}

export interface VideoStudio {
  /** Undefined when the path is none of the studio's. */
  handle(request: Request): Promise<Response | undefined>;
  /** Stops rendering; what was not made stays unmade. May be called twice. */
  close(): Promise<void>;
}

interface Studio {
  readonly faults: Faults;
  readonly tasks: TaskStore;
  readonly reach: Reach;
  /** First answers by caller and `Idempotency-Key`. */
  readonly remembered: Map<string, { readonly digest: string; readonly answer: Promise<Response> }>;
}

export function createVideoStudio({
  identify,
  faults,
  reach = { allowLoopback: false, allowedHosts: [] },
  resultBytes = videoLimits.resultBytes,
}: VideoStudioOptions): VideoStudio {
  const files = createResultFiles(resultBytes);
  const studio: Studio = { faults, tasks: createTaskStore(files), reach, remembered: new Map() };
  return {
    async handle(request) {
      const file = files.handle(request);
      if (file !== undefined) return file;
      const { pathname } = new URL(request.url);
      if (pathname !== paths.videoGenerations && !pathname.startsWith(`${paths.videoGenerations}/`)) return undefined;
      const caller = requireKey(request, identify);
      if (caller instanceof Response) return caller;
      return route(studio, request, caller, pathname.slice(paths.videoGenerations.length + 1));
    },
    async close() {
      await studio.tasks.close();
      files.clear();
    },
  };
}

function route(studio: Studio, request: Request, caller: Caller, taskId: string): Response | Promise<Response> {
  if (taskId === '' && request.method === 'POST') return create(studio, request, caller);
  if (taskId !== '' && request.method === 'GET') return query(studio, request, caller, taskId);
  return errorResponse(400, { code: 'method_not_allowed', message: `${request.method} is not offered here.`, param: 'method' });
}

function query({ tasks, faults }: Studio, request: Request, caller: Caller, escapedId: string): Response {
  const task = tasks.get(unescaped(escapedId));
  if (task === undefined) return errorResponse(400, { code: 'task_not_exist', message: 'There is no such task.', param: 'task_id' });
  if (task.owner !== caller.owner)
    return errorResponse(403, { code: 'permission_denied', message: 'The task was made with another key.', param: 'task_id' });
  const fault = faults.take('video', { method: 'GET', path: new URL(request.url).pathname })?.video;
  return queriedAnswer(viewOf(task, publicOrigin(request)), fault);
}

function unescaped(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

async function create(studio: Studio, request: Request, caller: Caller): Promise<Response> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    return errorResponse(400, { code: 'invalid_content_type', message: 'Content-Type must be application/json.', param: 'Content-Type' });
  const body = await readJson(request, videoLimits.bodyBytes);
  if (body instanceof Response) return body;
  const key = request.headers.get('idempotency-key');
  return key === null ? start(studio, request, caller, body.value) : startOnce(studio, request, caller, body.value, key);
}

/** The same key gives the first answer again, also while that is still being made; with another body it is an error. */
async function startOnce(studio: Studio, request: Request, caller: Caller, value: unknown, key: string): Promise<Response> {
  const { remembered } = studio;
  const name = JSON.stringify([caller.owner, key]);
  const digest = createHash('sha256').update(JSON.stringify(value)).digest('base64');
  const first = remembered.get(name);
  if (first !== undefined && first.digest !== digest)
    return errorResponse(400, {
      code: 'idempotency_key_reused',
      message: 'The Idempotency-Key came before with another body.',
      param: 'Idempotency-Key',
    });
  const answer = first?.answer ?? Promise.resolve(start(studio, request, caller, value));
  if (first === undefined) {
    remembered.set(name, { digest, answer });
    for (const oldest of remembered.keys()) if (remembered.size > videoLimits.remembered) remembered.delete(oldest);
    if (!(await answer).ok) remembered.delete(name);
  }
  return (await answer).clone();
}

function start({ faults, tasks, reach }: Studio, request: Request, caller: Caller, value: unknown): Response {
  const order = readVideoRequest(value, () => randomInt(2 ** 31));
  if (isRefusal(order)) return errorResponse(400, order);
  const refusal = addressRefusal(order, reach);
  if (refusal !== undefined) return errorResponse(400, refusal);
  const fault = faults.take('video', { method: 'POST', path: paths.videoGenerations })?.video;
  const origin = publicOrigin(request);
  const task = tasks.create(order, caller.owner, origin, fault);
  if (task === undefined)
    return errorResponse(
      500,
      { code: 'queue_full', message: 'Too many videos wait to be made. Try again later.' },
      { 'retry-after': '30' },
    );
  return createdAnswer(viewOf(task, origin), fault);
}

/** Refuses what would make this service call a machine that it may not. */
function addressRefusal(order: VideoOrder, reach: Reach): Refusal | undefined {
  if (order.images.length > videoLimits.images) return refuse('metadata.image_urls', `more than ${videoLimits.images} images`);
  for (const { from, param } of order.images) {
    const refusal = checkImage(from, param, reach);
    if (refusal !== undefined) return refusal;
  }
  const { callbackUrl } = order;
  const problem = callbackUrl === undefined ? undefined : unreachable(callbackUrl, reach);
  return problem === undefined ? undefined : refuse('metadata.callback_url', `callback_url: ${problem}`, 'callback_address_not_allowed');
}
