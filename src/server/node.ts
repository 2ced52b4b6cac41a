// The gateway's door on Node: `voxreel/server/node`.
export { attach } from './node/attach.js';
export type { Attached, AttachOptions } from './node/attach.js';
export { serve } from './node/serve.js';
export type { Served, ServeOptions } from './node/serve.js';
export type { Pages } from './node/listener.js';
export type { Drain, DrainOptions } from './node/work.js';
export type * from './index.js';
