// Function calling: each call once, in parallel, then one request for an answer. Approval fails closed. Knows no wire.
import { VoxreelError } from '../../errors.js';
import { parseJson } from '../../http.js';
import { findItem, list, record, text } from '../../store/conversation-items.js';
import type { ConversationItem, ToolStatus } from '../../store/conversation-state.js';
import type { RealtimeSessionEvents, VoiceTool } from '../session/session-options.js';
import type { Effect, EffectContext } from './effect.js';
import { isAllowed, runTool } from '../tools/run-tool.js';
import { checkArguments } from '../tools/tool-schema.js';

export interface Tools extends Effect {
  approve(callId: string, allowed: boolean): void;
  /** The connection is gone: its response will not say that it is done. */
  lost(context: EffectContext): void;
}

type Call = RealtimeSessionEvents['approval'];

export interface ToolsOptions {
  readonly tools: readonly VoiceTool[];
  /** Names the page declared in its own configuration: it answers those calls itself. */
  readonly foreign: () => readonly string[];
  /** Tells the page that a person is needed. False when nobody there could be told. */
  readonly ask: (call: Call) => boolean;
  /** True while what is heard is a record: nothing is executed a second time. */
  readonly recorded?: (() => boolean) | undefined;
}

interface Group {
  running: number;
  ended: boolean;
  /** The answer was cut short: the user has the word, so no answer is asked for. */
  cancelled: boolean;
}

export function createTools({ tools, foreign, ask, recorded = () => false }: ToolsOptions): Tools {
  const taken = new Set<string>();
  const groups = new Map<string, Group>();
  const asked = new Map<string, (allowed: boolean) => void>();

  /** A person's answer. Whoever could not be told has not allowed anything. */
  const personAllows = (call: Call, stop: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        stop.removeEventListener('abort', deny);
        asked.delete(call.callId);
        resolve(yes);
      };
      const deny = () => answer(false);
      stop.addEventListener('abort', deny);
      asked.set(call.callId, answer);
      if (!ask(call)) deny();
    });

  const execute = async (tool: VoiceTool, call: Call, running: () => void, signal: AbortSignal): Promise<Outcome> => {
    try {
      const args = await checkArguments(tool, parseArguments(call.arguments));
      const isYes = await isAllowed(tool, { callId: call.callId, args }, signal, (stop) => personAllows(call, stop));
      if (!isYes) return { output: failure('The user did not allow this call.'), status: 'denied' };
      running();
      return { output: await runTool(tool, call.callId, args, signal), status: 'completed' };
    } catch (error) {
      return { output: failure(error instanceof Error ? error.message : String(error)), status: 'failed' };
    }
  };

  const settle = (responseId: string, group: Group, context: EffectContext) => {
    if (group.running > 0 || !group.ended) return;
    groups.delete(responseId);
    if (!group.cancelled) context.send({ type: 'response.create' });
  };

  const start = async (item: ConversationItem, responseId: string, context: EffectContext) => {
    const { callId, name = '' } = item;
    if (callId === undefined || taken.has(callId) || foreign().includes(name)) return;
    taken.add(callId);
    const group = groups.get(responseId) ?? { running: 0, ended: false, cancelled: false };
    groups.set(responseId, group);
    group.running++;
    // Of this life of the session: a later one has another.
    const { signal } = context;
    const mark = (status: ToolStatus) => context.dispatch({ type: 'local.tool', call_id: callId, status });
    const tool = tools.find((one) => one.name === name);
    // At once: a connection lost from here on has lost nothing of the call.
    mark(tool?.approve === undefined || tool.approve === false ? 'running' : 'awaiting_approval');
    const call = { callId, name, arguments: item.arguments ?? '' };
    const { output, status } = tool === undefined ? unknownName(name) : await execute(tool, call, () => mark('running'), signal);
    group.running--;
    mark(status);
    if (signal.aborted) return;
    context.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: callId, output } });
    settle(responseId, group, context);
  };

  const whole = (itemId: unknown, responseId: unknown, context: EffectContext) => {
    const id = text(itemId);
    const item = id === undefined ? undefined : findItem(context.get(), id);
    if (item?.type === 'function_call' && item.status !== 'incomplete') void start(item, text(responseId) ?? '', context);
  };

  return {
    event(event, context) {
      if (tools.length === 0 || recorded()) return;
      if (event.type === 'response.function_call_arguments.done') whole(event.item_id, event.response_id, context);
      if (event.type === 'response.output_item.done') whole(event.item?.id, event.response_id, context);
      if (event.type !== 'response.done') return;
      const id = text(event.response?.id) ?? '';
      // A call whose own events were lost on the way.
      for (const item of list(event.response?.output)) whole(record(item)?.['id'], id, context);
      const group = groups.get(id);
      if (group === undefined) return;
      group.ended = true;
      group.cancelled = event.response?.status === 'cancelled';
      settle(id, group, context);
    },
    approve: (callId, yes) => asked.get(callId)?.(yes),
    lost(context) {
      for (const [id, group] of [...groups]) {
        group.ended = true;
        settle(id, group, context);
      }
    },
    close() {
      for (const answer of [...asked.values()]) answer(false);
      groups.clear();
    },
  };
}

interface Outcome {
  readonly output: string;
  readonly status: ToolStatus;
}

const unknownName = (name: string): Outcome => ({ output: failure(`There is no function ${name}.`), status: 'failed' });

/** A call without arguments may come with an empty text. */
function parseArguments(written: string): unknown {
  if (written.trim() === '') return {};
  const args = parseJson(written);
  if (args === undefined) throw new VoxreelError('invalid_input', 'The arguments are no JSON.');
  return args;
}

const failure = (error: string): string => JSON.stringify({ error });
