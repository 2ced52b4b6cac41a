// One configuration in two writings: the documents' flat fields, and the newest dialect's, nested by direction.
import { isFields, type Fields } from './fields.js';
import { bareName } from './folded-names.js';

/** The documents' names, and where the nested writing has them below `audio`. */
const places: readonly (readonly [name: string, direction: 'input' | 'output', nested: string])[] = [
  ['input_audio_format', 'input', 'format'],
  ['input_audio_transcription', 'input', 'transcription'],
  ['turn_detection', 'input', 'turn_detection'],
  ['output_audio_format', 'output', 'format'],
  ['voice', 'output', 'voice'],
];
const otherNames: Fields = { output_modalities: 'modalities', max_response_output_tokens: 'max_output_tokens' };
const formats: readonly (readonly [name: string, nested: Fields])[] = [
  ['pcm16', { type: 'audio/pcm', rate: 24_000 }],
  ['g711_ulaw', { type: 'audio/pcmu' }],
  ['g711_alaw', { type: 'audio/pcma' }],
];
/** Say what the configuration is, and are no part of it. */
const labels = new Set(['type', 'object', 'id', 'event_id', 'timestamp']);

/** Every field that a policy or a check knows by its name. */
const knownNames = [
  ...places.map(([name]) => name),
  'model',
  'modalities',
  'instructions',
  'tools',
  'tool_choice',
  'temperature',
  'max_output_tokens',
  'prompt',
  'input',
  'audio',
];
const namesByBare: ReadonlyMap<string, string> = new Map([
  ...knownNames.map((name) => [bareName(name), name] as const),
  ...Object.entries(otherNames).map(([other, name]) => [bareName(other), String(name)] as const),
]);

/** The documents' name for a field, whatever its spelling; its own where they have none. */
export const documentedName = (name: string): string => namesByBare.get(bareName(name)) ?? name;
export const isDocumented = (name: string): boolean => namesByBare.has(bareName(name));

/** Every field that a configuration sets, by the documents' name for it, however it is spelled; one they have none for by its own. */
export function fieldsSet(config: Fields): readonly (readonly [name: string, value: unknown])[] {
  const given = Object.entries(config).filter(([name, value]) => !labels.has(name) && value !== undefined);
  return given.flatMap(([name, value]) => {
    const documented = documentedName(name);
    if (documented !== 'audio' || !isFields(value)) return [[documented, value] as const];
    return Object.entries(value).flatMap(([direction, side]) => nestedFields(direction, side));
  });
}

function nestedFields(direction: string, side: unknown): readonly (readonly [string, unknown])[] {
  if (!isFields(side)) return [[`audio.${direction}`, side]];
  return Object.entries(side).map(([nested, value]) => {
    const name = places.find((place) => place[1] === bareName(direction) && bareName(place[2]) === bareName(nested))?.[0];
    return [name ?? `audio.${direction}.${nested}`, value];
  });
}

/** The same configuration in the nested writing. */
export function nestedConfig(config: Fields): Fields {
  const rest: Record<string, unknown> = { type: 'realtime' };
  const audio: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(config)) {
    const [, direction, nested] = places.find((place) => place[0] === name) ?? [];
    if (direction !== undefined && nested !== undefined)
      (audio[direction] ??= {})[nested] = nested === 'format' ? nestedFormat(value) : value;
    else if (name === 'modalities') rest['output_modalities'] = spoken(value) ? ['audio'] : ['text'];
    // The nested writing has no temperature: saying it is an error there.
    else if (name !== 'temperature') rest[name] = value;
  }
  return Object.keys(audio).length === 0 ? rest : { ...rest, audio };
}

const spoken = (modalities: unknown): boolean => Array.isArray(modalities) && modalities.includes('audio');
const nestedFormat = (format: unknown): unknown => formats.find(([name]) => name === format)?.[1] ?? format;

/** True when both say the same, in whichever writing. */
export function sameValue(name: string, one: unknown, other: unknown): boolean {
  if (name === 'modalities') return spoken(one) === spoken(other);
  const plain = (value: unknown): string => JSON.stringify(name.endsWith('_format') ? plainFormat(value) : value, sortedKeys) ?? '';
  return plain(one) === plain(other);
}

const plainFormat = (format: unknown): unknown =>
  isFields(format) ? (formats.find(([, nested]) => nested['type'] === format['type'])?.[0] ?? format) : format;

const sortedKeys = (_: string, value: unknown): unknown =>
  isFields(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;

/** `config` with the fields of `over` in their places, in the writing that `config` has. */
export function withFields(config: Fields, over: Fields, nested: boolean): Fields {
  if (!nested) return { ...config, ...over };
  const { audio, ...rest } = nestedConfig(over);
  const given = isFields(config['audio']) ? config['audio'] : {};
  const sides = Object.entries(isFields(audio) ? audio : {}).map(([direction, side]) => {
    const there = given[direction];
    return [direction, { ...(isFields(there) ? there : {}), ...(isFields(side) ? side : {}) }] as const;
  });
  const merged = { ...given, ...Object.fromEntries(sides) };
  return { ...config, ...rest, ...(Object.keys(merged).length === 0 ? {} : { audio: merged }) };
}
