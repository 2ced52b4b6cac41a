// Speaks the documents' two endpoints, or a provider's own service, and says what came of it. Repeats nothing.
import { VoxreelError, toVoxreelError } from '../../errors.js';
import { errorOfReply, http, joinUrl } from '../../http.js';
import { isOffline } from '../../is-offline.js';
import { isRecord } from '../../../base/is-record.js';
import type { HttpReply } from '../../http.js';
import type { PreparedDraft } from '../../drafts/prepare-draft.js';
import type { VideoDraft, VideoProvider, VideoReading } from '../../providers/provider.js';
import { readVideoAnswer } from '../../wire/read-answer.js';
import { pageUrl } from '../../page-url.js';
import { retryAfterMs } from '../../retry.js';
import { paths, videoGenerationPath } from '../../../protocol/names.js';
import type { QueriedTask, QueryAnswer } from '../polling/query-task.js';
import { pageHeaders } from './page-headers.js';
import type { VideoQueueOptions } from './video-queue.js';

/** What came of a POST. `unknown`: it may have been taken, and paid for. */
export type Created =
  | { readonly outcome: 'taken'; readonly reading: VideoReading; readonly waitMs?: number | undefined }
  | { readonly outcome: 'refused' | 'unknown'; readonly error: VoxreelError };

