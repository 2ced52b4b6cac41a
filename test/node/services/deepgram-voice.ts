// Deepgram's agents as a stub: every frame as `@deepgram/sdk` 5.13.0 types it.
import type { agent } from '@deepgram/sdk';
import { deepgram } from 'voxreel/services/deepgram';

import type { VoiceJudge } from './voice-judge.js';

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));
const text = (role: 'user' | 'assistant', content: string) =>
  ({ type: 'ConversationText', role, content }) satisfies agent.AgentV1ConversationText;
const speaking = {
  type: 'AgentStartedSpeaking',
  total_latency: 0.4,
  tts_latency: 0.1,
  ttt_latency: 0.2,
} satisfies agent.AgentV1AgentStartedSpeaking;
const startedSpeaking = { type: 'UserStartedSpeaking' } satisfies agent.AgentV1UserStartedSpeaking;
const tool = { name: 'weather', description: 'The weather of a place.', parameters: { type: 'object', properties: {} } };

export const deepgramVoice: VoiceJudge = {
  id: 'deepgram',
  played: 'a stub from the types of @deepgram/sdk',
  key: 'deepgram-key-0123456789',
  model: 'deepgram/gpt-4.1-mini',
  service: (baseUrl) => deepgram({ apiKey: 'deepgram-key-0123456789', baseUrl }),
  session: { instructions: 'Be brief.', voice: 'flux-kit-en', tools: [{ type: 'function', ...tool }] },
  handshake: { path: '/v1/agent/converse', header: ['authorization', 'Token deepgram-key-0123456789'] },
  hello: [{ type: 'Welcome', request_id: 'req_1' } satisfies agent.AgentV1Welcome],
  opening: {
    type: 'Settings',
    audio: {
      input: { encoding: 'linear16', sample_rate: 24_000 },
      output: { encoding: 'linear16', sample_rate: 24_000, container: 'none' },
    },
    agent: {
      think: { provider: { type: 'open_ai', model: 'gpt-4.1-mini' }, prompt: 'Be brief.', functions: [tool] },
      speak: { provider: { type: 'deepgram', version: 'v2', model: 'flux-kit-en' } },
    },
  } satisfies agent.AgentV1Settings,
  ready: [{ type: 'SettingsApplied' } satisfies agent.AgentV1SettingsApplied],
  soundIn: (frame) => (frame instanceof Uint8Array ? Buffer.from(frame).toString('base64') : undefined),
  user: (words) => [startedSpeaking, text('user', words)],
  begins: (words, sound) => [text('assistant', words), speaking, bytesOf(sound)],
  answers(words, sound) {
    return [...this.begins(words, sound), { type: 'AgentAudioDone' } satisfies agent.AgentV1AgentAudioDone];
  },
  interrupts: [startedSpeaking],
  calls: (call) => [
    { type: 'FunctionCallRequest', functions: [{ ...call, client_side: true }] } satisfies agent.AgentV1FunctionCallRequest,
  ],
  result: ({ id, name }, content) => ({ type: 'FunctionCallResponse', id, name, content }) satisfies agent.AgentV1SendFunctionCallResponse,
  written: (content) => [{ type: 'InjectUserMessage', content } satisfies agent.AgentV1InjectUserMessage],
};
