// Function calling: each call once, in parallel, then one request for an answer. Approval fails closed.
import { VoxreelError } from '../../errors.js';
import { findItem, list, record, text } from '../../store/conversation-items.js';
import type { ConversationItem, ConversationState, ToolStatus } from '../../store/conversation-state.js';
import { items } from '../../store/transcript.js';
import type { ToolContext, VoiceTool } from '../tools/define-tool.js';
import { isAllowed, runTool } from '../tools/run-tool.js';
import { readArguments } from '../tools/tool-schema.js';
import type { Effect, EffectContext, EffectWire } from './effect.js';
import type { ServerEvent } from '../../dialects/dialect.js';

/** A call as a person is asked about it. */
export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  /** The MCP server that runs it; undefined for a tool of the page. */
  readonly server?: string | undefined;
}

export interface RunToolsOptions {
  readonly tools: () => readonly VoiceTool[];
  readonly handOver: ToolContext['handOver'];
  /** Names the page declared in its own configuration: it answers those calls itself. */
  readonly foreign: () => readonly string[];
  /** Asks the page for a person's answer. False when a listener there failed. */
  readonly ask: (call: ToolCall) => boolean;
  /** What a call has become, for the model. */
  readonly tell: (news: string, context: EffectContext) => void;
}

/** The calls of one answer. */
interface Group {
  running: number;
  ended: boolean;
  /** The answer was cut short: it is the user's turn, so no answer is asked for. */
  cancelled: boolean;
  /** A result that the model is to speak of. */
  responds: boolean;
}

interface Outcome {
  readonly output: string;
  readonly status: ToolStatus;
}

export class RunTools implements Effect {
  readonly #options: RunToolsOptions;
  readonly #started = new Set<string>();
  readonly #groups = new Map<string, Group>();
  readonly #asked = new Map<string, (allowed: boolean) => void>();
  #isRecorded = false;
  /** Until the call is over. */
  #stop = new AbortController();

  constructor(options: RunToolsOptions) {
    this.#options = options;
  }

  opened({ recorded }: EffectWire): void {
    this.#isRecorded = recorded;
  }

  event(event: ServerEvent, context: EffectContext): void {
    if (this.#options.tools().length === 0 || this.#isRecorded) return;
    if (event.type === 'response.function_call_arguments.done') this.#startWhenComplete(event.item_id, event.response_id, context);
    if (event.type === 'response.output_item.done') this.#startWhenComplete(event.item?.id, event.response_id, context);
    if (event.type !== 'response.done') return;
    const id = text(event.response?.id) ?? '';
    // A call whose own events were lost on the way.
    for (const item of list(event.response?.output)) this.#startWhenComplete(record(item)?.['id'], id, context);
    const group = this.#groups.get(id);
    if (group === undefined) return;
    group.ended = true;
    group.cancelled = event.response?.status === 'cancelled';
    this.#settle(id, group, context);
  }

  /** The answer will not say that it is done. */
  lost(context: EffectContext): void {
    this.#isRecorded = false;
    for (const [id, group] of Array.from(this.#groups)) {
      group.ended = true;
      this.#settle(id, group, context);
    }
  }

  close(): void {
    for (const answer of Array.from(this.#asked.values())) answer(false);
    this.#groups.clear();
    this.#stop.abort(new VoxreelError('closed', 'The session was closed.'));
    this.#stop = new AbortController();
  }

  approve(callId: string, allowed: boolean): void {
    this.#asked.get(callId)?.(allowed);
  }

  #startWhenComplete(itemId: unknown, responseId: unknown, context: EffectContext): void {
    const id = text(itemId);
    const item = id === undefined ? undefined : findItem(context.state, id);
    if (item?.type === 'function_call' && item.status !== 'incomplete') void this.#start(item, text(responseId) ?? '', context);
  }

  async #start(item: ConversationItem, responseId: string, context: EffectContext): Promise<void> {
    const { callId, name = '' } = item;
    if (callId === undefined || this.#started.has(callId) || this.#options.foreign().includes(name)) return;
    this.#started.add(callId);
    const group = this.#groups.get(responseId) ?? { running: 0, ended: false, cancelled: false, responds: false };
    this.#groups.set(responseId, group);
    group.running++;
    const { signal } = this.#stop;
    const mark = (status: ToolStatus) => context.dispatch({ type: 'local.tool', call_id: callId, status });
    const tool = this.#options.tools().find((one) => one.name === name);
    group.responds ||= tool?.respond !== false;
    // At once: a connection lost from here on has lost nothing of the call.
    mark(tool?.approve === undefined || tool.approve === false ? 'running' : 'awaiting_approval');
    const call = { callId, name, arguments: item.arguments ?? '' };
    const tell = (news: string) => {
      if (!signal.aborted) this.#options.tell(news, context);
    };
    const own = { callId, signal, tell, handOver: this.#options.handOver };
    const { output, status } = tool === undefined ? unknownName(name) : await this.#execute(tool, call, () => mark('running'), own);
    group.running--;
    mark(status);
    if (signal.aborted) return;
    context.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: callId, output } });
    this.#settle(responseId, group, context);
  }

  async #execute(tool: VoiceTool, call: ToolCall, running: () => void, context: ToolContext): Promise<Outcome> {
    try {
      const args = await readArguments(tool, call.arguments);
      const isYes = await isAllowed(tool, args, context, (stop) => this.#personAllows(call, stop));
      if (!isYes) return { output: failure('The user did not allow this call.'), status: 'denied' };
      running();
      return { output: await runTool(tool, args, context), status: 'completed' };
    } catch (error) {
      return { output: failure(error instanceof Error ? error.message : String(error)), status: 'failed' };
    }
  }

  /** A person's answer. One who could not be asked has not allowed anything. */
  #personAllows(call: ToolCall, stop: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        stop.removeEventListener('abort', deny);
        this.#asked.delete(call.callId);
        resolve(yes);
      };
      const deny = () => answer(false);
      stop.addEventListener('abort', deny);
      this.#asked.set(call.callId, answer);
      if (!this.#options.ask(call)) deny();
    });
  }

  #settle(responseId: string, group: Group, context: EffectContext): void {
    if (group.running > 0 || !group.ended) return;
    this.#groups.delete(responseId);
    if (!group.cancelled && (group.responds || !hasSpoken(responseId, context.state))) context.send({ type: 'response.create' });
  }
}

const hasSpoken = (responseId: string, state: ConversationState): boolean =>
  items(state).some((item) => item.responseId === responseId && item.type === 'message');

const unknownName = (name: string): Outcome => ({ output: failure(`There is no function ${name}.`), status: 'failed' });

const failure = (error: string): string => JSON.stringify({ error });
