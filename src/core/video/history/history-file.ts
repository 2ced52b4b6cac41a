// A history as a file holds it: written plain, and read as what it is, a file from anywhere.
import { isDeeper } from '../../../base/is-deeper.js';
import { VoxreelError } from '../../errors.js';
import { parseJson } from '../../http.js';
import { isRecord } from '../../../base/is-record.js';
import { readOrigin } from '../../frame-origin.js';
import { imageFields, numberFields, referenceRoles, reportedFields, textFields } from '../../../protocol/video-fields.js';
import { isMentionName } from '../../../base/mentions.js';
import { referenceField } from '../../drafts/file-fields.js';
import type { VideoDraft } from '../../providers/provider.js';
import { safeUrl } from '../../../base/safe-url.js';
import { mostLabels } from '../../store/organization.js';
import { readTask, recordVersion } from '../../store/task-record.js';
import type { TaskOutput, VideoTask, VideoTaskError } from '../../store/tasks-state.js';

/** A history as a file holds it: JSON, no pictures or videos inside. */
export interface VideoHistory {
  readonly format: 'voxreel-video-history';
  readonly version: 1;
  /** Milliseconds since 1970. */
  readonly exportedAt: number;
  readonly tasks: readonly VideoTask[];
}

const format = 'voxreel-video-history';
const most = { characters: 64 * 2 ** 20, tasks: 50_000, prompt: 100_000, metadata: 100_000, depth: 16, text: 8192, list: 64 };
const dayMs = 86_400_000;

/** Plain data, newest first. Files that are kept here stay here. */
export function writeHistory(tasks: readonly VideoTask[], now: number): VideoHistory {
  const outputsOf = ({ outputs }: VideoTask) => outputs.map(({ kept: _kept, ...output }) => output);
  const exported = tasks.map((task) => {
    // Whose it was here and when it changed here is of no use elsewhere.
    const { kind: _kind, user: _user, agent: _agent, time: _time, times: _times, ...fields } = task;
    return { ...fields, outputs: outputsOf(task) };
  });
  return { format, version: 1, exportedAt: now, tasks: exported };
}

export interface ReadHistory {
  readonly tasks: readonly VideoTask[];
  /** Records that are no task. */
  readonly invalid: number;
  /** Records of a later version of voxreel. */
  readonly newer: number;
}

const refusal = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

/** Text or its parsed JSON. Throws `invalid_input` (`param`: `history`, `format`, `version` or `tasks`) for what is no history or too much of one. */
export function readHistory(history: unknown, now: number): ReadHistory {
  const given = parseJson(textOf(history));
  if (!isRecord(given)) throw refusal('history', 'This is no JSON of a history.');
  if (given['format'] !== format) throw refusal('format', `format must be ${format}.`);
  if (given['version'] !== 1) throw refusal('version', 'This history was written by a later version.');
  const records = given['tasks'];
  if (!Array.isArray(records)) throw refusal('tasks', 'tasks must be a list.');
  if (records.length > most.tasks) throw refusal('tasks', `tasks takes at most ${most.tasks} at once.`);
  const newer = records.filter(isNewer).length;
  const tasks = records.map((record) => readForeign(record, now)).filter((task) => task !== undefined);
  return { tasks, invalid: records.length - tasks.length - newer, newer };
}

const isNewer = (record: unknown): boolean =>
  isRecord(record) && typeof record['version'] === 'number' && record['version'] > recordVersion;

/** By way of text whatever is given is plain data, and has a size. */
function textOf(history: unknown): string {
  let text: string | undefined;
  try {
    text = typeof history === 'string' ? history.replace(/^\uFEFF/, '') : JSON.stringify(history);
  } catch {
    // Goes in circles, or too deep.
  }
  if (text === undefined) throw refusal('history', 'This is no JSON of a history.');
  if (text.length > most.characters) throw refusal('history', `A history takes at most ${most.characters} characters at once.`);
  return text;
}

/** For a recording: a task is shown as it was, and nothing is done about it. */
export const readTaskAsItWas = (record: unknown, now: number): VideoTask | undefined =>
  readForeign({ version: recordVersion, ...(isRecord(record) ? record : {}) }, now, (task) => ({
    status: task.status,
    endedAt: isTime(task.endedAt) ? task.endedAt : undefined,
    error: errorOf(task.error),
    pollError: errorOf(task.pollError),
  }));

/** Only known fields, each of its kind; undefined for what is no task. */
function readForeign(record: unknown, now: number, endingOf = endOf): VideoTask | undefined {
  const task = readTask(record);
  if (task === undefined || ![task.id, task.model, task.providerId, task.idempotencyKey].every(isShort)) return undefined;
  const { version, id, model, prompt, providerId, idempotencyKey, createdAt, updatedAt, statusWord, parentId } = task;
  const draft = draftOf(task);
  if (draft === undefined || prompt.length > most.prompt || !isTime(createdAt) || !isTime(updatedAt)) return undefined;
  const taskId = isShort(task.taskId) && !/^\.*$/.test(task.taskId) ? task.taskId : undefined;
  const { status, ...end } = endingOf(task, taskId);
  return {
    version,
    id,
    taskId,
    status,
    model,
    prompt,
    providerId,
    ownService: task.ownService === true || undefined,
    draft,
    files: textsOf([...new Set([...(textsOf(task.files) ?? []), ...filesOf(task.draft, draft)])]),
    createdAt,
    updatedAt,
    deadlineAt: Math.min(task.deadlineAt, now + dayMs),
    idempotencyKey,
    ...numbersOf(task, ['unwatchedMs', 'seed', 'progress']),
    statusWord: isShort(statusWord) ? statusWord : undefined,
    outputs: task.outputs.slice(0, most.list).flatMap(outputOf),
    ...end,
    parentId: isShort(parentId) ? parentId : undefined,
    continues: readOrigin(task.continues, most.text),
    leadsTo: readOrigin(task.leadsTo, most.text),
    cost: costOf(task.cost),
    warnings: textsOf(task.warnings),
    ...organizationOf(task),
  };
}

