// The connection is cut at every event of a conversation with a function call: afterwards it reads as if nothing had happened.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createRealtimeSession, defineTool, transcript } from 'voxreel';

import { scriptedTransport, until, type ScriptedConnection, type SentEvent } from './scripted-transport.js';

interface WireItem {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Cuts the connection once, when `at` server events were said, or when client event `at` arrives, before or after it is acted on. */
interface Cut {
  readonly side: 'server' | 'client-before' | 'client-after';
  readonly at: number;
}

/** A service with a memory of each connection's items: a question gives a call, its output gives an answer. */
function service(cut: Cut | undefined) {
  let said = 0;
  let heard = 0;
  let done = false;
  let count = 0;
  const memories = new Map<ScriptedConnection, WireItem[]>();

  const strike = (connection: ScriptedConnection) => {
    done = true;
    connection.cut();
  };
  const say = (connection: ScriptedConnection, event: object) => {
    if (connection.closed) return;
    connection.say(event);
    said++;
    if (!done && cut?.side === 'server' && said === cut.at) strike(connection);
  };

  const answer = (connection: ScriptedConnection, memory: WireItem[]) => {
    const response = { id: `r${++count}` };
    const id = `o${count}`;
    const last = memory.at(-1);
    say(connection, { type: 'response.created', response });
    const at = { response_id: response.id, item_id: id, output_index: 0, content_index: 0 };
    const text = last?.type === 'function_call_output' ? `It is ${String(last['output'])}.` : 'Hello to you.';
    const calls = last?.type === 'message' && JSON.stringify(last).includes('time');
    const item: WireItem = calls
      ? { id, type: 'function_call', call_id: `call-${id}`, name: 'clock', arguments: '{"city":"Oslo"}' }
      : { id, type: 'message', role: 'assistant', content: [{ type: 'text', text }] };
    say(connection, {
      type: 'response.output_item.added',
      response_id: response.id,
      output_index: 0,
      item: { ...item, status: 'in_progress', content: [], arguments: '' },
    });
    if (calls) {
      for (const delta of ['{"city":', '"Oslo"}'])
        say(connection, { type: 'response.function_call_arguments.delta', ...at, call_id: item['call_id'], delta });
      say(connection, { type: 'response.function_call_arguments.done', ...at, call_id: item['call_id'], arguments: item['arguments'] });
    } else {
      for (const delta of text.split(/(?= )/)) say(connection, { type: 'response.text.delta', ...at, delta });
      say(connection, { type: 'response.text.done', ...at, delta: text });
    }
    memory.push(item);
    say(connection, {
      type: 'response.output_item.done',
      response_id: response.id,
      output_index: 0,
      item: { ...item, status: 'completed' },
    });
    say(connection, { type: 'response.done', response: { ...response, status: 'completed' } });
  };

  const act = (event: SentEvent, connection: ScriptedConnection) => {
    const memory = memories.get(connection) ?? [];
    memories.set(connection, memory);
    if (event.type === 'conversation.item.create') {
      memory.push(event['item'] as WireItem);
      say(connection, { type: 'conversation.item.created', previous_item_id: memory.at(-2)?.id ?? null, item: event['item'] });
    }
    if (event.type === 'response.create') answer(connection, memory);
  };

  return {
    server(event: SentEvent, connection: ScriptedConnection): void {
      heard++;
      const strikes = !done && heard === cut?.at;
      if (strikes && cut.side === 'client-before') return strike(connection);
      if (!connection.closed) act(event, connection);
      if (strikes && cut.side === 'client-after' && !connection.closed) strike(connection);
    },
    counts: () => ({ said, heard, struck: done }),
  };
}

async function converse(cut?: Cut) {
  const transport = scriptedTransport();
  const { server, counts } = service(cut);
  // As on a network: never before `send` has returned.
  transport.server = (event, connection) => queueMicrotask(() => server(event, connection));
  let runs = 0;
  const clock = defineTool({
    name: 'clock',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: () => {
      runs++;
      return '12:34';
    },
  });
  const session = createRealtimeSession({
    baseUrl: 'http://x.test',
    model: 'm',
    getToken: async () => 't',
    transports: [transport],
    tools: [clock],
    reconnect: { baseMs: 1, maxMs: 2 },
  });
  const lines = () => transcript(session.store.get()).map(({ role, type, text, status }) => `${role} ${type} ${status}: ${text}`);
  await session.connect();
  session.sendText('Hello.');
  await until(
    () =>
      lines().some((line) => line.endsWith('Hello to you.')) &&
      session.phase === 'open' &&
      session.store.get().activeResponseId === undefined,
  );
  session.sendText('What time is it?');
  await until(() => lines().some((line) => line.endsWith('It is 12:34.') && line.includes('completed')) && session.phase === 'open');
  await new Promise((resolve) => setTimeout(resolve, 5));
  const result = { lines: lines(), runs, ...counts() };
  session.close();
  return result;
}

test('uncut, the conversation has its four lines, the call once', async () => {
  const { lines, runs } = await converse();
  assert.deepEqual(lines, [
    'user message completed: Hello.',
    'assistant message completed: Hello to you.',
    'user message completed: What time is it?',
    'assistant function_call completed: clock({"city":"Oslo"})',
    'tool function_call_output completed: 12:34',
    'assistant message completed: It is 12:34.',
  ]);
  assert.equal(runs, 1);
});

for (const side of ['server', 'client-before', 'client-after'] as const) {
  test(`cut at every ${side} event: the same transcript, the tool once`, async () => {
    const whole = await converse();
    const last = side === 'server' ? whole.said : whole.heard;
    for (let at = 1; at <= last; at++) {
      const cut = await converse({ side, at });
      assert.ok(cut.struck, `cut ${at} never came`);
      assert.deepEqual(cut.lines, whole.lines, `cut ${at}`);
      assert.equal(cut.runs, 1, `cut ${at}`);
    }
  });
}
