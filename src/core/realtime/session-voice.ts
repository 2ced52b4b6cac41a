// The sound of a session: what the microphone gives goes to the wire while the wire keeps up, what was heard goes into the state.
import type { HeardPart } from '../audio/playout-ledger.js';
import type { VoxreelError } from '../errors.js';
import type { ConversationEvent } from '../store/conversation-state.js';
import type { Wire } from '../transports/transport.js';
import type { Line } from './line.js';
import type { DeviceChange } from './media.js';
import type { RealtimeSessionOptions } from './realtime-session.js';
import type { SessionSettings } from './session-settings.js';
import { createVoice, type Voice } from './voice.js';

export interface SessionVoiceParts {
  readonly options: Pick<RealtimeSessionOptions, 'workletUrl' | 'audio' | 'webrtc' | 'record'>;
  readonly audioContext: () => AudioContext | undefined;
  readonly settings: SessionSettings;
  readonly line: Pick<Line, 'transmit'>;
  readonly wire: () => Wire | undefined;
  readonly dispatch: (event: ConversationEvent) => void;
  /** Besides the state: for measurements. */
  readonly heard: (parts: readonly HeardPart[]) => void;
  readonly notice: (change: DeviceChange) => void;
  readonly failed: (error: VoxreelError) => void;
}

/** Audio waiting to leave: beyond this the newest is left out, since late speech is worse than a gap. */
const congestedBytes = 256 * 1024;

export function createSessionVoice({
  options,
  audioContext,
  settings,
  line,
  wire,
  dispatch,
  heard,
  notice,
  failed,
}: SessionVoiceParts): Voice {
  const voice = createVoice({
    workletUrl: options.workletUrl,
    audioContext,
    audio: options.audio ?? {},
    constraints: options.webrtc?.audio_constraints,
    record: options.record,
    inputFormat: () => settings.format('input_audio_format'),
    append(audio) {
      const open = wire();
      return open !== undefined && open.bufferedBytes < congestedBytes && line.transmit({ type: 'input_audio_buffer.append', audio });
    },
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
