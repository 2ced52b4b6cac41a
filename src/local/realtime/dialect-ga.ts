// How the `openai-ga` wire nests what the documents write flat, both ways.
import { isRecord } from '../../base/is-record.js';
import { wordOf } from './client-event.js';
import type { Refusal } from './refusal.js';
import { withToolChoice } from './tool-words.js';
import { servedDetection, toldDetection, withBriefTurns } from './turn-words.js';

type WireObject = Record<string, unknown>;

/** One unknown field rejects the whole update on this wire. */
const sessionKeys = new Set(
  'type id object model output_modalities instructions audio tools tool_choice parallel_tool_calls max_output_tokens reasoning tracing truncation prompt include expires_at client_secret'.split(
    ' ',
  ),
);

const formats: Readonly<Record<string, string>> = { 'audio/pcm': 'pcm16', 'audio/pcmu': 'g711_ulaw', 'audio/pcma': 'g711_alaw' };
const formatTypes: Readonly<Record<string, WireObject>> = {
  pcm16: { type: 'audio/pcm', rate: 24_000 },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
};

/** `known` names content parts in the documents' words. */
export function fromGaEvent(event: WireObject, known: (event: WireObject) => WireObject): WireObject | Refusal {
  const { session, response } = event;
  if (event['type'] === 'session.update') {
    if (!isRecord(session)) return refusal('session', 'session.update needs a session.');
    if (session['type'] !== 'realtime') return refusal('session.type', 'Missing required parameter: \'session.type\' must be "realtime".');
    const flat = fromGaSession(session);
    return 'code' in flat ? flat : known({ ...event, session: flat });
  }
  return known(isRecord(response) ? { ...event, response: flattened(response) } : event);
}

export function fromGaSession(session: WireObject): WireObject | Refusal {
  const stranger = Object.keys(session).find((key) => !sessionKeys.has(key));
  if (stranger !== undefined)
    return { ...refusal(`session.${stranger}`, `Unknown parameter: 'session.${stranger}'.`), code: 'unknown_parameter' };
  return flattened(session);
}

const refusal = (param: string, message: string): Refusal => ({ code: 'invalid_event', message, param });

function flattened(config: WireObject): WireObject {
  const { output_modalities: modalities, audio, type: _, ...rest } = config;
  const flat: WireObject = { ...rest };
  if (Array.isArray(modalities)) flat['modalities'] = modalities.includes('audio') ? ['text', 'audio'] : modalities;
  const input = isRecord(audio) && isRecord(audio['input']) ? audio['input'] : {};
  const output = isRecord(audio) && isRecord(audio['output']) ? audio['output'] : {};
  take(flat, 'input_audio_format', formatName(input['format']));
  take(flat, 'input_audio_transcription', input['transcription']);
  take(flat, 'turn_detection', withBriefTurns(servedDetection(input['turn_detection'])));
  take(flat, 'output_audio_format', formatName(output['format']));
  take(flat, 'voice', isRecord(output['voice']) ? output['voice']['id'] : output['voice']);
  return withToolChoice(flat);
}

function take(flat: WireObject, key: string, value: unknown): void {
  if (value !== undefined) flat[key] = value;
}

function formatName(format: unknown): unknown {
  return isRecord(format) ? (wordOf(formats, format['type']) ?? format['type']) : format;
}

export function gaSession(session: WireObject): WireObject {
  return {
    type: 'realtime',
    object: session['object'],
    id: session['id'],
    model: session['model'],
    expires_at: session['expires_at'],
    output_modalities: outputModalities(session['modalities']),
    instructions: session['instructions'],
    tools: session['tools'],
    tool_choice: session['tool_choice'],
    max_output_tokens: session['max_output_tokens'],
    audio: {
      input: {
        format: formatTypes[String(session['input_audio_format'])],
        transcription: session['input_audio_transcription'],
        noise_reduction: null,
        turn_detection: toldDetection(session['turn_detection']),
      },
      output: { format: formatTypes[String(session['output_audio_format'])], voice: session['voice'], speed: 1 },
    },
  };
}

const outputModalities = (modalities: unknown): string[] =>
  Array.isArray(modalities) && modalities.includes('audio') ? ['audio'] : ['text'];

export function gaResponse(response: WireObject): WireObject {
  const output = Array.isArray(response['output']) ? response['output'].map((item: unknown) => (isRecord(item) ? gaItem(item) : item)) : [];
  return { ...response, output };
}

/** Parts are named by who speaks. */
export function gaItem(item: WireObject): WireObject {
  if (!Array.isArray(item['content'])) return item;
  const side = item['role'] === 'assistant' ? 'output' : 'input';
  return {
    ...item,
    content: item['content'].map((part: unknown) => (isRecord(part) ? { ...part, type: `${side}_${String(part['type'])}` } : part)),
  };
}
