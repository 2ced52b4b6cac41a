// The sound of a call, as its settings and its line have it, and what was heard of it for the store.
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import type { SoundOptions } from '../speech/sound-options.js';
import { Speech, type SpeechListener, type SpeechSender } from '../speech/speech.js';
import type { CallLine } from './call-line.js';
import type { CallSettings } from './call-parts.js';

export interface CallSpeechOptions {
  readonly sound: SoundOptions;
  readonly settings: CallSettings;
  /** Of the line that is open. */
  readonly rates: () => CallLine['rates'];
  readonly state: () => ConversationState;
}

export interface CallSpeechListener extends SpeechListener {
  dispatch(event: ConversationEvent): void;
}

export function createCallSpeech(
  { sound, settings, rates, state }: CallSpeechOptions,
  sender: SpeechSender,
  { heard, dispatch, changed, strained, failed }: CallSpeechListener,
): Speech {
  const formats = {
    inputFormat: () => (rates() === undefined ? settings.format('input_audio_format') : 'pcm16'),
    inputRateHz: () => rates()?.input,
    outputFormat: () => settings.format('output_audio_format'),
    byHand: () => (state().session?.['turn_detection'] ?? settings.current.turn_detection) === null,
  };
  const speech = new Speech(sound, formats, sender, {
    heard(parts) {
      heard(parts);
      for (const { itemId, contentIndex, heardMs } of parts)
        dispatch({ type: 'local.heard', item_id: itemId, content_index: contentIndex, audio_end_ms: Math.floor(heardMs) });
    },
    changed,
    strained,
    failed,
  });
  if (settings.current.turn_detection === null) speech.voice.gate(false);
  return speech;
}
