// What services share to speak over HTTP: one request, the maker's error in its own words, and readers that trust no answer.
import { VoxreelError } from '../base/errors.js';
import { closestFit } from '../base/glob.js';
import { isRecord } from '../base/is-record.js';
import { retryAfterMs } from '../base/retry-after.js';
import type { Outside, ServiceModel, ServiceOptions } from './service.js';

/** What a request to a maker is made of. */
export interface AskInit {
  /** Default `GET`, or `POST` with a body. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON; fields that are undefined are left out. */
  readonly json?: object | undefined;
  /** Sent as it is: a form, or bytes. */
  readonly body?: BodyInit | undefined;
}

/** A maker's answer, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined for what is no JSON. */
  readonly json: unknown;
}

/**
 * Sends once, and gives the answer whatever its status.
 * @param init The method, headers and body.
 */
export async function ask(outside: Outside, url: string, { method, headers, json, body }: AskInit = {}): Promise<Answer> {
  const sent = json === undefined ? body : JSON.stringify(json);
  const response = await outside.fetch(url, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: { accept: 'application/json', ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
    signal: outside.signal,
  });
  const text = await response.text();
  return { status: response.status, ok: response.ok, headers: response.headers, text, json: parsed(text) };
}

/** Sends once, and gives the object in the answer. Throws the maker's error, or `bad_response` for anything but a JSON object. */
export async function askJson(outside: Outside, url: string, init: AskInit = {}): Promise<Readonly<Record<string, unknown>>> {
  const answer = await ask(outside, url, init);
  if (!answer.ok) throw errorOf(answer);
  return objectIn(answer);
}

/**
 * The object in an answer. Throws `bad_response` where there is none: one that was cut short says nothing about a task.
 * @param answer The maker's answer.
 */
export function objectIn({ status, json }: Pick<Answer, 'status' | 'json'>): Readonly<Record<string, unknown>> {
  if (isRecord(json)) return json;
  throw new VoxreelError('bad_response', 'The service answered without a JSON object.', { status });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codeOfStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  422: 'invalid_request',
  429: 'rate_limited',
};

/**
 * The error that an unsuccessful answer stands for, in the maker's words where it has any.
 * @param answer The maker's answer.
 */
export function errorOf({ status, headers, json }: Pick<Answer, 'status' | 'headers' | 'json'>): VoxreelError {
  const { code, message, param } = complaint(json);
  const usual = codeOfStatus[status] ?? (status >= 500 ? 'server_error' : 'bad_response');
  return new VoxreelError(code ?? usual, message ?? `The service answered ${status}.`, {
    status,
    param,
    retryable: status === 408 || status === 425 || status === 429 || status >= 500,
    retryAfterMs: retryAfterMs(headers),
  });
}

/** What a maker says is wrong. */
export interface Complaint {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly param?: string | undefined;
}

/**
 * What a body says went wrong, in the shapes makers have: `{ error: { code, message } }`, `{ error: 'words' }`, `{ code, message }`, and `{ detail }` as words, or as a list of
 * `{ loc, msg, type }`.
 */
export function complaint(body: unknown, depth = 0): Complaint {
  if (typeof body === 'string') return { message: brief(body) };
  if (Array.isArray(body)) return complaint(body[0], depth + 1);
  if (!isRecord(body) || depth > 3) return {};
  const { error, detail, errors } = body;
  const inner = [error, detail, errors].find((one) => (typeof one === 'string' && one !== '') || (typeof one === 'object' && one !== null));
  const { code, message, param } = inner === undefined ? {} : complaint(inner, depth + 1);
  const place = Array.isArray(body['loc']) ? body['loc'].filter((part) => part !== 'body').join('.') : undefined;
  return {
    // Some makers put the HTTP status there, or a number of their own, and the word beside it.
    code: code ?? brief(body['code']) ?? brief(body['status']) ?? brief(body['type']),
    message: message ?? brief(body['message']) ?? brief(body['msg']) ?? brief(body['title']),
    param: param ?? brief(body['param']) ?? brief(place),
  };
}

const brief = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text.slice(0, 1000);
};

/** What stands at `video.url`, or at `videos.0.url`; undefined where there is nothing. */
export function at(value: unknown, place: string): unknown {
  let found = value;
  for (const name of place.split('.')) {
    if (Array.isArray(found)) found = found[Number(name)];
    else found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

/** A text that is not empty. */
export const textAt = (value: unknown, place: string): string | undefined => {
  const found = at(value, place);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** A number, also one written as a text. */
export const numberAt = (value: unknown, place: string): number | undefined => {
  const found = at(value, place);
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** A percentage as the fraction that `progress` wants, from 0 to 1; undefined where there is none. */
export const percentAt = (value: unknown, place: string): number | undefined => {
  const percent = numberAt(value, place);
  return percent === undefined ? undefined : Math.min(1, Math.max(0, percent / 100));
};

/** The list at a place of a JSON value; empty where there is none. */
export const listAt = (value: unknown, place: string): readonly unknown[] => {
  const found = at(value, place);
  return Array.isArray(found) ? found : [];
};

/** The id of a new task. Throws `bad_response` where the maker gave none: whether there is a task is then not known. */
export function taskIdAt(body: unknown, place: string): string {
  const id = at(body, place);
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text === 'string' && text !== '' && text.length <= 300) return text;
  throw new VoxreelError('bad_response', 'The service answered without a task.');
}

/** One part of a path, which cannot lead out of it. */
export function segment(id: string): string {
  if (/^\.{1,2}$/.test(id)) throw new VoxreelError('invalid_input', 'The id of a task cannot be a path.', { param: 'task_id' });
  return encodeURIComponent(id);
}

/** A path of several such parts, as in names of models: `fal-ai/kling-video`. */
export const segments = (path: string): string => path.split('/').map(segment).join('/');

/**
 * The address to call, without a slash at its end.
 * @param options The service's options.
 */
export const baseOf = ({ baseUrl }: Pick<ServiceOptions, 'baseUrl'>, own: string): string => (baseUrl ?? own).replace(/\/+$/, '');

/**
 * The models of a service: its own, or those a site has named. A bare name is what the service says of it, or of the closest glob it falls under.
 * @param options The service's options.
 */
export function modelsOf(
  { models }: Pick<ServiceOptions, 'models'>,
  own: readonly ServiceModel[],
  kind: ServiceModel['kind'] = 'video',
): readonly ServiceModel[] {
  const declared = (name: string): ServiceModel => ({ kind, ...closestFit(own, ({ model }) => model, name), model: name });
  return models?.map((one) => (typeof one === 'string' ? declared(one) : one)) ?? own;
}
