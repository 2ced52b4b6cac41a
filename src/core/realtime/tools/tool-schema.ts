// A tool's parameters for both sides: as JSON Schema for the model, and as a check of the arguments that come back.
import { isRecord } from '../../../base/is-record.js';
import { lazy } from '../../../base/lazy.js';
import { VoxreelError, toVoxreelError } from '../../errors.js';
import { parseJson } from '../../http.js';
import { loadPart } from '../../load-part.js';
import type { StandardSchema } from '../../standard-schema.js';
import type { VoiceTool } from './define-tool.js';

/** Only a tool with plain JSON Schema needs the validator. */
const validation = lazy(() => loadPart(() => import('./json-schema.js')));

const isStandard = (parameters: object): parameters is StandardSchema => '~standard' in parameters;

/** The tools with a JSON schema in reach of `toolDefinition`. Throws `invalid_input` for one that has none, and for two of one name. */
export async function prepareTools(tools: readonly VoiceTool[]): Promise<readonly VoiceTool[]> {
  const names = new Set<string>();
  for (const { name } of tools) {
    if (typeof name !== 'string' || name === '') throw unusable('A tool needs a name.');
    if (names.has(name)) throw unusable(`There are two tools named ${name}.`);
    names.add(name);
  }
  return Promise.all(tools.map(prepareTool));
}

async function prepareTool(tool: VoiceTool): Promise<VoiceTool> {
  await tool.prepare?.();
  const { parameters, name, description, respond, timeoutMs, approvalTimeoutMs } = tool;
  if (parameters === undefined) return tool;
  if (!isStandard(parameters)) {
    // On its way, so that the first call need not wait for it; that call tries again if this fails.
    validation.get().catch(() => undefined);
    return tool;
  }
  if (ownSchema(parameters) !== undefined) return tool;
  const jsonSchema = await zodSchema(parameters, name);
  const execute: VoiceTool['execute'] = (args, context) => tool.execute(args, context);
  const approve = typeof tool.approve === 'function' ? tool.approve.bind(tool) : tool.approve;
  const both = { '~standard': parameters['~standard'], jsonSchema };
  return { name, description, approve, respond, timeoutMs, approvalTimeoutMs, execute, parameters: both };
}

/** A maker that converts by a function of its own: that part of it is fetched now. */
async function zodSchema(schema: StandardSchema, name: string): Promise<Record<string, unknown>> {
  if (schema['~standard'].vendor !== 'zod')
    throw unusable(`The schema of ${name} has no JSON Schema: put one beside the schema, as \`jsonSchema\`.`);
  try {
    const { zodJsonSchema } = await import('../../zod-schema.js');
    const made = zodJsonSchema(schema);
    if (isRecord(made)) return made;
  } catch (cause) {
    throw toVoxreelError(cause, 'network', { retryable: true });
  }
  throw unusable(`The schema of ${name} makes no JSON Schema.`);
}

const unusable = (message: string) => new VoxreelError('invalid_input', message, { param: 'tools' });

/** The definition the documents ask for. */
export function toolDefinition({ name, description, parameters }: VoiceTool) {
  const { $schema: _, ...schema } = parameters === undefined ? {} : jsonSchemaOf(parameters, name);
  return {
    type: 'function' as const,
    name,
    ...(description === undefined ? {} : { description }),
    parameters: { type: 'object', ...schema },
  };
}

function jsonSchemaOf(parameters: NonNullable<VoiceTool['parameters']>, name: string): Readonly<Record<string, unknown>> {
  if (!isStandard(parameters)) return parameters;
  const own = ownSchema(parameters);
  if (own === undefined) throw unusable(`The schema of ${name} has no JSON Schema.`);
  return own;
}

/** Beside the schema (`jsonSchema`), or by the Standard JSON Schema of its maker. */
function ownSchema(schema: StandardSchema): Record<string, unknown> | undefined {
  const beside: unknown = 'jsonSchema' in schema ? schema.jsonSchema : undefined;
  if (isRecord(beside)) return beside;
  const converter: unknown = 'jsonSchema' in schema['~standard'] ? schema['~standard'].jsonSchema : undefined;
  const input = isRecord(converter) ? converter['input'] : undefined;
  const made: unknown = typeof input === 'function' ? input({ target: 'draft-07' }) : undefined;
  return isRecord(made) ? made : undefined;
}

/** The arguments of a call as the tool takes them, from the JSON that the model wrote. Throws `invalid_input`. */
export async function readArguments(tool: VoiceTool, written: string): Promise<unknown> {
  return checkArguments(tool, parseArguments(written));
}

/** A call without arguments may come with an empty text. */
function parseArguments(written: string): unknown {
  if (written.trim() === '') return {};
  const args = parseJson(written);
  if (args === undefined) throw new VoxreelError('invalid_input', 'The arguments are no JSON.');
  return args;
}

/** The arguments as the tool takes them. Throws `invalid_input` naming what does not fit. */
export async function checkArguments({ parameters }: VoiceTool, args: unknown): Promise<unknown> {
  if (parameters !== undefined && isStandard(parameters)) {
    const result = await parameters['~standard'].validate(args);
    if (result.issues === undefined) return result.value;
    throw new VoxreelError('invalid_input', result.issues.map(wordsOf).join('; '));
  }
  if (!isRecord(args)) throw new VoxreelError('invalid_input', 'The arguments must be a JSON object.');
  if (parameters === undefined) return args;
  const { schemaIssues } = await validation.get();
  const issues = schemaIssues(parameters, args);
  if (issues !== undefined) throw new VoxreelError('invalid_input', issues);
  return args;
}

type Issue = { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined };

function wordsOf({ message, path = [] }: Issue): string {
  const at = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
  return at === '' ? message : `${at}: ${message}`;
}
