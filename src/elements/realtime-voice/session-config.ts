// The element's attributes as the session configuration of the documents. Knows no session.
import type { SessionConfig } from '../../protocol/session.js';
import type { Modality } from '../../core/realtime/realtime-session.js';

export interface VoiceSettings {
  readonly voice: string | undefined;
  readonly instructions: string | undefined;
  /** Words separated by spaces or commas. */
  readonly modalities: string | undefined;
  readonly inputAudioFormat: string | undefined;
  readonly outputAudioFormat: string | undefined;
  /** Empty: with the service's own model. */
  readonly transcribe: string | undefined;
  readonly pushToTalk: boolean;
  readonly sessionConfig: SessionConfig | undefined;
}

/** Text alone where only text is asked for, both otherwise: this is the element for voices. */
export function modalitiesOf(words: string | undefined): readonly Modality[] {
  const named = (words ?? '').split(/[\s,]+/);
  const wanted = (['text', 'audio'] as const).filter((modality) => named.includes(modality));
  return wanted.length === 0 ? ['text', 'audio'] : wanted;
}

/** What was not set is left out, so that the service's own defaults hold. `sessionConfig` wins over attributes, but for push to talk. */
export function sessionConfigOf(settings: VoiceSettings): SessionConfig {
  const modalities = modalitiesOf(settings.modalities);
  const config: Record<string, unknown> = { modalities: [...modalities] };
  if (settings.instructions !== undefined) config['instructions'] = settings.instructions;
  if (modalities.includes('audio')) Object.assign(config, audioConfigOf(settings));
  return { ...config, ...settings.sessionConfig, ...(settings.pushToTalk && { turn_detection: null }) };
}

function audioConfigOf(settings: VoiceSettings): SessionConfig {
  const config: Record<string, unknown> = { turn_detection: { type: 'server_vad' } };
  if (settings.voice !== undefined) config['voice'] = settings.voice;
  if (settings.inputAudioFormat !== undefined) config['input_audio_format'] = settings.inputAudioFormat;
  if (settings.outputAudioFormat !== undefined) config['output_audio_format'] = settings.outputAudioFormat;
  if (settings.transcribe !== undefined) {
    config['input_audio_transcription'] = settings.transcribe === '' ? {} : { model: settings.transcribe };
  }
  return config;
}
