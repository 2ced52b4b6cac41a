// What a site says of its library, and the defaults.
import type { FileStore } from './file-store.js';
import type { RecordStore } from './record-store.js';

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

/** Where the library keeps records and files, and how much. */
export interface LibraryOptions {
  /** `postgresRecords(url)` or `embeddedRecords(folder)` from `voxreel/server/node`, or a site's own. */
  readonly records: RecordStore;
  /** `folderFiles(folder)` or `s3Files({ ... })` from `voxreel/server/node`, or a site's own. */
  readonly files: FileStore;
  readonly quota?: LibraryQuota | undefined;
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
