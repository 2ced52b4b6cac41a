// The wire's door: `voxreel/protocol`.
export * from './names.js';
export * from './video.js';
export * from './video-fields.js';
export type * from './video-reading.js';
export * from './session.js';
export * from './item.js';
export * from './client-events.js';
export * from './server-events.js';
