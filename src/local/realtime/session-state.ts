// The configuration of one session: defaults of the documents, patches, what the client hears.
import { sessionDefaults, turnDetectionDefaults } from '../../protocol/index.js';
import type { AudioFormat, SessionConfig, Tool, TurnDetection } from '../../protocol/index.js';
import type { Refusal } from './refusal.js';

export interface Settings {
  readonly modalities: readonly ('text' | 'audio')[];
  readonly instructions: string;
  readonly voice: string;
  readonly input_audio_format: AudioFormat;
  readonly output_audio_format: AudioFormat;
  readonly input_audio_transcription: SessionConfig['input_audio_transcription'] | null;
  readonly turn_detection: TurnDetection | null;
  readonly tools: readonly Tool[];
  readonly tool_choice: 'auto' | 'none' | 'required';
  /** The one function that may be called, where another maker's client named it: the documents cannot. */
  readonly named_tool: string | null;
  readonly temperature: number;
  readonly max_output_tokens: number | 'inf';
}

export type SessionStatus = 'active' | 'ended' | 'error';

export interface SessionState {
  readonly id: string;
  readonly settings: Settings;
  /** Refused: a new voice once this session has spoken. */
  update(patch: SessionConfig): Refusal | undefined;
  /** From now on the voice is fixed. */
  spoke(): void;
  end(status: SessionStatus): void;
  /** The session object of the documents. */
  object(): Record<string, unknown>;
}

export interface SessionStateOptions {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Beyond the documents' defaults: what the way of connecting implies. */
  readonly initial: SessionConfig;
}

const patchable = [
  'modalities',
  'instructions',
  'voice',
  'input_audio_format',
  'output_audio_format',
  'input_audio_transcription',
  'turn_detection',
  'tools',
  'tool_choice',
  'named_tool',
  'temperature',
  'max_output_tokens',
] as const;

export function createSessionState(options: SessionStateOptions): SessionState {
  let settings: Settings = {
    modalities: sessionDefaults.modalities,
    instructions: '',
    voice: sessionDefaults.voice,
    input_audio_format: 'pcm16',
    output_audio_format: 'pcm16',
    input_audio_transcription: null,
    turn_detection: null,
    tools: [],
    tool_choice: 'auto',
    named_tool: null,
    temperature: sessionDefaults.temperature,
    max_output_tokens: sessionDefaults.max_output_tokens,
  };
  let detectionChosen = false;
  let voiceFixed = false;
  let status: SessionStatus = 'active';

  function apply(patch: SessionConfig): void {
    const given = Object.fromEntries(patchable.filter((key) => patch[key] !== undefined).map((key) => [key, patch[key]]));
    detectionChosen ||= patch.turn_detection !== undefined;
    settings = { ...settings, ...given };
    // The documents give turn detection no default of being on. A session that speaks is one to talk with, so it listens for turns until told otherwise.
    const asked = detectionChosen ? settings.turn_detection : spokenSession(settings) ? ({ type: 'server_vad' } as const) : null;
    settings = { ...settings, turn_detection: asked === null ? null : { ...turnDetectionDefaults, ...asked } };
  }

  apply(options.initial);
  return {
    id: options.id,
    get settings() {
      return settings;
    },
    update(patch) {
      if (voiceFixed && patch.voice !== undefined && patch.voice !== settings.voice) return voiceRefusal('session.voice');
      apply(patch);
      return undefined;
    },
    spoke: () => void (voiceFixed = true),
    end: (word) => void (status = word),
    object() {
      const { named_tool: _, ...told } = settings;
      return { id: options.id, object: 'realtime.session', model: options.model, expires_at: options.expiresAt, status, ...told };
    },
  };
}

export const voiceRefusal = (param: string): Refusal => ({
  code: 'cannot_update_voice',
  message: 'The voice cannot change once the session has spoken.',
  param,
});

const spokenSession = (settings: Settings): boolean => settings.modalities.includes('audio');
