// What a session is configured as: the page's wishes, patched as it goes on. Knows no wire.
import type { AudioFormat, SessionConfig } from '../../../protocol/session.js';
import type { ConversationState } from '../../store/conversation-state.js';
import { toolDefinition } from '../tools/tool-schema.js';
import type { RealtimeSessionOptions } from './session-options.js';

export interface SessionSettings {
  readonly current: SessionConfig;
  patch(patch: SessionConfig | undefined): void;
  /** The whole of it, with the page's tools, as a server is told. */
  whole(): SessionConfig;
  /** As the server told it, else as asked for. */
  format(key: 'input_audio_format' | 'output_audio_format'): AudioFormat;
}

export function createSessionSettings(
  { session, modalities, tools = [] }: Pick<RealtimeSessionOptions, 'session' | 'modalities' | 'tools'>,
  get: () => ConversationState,
): SessionSettings {
  let current: SessionConfig = { ...session, ...(modalities === undefined ? {} : { modalities: [...modalities] }) };
  return {
    get current() {
      return current;
    },
    patch(patch) {
      current = { ...current, ...patch };
    },
    whole: () => ({
      ...current,
      ...(tools.length === 0 ? {} : { tools: [...(current.tools ?? []), ...tools.map(toolDefinition)] }),
    }),
    format(key) {
      const told: unknown = get().session?.[key] ?? current[key];
      return told === 'g711_ulaw' || told === 'g711_alaw' ? told : 'pcm16';
    },
  };
}
