// What the checks of a service ask it to do, and what must be true of everything that it gives.
import { closestFit } from '../base/glob.js';
import { isVoxreelError } from '../base/errors.js';
import { isRecord } from '../base/is-record.js';
import { writingsOf } from '../base/key-writings.js';
import type { VideoRequest } from '../protocol/video.js';
import type { RecordedCall, RecordedExchange, ServiceRecording } from '../services/recording.js';
import type { CreateOutside, Service, ServiceTask, TaskRef } from '../services/service.js';

export const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** One call, and what came of it. */
export type Outcome<T> = { readonly gave: T } | { readonly threw: unknown };

export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { gave: await work() };
  } catch (threw) {
    return { threw };
  }
}

/** A call to try faults on: as it was recorded, or the least that a page may ask. */
export interface Attempt {
  readonly name: string;
  /** What the maker said until the end of the call, in order. */
  readonly exchanges: readonly RecordedExchange[];
  run(outside: CreateOutside): Promise<unknown>;
}

export function requestOf(service: Service, recordings: readonly ServiceRecording[]): VideoRequest {
  const created = callsOf(recordings, 'create')[0];
  if (created !== undefined) return created.request;
  const model = service.models.find(({ kind }) => kind === 'video')?.model ?? '';
  return { model: model.replaceAll('*', 'x'), prompt: 'A heron over water' };
}

export const callsOf = <C extends RecordedCall['call']>(
  recordings: readonly ServiceRecording[],
  call: C,
): readonly Extract<RecordedCall, { readonly call: C }>[] =>
  recordings.flatMap(({ calls }) => calls.filter((one): one is Extract<RecordedCall, { readonly call: C }> => one.call === call));

/** Each video call of a service, once for each way in which it was recorded. */
export function attemptsOf(service: Service, recordings: readonly ServiceRecording[]): readonly Attempt[] {
  const { video } = service;
  if (video === undefined) return [];
  const request = requestOf(service, recordings);
  const least: TaskRef = { id: 'task-1', model: request.model };
  const created = callsOf(recordings, 'create').filter(({ gave }) => gave !== undefined);
  const queried = callsOf(recordings, 'query').filter(({ gave }) => gave !== undefined);
  const [cancelled] = callsOf(recordings, 'cancel');
  const [makes, asks] = [created.slice(0, 1), oneOfEach(queried)];
  return [
    ...(makes.length > 0 ? makes : [{ request, exchanges: [] }]).map((one) => ({
      name: 'create()',
      exchanges: one.exchanges,
      run: (outside: CreateOutside) => video.create(structuredClone(one.request), outside),
    })),
    ...(asks.length > 0 ? asks : [{ task: least, exchanges: [] }]).map(({ task, exchanges }) => ({
      name: 'query()',
      exchanges,
      run: (outside: CreateOutside) => video.query(task, outside),
    })),
    ...(video.cancel === undefined ||
    (cancelled === undefined && closestFit(service.models, ({ model }) => model, request.model)?.cancels === false)
      ? []
      : [
          {
            name: 'cancel()',
            exchanges: cancelled?.exchanges ?? [],
            run: async (outside: CreateOutside) => video.cancel?.(cancelled?.task ?? least, outside),
          },
        ]),
    ...(video.upload === undefined
      ? []
      : [{ name: 'upload()', exchanges: [], run: async (outside: CreateOutside) => video.upload?.(picture(), outside) }]),
  ];
}

const picture = (): File => new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'frame.png', { type: 'image/png' });

/** Of many queries that said the same: the first with each status. */
const oneOfEach = <Q extends { readonly gave?: ServiceTask | undefined }>(queries: readonly Q[]): readonly Q[] =>
  queries.filter(({ gave }, at) => queries.findIndex((other) => other.gave?.status === gave?.status) === at);

const statuses: readonly unknown[] = ['processing', 'succeeded', 'failed', 'unknown'];

/** What is wrong with a reading, whatever it says. `id`: of the task that was asked after. */
export function* checkReading(service: Service, gave: unknown, id?: string): Generator<string> {
  if (!isRecord(gave)) {
    yield `gives ${JSON.stringify(gave)}; it must give a reading, { taskId, status, outputs }.`;
    return;
  }
  const { taskId, status, outputs, progress, state, error } = gave;
  if (typeof taskId !== 'string' || taskId === '') yield `gives the taskId ${JSON.stringify(taskId)}; it must be a text that is not empty.`;
  else if (id !== undefined && taskId !== id) yield `was asked for the task ${id}, and answers about ${taskId}.`;
  if (!statuses.includes(status)) yield `gives the status ${JSON.stringify(status)}; it must be one of ${statuses.join(', ')}.`;
  if (!Array.isArray(outputs)) {
    yield `gives ${JSON.stringify(outputs)} for outputs; it must be a list, empty where there is no video.`;
    return;
  }
  for (const output of outputs) {
    const url: unknown = Reflect.get(Object(output), 'url');
    if (typeof url !== 'string' || !/^https?:\/\//.test(url))
      yield `gives an output whose url is ${JSON.stringify(url)}; it must be absolute.`;
  }
  if (status === 'succeeded' && outputs.length === 0) yield 'has succeeded without a video: `succeeded(id, outputs)` calls that a failure.';
  if (status === 'failed' && !(isRecord(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string'))
    yield 'has failed without an error, { code, message }.';
  if (progress !== undefined && !(typeof progress === 'number' && progress >= 0 && progress <= 1))
    yield `gives the progress ${JSON.stringify(progress)}; it must be from 0 to 1.`;
  if (state !== undefined && !(typeof state === 'string' && state.length <= longestState))
    yield `gives a state that is no text of at most ${longestState} characters.`;
  // The state is encrypted before a page gets it.
  const shown = JSON.stringify({ ...gave, state: undefined });
  if (service.secrets.flatMap(writingsOf).some((form) => shown.includes(form))) yield 'gives a reading with a secret in it.';
}

const longestState = 300;

/** What must be true of an error, whatever it is about. */
export function* checkError(threw: unknown): Generator<string> {
  if (!isVoxreelError(threw)) yield `throws ${wordsOf(threw)}, which is no VoxreelError.`;
}
