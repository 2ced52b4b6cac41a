// What the gateway writes into a user's record of a video that has ended, in the layout in which pages keep theirs. Pure.
import { stampOf, timeOf } from '../../base/stamp.js';
import { isFields, parsed, type Fields } from '../requests/fields.js';

export interface EndedOutput {
  readonly url: string;
  readonly format?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly duration?: unknown;
  /** Id of the file in the library; absent where there is none. */
  readonly libraryFile?: string | undefined;
}

export interface EndedVideo {
  readonly userId: string;
  readonly taskId: string;
  readonly model: string;
  readonly idempotencyKey: string;
  /** Of the request: what is plain in it. */
  readonly draft: Fields;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly endedAt: number;
  readonly status: 'succeeded' | 'failed';
  readonly outputs: readonly EndedOutput[];
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** What pages keep is at this version (`core/store/task-record`). */
const recordVersion = 2;
/** Unlike the six letters and digits that stand for a device (`core/clock`). */
const gatewayId = 'gateway';
const stampAt = (ms: number): string => stampOf(ms, 0, gatewayId);

/** Later than everything that the record says of its fields: clocks of devices differ. */
function stampAfter({ time, times }: Fields, now: number): string {
  const stamps = [time, ...(isFields(times) ? Object.values(times) : [])].filter((stamp) => typeof stamp === 'string');
  const latest = Math.max(0, ...stamps.map((stamp) => timeOf(stamp)));
  return stampAt(Math.max(now, latest + 1));
}

const endedFields = ({ status, outputs, error, endedAt }: EndedVideo): Fields => ({
  status,
  outputs,
  ...(error === undefined ? {} : { error: { ...error, retryable: false } }),
  endedAt,
});

/** Undefined where the record has the end and every file of it already, or is none. */
export function withEnd(text: string, ended: EndedVideo, now: number): Fields | undefined {
  const record = parsed(text);
  if (!isFields(record) || (record['status'] === ended.status && hasFiles(record, ended))) return undefined;
  const fields = endedFields({ ...ended, outputs: ended.outputs.map((output, at) => ({ ...outputAt(record, at), ...output })) });
  const stamp = stampAfter(record, now);
  const times = isFields(record['times']) ? record['times'] : {};
  const { pollError: _, progress: __, ...rest } = record;
  return {
    ...rest,
    ...fields,
    taskId: ended.taskId,
    updatedAt: Math.max(now, Number(record['updatedAt']) || 0),
    time: record['time'],
    times: { ...times, ...Object.fromEntries([...Object.keys(fields), 'taskId', 'updatedAt'].map((name) => [name, stamp])) },
  };
}

/** The record of a video whose page never wrote one. */
export function recordOfEnd(id: string, ended: EndedVideo, now: number): Fields {
  const { taskId, model, idempotencyKey, draft, createdAt } = ended;
  return {
    version: recordVersion,
    id,
    kind: 'video',
    user: '',
    agent: '',
    taskId,
    model,
    prompt: typeof draft['prompt'] === 'string' ? draft['prompt'] : '',
    providerId: 'generic',
    draft,
    idempotencyKey,
    createdAt,
    updatedAt: now,
    deadlineAt: now,
    ...endedFields(ended),
    time: stampAt(now),
  };
}

const outputAt = ({ outputs }: Fields, at: number): Fields => {
  const output: unknown = Array.isArray(outputs) ? outputs[at] : undefined;
  return isFields(output) ? output : {};
};

const hasFiles = (record: Fields, { outputs }: EndedVideo): boolean =>
  outputs.every(({ libraryFile }, at) => libraryFile === undefined || outputAt(record, at)['libraryFile'] === libraryFile);
