// The door to other makers' services: `voxreel/services`. The factories, the contract, and what a service of your own is made with.
export { ark } from './ark.js';
export { assemblyAi } from './assembly-ai.js';
export { azure } from './azure.js';
export type { AzureOptions } from './azure.js';
export { dashScope } from './dash-scope.js';
export { deepgram } from './deepgram.js';
export { elevenLabs } from './eleven-labs.js';
export { fal } from './fal.js';
export { glm } from './glm.js';
export { google } from './google.js';
export { kling } from './kling.js';
export type { KlingOptions } from './kling.js';
export { luma } from './luma.js';
export { miniMax } from './mini-max.js';
export { openai } from './openai.js';
export { openaiLive } from './openai-live.js';
export type { OpenAiLiveOptions } from './openai-live.js';
export { openRouter } from './open-router.js';
export { qwen } from './qwen.js';
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
  Rate,
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
  TokenPrices,
} from './service.js';
export { VoxreelError } from '../base/errors.js';
export { fromBase64, toBase64 } from '../base/base64.js';
export type { Usage } from '../protocol/item.js';
export * from './answer-writer.js';
export * from './ask.js';
export * from './reading.js';
export * from './references.js';
export * from './replies.js';
export * from './request.js';
export * from './speech-writer.js';
export * from './voice-conversation.js';
export * from './voice-turns.js';
