// One function call: arguments checked, executed within a time limit, its result as text a model can read. Knows no events.
import { VoxreelError } from '../../errors.js';
import { isRecord, parseJson } from '../../http.js';
import type { StandardSchema } from '../../providers/provider.js';
import type { VoiceTool } from '../realtime-session.js';

const defaultTimeoutMs = 30_000;

/** The definition the documents ask for. A schema object gives its JSON schema beside it (`jsonSchema`) or by the Standard JSON Schema of its maker. */
export function toolDefinition({ name, description, parameters }: VoiceTool) {
  const schema = parameters === undefined ? undefined : isStandard(parameters) ? jsonSchemaOf(parameters) : parameters;
  return {
    type: 'function' as const,
    name,
    ...(description === undefined ? {} : { description }),
    parameters: { type: 'object', ...schema },
  };
}

const isStandard = (parameters: object): parameters is StandardSchema => '~standard' in parameters;

function jsonSchemaOf(schema: StandardSchema): Record<string, unknown> {
  const own: unknown = 'jsonSchema' in schema ? schema.jsonSchema : undefined;
  if (isRecord(own)) return own;
  const converter: unknown = 'jsonSchema' in schema['~standard'] ? schema['~standard'].jsonSchema : undefined;
  const input = isRecord(converter) ? converter['input'] : undefined;
  const made: unknown = typeof input === 'function' ? input({ target: 'draft-07' }) : undefined;
  if (isRecord(made)) return made;
  throw new VoxreelError('invalid_input', 'A tool with a schema object needs its JSON Schema beside it, as `jsonSchema`.', {
    param: 'tools',
  });
}

/** The output for the model. Throws when the arguments do not fit, the tool throws, or time runs out. */
export async function runTool(tool: VoiceTool, callId: string, argumentsText: string, signal: AbortSignal): Promise<string> {
  const args = await checkArguments(tool, parseJson(argumentsText.trim() === '' ? '{}' : argumentsText));
  const timeoutMs = tool.timeoutMs ?? defaultTimeoutMs;
  const stop = new AbortController();
  const onAbort = () => stop.abort(signal.reason);
  const timer = setTimeout(() => stop.abort(new VoxreelError('timeout', `${tool.name} took longer than ${timeoutMs} ms.`)), timeoutMs);
  signal.addEventListener('abort', onAbort);
  try {
    const stopped = new Promise<never>((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason)));
    // The argument type of a tool is its author's: checked above, as far as there is a schema.
    const execute: (args: never, context: { callId: string; signal: AbortSignal }) => unknown = tool.execute;
    const value: unknown = await Promise.race([execute(args as never, { callId, signal: stop.signal }), stopped]);
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

async function checkArguments({ parameters }: VoiceTool, args: unknown): Promise<unknown> {
  if (parameters !== undefined && isStandard(parameters)) {
    const result = await parameters['~standard'].validate(args);
    if (result.issues === undefined) return result.value;
    throw new VoxreelError('invalid_input', result.issues.map(({ message }) => message).join('; '));
  }
  if (!isRecord(args)) throw new VoxreelError('invalid_input', 'The arguments are no JSON object.');
  const properties = isRecord(parameters?.['properties']) ? parameters['properties'] : {};
  const required: unknown = parameters?.['required'];
  for (const name of Array.isArray(required) ? required : []) {
    if (args[String(name)] === undefined) throw new VoxreelError('invalid_input', `The argument ${String(name)} is missing.`);
  }
  for (const [name, schema] of Object.entries(properties)) {
    const type = isRecord(schema) ? schema['type'] : undefined;
    if (args[name] !== undefined && typeof type === 'string' && !hasType(args[name], type)) {
      throw new VoxreelError('invalid_input', `The argument ${name} is no ${type}.`);
    }
  }
  return args;
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
