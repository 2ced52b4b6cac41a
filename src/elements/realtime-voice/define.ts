// Registers <realtime-voice>. A second time, or a second copy of the library, is harmless. Does nothing where there are no elements.
import { RealtimeVoice } from './realtime-voice.js';

declare global {
  interface HTMLElementTagNameMap {
    'realtime-voice': RealtimeVoice;
  }
}

if (typeof customElements !== 'undefined' && customElements.get('realtime-voice') === undefined)
  customElements.define('realtime-voice', RealtimeVoice);

export { RealtimeVoice };
export type {
  VoiceCloseEvent,
  VoiceOpenEvent,
  VoiceErrorEvent,
  VoiceMessageEvent,
  VoicePhaseEvent,
  VoiceServerEvent,
  VoiceToolCall,
  VoiceToolCallEvent,
} from './events.js';
export type {
  VoiceFeedback,
  VoiceFeedbackEvent,
  VoiceHandover,
  VoiceHandoverEvent,
  VoiceTelemetry,
  VoiceTelemetryEvent,
} from './report-events.js';
export type { SanitizeHtml } from './transcript/message-view.js';
