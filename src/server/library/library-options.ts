// What a site says of its library, and the defaults.
import type { FileStore } from './file-store.js';
import type { GatewayUser } from '../gateway-user.js';
import type { RecordAges } from './record-bin.js';
import type { RecordStore } from './record-store.js';
import type { WebPush } from './web-push.js';

/** Of one user. `false` is no limit. */
export interface LibraryQuota {
  /** Default 20,000. */
  readonly records?: number | false | undefined;
  /** Of records and files together. Default 10 GiB. */
  readonly bytes?: number | false | undefined;
  /** Of one record as JSON; `limits.bodyBytes` holds as well. Default 1 MiB. */
  readonly recordBytes?: number | false | undefined;
  /** Of one file. Default 1 GiB. */
  readonly fileBytes?: number | false | undefined;
}

/** How many days what users make is kept, as `{ bin: 30, conversation: 365 }`. */
export interface LibraryRetention {
  /** What a user deleted, and can restore until then. 0: a deletion is for good. Default 30. */
  readonly bin?: number | undefined;
  /** Records of a kind, since their last change: then they are deleted for good, with their files. Default: as long as their user wants. */
  readonly [kind: string]: number | undefined;
}

/** How unfinished videos are watched while no page is open. */
export interface WatchOptions {
  /** After so long without a sign of life of one instance another takes its videos over. Default 60,000. */
  readonly leaseMs?: number | undefined;
  /** Videos that this instance asks after or copies at the same time. Default 8. */
  readonly atOnce?: number | undefined;
}

/** A video has ended, whether a page was open or not. */
export interface LibraryEvent {
  readonly type: 'succeeded' | 'failed';
  /** The id that the page has. */
  readonly taskId: string;
  readonly model: string;
  /** Of the user's `video` record. Absent where it could not be written. */
  readonly recordId?: string | undefined;
  /** Ids of the files that are in the library now: none where the quota is used up, or the link had died. */
  readonly files: readonly string[];
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** Where the library keeps records and files, and how much. */
export interface LibraryOptions {
  /** `postgresRecords(url)` or `embeddedRecords(folder)` from `voxreel/server/node`, or a site's own. */
  readonly records: RecordStore;
  /** `folderFiles(folder)` or `s3Files({ ... })` from `voxreel/server/node`, or a site's own. */
  readonly files: FileStore;
  readonly quota?: LibraryQuota | undefined;
  readonly retention?: LibraryRetention | undefined;
  /** Whether and how unfinished videos are watched while no page is open. Default: they are, where `records` can remember them. */
  readonly watch?: WatchOptions | false | undefined;
  /**
   * Hears of every watched video that has ended, once its files and its record are stored: for a mail, or a message. What it rejects with is tried
   * again for a day; an instance that dies meanwhile may make it hear twice.
   */
  readonly notify?: ((user: GatewayUser, event: LibraryEvent) => unknown) | undefined;
  /**
   * Address of `cdn/shared-view.js` of this package where your site serves it, with the files beside it: the page of a share then has the player and the
   * transcript of the elements. Default: a page without a script, with those of the browser.
   */
  readonly shareScript?: string | undefined;
  /** Tells the same to each browser in which the user has asked for it: `webPush({ ... })` from `voxreel/server/node`. Default: pages alone do. */
  readonly push?: WebPush | undefined;
}

const gibibyte = 1024 ** 3;

export const quotaDefaults = {
  records: 20_000,
  bytes: 10 * gibibyte,
  recordBytes: 1024 ** 2,
  fileBytes: gibibyte,
} satisfies LibraryQuota;

export type FullQuota = { readonly [K in keyof typeof quotaDefaults]: number };

const numberOf = (given: number | false | undefined, usual: number): number => (given === false ? Infinity : (given ?? usual));

export const fullQuota = (quota: LibraryQuota = {}): FullQuota => ({
  records: numberOf(quota.records, quotaDefaults.records),
  bytes: numberOf(quota.bytes, quotaDefaults.bytes),
  recordBytes: numberOf(quota.recordBytes, quotaDefaults.recordBytes),
  fileBytes: numberOf(quota.fileBytes, quotaDefaults.fileBytes),
});

const binDays = 30;
const dayMs = 86_400_000;

export interface FullRetention {
  /** By kind, and of the bin. */
  readonly days: Readonly<Record<string, number>>;
  readonly ages: RecordAges;
}

/** `hasBin`: whether the store has one. */
export function fullRetention({ bin = binDays, ...kinds }: LibraryRetention = {}, hasBin: boolean): FullRetention {
  const days = Object.fromEntries(Object.entries(kinds).flatMap(([kind, number]) => (number === undefined ? [] : [[kind, number]])));
  const ms = Object.fromEntries(Object.entries(days).map(([kind, number]) => [kind, number * dayMs]));
  return { days: hasBin ? { ...days, bin } : days, ages: { kinds: ms, bin: hasBin ? bin * dayMs : undefined } };
}
