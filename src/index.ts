// The library door: public names only, nothing happens on import.
export { createRealtimeSession } from './core/realtime/session/realtime-session.js';
export { createVideoQueue } from './core/video/queue/queue.js';
export { fanOut } from './core/video/queue/fan-out.js';
export { createReplayQueue, recordVideos } from './core/video/queue/recording.js';
export type { VideoRecording } from './core/video/queue/record-videos.js';
export type { ReplayQueue, ReplayQueueOptions } from './core/video/queue/replay-queue.js';
export type { NotificationWay } from './elements/video-generator/notifications/choice.js';
export type { VideoLogEvent, VideoLogType } from './core/video/history/video-log.js';
export { findTasks, lineage } from './core/video/history/history.js';
export { taskSpending } from './core/video/history/spending.js';
export type { Spending, SpendingRange, SpendingSum } from './core/video/history/spending.js';
export { createReferenceLibrary } from './core/video/references/reference-library.js';
export type { KeptReference, ReferenceLibrary, ReferenceLibraryOptions } from './core/video/references/reference-library.js';
export { videoChain } from './core/video/history/chain.js';
export { foldConversation } from './core/store/fold-conversation.js';
export { initialConversation } from './core/store/conversation.js';
export { items, transcript, usage } from './core/store/transcript.js';
export { defineProvider } from './core/providers/provider.js';
export { indexedDbStorage } from './core/persistence/indexed-db.js';
export { accountStorage } from './core/account/account-storage.js';
export type {
  AccountBin,
  AccountRequestOptions,
  AccountUse,
  AccountUsage,
  DeletedRecord,
  DeletedRecords,
} from './core/account/account-bin.js';
export type { AccountFileOptions, AccountFiles } from './core/account/account-files.js';
export type { AccountPush, PushOptions } from './core/account/account-push.js';
export type { AccountShare, AccountShares, ShareOptions } from './core/account/account-shares.js';
export type { AccountStorage, AccountStorageOptions } from './core/account/account-storage.js';
export { memoryStorage } from './core/persistence/memory.js';
export { defineTransport } from './core/transports/transport.js';
export { defineDialect } from './core/dialects/dialect.js';
export { suggestedReplies, suggestionsTool } from './core/realtime/tools/suggestions.js';
export { editVideo, joinVideos } from './core/editing/edit-video.js';
export type { EditCaption, EditCrop, EditFormat, EditingOptions, JoiningOptions, VideoEdit } from './core/editing/edit.js';
export { videoTools } from './core/video-tools/video-tools.js';
export { defineTool } from './core/realtime/tools/define-tool.js';
export { createConversations, type Conversations, type ConversationsOptions } from './core/realtime/history/conversations.js';
export type { ConversationIdentity } from './core/realtime/history/conversation-owner.js';
export type { ConversationSummary } from './core/realtime/history/conversation-summary.js';
export { importConversation } from './core/realtime/history/import-conversation.js';
export { providers } from './core/catalog/providers.js';
export { transports } from './core/catalog/transports.js';
export { dialects } from './core/catalog/dialects.js';
export { drawPoster } from './elements/playing/draw-poster.js';
export { setWords } from './elements/shared/set-words.js';
export { isVoxreelError, VoxreelError } from './core/errors.js';

