// How a session is configured: what the page asks for, patched while it runs.
import type { SessionConfig } from '../../../protocol/session.js';
import type { ConversationState } from '../../store/conversation-state.js';
import type { CallSettings } from '../call/call-parts.js';
import { toolDefinition } from '../tools/tool-schema.js';
import type { RealtimeSessionOptions } from './session-options.js';

export function createSessionSettings(
  { session, modalities, tools = [] }: Pick<RealtimeSessionOptions, 'session' | 'modalities' | 'tools'>,
  get: () => ConversationState,
): CallSettings {
  let current: SessionConfig = { ...session, ...(modalities === undefined ? {} : { modalities: [...modalities] }) };
  const complete = () => ({
    ...current,
    ...(tools.length === 0 ? {} : { tools: [...(current.tools ?? []), ...tools.map(toolDefinition)] }),
  });
  return {
    get current() {
      return current;
    },
    patch(patch) {
      current = { ...current, ...patch };
      return patch?.tools === undefined ? patch : complete();
    },
    complete,
    format(key) {
      const confirmed: unknown = get().session?.[key] ?? current[key];
      return confirmed === 'g711_ulaw' || confirmed === 'g711_alaw' ? confirmed : 'pcm16';
    },
  };
}
