// The elements and their events as classes. Importing them registers nothing: define them under a name of your own, or extend them.
export { RealtimeVoice } from './realtime-voice/realtime-voice.js';
export { RealtimeVoiceLauncher } from './realtime-voice/launcher/realtime-voice-launcher.js';
export {
  VoiceCloseEvent,
  VoiceErrorEvent,
  VoiceMessageEvent,
  VoiceOpenEvent,
  VoicePhaseEvent,
  VoiceServerEvent,
  VoiceToolCallEvent,
} from './realtime-voice/events.js';
export { VideoGenerator } from './video-generator/video-generator.js';
export {
  VideoDraftEvent,
  VideoErrorEvent,
  VideoNotifyEvent,
  VideoTakeAlongEvent,
  VideoProgressEvent,
  VideoReadyEvent,
  VideoSubmitEvent,
} from './video-generator/events.js';
