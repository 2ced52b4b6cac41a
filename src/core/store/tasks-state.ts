// What a video task is, past the wire, and what can happen to one: camelCase, plain, immutable. Its only writer is the fold beside it.
import type { FrameOrigin } from '../frame-origin.js';
import type { VideoCost, VideoDraft, VideoOutput, VideoReading } from '../providers/provider.js';
import type { StoredRecord } from '../stored-record.js';
import type { PagedList } from './paged-list.js';

/** The documents' three, and ours before and beside them. */
export type VideoStatus =
  /** Written while offline: sent once there is a network, or once the person has confirmed it where that took long. */
  | 'waiting'
  /** Record written, POST not yet answered. */
  | 'submitting'
  /** The outcome of the POST is unknown: it may have been paid for. */
  | 'unconfirmed'
  | 'processing'
  | 'succeeded'
  | 'failed'
  /** No longer watched here; the service goes on. */
  | 'stopped'
  /** The deadline passed, or the service no longer knows it. */
  | 'expired';

/** Why a video failed. */
export interface VideoTaskError {
  readonly code: string;
  readonly message: string;
  readonly param?: string | undefined;
  readonly retryable: boolean;
  /** HTTP status of the answer, where one came. */
  readonly status?: number | undefined;
}

/** An output, and what of it is kept in this browser. */
export interface TaskOutput extends Omit<VideoOutput, 'file'> {
  readonly kept?: KeptFile | undefined;
}

/** A file in the store of results. */
export interface KeptFile {
  readonly bytes: number;
  /** MIME type, e.g. `video/webm`. */
  readonly type: string;
  /** A picture of it is kept too. */
  readonly poster: boolean;
}

/** How a person organizes a video: see `organize`. What is not set is absent. */
export interface TaskOrganization {
  readonly favorite?: true | undefined;
  /** 1 to 5. */
  readonly rating?: number | undefined;
  /** Each once, in the order they were added. */
  readonly labels?: readonly string[] | undefined;
  /** The names of those it is in. */
  readonly collections?: readonly string[] | undefined;
  /** The one to keep of its group. */
  readonly best?: true | undefined;
}

/** What to change in how videos are organized; what is absent stays. */
export interface OrganizationChanges {
  readonly favorite?: boolean | undefined;
  /** 1 to 5; 0 removes it. */
  readonly rating?: number | undefined;
  /** Each at most 100 characters long. A video takes 64. */
  readonly addLabels?: readonly string[] | undefined;
  readonly removeLabels?: readonly string[] | undefined;
  /** As labels are. */
  readonly addCollections?: readonly string[] | undefined;
  readonly removeCollections?: readonly string[] | undefined;
  /** `true`: no other of its group is the best any more. */
  readonly best?: boolean | undefined;
}

