// The contracts of a library: `voxreel/server/library`. Stores of your own are plain objects of these; ours for Node are in `voxreel/server/node`.
export type { GatewayUser } from '../gateway-user.js';
export type { FileStore } from './file-store.js';
export type { LibraryEvent, LibraryOptions, LibraryQuota, LibraryRetention, WatchOptions } from './library-options.js';
export type { PushList, PushTarget } from './push-list.js';
export type { BinnedRecord, BinnedRecords, ExpiredRecord, LibraryUsage, RecordAges, RecordBin, Used } from './record-bin.js';
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
export type { NewShare, Share, ShareList } from './share-list.js';
export type { LeasedVideo, WatchedVideo, WatchList } from './watch-list.js';
export type { PushRequest, PushSubscriber, WebPush } from './web-push.js';
