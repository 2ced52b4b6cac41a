// ElevenLabs Agents as a stub: every frame as `@elevenlabs/types` 0.23.0 types it.
import type {
  AgentResponse,
  Audio,
  ClientToolCallMessage,
  ClientToolResult,
  ConversationInitiation,
  ConversationMetadata,
  Interruption,
  Ping,
  UserMessage,
  UserTranscript,
} from '@elevenlabs/types';
import { elevenLabs } from 'voxreel/services/eleven-labs';

import type { VoiceJudge } from './voice-judge.js';

const ping = (id: number) => ({ type: 'ping', ping_event: { event_id: id } }) satisfies Ping;

export const elevenLabsVoice: VoiceJudge = {
  id: 'elevenlabs',
  played: 'a stub from the types of @elevenlabs/types',
  key: 'xi-key-0123456789',
  model: 'agent_7',
  service: (baseUrl) => elevenLabs({ apiKey: 'xi-key-0123456789', baseUrl }),
  session: { instructions: 'Be brief.', voice: 'voice_1' },
  answer: (path, url) =>
    path === '/v1/convai/conversation/get-signed-url?agent_id=agent_7'
      ? { signed_url: `${url.replace('http', 'ws')}/v1/convai/conversation?agent_id=agent_7&conversation_signature=once` }
      : {},
  handshake: { path: '/v1/convai/conversation?agent_id=agent_7&conversation_signature=once', header: ['sec-websocket-protocol', 'convai'] },
  opening: {
    type: 'conversation_initiation_client_data',
    conversation_config_override: { agent: { prompt: { prompt: 'Be brief.' } }, tts: { voice_id: 'voice_1' } },
  } satisfies ConversationInitiation,
  ready: [
    {
      type: 'conversation_initiation_metadata',
      conversation_initiation_metadata_event: {
        conversation_id: 'conv_1',
        agent_output_audio_format: 'pcm_16000',
        user_input_audio_format: 'pcm_16000',
      },
    } satisfies ConversationMetadata,
  ],
  soundIn: (frame) => (frame as { readonly user_audio_chunk?: string }).user_audio_chunk,
  user: (words) => [
    { type: 'user_transcript', user_transcription_event: { user_transcript: words, event_id: 2 } } satisfies UserTranscript,
  ],
  begins: (words, sound) => [
    { type: 'agent_response', agent_response_event: { agent_response: words, event_id: 3 } } satisfies AgentResponse,
    { type: 'audio', audio_event: { audio_base_64: sound, event_id: 3 } } satisfies Audio,
  ],
  answers(words, sound) {
    return [...this.begins(words, sound), ping(1), ping(2)];
  },
  interrupts: [{ type: 'interruption', interruption_event: { event_id: 4 } } satisfies Interruption],
  calls: ({ id, name, arguments: given }) => [
    {
      type: 'client_tool_call',
      client_tool_call: {
        tool_call_id: id,
        tool_name: name,
        parameters: JSON.parse(given) as Record<string, unknown>,
        event_id: 3,
      },
    } satisfies ClientToolCallMessage,
  ],
  result: ({ id }, output) =>
    ({ type: 'client_tool_result', tool_call_id: id, result: output, is_error: false }) satisfies ClientToolResult,
  written: (text) => [{ type: 'user_message', text } satisfies UserMessage],
};
