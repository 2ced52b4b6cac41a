// The sound of a session: what the microphone gives is handed on, what was heard goes into the state.
import type { HeardPart } from '../audio/playout-ledger.js';
import type { VoxreelError } from '../errors.js';
import type { ConversationEvent } from '../store/conversation-state.js';
import type { DeviceChange } from './session/media.js';
import type { RealtimeSessionOptions } from './session/session-options.js';
import type { SessionSettings } from './session/session-settings.js';
import { createVoice, type Voice } from './speech/voice.js';

export interface SessionVoiceParts {
  readonly options: Pick<RealtimeSessionOptions, 'workletUrl' | 'audio' | 'webrtc' | 'record'>;
  readonly takeContext: () => AudioContext | undefined;
  readonly settings: SessionSettings;
  /** Base64 of one chunk; false when it was left out. */
  readonly append: (audio: string, durationMs: number) => boolean;
  readonly dispatch: (event: ConversationEvent) => void;
  /** Besides the state: for measurements. */
  readonly heard: (parts: readonly HeardPart[]) => void;
  readonly notice: (change: DeviceChange) => void;
  readonly failed: (error: VoxreelError) => void;
}

export function createSessionVoice({ options, takeContext, settings, append, dispatch, heard, notice, failed }: SessionVoiceParts): Voice {
  const voice = createVoice({
    workletUrl: options.workletUrl,
    takeContext,
    audio: options.audio ?? {},
    constraints: options.webrtc?.audio_constraints,
    record: options.record,
    inputFormat: () => settings.format('input_audio_format'),
    append,
    heard(parts) {
      heard(parts);
      for (const { itemId, contentIndex, heardMs } of parts) {
        dispatch({ type: 'local.heard', item_id: itemId, content_index: contentIndex, audio_end_ms: Math.floor(heardMs) });
      }
    },
    notice,
    failed,
  });
  if (settings.current.turn_detection === null) voice.gate(false);
  return voice;
}
