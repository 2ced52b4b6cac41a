// `defineTool`: a tool whose arguments have the type its schema gives them. Runs nothing and checks nothing: the session does.
import type { StandardSchema } from '../../providers/provider.js';
import type { ToolContext, VoiceTool } from '../session/session-options.js';

type Common = Omit<VoiceTool, 'parameters' | 'execute' | 'approve'>;

/** What a Standard Schema makes of a value that fits it. */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

interface Execution<Args> {
  execute(args: Args, context: ToolContext): unknown;
  readonly approve?: boolean | ((args: Args, context: ToolContext) => boolean | Promise<boolean>) | undefined;
}

export interface SchemaTool<S extends StandardSchema> extends Common, Execution<OutputOf<S>> {
  readonly parameters: S;
}

export interface JsonSchemaTool<Args> extends Common, Execution<Args> {
  readonly parameters?: (Readonly<Record<string, unknown>> & { readonly '~standard'?: never }) | undefined;
}

/** Declares a tool. With a Standard Schema for `parameters`, `execute` gets what the schema gives; else what its author says it gets. */
export function defineTool<S extends StandardSchema>(tool: SchemaTool<S>): SchemaTool<S>;
export function defineTool<Args = Record<string, unknown>>(tool: JsonSchemaTool<Args>): JsonSchemaTool<Args>;
export function defineTool<T extends VoiceTool>(tool: T): T {
  return tool;
}
