// The door of `voxreel/local`: the service of the two documents, embedded.
export { createLocalService } from './service.js';
export type { LocalService, LocalServiceOptions } from './service.js';
export type { Pace } from './realtime/pace.js';
export type { RateLimitOptions } from './realtime/rate-limits.js';
export type { Recognise } from './realtime/transcription.js';
export type { RealtimeOptions } from './realtime/realtime-service.js';
export type {
  FaultKind,
  FaultRule,
  FaultTarget,
  Faults,
  LoggedRequest,
  RealtimeFault,
  VideoEnvelope,
  VideoFault,
  VideoUrlPlace,
} from './faults.js';
export { speak } from './speech/speak.js';
export type { SpeakOptions } from './speech/speak.js';
export type { Spoken } from './speech/synthesizer.js';
export type { SpokenWord } from './speech/words.js';
export { encodeWav } from './speech/wav.js';
export type { Origins } from '../server/requests/origin.js';