/** A task as it is kept: plain data, no files. */
export interface VideoTask extends TaskOrganization, Partial<Omit<StoredRecord, 'id' | 'version'>> {
  /** Shape of this record, for migration; a record without one is of the first. */
  readonly version?: 2 | undefined;
  /** Ours, made before the POST; a later task has a greater one. */
  readonly id: string;
  /** The service's. */
  readonly taskId?: string | undefined;
  readonly status: VideoStatus;
  readonly model: string;
  readonly prompt: string;
  readonly providerId: string;
  /** Its provider spoke to a service of its own: no other may ask about it. Absent in records from before this was known. */
  readonly ownService?: true | undefined;
  /** What was asked for; images only where they are URLs. */
  readonly draft: VideoDraft;
  /** Fields of the draft that were files and are not kept, e.g. `image`. */
  readonly files?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the end was seen. */
  readonly endedAt?: number | undefined;
  /** Milliseconds during which nobody queried: it may have ended so much earlier, or begun so much later. */
  readonly unwatchedMs?: number | undefined;
  /** Of one that waits: it waited so long that a person is asked before it costs money, or they have confirmed it. */
  readonly confirmation?: 'needed' | 'given' | undefined;
  readonly deadlineAt: number;
  readonly idempotencyKey: string;
  /** It went to a service that answers a repeated key as it answered the first: while it is in doubt it may be sent again by itself. */
  readonly idempotent?: true | undefined;
  readonly seed?: number | undefined;
  /** 0 to 1, as the service says. */
  readonly progress?: number | undefined;
  readonly statusWord?: string | undefined;
  readonly outputs: readonly TaskOutput[];
  readonly error?: VideoTaskError | undefined;
  /** What went wrong with the last query; the task continues. */
  readonly pollError?: VideoTaskError | undefined;
  /** What it costs: as its service says, or else its price when it was sent. Absent where neither is known. */
  readonly cost?: VideoCost | undefined;
  /** The service can cancel it, as it said when this was sent. */
  readonly cancels?: true | undefined;
  /** Of a task that was stopped: the service has been asked to cancel it and has not answered yet, did so, or said that it did not. */
  readonly cancel?: 'asked' | 'done' | 'refused' | undefined;
  /** The task this one was made from. */
  readonly parentId?: string | undefined;
  /** The moment of another video that its first frame shows: it goes on where that one stopped. See `videoChain`. */
  readonly continues?: FrameOrigin | undefined;
  /** The moment of another video that its last frame shows: it ends where that one can go on. */
  readonly leadsTo?: FrameOrigin | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** Asked for together with others of this id: see `submitAll`. */
  readonly groupId?: string | undefined;
}

export interface TasksState {
  /** Newest first. */
  readonly list: PagedList<VideoTask>;
  /** Ids of the few that have business with the service: to be sent, accepted and not ended, in a doubt that a repetition settles, or to be cancelled. */
  readonly open: readonly string[];
  /** Ids removed while the page lasts, so that a late answer does not bring one back. */
  readonly removed: ReadonlySet<string>;
}

interface Happening {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What became of one task. */
export type TaskNews =
  /** The service took it. */
  | ({ readonly type: 'created'; readonly reading: VideoReading } & Happening)
  /** `seenAt`: when it was last known to be unfinished. */
  | ({ readonly type: 'polled'; readonly reading: VideoReading; readonly seenAt?: number | undefined } & Happening)
  /** The service refused it, or said that it failed. */
  | ({ readonly type: 'failed'; readonly error: VideoTaskError } & Happening)
  /** Nobody knows whether the service took it. Said again of one in doubt: no repetition will tell. */
  | ({ readonly type: 'unconfirmed'; readonly error: VideoTaskError } & Happening)
  /** Asking or keeping went wrong, or no longer does; the task goes on. */
  | ({ readonly type: 'troubled'; readonly error: VideoTaskError | undefined } & Happening)
  | ({ readonly type: 'stopped' } & Happening)
  /** It waited for a network so long that a person is asked; or they have confirmed it. */
  | ({ readonly type: 'overdue' | 'confirmed' } & Happening)
  /** What the service said to that, where it was asked to cancel the task. */
  | ({ readonly type: 'cancelled'; readonly error?: VideoTaskError | undefined } & Happening)
  | ({ readonly type: 'expired'; readonly error: VideoTaskError } & Happening)
  /** A person organized it. */
  | ({ readonly type: 'organized'; readonly changes: OrganizationChanges } & Happening)
  /** What is kept in this browser of the output at this place; undefined: nothing any more. */
  | ({ readonly type: 'kept'; readonly output: number; readonly kept: KeptFile | undefined } & Happening);

export type TaskEvent =
  /** The record is written; the request goes out. */
  | { readonly type: 'submitted'; readonly task: VideoTask }
  /** By news: what became of it is worked out in task-news.ts. */
  | { readonly type: 'changed'; readonly task: VideoTask }
  | { readonly type: 'removed'; readonly id: string }
  /** Many at once. */
  | { readonly type: 'cleared'; readonly ids: readonly string[] }
  /** From a file: those that were removed come back. */
  | { readonly type: 'imported'; readonly tasks: readonly VideoTask[] }
  /** Records from storage, or from another tab: those of tasks that are not here. What is here is merged: see merge-tasks.ts. */
  | { readonly type: 'restored'; readonly tasks: readonly VideoTask[] };
