// A function the model may call, as a page declares it.
import type { StandardSchema } from '../../standard-schema.js';
import type { ToolStatus } from '../../store/conversation-state.js';

/** What `execute` of a tool gets besides its arguments. */
export interface ToolContext {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Gives the conversation to another agent, or to a person: see `handOver` of the session. */
  readonly handOver: (next: ConversationHandover) => Promise<void>;
  /**
   * Tells the model later what became of the call, in a sentence: as a system message, once nobody is speaking, and asks for one answer. It may be
   * called after `execute` has returned, for as long as the session is not closed; after that it does nothing.
   */
  readonly tell: (news: string) => void;
}

/** Another agent: what is left out stays as it is. */
export interface AgentHandover {
  readonly to?: 'agent' | undefined;
  /** Another model needs a new connection, to the same service and in the same dialect. It is given the conversation so far. */
  readonly model?: string | undefined;
  readonly instructions?: string | undefined;
  /** In place of the session's. */
  readonly tools?: readonly VoiceTool[] | undefined;
  /** Services fix a voice once it has spoken: then another one needs a new connection too. */
  readonly voice?: string | undefined;
  /** What the transcript calls the agent. */
  readonly name?: string | undefined;
}

/** A person of the page's own, whose words come through `sendAs`. The connection to the service closes. */
export interface PersonHandover {
  readonly to: 'person';
  /** What the transcript calls them. */
  readonly name?: string | undefined;
}

/** To whom a conversation is given: another agent, or a person. */
export type ConversationHandover = AgentHandover | PersonHandover;

/** A call as its tool draws it. */
export interface RenderedCall<Args = unknown> {
  readonly callId: string;
  /** As `execute` gets them: they fit the tool's schema. */
  readonly args: Args;
  readonly status: ToolStatus;
  /** What the model was told: the value where it was sent as JSON, else the text. Undefined until there is one. */
  readonly output: unknown;
}

/** A tool that a model may call in a conversation. */
export interface VoiceTool {
  readonly name: string;
  readonly description?: string | undefined;
  /**
   * A schema of zod or any other Standard Schema, which also checks the arguments and gives them their type; or a JSON Schema object, as
   * the documents have it. A schema that cannot be converted needs its JSON Schema beside it, as `jsonSchema`.
   */
  readonly parameters?: Readonly<Record<string, unknown>> | StandardSchema | undefined;
  /** The value is sent as the output: a string as it is, anything else as JSON. A thrown error becomes an output the model can read. */
  execute(args: never, context: ToolContext): unknown;
  /**
   * True: a person must allow each call first (event `approval`, then `approveTool`). Or a function that decides. Only a plain `true` in
   * time lets the call run: no answer, a throw and a closed session are refusals. Default false.
   */
  readonly approve?: boolean | ((args: never, context: ToolContext) => boolean | Promise<boolean>) | undefined;
  /** Resolves once `parameters` are known: a session waits for it before it first connects. One that rejects keeps it from connecting. */
  prepare?(): Promise<unknown>;
  /** False: an answer that has said something ends with this call; the model is not asked to go on. Default true. */
  readonly respond?: boolean | undefined;
  /** Milliseconds to wait for a yes; default 120,000. */
  readonly approvalTimeoutMs?: number | undefined;
  /** Milliseconds to run; default 30,000. Then, and when the session is closed, `context.signal` fires. */
  readonly timeoutMs?: number | undefined;
  /**
   * Draws a call in the transcript of `<realtime-voice>` in place of its JSON: gives a DOM node, a Lit template or a text, and is asked again
   * whenever `status` or `output` changes. Undefined shows the JSON. A session alone never calls it, so what it gives is not described here.
   */
  render?(call: RenderedCall<never>): unknown;
}

/** What every tool has, however its arguments are described. */
export type ToolDescription = Omit<VoiceTool, 'parameters' | 'execute' | 'approve' | 'render'>;

/** What a Standard Schema makes of a value that fits it. */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** The part of a tool that gets its arguments. */
export interface ToolExecution<Args> {
  execute(args: Args, context: ToolContext): unknown;
  readonly approve?: boolean | ((args: Args, context: ToolContext) => boolean | Promise<boolean>) | undefined;
  render?(call: RenderedCall<Args>): unknown;
}

/** A tool whose parameters are a Standard Schema (zod, valibot and others), which also types `execute`. */
export interface SchemaTool<S extends StandardSchema> extends ToolDescription, ToolExecution<OutputOf<S>> {
  readonly parameters: S;
}

/** A tool whose parameters are a JSON Schema. Arguments are checked before `execute` runs. */
export interface JsonSchemaTool<Args> extends ToolDescription, ToolExecution<Args> {
  readonly parameters?: (Readonly<Record<string, unknown>> & { readonly '~standard'?: never }) | undefined;
}

/** Declares a tool. With a Standard Schema for `parameters`, `execute` gets what the schema gives; else what its author says it gets. */
export function defineTool<S extends StandardSchema>(tool: SchemaTool<S>): SchemaTool<S>;
export function defineTool<Args = Record<string, unknown>>(tool: JsonSchemaTool<Args>): JsonSchemaTool<Args>;
export function defineTool<T extends VoiceTool>(tool: T): T {
  return tool;
}
