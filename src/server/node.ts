// The gateway's door on Node: `voxreel/server/node`.
export { attach } from './node/attach.js';
export type { Attached, AttachOptions } from './node/attach.js';
export { serve } from './node/serve.js';
export type { Served, ServeOptions } from './node/serve.js';
export type { Pages } from './node/listener.js';
export type { Drain, DrainOptions } from './node/work.js';
export { embeddedRecords } from './node/library/embedded.js';
export { folderFiles } from './node/library/folder.js';
export { s3Files } from './node/library/s3.js';
export type { S3Options } from './node/library/s3.js';
export { postgresRecords } from './node/library/postgres.js';
export type { PostgresOptions } from './node/library/postgres.js';
export { webPush } from './node/library/web-push.js';
export type { VapidDetails, WebPushOptions } from './node/library/web-push.js';
export type * from './index.js';