function costOf(cost: unknown): VideoTask['cost'] {
  const { amount, unit } = isRecord(cost) ? cost : {};
  return typeof amount === 'number' && amount >= 0 && isShort(unit) ? { amount, unit } : undefined;
}

function organizationOf({ favorite, rating, best, labels, collections, groupId }: VideoTask): Partial<VideoTask> {
  const isRating = Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= 5;
  return {
    groupId: isShort(groupId) ? groupId : undefined,
    favorite: favorite === true || undefined,
    rating: isRating ? rating : undefined,
    best: best === true || undefined,
    labels: textsOf(labels, mostLabels.characters),
    collections: textsOf(collections, mostLabels.characters),
  };
}

const neverSent = { code: 'unsent', message: 'This was written while offline and never sent.', retryable: true };

/** A request whose answer never came there is not sent from here: what is taken and not ended is watched, all else has ended. */
function endOf(task: VideoTask, taskId: string | undefined): Pick<VideoTask, 'status' | 'endedAt' | 'error' | 'pollError'> {
  const { status, updatedAt } = task;
  const error = errorOf(task.error);
  if (status === 'processing' && taskId !== undefined) return { status, error, pollError: errorOf(task.pollError) };
  const endedAt = isTime(task.endedAt) ? task.endedAt : updatedAt;
  if (status === 'waiting') return { status: 'stopped', endedAt, error: neverSent };
  if (status !== 'submitting' && status !== 'unconfirmed' && status !== 'processing') return { status, endedAt, error };
  const doubt = { code: 'unconfirmed', message: 'Whether the service took this request is not known here.', retryable: false };
  return { status: 'stopped', endedAt, error: error ?? doubt };
}

// The types of a record promise more than a foreign one keeps: every part of it is taken for unknown.
const isShort = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= most.text;

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 8.64e15;

function textsOf(list: unknown, characters: number = most.text): readonly string[] | undefined {
  const texts = Array.isArray(list)
    ? list
        .filter(isShort)
        .filter(({ length }) => length <= characters)
        .slice(0, most.list)
    : [];
  return texts.length > 0 ? texts : undefined;
}

function numbersOf<Name extends string>(record: { readonly [key in Name]?: unknown }, names: readonly Name[]) {
  const given = names.map((name) => [name, Number.isFinite(record[name]) ? record[name] : undefined]);
  return Object.fromEntries(given) as Partial<Record<Name, number>>;
}

const linkOf = (value: unknown): string | undefined => (isShort(value) && /^https?:/i.test(value) ? safeUrl(value, value) : undefined);

function outputOf(output: TaskOutput): readonly TaskOutput[] {
  const url = linkOf(output.url);
  if (url === undefined) return [];
  const { format: kind, expiresAt } = output;
  return [
    {
      url,
      format: isShort(kind) ? kind : undefined,
      ...numbersOf(output, reportedFields),
      expiresAt: isTime(expiresAt) ? expiresAt : undefined,
    },
  ];
}

function errorOf(error: unknown): VideoTaskError | undefined {
  if (!isRecord(error) || !isShort(error['code'])) return undefined;
  const { code, message, param, retryable } = error;
  return {
    code,
    message: typeof message === 'string' ? message.slice(0, most.text) : '',
    param: isShort(param) ? param : undefined,
    retryable: retryable === true,
  };
}

function draftOf({ draft, model, prompt }: VideoTask): VideoDraft | undefined {
  const given = isRecord(draft.metadata) ? Object.entries(draft.metadata) : [];
  const metadata = Object.fromEntries(given.filter(([key, value]) => key !== '__proto__' && !isFile(value)));
  if (isDeeper(metadata, most.depth) || JSON.stringify(metadata).length > most.metadata) return undefined;
  return {
    ...Object.fromEntries(textFields.map((name) => [name, isShort(draft[name]) ? draft[name] : undefined])),
    ...numbersOf(draft, numberFields),
    ...Object.fromEntries(imageFields.map((name) => [name, linkOf(draft[name])])),
    references: referencesOf(draft.references),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    model,
    prompt,
  };
}

/** A picture that is no address is not there. */
function referencesOf(references: unknown): VideoDraft['references'] {
  if (!Array.isArray(references) || references.length === 0 || references.length > most.list) return undefined;
  return references.filter(isRecord).map(({ image, role, name }) => ({
    image: linkOf(image) ?? '',
    role: referenceRoles.find((one) => one === role),
    name: typeof name === 'string' && isMentionName(name) ? name : undefined,
  }));
}

const isFile = (value: unknown): boolean => typeof value === 'string' && value.startsWith('data:');

/** What of a draft a history does not carry, by the names a queue gives it. */
function filesOf(draft: VideoDraft, kept: VideoDraft): readonly string[] {
  const frames = imageFields.filter((name) => draft[name] !== undefined && kept[name] === undefined);
  const inner = isRecord(draft.metadata) ? Object.entries(draft.metadata).filter(([, value]) => isFile(value)) : [];
  const references = (kept.references ?? []).flatMap(({ image }, at) => (image === '' ? [referenceField(at)] : []));
  return [...frames, ...references, ...inner.map(([key]) => `metadata.${key}`)];
}
