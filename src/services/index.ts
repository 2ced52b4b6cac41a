// The door to other makers' services: `voxreel/services`. The factories, the contract, and what a service of your own is made with.
export { ark } from './ark.js';
export { dashScope } from './dash-scope.js';
export { fal } from './fal.js';
export { google } from './google.js';
export { kling } from './kling.js';
export type { KlingOptions } from './kling.js';
export { luma } from './luma.js';
export { miniMax } from './mini-max.js';
export { openRouter } from './open-router.js';
export { replicate } from './replicate.js';
export { runway } from './runway.js';
export { videosApi } from './videos-api.js';
export type { VideosApiOptions } from './videos-api.js';
export { xai } from './xai.js';
export { defineService } from './service.js';
export type {
  Bounds,
  Conversation,
  CreateOutside,
  Frame,
  JsonSchema,
  ModelLimits,
  Opening,
  Outside,
  Price,
  RealtimeRequest,
  Service,
  ServiceContent,
  ServiceModel,
  ServiceOptions,
  ServiceRealtime,
  ServiceSocket,
  ServiceTask,
  ServiceVideo,
  TaskRef,
} from './service.js';
export * from './answer-writer.js';
export * from './ask.js';
export * from './reading.js';
export * from './request.js';
export * from './speech-writer.js';