/** A request as it leaves. */
export interface CreateRequest {
  readonly provider: VideoProvider;
  readonly draft: VideoDraft;
  readonly idempotencyKey: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface ServiceClient {
  /** The page's headers. Throws what the page's function throws, as `unauthorized`. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Whatever could stop it from leaving is found here: throws `invalid_input`. */
  pack(provider: VideoProvider, prepared: PreparedDraft, idempotencyKey: string, headers: Readonly<Record<string, string>>): CreateRequest;
  /** Sends once. Never throws. */
  create(request: CreateRequest): Promise<Created>;
  /** Asks the documents' service to end the work on a task. Rejects with what it refused with, or with what stood in the way. */
  cancel(taskId: string, signal: AbortSignal): Promise<void>;
  /** Asks once. Never throws. */
  query(provider: VideoProvider, task: QueriedTask, signal: AbortSignal): Promise<QueryAnswer>;
  /** False when asking is pointless: the browser is offline, and the service is not on this machine. */
  reachable(): boolean;
}

const createTimeoutMs = 120_000;
const queryTimeoutMs = 30_000;

/** Statuses after which the request may have gone through: a proxy gave up waiting, or lost the service on the way. */
const inDoubt = (status: number) => status === 408 || status === 502 || status === 504 || status >= 520;

/** It came before under its key, sent again by something on the way: what became of that is not known, or not yet. */
const knownBefore = ({ status, code }: VoxreelError) => status === 409 && code.includes('idempotency');

const unconfirmed = (cause: VoxreelError) =>
  new VoxreelError('unconfirmed', cause.message, { status: cause.status, retryAfterMs: cause.retryAfterMs, cause });

function addressOf(baseUrl: string, path: string): string {
  try {
    return pageUrl(joinUrl(baseUrl, path)).href;
  } catch (cause) {
    throw new VoxreelError('invalid_input', `No address: ${baseUrl}`, { param: 'baseUrl', cause });
  }
}

function read(provider: VideoProvider, { json, url }: HttpReply): VideoReading {
  const reading = readVideoAnswer(json, url);
  return provider.parse?.(json, url, reading) ?? reading;
}

export function createServiceClient({ baseUrl, headers: given, fetch, idempotent }: VideoQueueOptions): ServiceClient {
  const createUrl = addressOf(baseUrl, paths.videoGenerations);
  const onThisMachine = /^(localhost|127\..*|\[::1\])$/.test(new URL(createUrl).hostname);
  const reachable = () => onThisMachine || !isOffline();
  const headers = pageHeaders(given);
  const ofTask = async (taskId: string, method: 'GET' | 'DELETE', signal: AbortSignal) =>
    http(addressOf(baseUrl, videoGenerationPath(taskId)), { method, headers: await headers(), signal, timeoutMs: queryTimeoutMs, fetch });
  return {
    headers,
    reachable,
    pack(provider, { draft, body }, idempotencyKey, pageHeaders) {
      const key: Record<string, string> = idempotent === false ? {} : { 'Idempotency-Key': idempotencyKey };
      const packed = { 'Content-Type': 'application/json', ...key, ...pageHeaders };
      const request = { provider, draft, idempotencyKey, headers: packed, body: '' };
      return provider.service ? request : { ...request, body: sendable(createUrl, packed, body) };
    },
    async create({ provider, draft, idempotencyKey, headers: packed, body }) {
      try {
        if (provider.service) {
          const reading = await provider.service.create(draft, { idempotencyKey, signal: new AbortController().signal });
          return { outcome: 'taken', reading, waitMs: reading.waitMs };
        }
        if (!reachable()) return { outcome: 'refused', error: new VoxreelError('network', 'The browser is offline.', { retryable: true }) };
        const reply = await http(createUrl, { method: 'POST', headers: packed, body, timeoutMs: createTimeoutMs, fetch });
        return createdOf(reply, () => read(provider, reply));
      } catch (cause) {
        return thrown(toVoxreelError(cause, 'network'));
      }
    },
    async cancel(taskId, signal) {
      const reply = await ofTask(taskId, 'DELETE', signal);
      if (!reply.ok) throw errorOfReply(reply);
    },
    async query(provider, { taskId, draft }, signal) {
      try {
        if (provider.service) {
          const reading = await provider.service.query(taskId, { draft, signal });
          return { reading, waitMs: reading.waitMs };
        }
        const reply = await ofTask(taskId, 'GET', signal);
        if (!reply.ok) return { error: errorOfReply(reply) };
        if (!isRecord(reply.json) && reply.text.trim() !== '') return { error: unreadable(reply) };
        return { reading: read(provider, reply), waitMs: retryAfterMs(reply.headers) };
      } catch (cause) {
        return { error: toVoxreelError(cause, 'bad_response', { retryable: true }) };
      }
    },
  };
}

/** The body as text. What fetch would refuse to send must not look like a request that was lost on its way: throws `invalid_input`. */
function sendable(url: string, headers: Record<string, string>, body: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(body);
  } catch (cause) {
    throw new VoxreelError('invalid_input', 'The request cannot be written as JSON.', { param: 'metadata', cause });
  }
  try {
    void new Request(url, { method: 'POST', headers });
  } catch (cause) {
    throw new VoxreelError('invalid_input', 'A header cannot be sent as it is.', { param: 'headers', cause });
  }
  return text;
}

/** An error thrown by the network, or by a provider's service. */
const thrown = (error: VoxreelError): Created =>
  ['network', 'timeout', 'unconfirmed', 'aborted'].includes(error.code)
    ? { outcome: 'unknown', error: unconfirmed(error) }
    : { outcome: 'refused', error };

const unreadable = (reply: HttpReply) =>
  new VoxreelError('bad_response', 'The answer could not be read.', { status: reply.status, retryable: true });

function createdOf(reply: HttpReply, read: () => VideoReading): Created {
  if (!reply.ok) {
    const error = errorOfReply(reply);
    return inDoubt(reply.status) || knownBefore(error) ? { outcome: 'unknown', error: unconfirmed(error) } : { outcome: 'refused', error };
  }
  const reading = read();
  if (reading.taskId !== undefined || reading.status === 'succeeded' || reading.status === 'failed')
    return { outcome: 'taken', reading, waitMs: retryAfterMs(reply.headers) };
  if (reading.error)
    return {
      outcome: 'refused',
      error: new VoxreelError(reading.error.code, reading.error.message, { status: reply.status, param: reading.error.param }),
    };
  return { outcome: 'unknown', error: unconfirmed(unreadable(reply)) };
}
