// One place where videos are made: a service of the documents' interface, or another maker's. All of them answer in the documents' words.
import type { TaskRef } from '../../services/service.js';
import type { Call } from '../route.js';
import type { Sent } from '../state/idempotency.js';

export interface VideoBackend {
  /** `upstream`, or the id of the service. */
  readonly id: string;
  /** Sends a request in doubt again: the maker knows its key. */
  readonly repeatable: boolean;
  /** Paths in its answers are on this address. */
  readonly base: string;
  /** A page cannot fetch its results itself. */
  readonly streamsResults: boolean;
  create(fields: Readonly<Record<string, unknown>>, call: Call, key: string | undefined): Promise<Created>;
  /** The task as the documents have it, under the maker's own id. */
  query(task: TaskRef, call: Call): Promise<Response>;
  /** Undefined where it was cancelled; absent where no task can be. */
  cancel?(task: TaskRef, call: Call): Promise<Response | undefined>;
  /** Where a result is; undefined for one that the task does not have. */
  result(task: TaskRef, index: number, call: Call): Promise<ResultPlace | Response | undefined>;
  /** What stands in a request in the place of a file. */
  upload?(file: File, call: Call): Promise<string | Response>;
}

export interface Created extends Sent {
  /** Of another maker's task: travels in its id. */
  readonly state?: string | undefined;
  /** The maker announces the end of the task. */
  readonly announced?: boolean | undefined;
}

export interface ResultPlace {
  readonly url: string;
  /** Sent to trusted hosts alone, and never after a redirect. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the maker, or the site, stands for a host: its addresses are not looked at. */
  isTrusted(url: string): boolean;
}

/** Of a task whose id has been opened. */
export interface KnownTask extends TaskRef {
  readonly backend: VideoBackend;
  /** Under which its place is counted. */
  readonly place: string;
}
