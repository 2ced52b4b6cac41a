// Tools of MCP servers, which the service calls itself: a person allows a call where the service asks for it, and an answer follows the last result.
import { findItem, record, text } from '../../store/conversation-items.js';
import type { ConversationItem, ToolStatus } from '../../store/conversation-state.js';
import type { ServerEvent } from '../../dialects/dialect.js';
import type { Effect, EffectContext } from './effect.js';
import type { ToolCall } from './run-tools.js';

export interface McpCalls extends Effect {
  /** A person's word. Ids that are not waited for are ignored. */
  approve(callId: string, allowed: boolean): void;
}

/** As for the page's own tools: nobody there to allow a call is a no. */
const approvalTimeoutMs = 120_000;

interface Approvals {
  request(item: ConversationItem, context: EffectContext): void;
  answer(requestId: string, status: 'completed' | 'denied'): void;
  /** Nobody can answer any more. */
  giveUp(): void;
}

function createApprovals(ask: (call: ToolCall) => boolean): Approvals {
  /** Requests that wait for a person, and what ends the wait. */
  const asked = new Map<string, (status: ToolStatus) => void>();

  const send = (requestId: string, approve: boolean, context: EffectContext): void => {
    context.send({
      type: 'conversation.item.create',
      previous_item_id: requestId,
      item: { type: 'mcp_approval_response', approval_request_id: requestId, approve },
    });
    // A call that is not made has no result that would be answered.
    if (!approve) context.send({ type: 'response.create' });
  };
  return {
    request({ id, name = '', arguments: args = '', serverLabel }, context) {
      const mark = (status: ToolStatus) => context.dispatch({ type: 'local.tool', call_id: id, status });
      const settle = (status: ToolStatus) => {
        clearTimeout(timer);
        asked.delete(id);
        mark(status);
        if (status !== 'failed') send(id, status === 'completed', context);
      };
      const timer = setTimeout(() => settle('denied'), approvalTimeoutMs);
      asked.set(id, settle);
      mark('awaiting_approval');
      if (!ask({ callId: id, name, arguments: args, server: serverLabel })) asked.get(id)?.('denied');
    },
    answer: (requestId, status) => asked.get(requestId)?.(status),
    giveUp() {
      for (const settle of Array.from(asked.values())) settle('failed');
    },
  };
}

/** `ask` asks the page for a person's answer: false when a listener there failed. */
export function createMcpCalls(ask: (call: ToolCall) => boolean): McpCalls {
  const approvals = createApprovals(ask);
  const running = new Set<string>();
  const ended = new Set<string>();
  const cancelled = new Set<string | undefined>();
  let isRecorded = false;

  const end = (id: string, { state, send }: EffectContext): void => {
    running.delete(id);
    if (ended.has(id)) return;
    ended.add(id);
    if (running.size === 0 && !cancelled.has(findItem(state, id)?.responseId)) send({ type: 'response.create' });
  };

  const changed = (event: ServerEvent, item: ConversationItem, context: EffectContext): void => {
    const { id, type, status, toolStatus } = item;
    if (type === 'mcp_approval_request' && status === 'completed' && toolStatus === undefined) approvals.request(item, context);
    if (type !== 'mcp_call' || ended.has(id)) return;
    // The item is complete once the server has the result.
    if (event.type === 'conversation.item.created' && status === 'completed') end(id, context);
    else running.add(id);
  };

  return {
    opened({ recorded }) {
      isRecorded = recorded;
    },
    event(event, context) {
      if (isRecorded) return;
      if (event.type === 'response.done' && event.response?.status === 'cancelled') cancelled.add(event.response.id);
      const isEnd = event.type === 'response.mcp_call.completed' || event.type === 'response.mcp_call.failed';
      if (isEnd && event.item_id !== undefined) return end(event.item_id, context);
      const id = 'item' in event ? text(record(event.item)?.['id']) : undefined;
      const item = id === undefined ? undefined : findItem(context.state, id);
      if (item !== undefined) changed(event, item, context);
    },
    /** The next connection has none of these requests and calls. */
    lost({ dispatch }) {
      approvals.giveUp();
      for (const id of running) dispatch({ type: 'local.tool', call_id: id, status: 'failed' });
      running.clear();
      cancelled.clear();
    },
    close: approvals.giveUp,
    approve: (callId, allowed) => approvals.answer(callId, allowed ? 'completed' : 'denied'),
  };
}
