// Who was given what, and who was refused: one event for each, for a site's own records. No key, token, prompt or body is in it.
import { paths } from '../../protocol/names.js';
import { BufferedResponse } from '../answers/buffered-response.js';
import { libraryPath, libraryPaths } from '../library/library-paths.js';
import { isFields } from '../requests/fields.js';
import { isRepeat } from '../state/repeats.js';

/** Of every audit event. */
export interface AuditHead {
  /** ISO 8601. */
  readonly time: string;
  /** As the option `logUser` says; absent where nobody was logged in. */
  readonly user?: string | undefined;
}

/** Of an audit event that a request brought about. */
export interface RequestAudit extends AuditHead {
  /** The same in the log and in `x-request-id`. */
  readonly requestId: string;
  /** Of the W3C trace that the request belongs to. */
  readonly traceId: string;
  /** As the page named it; absent where it named none. */
  readonly model?: string | undefined;
}

/** A token for a call was issued. */
export interface MintedAudit extends RequestAudit {
  readonly type: 'minted';
  /** What `cost` says of each minute of the call. */
  readonly spend?: number | undefined;
}

/** A task was made. */
export interface CreatedAudit extends RequestAudit {
  readonly type: 'created';
  /** `upstream`, or the id of the service. */
  readonly service?: string | undefined;
  /** The service's own id of the task: the same as in `onTask`. */
  readonly id?: string | undefined;
  /** What `cost` says of it, reserved from the budget. */
  readonly spend?: number | undefined;
}

/** A request, a message of a relayed call, or its next minute did not get what it asked for. */
export interface RefusedAudit extends RequestAudit {
  readonly type: 'refused';
  readonly method: string;
  /** With its variable parts named, as in the log. */
  readonly path: string;
  /** Of the answer; absent within a call. */
  readonly status?: number | undefined;
  /** Of the error body, in the gateway's words or the service's. */
  readonly code?: string | undefined;
}

/** `gateway.revoke(userId)` was called. */
export interface RevokedAudit extends AuditHead {
  readonly type: 'revoked';
  /** False while the state was away: the calls of this instance have ended, and nothing else. */
  readonly everywhere: boolean;
}

/** The gateway has deleted a record because of its age: `library.retention`. */
export interface ExpiredAudit extends AuditHead {
  readonly type: 'expired';
  readonly kind: string;
  /** Of the record, as the page names it. */
  readonly id: string;
}

/** A user has deleted a record, file or share of the library or all of it, restored a record, fetched all of it, or shared a record. */
export interface LibraryAudit extends RequestAudit {
  readonly type: 'deleted' | 'exported' | 'restored' | 'shared';
  /** With its variable parts named, as in the log. */
  readonly path: string;
  /** Of the record or file, as the page names it. */
  readonly id?: string | undefined;
}

/** What `audit` hears: who did what. */
export type AuditEvent = ExpiredAudit | LibraryAudit | MintedAudit | CreatedAudit | RefusedAudit | RevokedAudit;

/** What the answer to a request does not say, as it becomes known on the way. */
export interface AuditNotes {
  readonly model?: string | undefined;
  readonly service?: string | undefined;
  readonly id?: string | undefined;
  readonly spend?: number | undefined;
}

/** A name that a caller makes up may be as long as its body. */
const longestModel = 200;

/** The model that a page names, as far as it is a name. */
export const modelNamed = (model: unknown): string | undefined =>
  typeof model === 'string' && model !== '' ? model.slice(0, longestModel) : undefined;

export const mintPaths: readonly string[] = [paths.realtimeSessions, '/v1/realtime/client_secrets'];

type Asked = Pick<RefusedAudit, 'requestId' | 'traceId' | 'method' | 'path'>;
/** All but what is the same for every event. */
export type Audited = AuditEvent extends infer Event ? (Event extends AuditEvent ? Omit<Event, 'time' | 'user'> : never) : never;

/** What an answer is to the audit, if anything. What a monitor hears of this instance, and an answer given again, is nothing. */
export function auditedAnswer({ method, path, requestId, traceId }: Asked, notes: AuditNotes, response: Response): Audited | undefined {
  const { model, service, id, spend } = notes;
  const said = { requestId, traceId, ...present({ model }) };
  if (!response.ok) {
    const code = errorCodeIn(response);
    return response.status < 400 || code === undefined
      ? undefined
      : { type: 'refused', ...said, method, path, status: response.status, code };
  }
  if (path.startsWith(libraryPath) && method === 'DELETE') return { type: 'deleted', ...said, path, ...present({ id }) };
  if (path.startsWith(libraryPaths.bin) && method === 'POST') return { type: 'restored', ...said, path, ...present({ id }) };
  if (path === libraryPaths.shares && method === 'POST') return { type: 'shared', ...said, path, ...present({ id }) };
  if (path === libraryPaths.export) return { type: 'exported', ...said, path };
  if (method !== 'POST' || isRepeat(response)) return undefined;
  if (mintPaths.includes(path)) return { type: 'minted', ...said, ...present({ spend }) };
  return path === paths.videoGenerations ? { type: 'created', ...said, ...present({ service, id, spend }) } : undefined;
}

/** Only what is known stands in an event. */
const present = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The code of an error body; undefined for an answer without one. */
export function errorCodeIn(response: Response): string | undefined {
  if (!(response instanceof BufferedResponse)) return undefined;
  const body = response.code === undefined ? response.value : undefined;
  return response.code ?? (isFields(body) && typeof body['code'] === 'string' ? body['code'] : undefined);
}
