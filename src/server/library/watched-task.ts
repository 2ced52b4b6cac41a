// What the gateway remembers of a video that it watches, as text in the library's own list.
import type { GatewayUser } from '../gateway-user.js';
import { isFields, parsed, type Fields } from '../requests/fields.js';
import type { WatchedVideo } from './watch-list.js';

export interface WatchedTask {
  readonly user: GatewayUser;
  /** The id that the page has. */
  readonly taskId: string;
  readonly model: string;
  /** Empty where the page sent none. */
  readonly idempotencyKey: string;
  /** Of the request: what is plain in it. */
  readonly draft: Fields;
  /** Where pages reach this gateway: their records hold whole addresses. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When its end was seen first. */
  readonly endedAt?: number | undefined;
  /** How often in a row its service has said that there is no such task. */
  readonly misses?: number | undefined;
  /** Who has heard of its end. */
  readonly told?: readonly string[] | undefined;
}

export const dataOf = (task: WatchedTask): string => JSON.stringify(task);

/** Undefined for what another version wrote. */
export function taskIn(data: string): WatchedTask | undefined {
  const task = parsed(data);
  const isTask = isFields(task) && isFields(task['user']) && typeof task['taskId'] === 'string' && isFields(task['draft']);
  // Written by `dataOf`.
  return isTask ? (task as unknown as WatchedTask) : undefined;
}

export function watchedVideo(place: string, task: WatchedTask): WatchedVideo {
  const marks = [task.taskId, task.idempotencyKey].filter((text) => text !== '').map((text) => JSON.stringify(text));
  return { key: place, userId: task.user.id, data: dataOf(task), marks };
}

const plainFields = ['prompt', 'duration', 'width', 'height', 'fps', 'seed', 'n'];

/** No picture: a request may hold megabytes of them. */
export const draftOf = (fields: Fields): Fields =>
  Object.fromEntries(['model', ...plainFields].flatMap((name) => (isPlain(fields[name]) ? [[name, fields[name]]] : [])));

export const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
