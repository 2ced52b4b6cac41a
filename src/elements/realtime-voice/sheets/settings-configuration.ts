// The configuration that the settings change: attributes of the element, which the element's own session follows, and what the server says.
import type { SessionConfig } from '../../../protocol/session.js';
import type { SessionController } from '../session-controller.js';
import type { VoiceProperties } from '../voice-properties.js';
import type { SettingName } from './settings-form.js';

type Attributes = Pick<VoiceProperties, 'model' | 'voice' | 'instructions' | 'sessionConfig' | 'pushToTalk'>;
export type ConfiguredSession = Pick<SessionController, 'session' | 'isOwn' | 'voiceFixed' | 'attempt'>;

export interface Configuration {
  readonly attributes: Attributes;
  /** As the server last described the session. */
  readonly server: Readonly<Record<string, unknown>> | undefined;
  /** The voice has spoken: a change waits for the next connection. */
  readonly voiceFixed: boolean;
  /** After an attribute was set: `patch` says the same to a session of the page's own, which follows no attribute. */
  change(name: SettingName, patch: SessionConfig): void;
  /** The next connection is to another model. */
  changeModel(model: string): void;
}

/** `changed`: a person changed it, and it holds `now` or with the `next` connection. */
export function createConfiguration(
  attributes: Attributes,
  configured: ConfiguredSession,
  changed: (name: SettingName, when: 'now' | 'next') => void,
): Configuration {
  return {
    attributes,
    get server() {
      return configured.session?.store.get().session;
    },
    get voiceFixed() {
      return configured.voiceFixed;
    },
    changeModel(model) {
      attributes.model = model;
      changed('model', 'next');
    },
    change(name, patch) {
      const waits = name === 'voice' && configured.voiceFixed;
      if (!configured.isOwn && !waits) configured.attempt((session) => session.updateSession(patch));
      changed(name, configured.session?.phase === 'open' && !waits ? 'now' : 'next');
    },
  };
}
