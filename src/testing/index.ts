// For authors of plugins: `voxreel/testing`.
export { checkDialect } from './check-dialect.js';
export { checkEffect } from './check-effect.js';
export { checkFileStore } from './check-file-store.js';
export { checkProvider } from './check-provider.js';
export { checkRecordStore } from './check-record-store.js';
export { checkService } from './check-service.js';
export { checkState } from './check-state.js';
export { checkStorage } from './check-storage.js';
export { checkTransport } from './check-transport.js';
export { selfCheck } from './self-check/self-check.js';
export type { DialectFixtures } from './check-dialect.js';
export type { EffectFixtures } from './check-effect.js';
export type { FileStoreFixtures } from './check-file-store.js';
export type { ProviderFixtures } from './check-provider.js';
export type { RecordStoreFixtures } from './check-record-store.js';
export type { StateFixtures } from './check-state.js';
export type { StorageFixtures } from './check-storage.js';
export type { TransportFixtures } from './check-transport.js';
export type { SelfCheckOptions, SelfCheckReport, SelfCheckResult } from './self-check/self-check.js';
export type { Finding, ProbeStatus } from './self-check/probe.js';
export type { Allowance, Consumed, GatewayState, Places, Sum, SumLimit } from '../server/state/state.js';
export type * from '../server/library/index.js';
export { recordService } from '../services/recording.js';
export type {
  RecordedAnswer,
  RecordedCall,
  RecordedCancel,
  RecordedCreate,
  RecordedExchange,
  RecordedOutcome,
  RecordedQuery,
  RecordedSent,
  ServiceRecorder,
  ServiceRecording,
} from '../services/recording.js';
export type { Service, ServiceTask, TaskRef } from '../services/service.js';
