// What a service and its maker said to each other, as JSON without keys: made by wrapping a service, played back by `checkService` of `voxreel/testing`.
import { isRecord } from '../base/is-record.js';
import { isVoxreelError } from '../base/errors.js';
import { writingsOf } from '../base/key-writings.js';
import { createScrubber } from '../base/scrubber.js';
import type { VideoRequest } from '../protocol/video.js';
import type { Outside, Service, ServiceTask, ServiceVideo, TaskRef } from './service.js';

/** The calls of a service, without keys. */
export interface ServiceRecording {
  readonly format: 'voxreel-service-recording';
  readonly version: 1;
  /** The id of the service. */
  readonly service: string;
  /** ISO 8601. */
  readonly recordedAt: string;
  /** In the order in which they were made. */
  readonly calls: readonly RecordedCall[];
}

/** A call of a service in a recording. */
export type RecordedCall = RecordedCreate | RecordedQuery | RecordedCancel;

/** A call that made a task. */
export interface RecordedCreate extends RecordedOutcome {
  readonly call: 'create';
  readonly request: VideoRequest;
  /** The idempotency key. */
  readonly key?: string | undefined;
  readonly gave?: ServiceTask | undefined;
}

/** A call that asked after a task. */
export interface RecordedQuery extends RecordedOutcome {
  readonly call: 'query';
  readonly task: TaskRef;
  readonly gave?: ServiceTask | undefined;
}

/** A call that cancelled a task. */
export interface RecordedCancel extends RecordedOutcome {
  readonly call: 'cancel';
  readonly task: TaskRef;
}

/** What came of a call. */
export interface RecordedOutcome {
  /** Stands for the user: some makers are given it. */
  readonly userId: string;
  /** All that went to the maker and came back during this call. */
  readonly exchanges: readonly RecordedExchange[];
  /** The error, where the call threw one. */
  readonly threw?: { readonly code: string; readonly message: string; readonly status?: number | undefined } | undefined;
}

/** A request to a maker, and its answer. */
export interface RecordedExchange {
  readonly sent: RecordedSent;
  readonly came: RecordedAnswer;
}

/** A body is one of `json`, `form` (files as their name, type and size), `text` and `bytes` (their number). */
export interface RecordedSent {
  readonly method: string;
  readonly url: string;
  /** Without those that carry a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, unknown>> | undefined;
  readonly text?: string | undefined;
  readonly bytes?: number | undefined;
}

/** A maker's answer in a recording. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string | undefined;
}

/** Takes a service's secrets, in each way they may be written, and all else that looks like a key, out of plain data. */
export function createRecordingScrubber({ secrets }: Pick<Service, 'secrets'>): <T>(value: T) => T {
  const scrubber = createScrubber();
  for (const form of secrets.flatMap(writingsOf)) scrubber.secret(form);
  return <T>(value: T) => scrubber.value(value) as T;
}

/** A request as a recording has it. */
export async function sentAs(url: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<RecordedSent> {
  const request = new Request(url, {
    method,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined || body === null ? {} : { body }),
  });
  const { accept: _, 'content-type': type = '', ...named } = Object.fromEntries(request.headers);
  const isForm = type.startsWith('multipart/form-data');
  // The type of a form holds a boundary, which is another each time.
  const about = { method: method.toUpperCase(), url, headers: isForm || type === '' ? named : { ...named, 'content-type': type } };
  if (isForm) return { ...about, form: fieldsOf(await request.formData()) };
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return about;
  if (!/json|text|xml|urlencoded/.test(type)) return { ...about, bytes: bytes.length };
  return { ...about, ...readable(new TextDecoder().decode(bytes)) };
}

function fieldsOf(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).map((one) => (typeof one === 'string' ? one : { file: one.name, type: one.type, bytes: one.size }));
    fields[name] = values.length > 1 ? values : values[0];
  }
  return fields;
}

function readable(text: string): { readonly json: unknown } | { readonly text: string } {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return { text };
  }
}

const keptHeaders = ['content-type', 'retry-after', 'location'];

async function cameAs(answer: Response): Promise<RecordedAnswer> {
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => keptHeaders.includes(name)));
  const text = await answer.text();
  return { status: answer.status, headers, ...(text === '' ? {} : readable(text)) };
}

/** The response that was recorded. */
export function answerOf({ status, headers, json, text }: RecordedAnswer): Response {
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : json === undefined ? (text ?? '') : JSON.stringify(json), { status, headers });
}

/** A service that records what it is called with. */
export interface ServiceRecorder {
  /** Stands in for the service that is recorded. */
  readonly service: Service;
  /** All calls until now, without keys. */
  recording(): ServiceRecording;
}

/** Writes down what `create`, `query` and `cancel` of a service send, and what comes back. */
export function recordService(service: Service): ServiceRecorder {
  const { id, video } = service;
  const calls: RecordedCall[] = [];
  const scrubbed = createRecordingScrubber(service);
  const recordedAt = new Date().toISOString();
  return {
    service: video === undefined ? service : { ...service, video: recordedVideo(video, (call) => calls.push(call)) },
    recording: () => JSON.parse(JSON.stringify(scrubbed({ format, version: 1, service: id, recordedAt, calls }))) as ServiceRecording,
  };
}

function recordedVideo(video: ServiceVideo, write: (call: RecordedCall) => void): ServiceVideo {
  const { cancel } = video;
  return {
    ...video,
    create: (request, outside) =>
      noted(
        outside,
        (watched) => video.create(request, watched),
        (outcome) => write({ call: 'create', request, key: outside.key, ...outcome }),
      ),
    query: (task, outside) =>
      noted(
        outside,
        (watched) => video.query(task, watched),
        (outcome) => write({ call: 'query', task, ...outcome }),
      ),
    ...(cancel === undefined
      ? {}
      : {
          cancel: (task: TaskRef, outside: Outside) =>
            noted(
              outside,
              (watched) => cancel.call(video, task, watched),
              ({ userId, exchanges, threw }) => write({ call: 'cancel', task, userId, exchanges, threw }),
            ),
        }),
  };
}

/** One call, with all that it sends written down. */
async function noted<O extends Outside, T>(
  outside: O,
  work: (watched: O) => Promise<T>,
  note: (outcome: RecordedOutcome & { readonly gave?: T }) => void,
): Promise<T> {
  const exchanges: RecordedExchange[] = [];
  const { userId } = outside;
  const fetch: Outside['fetch'] = async (url, init) => {
    const sent = await sentAs(url, init);
    const answer = await outside.fetch(url, init);
    exchanges.push({ sent, came: await cameAs(answer.clone()) });
    return answer;
  };
  try {
    const gave = await work({ ...outside, fetch });
    note({ userId, exchanges, gave });
    return gave;
  } catch (cause) {
    note({ userId, exchanges, threw: errorIn(cause) });
    throw cause;
  }
}

const format = 'voxreel-service-recording';

function errorIn(cause: unknown): NonNullable<RecordedOutcome['threw']> {
  if (!isVoxreelError(cause)) return { code: 'no_voxreel_error', message: String(cause) };
  const { code, message, status } = cause;
  return { code, message, status };
}

/** Whether a file that was read is a recording of this version. */
export const isRecording = (value: unknown): value is ServiceRecording =>
  isRecord(value) && value['format'] === format && value['version'] === 1 && Array.isArray(value['calls']);
