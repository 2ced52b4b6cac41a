// OpenAI's Live API as a stub: every frame as `openai` 7.59.0 types it. The emulator of its protocol is in `openai-live.test`.
import type * as Live from 'openai/resources/live/live';
import { openaiLive } from 'voxreel/services/openai-live';

import type { Frames, VoiceJudge } from './voice-judge.js';

let events = 0;
const eventId = () => `event_${(events += 1)}`;
const tool = { name: 'weather', description: 'The weather of a place.', parameters: { type: 'object', properties: {} } };
const responses = {
  model: 'gpt-5.6-luna',
  instructions: 'Be brief.',
  tools: [{ type: 'function', ...tool }],
} satisfies Live.ResponsesDelegationConfig;
const resource = {
  id: 'live_1',
  expires_at: 2_000_000_000,
  model: 'gpt-live-1',
  status: 'active',
  delegation: { type: 'responses', responses },
} as Live.SessionResource;

const usage = (seconds: number) =>
  ({ type: 'session.usage.updated', event_id: eventId(), usage: { seconds } }) satisfies Live.SessionUsageUpdatedEvent;
const heard = (delta: string) =>
  ({
    type: 'session.input_transcript.delta',
    event_id: eventId(),
    delta,
    start_ms: 0,
    end_ms: 400,
  }) satisfies Live.InputTranscriptDeltaEvent;
const nested = (event: Record<string, unknown>) =>
  ({ type: 'response.event', event_id: eventId(), delegation_id: 'del_1', event }) satisfies Live.ResponseEvent;

const session = {
  model: 'gpt-live-1',
  instructions: 'Be brief.',
  audio: { format: { type: 'audio/pcm', rate: 24_000 }, output: { voice: 'marin' } },
  delegation: { type: 'responses', responses },
} satisfies Live.SessionStartEvent['session'];

export const openaiLiveVoice: VoiceJudge = {
  id: 'openai-live',
  played: 'a stub from the types of openai',
  key: 'sk-live-0123456789',
  model: 'gpt-live-1',
  service: (baseUrl) => openaiLive({ apiKey: 'sk-live-0123456789', baseUrl: `${baseUrl}/v1` }),
  session: { instructions: 'Be brief.', voice: 'marin', tools: [{ type: 'function', ...tool }] },
  handshake: { path: '/v1/live/sessions', header: ['authorization', 'Bearer sk-live-0123456789'] },
  opening: { type: 'session.start', session } satisfies Live.SessionStartEvent,
  named: (userId) => ({ type: 'session.start', session: { ...session, safety_identifier: userId } }) satisfies Live.SessionStartEvent,
  ready: [{ type: 'session.started', event_id: 'event_0', session: resource } satisfies Live.SessionStartedEvent],
  soundIn: (frame) => (frame as Partial<Live.InputAudioAppendEvent>).audio,
  user: (words) => [heard(words)],
  begins: (delta, sound): Frames => [
    {
      type: 'session.output_transcript.delta',
      event_id: eventId(),
      delta,
      start_ms: 400,
      end_ms: 900,
    } satisfies Live.OutputTranscriptDeltaEvent,
    { type: 'session.output_audio.delta', delta: sound } satisfies Live.OutputAudioDeltaEvent,
  ],
  answers(words, sound) {
    return [...this.begins(words, sound), usage(1), usage(2)];
  },
  interrupts: [heard('Wait')],
  calls: ({ id, name, arguments: given }) => [
    {
      type: 'session.delegation.created',
      event_id: eventId(),
      offset_ms: 500,
      delegation: { id: 'del_1', type: 'delegation', target: 'responses', response_id: 'resp_1' },
    } satisfies Live.DelegationCreatedEvent,
    nested({ type: 'response.output_item.added', item: { id: 'fc_1', type: 'function_call', call_id: id, name, arguments: '' } }),
    nested({ type: 'response.output_item.done', item: { id: 'fc_1', type: 'function_call', call_id: id, name, arguments: given } }),
    nested({ type: 'response.completed', response: { id: 'resp_1', status: 'completed' } }),
  ],
  result: ({ id }, output) =>
    ({ type: 'response.item.create', item: { type: 'function_call_output', call_id: id, output } }) satisfies Live.ResponseItemCreateEvent,
  written: (words) => [
    {
      type: 'session.instructions.append',
      content: `The user has written this, answer it: ${words}`,
      delegation_id: null,
    } satisfies Live.InstructionsAppendEvent,
  ],
};
