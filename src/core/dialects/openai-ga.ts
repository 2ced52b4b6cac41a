// The dialect of the maker's hosted service today: configuration nested by direction, answers' events renamed.
import { paths } from '../../protocol/names.js';
import { isRecord } from '../../base/is-record.js';
import { defineDialect } from './dialect.js';
import { createdItem, dataChannel, keySubprotocols, onTrack, plainResponse, sessionOfUpdate, sharedServerChanges } from './openai-words.js';
import { tokenOfClientSecret } from '../wire/client-secret.js';
import { inTurn, inside, only, speak, type Change, type Fields } from '../wire/wire-table.js';
import { ownDialect } from '../wire/own-dialects.js';

/** Documented names of sound and what they are called here. */
const formats: readonly (readonly [string, Fields])[] = [
  ['pcm16', { type: 'audio/pcm', rate: 24_000 }],
  ['g711_ulaw', { type: 'audio/pcmu' }],
  ['g711_alaw', { type: 'audio/pcma' }],
];
const formatOf = (name: unknown): unknown => formats.find(([ours]) => ours === name)?.[1] ?? name;
const nameOf = (format: unknown): unknown =>
  isRecord(format) ? (formats.find(([, { type }]) => type === format['type'])?.[0] ?? format['type']) : format;

/** Where the documents' flat fields stand: direction, name there, and the value in either wire's words. */
const audioFields: readonly (readonly [string, 'input' | 'output', string, (value: unknown) => unknown, (value: unknown) => unknown])[] = [
  ['input_audio_format', 'input', 'format', formatOf, nameOf],
  ['input_audio_transcription', 'input', 'transcription', same, same],
  ['turn_detection', 'input', 'turn_detection', same, same],
  ['output_audio_format', 'output', 'format', formatOf, nameOf],
  ['voice', 'output', 'voice', same, (voice) => (isRecord(voice) ? voice['id'] : voice)],
];

function same(value: unknown): unknown {
  return value;
}

/** One unknown field rejects all of the update here. Facts: `RealtimeSessionCreateRequest` and `RealtimeResponseCreateParams` of `openai` 7.59.0. */
const sessionFields = new Set(
  'type model output_modalities instructions audio tools tool_choice parallel_tool_calls max_output_tokens reasoning tracing truncation prompt include'.split(
    ' ',
  ),
);
const responseFields = new Set(
  'output_modalities instructions audio tools tool_choice parallel_tool_calls max_output_tokens reasoning conversation metadata prompt input'.split(
    ' ',
  ),
);

/** `audio` with what the documents write flat; undefined when there is nothing to say. */
function nestedAudio(config: Fields): Fields | undefined {
  const given = isRecord(config['audio']) ? config['audio'] : {};
  const audio: Fields = { ...given };
  for (const [flat, direction, name, there] of audioFields) {
    if (config[flat] === undefined) continue;
    const side = audio[direction];
    audio[direction] = { [name]: there(config[flat]), ...(isRecord(side) ? side : {}) };
  }
  return Object.keys(audio).length === 0 ? undefined : audio;
}

/** Sound is asked for alone: its words come with it. */
const outputModalities = (modalities: unknown): unknown =>
  Array.isArray(modalities) ? [modalities.includes('audio') ? 'audio' : 'text'] : undefined;

const nested =
  (fields: ReadonlySet<string>): Change =>
  (config) =>
    only(fields)({ output_modalities: outputModalities(config['modalities']), ...config, audio: nestedAudio(config) });

/** The documents' flat fields beside what is there. */
const flat: Change = ({ output_modalities: modalities, audio, ...config }) => {
  const known: Fields = { ...config };
  if (Array.isArray(modalities)) known['modalities'] = modalities.includes('audio') ? ['text', 'audio'] : modalities;
  for (const [name, direction, there, , ours] of audioFields) {
    const side = isRecord(audio) ? audio[direction] : undefined;
    const value = isRecord(side) ? ours(side[there]) : undefined;
    if (value !== undefined) known[name] = value;
  }
  return known;
};

const words = speak({
  audioDelta: 'response.output_audio.delta',
  types: {
    'conversation.item.added': 'conversation.item.created',
    // The same item again, complete: the fold accepts an item twice without harm.
    'conversation.item.done': 'conversation.item.created',
    'response.output_text.delta': 'response.text.delta',
    'response.output_text.done': 'response.text.done',
    'response.output_audio.delta': 'response.audio.delta',
    'response.output_audio.done': 'response.audio.done',
    'response.output_audio_transcript.delta': 'response.audio_transcript.delta',
    'response.output_audio_transcript.done': 'response.audio_transcript.done',
  },
  server: {
    ...sharedServerChanges,
    'session.created': inside('session', flat),
    'session.updated': inside('session', flat),
    'response.created': inside('response', inTurn(flat, plainResponse)),
    'response.done': inside('response', inTurn(flat, plainResponse)),
  },
  client: {
    'session.update': (event) => ({
      type: event['type'],
      event_id: event['event_id'],
      session: { ...nested(sessionFields)(sessionOfUpdate(event)), type: 'realtime' },
    }),
    'conversation.item.create': inside('item', createdItem('output_')),
    'response.create': inside('response', nested(responseFields)),
  },
  onTrack,
});

/** The dialect of OpenAI's current interface, which Azure speaks too. */
export const openaiGa = defineDialect({
  id: 'openai-ga',
  names: () => ({
    tokenPath: `${paths.realtime}/client_secrets`,
    sdpPath: `${paths.realtime}/calls`,
    websocketPath: paths.realtime,
    dataChannel,
    headers: (token) => ({ Authorization: `Bearer ${token}` }),
    subprotocols: keySubprotocols,
    tokenBody: ({ model, voice }) => ({
      session: { type: 'realtime', model, ...(voice === undefined ? {} : { audio: { output: { voice } } }) },
    }),
    // At the top here; a gateway in between may give the documents' form.
    tokenFrom: (body) =>
      isRecord(body) && typeof body['value'] === 'string' && body['value'] !== '' ? body['value'] : tokenOfClientSecret(body),
  }),
  ...words,
  transcription: { model: 'gpt-transcribe' },
  // A data channel carries 256 KiB at once, and base64 is a third larger.
  images: { maxBytes: 180_000, types: ['image/jpeg', 'image/png'] },
  serverTruncates: (audio) => audio === 'track',
});

ownDialect(openaiGa);
