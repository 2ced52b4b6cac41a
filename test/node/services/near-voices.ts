// The voice services whose wire is nearly the documents' own, as stubs: xAI, Qwen and GLM. What their makers publish has no types that a test could hold them to; `xai-realtime.test`
// holds xAI to the source of `@ai-sdk/xai`.
import { glm } from 'voxreel/services/glm';
import { qwen } from 'voxreel/services/qwen';
import { xai } from 'voxreel/services/xai';

import type { VoiceJudge } from './voice-judge.js';

const tool = {
  type: 'function',
  name: 'weather',
  description: 'The weather of a place.',
  parameters: { type: 'object', properties: {} },
} as const;
const { type: _type, ...nestedTool } = tool;
const item = { response_id: 'resp_1', item_id: 'item_2', output_index: 0, content_index: 0 };
const append = (frame: unknown): string | undefined => {
  const { type, audio } = frame as { readonly type?: string; readonly audio?: string };
  return type === 'input_audio_buffer.append' ? audio : undefined;
};
const started = { type: 'input_audio_buffer.speech_started', event_id: 'e1', audio_start_ms: 100, item_id: 'item_1' };
const cancelled = { type: 'response.done', event_id: 'e2', response: { id: 'resp_1', status: 'cancelled' } };
const done = { type: 'response.done', event_id: 'e3', response: { id: 'resp_1', status: 'completed', usage: { total_tokens: 9 } } };
const created = { type: 'response.created', event_id: 'e4', response: { id: 'resp_1', status: 'in_progress' } };
const output = ({ id }: { readonly id: string }, text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'function_call_output', call_id: id, output: text },
});

const spoken = (words: string) => [
  started,
  { type: 'input_audio_buffer.speech_stopped', event_id: 'e5', audio_end_ms: 900, item_id: 'item_1' },
  { type: 'input_audio_buffer.committed', event_id: 'e6', item_id: 'item_1' },
  {
    type: 'conversation.item.created',
    event_id: 'e7',
    item: { id: 'item_1', type: 'message', role: 'user', content: [{ type: 'input_audio', transcript: null }] },
  },
  { type: 'conversation.item.input_audio_transcription.completed', event_id: 'e8', item_id: 'item_1', content_index: 0, transcript: words },
];

const call = ({ id, name, arguments: given }: { readonly id: string; readonly name: string; readonly arguments: string }) => [
  created,
  {
    type: 'response.output_item.added',
    event_id: 'e9',
    response_id: 'resp_1',
    output_index: 0,
    item: { id: 'item_3', type: 'function_call', call_id: id, name },
  },
  { type: 'response.function_call_arguments.done', event_id: 'e10', ...item, item_id: 'item_3', call_id: id, name, arguments: given },
  done,
];

const names = {
  xai: { audio: 'response.output_audio', words: 'response.output_audio_transcript' },
  beta: { audio: 'response.audio', words: 'response.audio_transcript' },
};
const begun = (name: { readonly audio: string; readonly words: string }, words: string, sound: string) => [
  created,
  {
    type: 'response.output_item.added',
    event_id: 'e11',
    response_id: 'resp_1',
    output_index: 0,
    item: { id: 'item_2', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
  },
  { type: `${name.words}.delta`, event_id: 'e12', ...item, delta: words },
  { type: `${name.audio}.delta`, event_id: 'e13', ...item, delta: sound },
];
const ended = (name: { readonly audio: string; readonly words: string }, words: string) => [
  { type: `${name.audio}.done`, event_id: 'e14', ...item },
  { type: `${name.words}.done`, event_id: 'e15', ...item, transcript: words },
  done,
];
const message = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
});

const near = {
  soundIn: append,
  user: spoken,
  interrupts: [started, cancelled],
  calls: call,
  result: output,
  written: (words: string) => [message(words), { type: 'response.create' }],
};

