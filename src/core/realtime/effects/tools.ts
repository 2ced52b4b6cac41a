// Function calling: each call once, in parallel, then one request for an answer. Approval fails closed. Knows no wire.
import { findItem } from '../../store/conversation-items.js';
import type { ConversationItem, ToolStatus } from '../../store/conversation-state.js';
import type { RealtimeSessionEvents, VoiceTool } from '../realtime-session.js';
import type { Effect, EffectContext } from './effect.js';
import { runTool } from './tool-call.js';

export interface Tools extends Effect {
  approve(callId: string, allowed: boolean): void;
  /** The connection is gone: its response will not say that it is done. */
  lost(context: EffectContext): void;
}

export interface ToolsOptions {
  readonly tools: readonly VoiceTool[];
  /** Names the page declared in its own configuration: it answers those calls itself. */
  readonly foreign: () => readonly string[];
  readonly ask: (call: RealtimeSessionEvents['approval']) => void;
}

/** Nobody there to allow a call is a no. */
const approvalMs = 120_000;

interface Group {
  running: number;
  ended: boolean;
  /** The answer was cut short: the user has the word, so no answer is asked for. */
  cancelled: boolean;
}

export function createTools({ tools, foreign, ask }: ToolsOptions): Tools {
  const taken = new Set<string>();
  const groups = new Map<string, Group>();
  const asked = new Map<string, (allowed: boolean) => void>();

  const allowed = (call: RealtimeSessionEvents['approval'], { signal }: EffectContext) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', deny);
        asked.delete(call.callId);
        resolve(yes);
      };
      const deny = () => answer(false);
      const timer = setTimeout(deny, approvalMs);
      signal.addEventListener('abort', deny);
      asked.set(call.callId, answer);
      ask(call);
    });

  const execute = async (
    call: RealtimeSessionEvents['approval'],
    context: EffectContext,
  ): Promise<{ output: string; status: ToolStatus }> => {
    const { callId, name } = call;
    const mark = (status: ToolStatus) => context.dispatch({ type: 'local.tool', call_id: callId, status });
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) return { output: failure(`There is no function ${name}.`), status: 'failed' };
    if (tool.approve === true) {
      mark('awaiting_approval');
      if (!(await allowed(call, context))) return { output: failure('The user did not allow this call.'), status: 'denied' };
    }
    mark('running');
    try {
      return { output: await runTool(tool, callId, call.arguments, context.signal), status: 'completed' };
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
    const { output, status } = await execute({ callId, name, arguments: item.arguments ?? '' }, context);
    group.running--;
    if (context.signal.aborted) return;
    context.dispatch({ type: 'local.tool', call_id: callId, status });
    context.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: callId, output } });
    settle(responseId, group, context);
  };

  const whole = (itemId: string | undefined, responseId: string | undefined, context: EffectContext) => {
    const item = itemId === undefined ? undefined : findItem(context.get(), itemId);
    if (item?.type === 'function_call' && item.status !== 'incomplete') void start(item, responseId ?? '', context);
  };

  return {
    event(event, context) {
      if (tools.length === 0) return;
      if (event.type === 'response.function_call_arguments.done') whole(event.item_id, event.response_id, context);
      if (event.type === 'response.output_item.done') whole(event.item?.id, event.response_id, context);
      if (event.type !== 'response.done') return;
      const id = event.response?.id ?? '';
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

const failure = (error: string): string => JSON.stringify({ error });
