// Checks before sending: values and ranges of the documents. The schemas of protocol/ say the same in full; these are what a page can carry.
import { audioFormat, clientEventTypes, modality, ranges, toolChoice, turnDetectionType } from '../../../protocol/checked-names.js';
import type { ClientEvent } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import { isRecord } from '../../../base/is-record.js';

export type Check = (value: unknown) => boolean;
interface Range {
  readonly min: number;
  readonly max: number;
}

export const oneOf =
  (allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value);
const numberIn =
  ({ min, max }: Range): Check =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max;
const integerIn =
  (range: Range): Check =>
  (value) =>
    Number.isInteger(value) && numberIn(range)(value);
const text: Check = (value) => typeof value === 'string';
const count = integerIn({ min: 0, max: Number.MAX_SAFE_INTEGER });
const named: Check = (value) => text(value) && value !== '';
const tool: Check = (value) =>
  isRecord(value) &&
  (value['type'] === 'mcp'
    ? named(value['server_label'])
    : value['type'] === 'function' && named(value['name']) && isRecord(value['parameters']));

const configChecks: Readonly<Record<string, Check>> = {
  modalities: (value) => Array.isArray(value) && value.length > 0 && value.every(oneOf(modality)),
  instructions: text,
  voice: text,
  input_audio_format: oneOf(audioFormat),
  output_audio_format: oneOf(audioFormat),
  tools: (value) => Array.isArray(value) && value.every(tool),
  tool_choice: oneOf(toolChoice),
  temperature: numberIn(ranges.temperature),
  max_output_tokens: (value) => value === 'inf' || integerIn(ranges.maxOutputTokens)(value),
};

const turnDetectionChecks: Readonly<Record<string, Check>> = {
  type: oneOf(turnDetectionType),
  threshold: numberIn(ranges.turnDetectionThreshold),
  prefix_padding_ms: integerIn(ranges.prefixPaddingMs),
  silence_duration_ms: integerIn(ranges.silenceDurationMs),
};

const eventChecks: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'input_audio_buffer.append': { audio: text },
  'conversation.item.create': { item: isRecord },
  'conversation.item.truncate': { item_id: text, content_index: count, audio_end_ms: count },
  'conversation.item.delete': { item_id: text },
  'conversation.item.retrieve': { item_id: text },
  'output_audio_buffer.clear': {},
};

export function checkFields(fields: unknown, checks: Readonly<Record<string, Check>>, path: string, required = false): void {
  if (!isRecord(fields)) throw invalid(path.slice(0, -1) || 'type');
  for (const [name, check] of Object.entries(checks)) {
    const value = fields[name];
    if (value === undefined ? required : !check(value)) throw invalid(path + name);
  }
}

export const invalid = (param: string) =>
  new VoxreelError('invalid_input', `${param} is outside of what the service documents allow.`, { param });

/** Throws `invalid_input` naming the field, e.g. `session.turn_detection.threshold`. */
export function checkSessionConfig(config: unknown, path = 'session.'): void {
  checkFields(config, configChecks, path);
  const detection = isRecord(config) ? config['turn_detection'] : undefined;
  if (detection !== undefined && detection !== null) checkFields(detection, turnDetectionChecks, `${path}turn_detection.`);
}

/** Throws `invalid_input` naming the field. */
export function checkClientEvent(event: ClientEvent): void {
  if (!oneOf([...clientEventTypes, ...Object.keys(eventChecks)])(event.type)) throw invalid('type');
  checkFields(event, eventChecks[event.type] ?? {}, '', true);
  if (event.type === 'session.update') checkSessionConfig(event.session ?? event, event.session === undefined ? '' : 'session.');
  if (event.type === 'response.create' && event.response !== undefined) checkSessionConfig(event.response, 'response.');
}
