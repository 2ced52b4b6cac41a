// A <realtime-voice> for a story: over a scripted session, with no wire, no microphone and no sound; or over a recording.
import type { Meta } from '@storybook/web-components-vite';
import { html, type TemplateResult } from 'lit';

import type { VoiceTool } from '../../src/core/realtime/tools/define-tool.js';
import { createRealtimeSession } from '../../src/core/realtime/session/realtime-session.js';
import { createReplayTransport } from '../../src/core/transports/replay.js';
import type { RealtimeVoice } from '../../src/elements/realtime-voice/realtime-voice.js';
import { createScriptedSession, type ScriptedSession } from '../../test/browser/elements/scripted-session.js';
import { storyTime } from '../clock.js';
import { given, noControls, once } from '../given.js';
import { stepsIn, type Steps } from '../steps.js';

export type VoiceArgs = Partial<
  Pick<
    RealtimeVoice,
    | 'model'
    | 'voice'
    | 'modalities'
    | 'instructions'
    | 'pushToTalk'
    | 'inspector'
    | 'record'
    | 'video'
    | 'controls'
    | 'launcher'
    | 'placement'
    | 'variant'
    | 'open'
    | 'starters'
    | 'suggestions'
    | 'consent'
    | 'consentKey'
    | 'feedback'
  >
>;

/** What all files of its stories begin with. */
export const voiceMeta: Pick<Meta<VoiceArgs>, 'args' | 'argTypes'> = {
  args: { model: 'rehearsal', voice: 'aria', modalities: 'text audio' },
  argTypes: noControls('session', 'variables', 'tools', 'getToken', 'sessionConfig', 'sanitizeHtml', 'words'),
};

export type Script = (session: ScriptedSession) => void;

interface VoiceStage {
  /** False: `connect()` goes on connecting. */
  readonly instant?: boolean;
  readonly tools?: readonly VoiceTool[];
  /** In the element's own slots. */
  readonly children?: TemplateResult;
}

/** `script`: what happened in the session before anybody looks. */
export function voiceStage(
  args: VoiceArgs = {},
  script: Script = () => undefined,
  { children, ...options }: VoiceStage = {},
): TemplateResult {
  const make = () => {
    const session = createScriptedSession(options);
    script(session);
    return session;
  };
  return html`<realtime-voice .session=${once(make)} ${given(args)}>${children}</realtime-voice>`;
}

/** Connected since a while, with the microphone open. */
export const talking: Script = (session) => {
  connected(session);
  void session.setMicrophone(true);
};

/** Connected since a while, without a microphone. */
export const connected: Script = (session) => {
  void session.connect();
  Object.defineProperty(session, 'openedAt', { get: () => storyTime - 192_000, configurable: true });
};

/** A voice that rises and falls, the same each time. */
export function sounds(session: ScriptedSession, who: 'microphone' | 'speaker'): void {
  const loudness = () => {
    const at = performance.now() / 1000;
    return 0.02 + 0.16 * Math.abs(Math.sin(at * 7) * Math.sin(at * 2.3) * Math.cos(at * 0.9));
  };
  Object.defineProperty(session.levels, who, { get: loudness, configurable: true });
}

interface Played {
  readonly canvasElement: HTMLElement;
}

/** A story's `play`: steps in its <realtime-voice> once its conversation is there, and in its session. */
export const play =
  (act: (steps: Steps, session: ScriptedSession) => Promise<void> | void) =>
  async ({ canvasElement }: Played): Promise<void> => {
    const steps = await stepsIn(canvasElement, 'realtime-voice');
    await steps.find('[role=status]');
    await act(steps, (steps.element as RealtimeVoice).session as ScriptedSession);
  };

export const recordings = {
  talk: new URL('../recordings/talk.jsonl', import.meta.url),
  translation: new URL('../recordings/translation.jsonl', import.meta.url),
  transcription: new URL('../recordings/transcription.jsonl', import.meta.url),
  code: new URL('../recordings/code.jsonl', import.meta.url),
  text: new URL('../recordings/text.jsonl', import.meta.url),
};

/** A story's `play`: the element shows a recording. `speed`: times its own pace. */
export const replayed =
  (name: keyof typeof recordings, speed: number | 'instant' = 'instant') =>
  async ({ canvasElement }: Played): Promise<void> => {
    const { element } = await stepsIn(canvasElement, 'realtime-voice');
    const log = await (await fetch(recordings[name])).text();
    const transport = createReplayTransport({ log, speed });
    const voice = element as RealtimeVoice;
    voice.session = createRealtimeSession({ baseUrl: location.origin, model: 'recorded', transports: [transport] });
    await voice.session.connect();
    if (speed === 'instant') await transport.ended;
  };
