// The door to other makers' services: `voxreel/services`.
export { defineService } from './service.js';
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
