// From stored bytes to a task: what cannot be one is set aside, not fatal.
import { isRecord } from '../../base/is-record.js';
import type { VideoOutput } from '../providers/provider.js';
import type { VideoTask } from './tasks-state.js';

type Stored = Readonly<Record<string, unknown>>;

const statuses: ReadonlySet<unknown> = new Set([
  'waiting',
  'submitting',
  'unconfirmed',
  'processing',
  'succeeded',
  'failed',
  'stopped',
  'expired',
]);
const texts = ['id', 'model', 'prompt', 'providerId', 'idempotencyKey'] as const;
const times = ['createdAt', 'updatedAt', 'deadlineAt'] as const;

const lists = ['labels', 'collections'] as const;
const unorganized = { labels: undefined, collections: undefined, rating: undefined };

/** Of the records written here. */
export const recordVersion = 2;

/** From each version to the next; a record passes all that came after it. */
const steps: Readonly<Record<number, (record: Stored) => Stored>> = {
  // Since 2 an output may be kept here, with a link or without: a release that knows links alone would drop it, so it must not read such a record.
  1: (record) => record,
};

function upgraded(record: Stored): Stored {
  const { version = 1 } = record;
  const step = typeof version === 'number' ? steps[version] : undefined;
  return step ? upgraded({ ...step(record), version: Number(version) + 1 }) : record;
}

/** Undefined for what is no task, or was written by a later release: it stays where it is, untouched. */
export function readTask(stored: unknown): VideoTask | undefined {
  if (!isRecord(stored)) return undefined;
  const record = upgraded(stored);
  if (record['version'] !== recordVersion) return undefined;
  const isComplete =
    texts.every((name) => typeof record[name] === 'string') &&
    times.every((name) => Number.isFinite(record[name])) &&
    statuses.has(record['status']) &&
    isRecord(record['draft']) &&
    Array.isArray(record['outputs']);
  if (!isComplete) return undefined;
  // Checked above field by field.
  const isOrganized = lists.every((name) => isTexts(record[name])) && Number.isFinite(record['rating'] ?? 0);
  const task = (isOrganized ? record : { ...record, ...unorganized }) as unknown as VideoTask;
  const outputs = task.outputs.filter(isPlayable);
  return outputs.length === task.outputs.length ? task : { ...task, outputs };
}

const isTexts = (value: unknown = []): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** As it is stored, and sent to other tabs: a link of this page to a file made here works nowhere else. */
export const recordOf = (task: VideoTask): VideoTask =>
  task.outputs.some(isOfPage)
    ? { ...task, outputs: task.outputs.map((output) => (isOfPage(output) ? { ...output, url: '' } : output)) }
    : task;

const isOfPage = ({ url }: VideoOutput): boolean => url.startsWith('blob:');

/** Without a link: it was made in this browser, and is kept there if anywhere. */
const isPlayable = (output: VideoOutput): boolean =>
  isRecord(output) && typeof output.url === 'string' && /^(?:https?:\/\/|$)/.test(output.url);
