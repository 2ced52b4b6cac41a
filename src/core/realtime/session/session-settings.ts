// How a session is configured: what the page asks for, patched while it runs.
import type { SessionConfig } from '../../../protocol/session.js';
import type { ConversationState } from '../../store/conversation-state.js';
import type { Briefing, CallSettings } from '../call/call-parts.js';
import { toolDefinition } from '../tools/tool-schema.js';
import { writeInstructions } from './instructions.js';
import type { RealtimeSessionOptions } from './session-options.js';

type SettingsOptions = Pick<RealtimeSessionOptions, 'session' | 'modalities' | 'tools' | 'variables' | 'context'>;

export function createSessionSettings(
  { session, modalities, tools: given = [], variables, context }: SettingsOptions,
  get: () => ConversationState,
): CallSettings {
  let current: SessionConfig = { ...session, ...(modalities === undefined ? {} : { modalities: [...modalities] }) };
  let tools = given;
  let briefing: Briefing = { variables, context };
  /** As the server gets it. */
  const written = (config: SessionConfig): SessionConfig => {
    const instructions = writeInstructions(config.instructions, briefing);
    return instructions === undefined ? config : { ...config, instructions };
  };
  const complete = () => ({
    ...written(current),
    ...(tools.length === 0 ? {} : { tools: [...(current.tools ?? []), ...tools.map(toolDefinition)] }),
  });
  return {
    get current() {
      return current;
    },
    patch(patch) {
      current = { ...current, ...patch };
      if (patch?.tools !== undefined) return complete();
      return patch?.instructions === undefined ? patch : written(patch);
    },
    brief(change) {
      briefing = { ...briefing, ...change };
      return { instructions: current.instructions ?? '' };
    },
    useTools: (next) => void (tools = next),
    complete,
    format(key) {
      const confirmed: unknown = get().session?.[key] ?? current[key];
      return confirmed === 'g711_ulaw' || confirmed === 'g711_alaw' ? confirmed : 'pcm16';
    },
  };
}
