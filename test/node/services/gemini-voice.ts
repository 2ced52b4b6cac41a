// Gemini Live as a stub: every message as `@google/genai` 3.3.0 types it.
import type { LiveServerMessage } from '@google/genai';
import { at, google } from 'voxreel/services';

import type { PageVoice } from './page-voice.js';

const key = 'AIzaSyD0123456789abcdefghijklmnopqrstu';
/** As the maker writes it: its types have methods besides. */
type Message = {
  readonly [Name in keyof LiveServerMessage as LiveServerMessage[Name] extends (() => unknown) | undefined ? never : Name]?: unknown;
} & Pick<Partial<LiveServerMessage>, 'serverContent' | 'setupComplete' | 'toolCall' | 'sessionResumptionUpdate'>;
const said = (...some: Message[]): readonly object[] => some;
const begins: PageVoice['begins'] = (text, data) =>
  said(
    { serverContent: { outputTranscription: { text } } },
    { serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] } } },
  );
const handle = 'handle_1';

export const geminiVoice: PageVoice = {
  id: 'google',
  key,
  model: 'gemini-2.5-flash-native-audio-preview-12-2025',
  service: (baseUrl) => google({ apiKey: key, baseUrl }),
  isOpening: (frame) => at(frame, 'setup') !== undefined,
  ready: said({ setupComplete: {} }),
  soundIn: (frame) => {
    const data = at(frame, 'realtimeInput.audio.data');
    return typeof data === 'string' ? data : undefined;
  },
  user: (text) => said({ serverContent: { inputTranscription: { text } } }),
  begins,
  answers: (words, sound) => [
    ...begins(words, sound),
    ...said(
      { serverContent: { generationComplete: true } },
      { serverContent: { turnComplete: true } },
      { sessionResumptionUpdate: { newHandle: handle, resumable: true } },
    ),
  ],
  interrupts: said({ serverContent: { interrupted: true } }, { serverContent: { turnComplete: true } }),
  calls: ({ id, name, arguments: given }) =>
    said({ toolCall: { functionCalls: [{ id, name, args: JSON.parse(given) as Record<string, unknown> }] } }),
  result: ({ id, name }, output) => ({ toolResponse: { functionResponses: [{ id, name, response: JSON.parse(output) as object }] } }),
  resumed: { isOpening: (frame) => at(frame, 'setup.sessionResumption.handle') === handle, ready: said({ setupComplete: {} }) },
  leaves: said({ goAway: { timeLeft: '9s' } }),
};
