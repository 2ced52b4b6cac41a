// AssemblyAI's voice agents as a stub, from the events reference of its documentation: its SDK has no types for them.
import { assemblyAi } from 'voxreel/services/assembly-ai';

import type { VoiceJudge } from './voice-judge.js';

const tool = {
  type: 'function',
  name: 'weather',
  description: 'The weather of a place.',
  parameters: { type: 'object', properties: {} },
} as const;

export const assemblyAiVoice: VoiceJudge = {
  id: 'assemblyai',
  played: 'a stub from its documentation',
  key: 'assembly-key-0123456789',
  model: 'assemblyai-voice-agent',
  service: (baseUrl) => assemblyAi({ apiKey: 'assembly-key-0123456789', baseUrl }),
  session: { instructions: 'Be brief.', voice: 'ivy', tools: [tool] },
  handshake: { path: '/v1/ws', header: ['authorization', 'Bearer assembly-key-0123456789'] },
  opening: {
    type: 'session.update',
    session: {
      system_prompt: 'Be brief.',
      tools: [tool],
      input: { format: { encoding: 'audio/pcm' } },
      output: { voice: 'ivy', format: { encoding: 'audio/pcm' } },
    },
  },
  ready: [{ type: 'session.ready', session_id: 'sess_abc123' }],
  soundIn: (frame) => {
    const { type, audio } = frame as { readonly type?: string; readonly audio?: string };
    return type === 'input.audio' ? audio : undefined;
  },
  user: (text) => [
    { type: 'input.speech.started' },
    { type: 'transcript.user.delta', text: text.slice(0, 3) },
    { type: 'input.speech.stopped' },
    { type: 'transcript.user', text, item_id: 'item_1' },
  ],
  begins: (text, data) => [
    { type: 'reply.started', reply_id: 'reply_1' },
    { type: 'reply.audio', data },
    { type: 'transcript.agent', text, reply_id: 'reply_1', item_id: 'item_2', interrupted: false },
  ],
  answers(words, sound) {
    return [...this.begins(words, sound), { type: 'reply.done', status: 'completed' }];
  },
  interrupts: [{ type: 'input.speech.started' }, { type: 'reply.done', status: 'interrupted' }],
  calls: ({ id, name, arguments: given }) => [
    { type: 'reply.started', reply_id: 'reply_3' },
    { type: 'tool.call', call_id: id, name, arguments: JSON.parse(given) as object },
    { type: 'reply.done', status: 'completed' },
  ],
  result: ({ id }, result) => ({ type: 'tool.result', call_id: id, result }),
  written: (words) => [
    { type: 'session.update', session: { system_prompt: `Be brief.\n\nThe user has written: ${words}`, tools: [tool] } },
    { type: 'reply.create', instructions: `Answer this: ${words}` },
  ],
  resumed: {
    opening: { type: 'session.resume', session_id: 'sess_abc123' },
    ready: [{ type: 'session.ready', session_id: 'sess_abc123' }],
  },
};
