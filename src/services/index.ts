// The door to other makers' services: `voxreel/services`.
export { defineService } from './service.js';
export { fal } from './fal.js';
export { videosApi } from './videos-api.js';
export type { VideosApiOptions } from './videos-api.js';
export type {
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