export const xaiVoice: VoiceJudge = {
  ...near,
  id: 'xai',
  played: 'a stub from the source of @ai-sdk/xai',
  key: 'xai-key-0123456789',
  model: 'grok-voice-latest',
  service: (baseUrl) => xai({ apiKey: 'xai-key-0123456789', baseUrl: `${baseUrl}/v1` }),
  session: { instructions: 'Be brief.', voice: 'eve', turn_detection: { type: 'server_vad', threshold: 0.5 }, tools: [tool] },
  handshake: { path: '/v1/realtime?model=grok-voice-latest', header: ['authorization', 'Bearer xai-key-0123456789'] },
  hello: [{ type: 'conversation.created', event_id: 'e0', conversation: { id: 'conv_1' } }],
  opening: {
    type: 'session.update',
    session: {
      instructions: 'Be brief.',
      voice: 'eve',
      audio: { input: { format: { type: 'audio/pcm', rate: 24_000 } }, output: { format: { type: 'audio/pcm', rate: 24_000 } } },
      turn_detection: { type: 'server_vad', threshold: 0.5 },
      tools: [tool],
    },
  },
  ready: [{ type: 'session.updated', event_id: 'e00', session: { id: 'sess_1' } }],
  begins: (words, sound) => begun(names.xai, words, sound),
  answers: (words, sound) => [...begun(names.xai, words, sound), ...ended(names.xai, words)],
};

export const qwenVoice: VoiceJudge = {
  ...near,
  id: 'qwen',
  played: 'a stub from the source of the dashscope SDK and its documentation',
  key: 'dashscope-key-0123456789',
  model: 'qwen3.5-omni-plus-realtime',
  service: (baseUrl) => qwen({ apiKey: 'dashscope-key-0123456789', baseUrl }),
  session: { instructions: 'Be brief.', voice: 'Tina', input_audio_transcription: {}, tools: [tool] },
  handshake: {
    path: '/api-ws/v1/realtime?model=qwen3.5-omni-plus-realtime',
    header: ['authorization', 'Bearer dashscope-key-0123456789'],
  },
  hello: [{ type: 'session.created', event_id: 'e0', session: { id: 'sess_1', voice: 'Cherry' } }],
  opening: {
    type: 'session.update',
    session: {
      modalities: ['text', 'audio'],
      voice: 'Tina',
      instructions: 'Be brief.',
      input_audio_format: 'pcm',
      output_audio_format: 'pcm',
      input_audio_transcription: { model: 'qwen3-asr-flash-realtime' },
      tools: [{ type: 'function', function: nestedTool }],
    },
  },
  ready: [{ type: 'session.updated', event_id: 'e00', session: { id: 'sess_1' } }],
  begins: (words, sound) => begun(names.beta, words, sound),
  answers: (words, sound) => [...begun(names.beta, words, sound), ...ended(names.beta, words)],
};

export const glmVoice: VoiceJudge = {
  ...near,
  id: 'glm',
  played: 'a stub from the maker’s glm-realtime-sdk',
  key: 'glm-id.glm-secret-0123456789',
  model: 'glm-realtime-flash',
  service: (baseUrl) => glm({ apiKey: 'glm-id.glm-secret-0123456789', baseUrl: `${baseUrl}/api/paas/v4` }),
  session: { instructions: 'Be brief.', voice: 'tongtong', tools: [tool] },
  handshake: { path: '/api/paas/v4/realtime', header: ['authorization', 'Bearer glm-id.glm-secret-0123456789'] },
  hello: [{ type: 'session.created', event_id: 'e0', session: { id: 'sess_1' } }],
  opening: {
    type: 'session.update',
    session: {
      model: 'glm-realtime-flash',
      instructions: 'Be brief.',
      voice: 'tongtong',
      input_audio_format: 'wav',
      output_audio_format: 'pcm',
      turn_detection: { type: 'server_vad' },
      beta_fields: { chat_mode: 'audio', tts_source: 'e2e', auto_search: false },
      tools: [tool],
    },
  },
  ready: [{ type: 'session.updated', event_id: 'e00', session: { id: 'sess_1' } }, { type: 'heartbeat' }],
  // A file of its own in each message: what comes after the header is the sound.
  soundIn: (frame) => {
    const file = append(frame);
    return file === undefined ? undefined : Buffer.from(file, 'base64').subarray(44).toString('base64');
  },
  user: (words) => spoken(words).filter(({ type }) => type !== 'conversation.item.created'),
  begins: (words, sound) => begun(names.beta, words, sound).filter(({ type }) => type !== 'response.output_item.added'),
  answers(words, sound) {
    return [...this.begins(words, sound), done];
  },
  calls: (one) => call(one).filter(({ type }) => type !== 'response.output_item.added'),
  written: (text) => [
    {
      type: 'conversation.item.create',
      item: { type: 'message', object: 'realtime.item', role: 'user', content: [{ type: 'input_text', text }] },
    },
    { type: 'response.create' },
  ],
};
