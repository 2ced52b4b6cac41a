// xAI's voice agents: OpenAI's events under their newer names, and a session of their own. Facts: `@ai-sdk/xai` 5.0.12, from the source of its realtime model.
import { VoxreelError } from '../base/errors.js';
import { askJson, numberAt, textAt } from './ask.js';
import { gaFormat } from './ga-session.js';
import { nearConversation, type NearWire } from './near-wire.js';
import { dollars } from './prices.js';
import { socketAddress, type Fields } from './replies.js';
import { given } from './request.js';
import type { Opening, ServiceModel, ServiceRealtime } from './service.js';

const price = dollars('2026-09-24', 'https://docs.x.ai/developers/pricing', { perMinute: 0.08 });
const shared = {
  kind: 'realtime',
  voices: ['ara', 'eve', 'leo', 'rex', 'sal'],
  formats: ['pcm16', 'g711_ulaw', 'g711_alaw'],
} as const;

export const xaiVoiceModels: readonly ServiceModel[] = [
  { model: 'grok-voice-latest', title: 'Grok Voice', ...shared, price },
  { model: 'grok-voice-*', title: 'Grok Voice', ...shared },
];

const tokenSeconds = 60;

/** Sound is nested by direction, turn detection and voice are not. */
export function xaiSession({ session }: Opening): Fields {
  const { instructions, voice, turn_detection, tools } = session;
  return given({
    instructions,
    voice,
    audio: {
      input: { format: gaFormat(session.input_audio_format ?? 'pcm16') },
      output: { format: gaFormat(session.output_audio_format ?? 'pcm16') },
    },
    turn_detection,
    tools,
  });
}

const wire: NearWire = {
  maker: 'xAI',
  session: xaiSession,
  types: {
    'conversation.item.added': 'conversation.item.created',
    'response.output_text.delta': 'response.text.delta',
    'response.output_text.done': 'response.text.done',
    'response.output_audio.delta': 'response.audio.delta',
    'response.output_audio.done': 'response.audio.done',
    'response.output_audio_transcript.delta': 'response.audio_transcript.delta',
    'response.output_audio_transcript.done': 'response.audio_transcript.done',
  },
};

export function xaiRealtime(base: string, headers: Readonly<Record<string, string>>): ServiceRealtime {
  return {
    // A session cannot be bound to it: for pages that connect by themselves.
    async mint(_asked, outside) {
      const json = { expires_after: { seconds: tokenSeconds } };
      const body = await askJson(outside, `${base}/realtime/client_secrets`, { headers, json });
      const value = textAt(body, 'value');
      if (value === undefined) throw new VoxreelError('bad_response', 'The service answered without a token.');
      return { value, expiresAt: numberAt(body, 'expires_at') };
    },
    socket: ({ model }) => ({ url: socketAddress(base, '/realtime', { model }), headers }),
    open: (opening) => nearConversation(opening, wire),
  };
}
