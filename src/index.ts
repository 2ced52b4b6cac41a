// The library door: public names only, nothing happens on import.
export { createRealtimeSession } from './core/realtime/session/realtime-session.js';
export { createVideoQueue } from './core/video/queue/queue.js';
export { findTasks, lineage } from './core/video/history/history.js';
export { foldConversation, initialConversation } from './core/store/conversation.js';
export { transcript, usage } from './core/store/transcript.js';
export { defineProvider } from './core/providers/provider.js';
export { defineTransport } from './core/transports/transport.js';
export { defineDialect } from './core/dialects/dialect.js';
export { defineTool } from './core/realtime/tools/define-tool.js';
export { importConversation } from './core/realtime/history/import-conversation.js';
export { providers } from './core/providers/registry.js';
export { transports } from './core/transports/registry.js';
export { dialects } from './core/dialects/registry.js';
export { setWords } from './elements/shared/set-words.js';
export { isVoxreelError, VoxreelError } from './core/errors.js';

export type { VoxreelWords } from './elements/shared/set-words.js';
export type { ErrorCode, VoxreelErrorOptions } from './core/errors.js';
export type { Registry } from './core/registry.js';
export type { ReadableStore } from './core/store/store.js';
export type {
  ConversationEvent,
  ConversationItem,
  ConversationPart,
  ConversationState,
  LocalEvent,
  TranscriptEntry,
  UsageState,
} from './core/store/conversation-state.js';
export type { RecordedEvent } from './core/event-log.js';
export type { ImportedConversation } from './core/realtime/history/read-conversation.js';
export type { JsonSchemaTool, OutputOf, SchemaTool } from './core/realtime/tools/define-tool.js';
export type { Dialect, DialectEntry, DialectNames, LazyDialect, ServerEvent, UnknownServerEvent } from './core/dialects/dialect.js';
export type { Transport, TransportTarget, Wire, WireNames } from './core/transports/transport.js';
export type { Effect, EffectContext, EffectFactory, EffectWire } from './core/realtime/effects/effect.js';
export type { Storage, StorageRecord } from './core/persistence/storage.js';
export type {
  FieldUi,
  ProviderLimits,
  ProviderWords,
  VideoDraft,
  VideoOutput,
  VideoProvider,
  VideoReading,
} from './core/providers/provider.js';
export type { KeptFile, TaskOutput } from './core/store/tasks-state.js';
export type { TaskLineage } from './core/video/history/history.js';
export type {
  ImportedHistory,
  TaskFilter,
  TimeEstimate,
  VideoEstimates,
  VideoHistory,
  VideoQueue,
  VideoQueueOptions,
  VideoResults,
  VideoStatus,
  VideoTask,
} from './core/video/queue/video-queue.js';
export type { RealtimeSession, RealtimeSessionEvents } from './core/realtime/session/realtime-session.js';
export type { RealtimeSessionOptions } from './core/realtime/session/session-options.js';
export type { VoiceTool } from './core/realtime/tools/define-tool.js';
export type { ClientEvent } from './protocol/client-events.js';
export type { SessionConfig } from './protocol/session.js';
