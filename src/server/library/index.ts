// The contracts of a library: `voxreel/server/library`. Stores of your own are plain objects of these; ours for Node are in `voxreel/server/node`.
export type { FileStore } from './file-store.js';
export type { LibraryOptions, LibraryQuota } from './library-options.js';
export type {
  FileEntry,
  FileIndex,
  RecordChange,
  RecordChanges,
  RecordName,
  RecordNotice,
  RecordQuota,
  RecordStore,
  RecordWritten,
} from './record-store.js';
