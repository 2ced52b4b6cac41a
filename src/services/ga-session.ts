// The documents' session in the words of OpenAI's Realtime API (GA), where the site's own settings are sent when a token is made. Facts: `RealtimeSessionCreateRequest` of `openai` 7.59.0.
import { given } from './request.js';
import type { RealtimeRequest } from './service.js';

const formats: Readonly<Record<string, object>> = {
  pcm16: { type: 'audio/pcm', rate: 24_000 },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
};

export const gaFormat = (name: string | undefined): object | undefined => (name === undefined ? undefined : formats[name]);

const filled = (fields: Record<string, unknown>): Record<string, unknown> | undefined =>
  Object.keys(fields).length === 0 ? undefined : fields;

/** Only what is said: one unknown field rejects it all there. Sound is asked for alone, and brings its words along. */
export function gaSession({ model, session }: RealtimeRequest): Record<string, unknown> {
  const { modalities, instructions, tools, tool_choice, max_output_tokens } = session;
  const input = given({
    format: gaFormat(session.input_audio_format),
    transcription: session.input_audio_transcription,
    turn_detection: session.turn_detection,
  });
  const output = given({ format: gaFormat(session.output_audio_format), voice: session.voice });
  return given({
    type: 'realtime',
    model,
    output_modalities: modalities && [modalities.includes('audio') ? 'audio' : 'text'],
    instructions,
    audio: filled(given({ input: filled(input), output: filled(output) })),
    tools,
    tool_choice,
    max_output_tokens,
  });
}
