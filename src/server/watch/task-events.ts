// Tells a site's own server what becomes of videos: each of them once, whichever instance hears of it first.
import { isFields, type Fields } from '../requests/fields.js';
import type { GatewayState } from '../state/state.js';

/** What `onTask` hears of a video. */
export interface TaskEvent {
  /** `removed`: cancelled by its user. */
  readonly type: 'started' | 'succeeded' | 'failed' | 'removed';
  /** `user.id` as `authorize` gave it. */
  readonly userId: string;
  /** `upstream`, or the id of the service. */
  readonly service: string;
  /** The maker's own id: the same in all events of one task. No page knows it. */
  readonly id: string;
  /** The id that the page has; absent where the maker announced the end. */
  readonly taskId?: string | undefined;
  /** Absent for tasks of the upstream that were made before. */
  readonly model?: string | undefined;
  /** Of the first result. It expires as links do. */
  readonly url?: string | undefined;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

export interface TaskEvents {
  /** Waits for nobody, and never throws. */
  tell(event: TaskEvent): void;
}

/** As long as anybody may ask after a task again. */
const toldMs = 7 * 86_400_000;

export function createTaskEvents(onTask: ((event: TaskEvent) => unknown) | undefined, state: GatewayState): TaskEvents {
  const tell = async (event: TaskEvent): Promise<void> => {
    // An end is heard of at each query. Without a state it is rather told twice than never.
    const name = `told:${event.service}:${event.id}:${event.type}`;
    const before = event.type === 'started' ? undefined : await state.claim(name, '1', toldMs).catch(() => undefined);
    if (before === undefined) await onTask?.(event);
  };
  return { tell: (event) => void (onTask !== undefined && tell(event).catch(() => {})) };
}

/** The end that a task in the documents' words tells of. */
export function endIn(said: unknown): Pick<TaskEvent, 'type' | 'url' | 'error'> {
  const { url, error, status, data }: Fields = isFields(said) ? said : {};
  if (status === undefined && isFields(data)) return endIn(data);
  if (/^(?:succe|complete|done|finish)/i.test(String(status))) return { type: 'succeeded', url: typeof url === 'string' ? url : undefined };
  const { code, message } = isFields(error) ? error : {};
  return {
    type: 'failed',
    error: { code: typeof code === 'string' ? code : 'failed', message: typeof message === 'string' ? message : '' },
  };
}
