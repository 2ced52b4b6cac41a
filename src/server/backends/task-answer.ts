// What another maker's service gives, in the documents' words: a task, or the error instead of one.
import { isVoxreelError, type VoxreelError } from '../../base/errors.js';
import { isRecord } from '../../base/is-record.js';
import type { VideoOutput } from '../../protocol/video-reading.js';
import type { ServiceTask } from '../../services/service.js';
import { json, refuse } from '../answers/answers.js';
import type { Scrub } from '../answers/scrub.js';
import { Unsettled } from '../in-time.js';

const seconds = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)));

/** The task as `GET /v1/video/generations/{task_id}` has it. Only http(s) addresses are ever in it. */
export function taskAnswer(task: ServiceTask, id: string, scrub: Scrub): Response {
  const outputs = listOf(task.outputs).filter(({ url }) => isPlainUrl(url));
  const body = {
    status: task.status === 'unknown' ? (task.statusWord ?? 'processing') : task.status,
    ...(task.status === 'processing' && task.progress !== undefined ? { progress: `${Math.round(task.progress * 100)}%` } : {}),
    ...(task.status === 'succeeded' ? resultFields(outputs) : {}),
    ...(task.cost === undefined ? {} : { cost: { amount: task.cost.amount, unit: task.cost.unit } }),
    error: task.status === 'failed' ? errorFields(task.error, scrub) : null,
  };
  const wait = task.waitMs === undefined ? {} : { 'retry-after': seconds(task.waitMs) };
  // The id stays as it is: nothing can be asked with it before it is signed.
  return json(200, { task_id: id, ...recordOf(scrub.body(body)) }, wait);
}

const recordOf = (value: unknown): object => (isRecord(value) ? value : {});

/** From outside, whatever the types say: a service may be anybody's. */
const listOf = (outputs: unknown): readonly VideoOutput[] =>
  Array.isArray(outputs) ? outputs.filter((output): output is VideoOutput => isRecord(output)) : [];

function isPlainUrl(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function resultFields(outputs: readonly VideoOutput[]): object {
  const [first] = outputs;
  if (first === undefined) return {};
  const entries = outputs.map((output) => ({
    url: output.url,
    format: output.format,
    expires_at: output.expiresAt,
    metadata: figures(output),
  }));
  return {
    url: first.url,
    format: first.format,
    expires_at: first.expiresAt,
    metadata: figures(first),
    ...(entries.length > 1 ? { outputs: entries } : {}),
  };
}

const figures = ({ width, height, fps, duration, seed }: VideoOutput): object => ({ width, height, fps, duration, seed });

function errorFields(error: ServiceTask['error'], scrub: Scrub): object {
  const { code = 'failed', message = 'The service gave no reason.', param } = error ?? {};
  return { code: word(code) ?? 'failed', message: scrub.words(message), param: word(param) ?? '', type: 'server_error' };
}

/** A code or the name of a field; anything longer or stranger is neither. */
const word = (value: unknown): string | undefined => (typeof value === 'string' && /^[\w.[\]-]{1,100}$/.test(value) ? value : undefined);

/** The refusal that an error of a service stands for. Its words are passed on without keys and machines. */
export function errorAnswer(error: unknown, scrub: Scrub): Response {
  if (error instanceof Unsettled) return refuse(504, 'upstream_timeout', 'The service did not answer in time.');
  if (!isVoxreelError(error)) return refuse(502, 'upstream_error', 'The service failed.');
  const wait: Record<string, string> = error.retryAfterMs === undefined ? {} : { 'retry-after': seconds(error.retryAfterMs) };
  const message = scrub.words(error.message);
  return error.status === undefined || error.status < 400
    ? unanswered(error, message)
    : answered(error, error.status, message, wait, scrub);
}

/** There was no answer, or none that could be understood. */
function unanswered({ code, param }: VoxreelError, message: string): Response {
  switch (code) {
    case 'timeout':
      return refuse(504, 'upstream_timeout', message);
    case 'network':
    case 'aborted':
      return refuse(502, 'upstream_unreachable', message);
    case 'invalid_input':
      return refuse(400, 'invalid_value', message, word(param) ?? '');
    case 'not_found':
      return refuse(400, 'task_not_exist', message, 'task_id');
    default:
      return refuse(502, 'upstream_error', message);
  }
}

function answered({ code, param }: VoxreelError, status: number, message: string, wait: Record<string, string>, scrub: Scrub): Response {
  // The page's login is not what the maker finds wanting: a page that believed so would ask for it again and again.
  if (status === 401) return refuse(500, 'upstream_unauthorized', 'The service does not take the key of this site.', '', wait);
  if (status === 403) return refuse(500, 'upstream_forbidden', message, '', wait);
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  // The documents know no 404.
  const shown = status === 404 ? 400 : status;
  const said = word(code);
  return json(shown, { code: said === undefined ? null : scrub.key(said), message, param: word(param) ?? '', type }, wait);
}

/** A task whose maker ends no work that has begun. */
export const cannotCancel = (): Response => refuse(400, 'cancel_not_supported', 'This service cannot cancel a task.', 'task_id');
