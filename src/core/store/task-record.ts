// From stored bytes to a task: what cannot be one is set aside, not fatal.
import { isRecord } from '../../base/is-record.js';
import type { VideoOutput } from '../providers/provider.js';
import type { VideoTask } from './tasks-state.js';

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

/**
 * Of the records written here. Since 2 an output may be kept here, with a link or without: a release that knows links alone would drop it, so it
 * must not read such a record.
 */
export const recordVersion = 2;
/** Read as they are. Those of 1.0.0 say no version, or 1. */
const readVersions: readonly unknown[] = [undefined, 1, recordVersion];

/** Undefined for what is no task, or was written by a later release: it stays where it is, untouched. */
export function readTask(stored: unknown): VideoTask | undefined {
  if (!isRecord(stored) || !readVersions.includes(stored['version'])) return undefined;
  const { outputs } = stored;
  const isComplete =
    texts.every((name) => typeof stored[name] === 'string') &&
    times.every((name) => Number.isFinite(stored[name])) &&
    statuses.has(stored['status']) &&
    isRecord(stored['draft']) &&
    Array.isArray(outputs);
  if (!isComplete) return undefined;
  const isOrganized = lists.every((name) => isTexts(stored[name])) && Number.isFinite(stored['rating'] ?? 0);
  const task = { ...stored, ...(isOrganized ? {} : unorganized), version: recordVersion, outputs: outputs.filter(isPlayable) };
  // Checked above field by field.
  return task as unknown as VideoTask;
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