export type { VoxreelWords } from './elements/shared/words.js';
export type { ErrorCode, VoxreelErrorOptions } from './core/errors.js';
export type { Prices } from './core/catalog/own-prices.js';
export type { FrameOrigin } from './core/frame-origin.js';
export type { OfferedModel } from './core/offered-model.js';
export type { Registry } from './core/catalog/registry.js';
export type { ReadableStore } from './core/store/store.js';
export type {
  ConversationEntry,
  ConversationError,
  ConversationEvent,
  ConversationItem,
  ConversationPart,
  ConversationState,
  ConversationStream,
  TranscriptSegment,
  LocalEvent,
  RateLimitState,
  SaidLine,
  ToolStatus,
  TranscriptEntry,
  UsageState,
} from './core/store/conversation-state.js';
export type { OrderSource } from './core/video-tools/video-order.js';
export type { ModelSource } from './core/video-tools/known-models.js';
export type { VideoRevision, VideoToolsOptions, VideoToolsQueue } from './core/video-tools/video-tools-options.js';
export type { RecordedEvent, RecordedFields } from './core/recorded-events.js';
export type { ImportedConversation } from './core/realtime/history/read-conversation.js';
export type {
  JsonSchemaTool,
  OutputOf,
  AgentHandover,
  ConversationHandover,
  PersonHandover,
  RenderedCall,
  SchemaTool,
  ToolContext,
  ToolDescription,
  ToolExecution,
  VoiceTool,
} from './core/realtime/tools/define-tool.js';
export type {
  AnyDialect,
  ConversationDialect,
  Dialect,
  DialectEntry,
  DialectImages,
  DialectNames,
  LazyDialect,
  ServerEvent,
  UnknownServerEvent,
} from './core/dialects/dialect.js';
export type { Transport, TransportTarget, Wire, WireClosed, WireHandlers, WireNames } from './core/transports/transport.js';
export type { Effect, EffectContext, EffectFactory, EffectWire } from './core/realtime/effects/effect.js';
export type {
  DeviceStorage,
  ForgetOptions,
  RecordKind,
  Storage,
  StorageChanges,
  StoragePosters,
  StorageRecord,
} from './core/persistence/storage.js';
export type { StoredRecord, Timed } from './core/stored-record.js';
export type { Stamp } from './core/clock.js';
export type {
  FieldUi,
  LazyProvider,
  PollHint,
  ProviderEntry,
  ProviderLimits,
  ProviderWords,
  ReferenceRole,
  ServiceReading,
  StandardResult,
  StandardSchema,
  VideoCost,
  VideoDraft,
  VideoEstimate,
  VideoOutput,
  VideoProvider,
  VideoReading,
  VideoReference,
  VideoService,
} from './core/providers/provider.js';
export type { KeptFile, TaskOutput, VideoTaskError } from './core/store/tasks-state.js';
export type { DrawPoster, VideoSource } from './core/video/files/video-results.js';
export type { TaskLineage } from './core/video/history/history.js';
export type {
  GroupEstimate,
  ImportedHistory,
  OrganizationChanges,
  QueueService,
  SpendStatus,
  SubmitOptions,
  SubmittedGroup,
  TaskFilter,
  TaskOrganization,
  TaskParentage,
  TimeEstimate,
  VideoEstimates,
  VideoHistory,
  VideoQueue,
  VideoQueueOptions,
  VideoResults,
  VideoStatus,
  VideoTask,
} from './core/video/queue/video-queue.js';
export type { StopTalkingOptions } from './core/realtime/speech/push-to-talk.js';
export type { RealtimeSession, RealtimeSessionEvents, SendImagesOptions } from './core/realtime/session/realtime-session.js';
export type { Handover as SessionHandover } from './core/realtime/call/hand-over.js';
export type { Modality, RealtimeSessionOptions, ReconnectOptions, WebrtcOptions } from './core/realtime/session/session-options.js';
export type { ClientEvent, DocumentedClientEvent } from './protocol/client-events.js';
export type { ResponseConfig, SessionConfig, SessionObject } from './protocol/session.js';
export type { PersistentMap } from './core/store/persistent-map.js';
export type { ProviderRegistry } from './core/catalog/providers.js';
export type { Phase as SessionPhase, Retry as SessionRetry } from './core/realtime/connection/connection.js';
export type { Levels as SessionLevels } from './core/realtime/speech/voice.js';
export type { Meters as SessionMeters } from './core/realtime/events/meters.js';
export type { ConnectOptions } from './core/realtime/session/lifecycle.js';
export type { SoundParameters } from './core/realtime/speech/sound-options.js';
export type { ExportFormat } from './core/realtime/history/export-conversation.js';
export type { ExportVideoOptions, FilmTheme, SpeakerNames } from './core/editing/film-job.js';
export type { Devices } from './core/audio/devices.js';
export type { DocumentedServerEvent, KnownServerEvent } from './protocol/server-events.js';
export type { ItemDetails, PartDetails } from './protocol/item-fields.js';
export type { VideoRequest } from './protocol/video.js';
export type { ErrorBook, ErrorWords } from './elements/shared/strings.errors.en.js';
export type {
  EnhancePrompt,
  ListOrChange,
  PromptHelp,
  PromptPreset,
  PromptPresetGroup,
  PromptTemplate,
} from './elements/video-generator/composer/help/prompt-help.js';
export type { VideoWords } from './elements/shared/strings.video.en.js';
export type { VideoEditorWords } from './elements/shared/strings.video-editor.en.js';
export type { VideoGalleryWords } from './elements/shared/strings.video-gallery.en.js';
export type { VideoHelpWords } from './elements/shared/strings.video-help.en.js';
export type { VideoHistoryWords } from './elements/shared/strings.video-history.en.js';
export type { AccountWords } from './elements/shared/strings.account.en.js';
export type { VideoAccountWords } from './elements/shared/strings.video-account.en.js';
export type { VideoNotificationsWords } from './elements/shared/strings.video-notifications.en.js';
export type { VideoPanelWords } from './elements/shared/strings.video-panel.en.js';
export type { VideoReferenceWords } from './elements/shared/strings.video-references.en.js';
export type { VideoPlayingWords } from './elements/shared/strings.video-playing.en.js';
export type { VoiceWords } from './elements/shared/strings.voice.en.js';
export type { ConversationWords } from './elements/shared/strings.voice-conversation.en.js';
export type { DiagnosisWords } from './elements/shared/strings.diagnosis.en.js';
export type { FeedbackWords } from './elements/shared/strings.voice-feedback.en.js';
export type {
  VoiceFeedback,
  VoiceFeedbackEvent,
  VoiceHandover,
  VoiceHandoverEvent,
  VoiceTelemetry,
  VoiceTelemetryEvent,
} from './elements/realtime-voice/report-events.js';
export type { ConversationListWords } from './elements/shared/strings.voice-conversations.en.js';
export type { FilmWords } from './elements/shared/strings.voice-film.en.js';
export type { GaugesWords } from './elements/shared/strings.voice-gauges.en.js';
export type { InspectorWords } from './elements/shared/strings.voice-inspector.en.js';
export type { LauncherWords } from './elements/shared/strings.voice-launcher.en.js';
export type { SheetWords } from './elements/shared/strings.voice-sheets.en.js';
export type { VideoGenerator } from './elements/video-generator/video-generator.js';
export type { RealtimeVoiceLauncher, ServerSafeElement } from './elements/realtime-voice/launcher/realtime-voice-launcher.js';
export type { Placement, Variant } from './elements/realtime-voice/launcher/placement.js';
export type { Variables } from './core/realtime/call/call-parts.js';
export type { RealtimeVoice } from './elements/realtime-voice/realtime-voice.js';
export type { ToolCall } from './core/realtime/effects/run-tools.js';
export type { DeviceChange } from './core/realtime/speech/chosen-microphone.js';
export type { Plural, WordsOf } from './elements/shared/words-of.js';
export type { SanitizeHtml } from './elements/realtime-voice/transcript/message-view.js';
export type {
  VoiceCloseEvent,
  VoiceErrorEvent,
  VoiceMessageEvent,
  VoiceOpenEvent,
  VoicePhaseEvent,
  VoiceServerEvent,
  VoiceToolCall,
  VoiceToolCallEvent,
} from './elements/realtime-voice/events.js';
export type {
  VideoDraftEvent,
  VideoErrorEvent,
  VideoNotifyEvent,
  VideoTakeAlongEvent,
  VideoProgressEvent,
  VideoReadyEvent,
  VideoSubmitEvent,
} from './elements/video-generator/events.js';
export type {
  FieldLimits,
  FieldOf,
  NeededFields,
  NumberField,
  OptionalFields,
  Range as FieldRange,
  ReportedField,
  ReportedFields,
  VideoField,
  VideoFieldName,
} from './protocol/video-fields.js';
export type { ElementEvent } from './elements/shared/element-event.js';
export type { Persistence } from './elements/shared/persistence.js';
export type { PropertiesOf, Property } from './elements/shared/properties.js';
export type { VideoProperties } from './elements/video-generator/video-properties.js';
export type { VoiceProperties } from './elements/realtime-voice/voice-properties.js';
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
} from './services/service.js';
