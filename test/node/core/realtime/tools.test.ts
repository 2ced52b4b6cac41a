import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as z from 'zod';

import { createRealtimeSession } from '../../../../src/core/realtime/session.js';
import { defineTool } from '../../../../src/core/realtime/define-tool.js';
import type { VoiceTool } from '../../../../src/core/realtime/realtime-session.js';
import { transcript } from '../../../../src/core/store/transcript.js';
import { scriptedTransport, until } from './scripted-transport.js';

async function opened(tools: readonly VoiceTool[]) {
  const transport = scriptedTransport();
  const session = createRealtimeSession({
    baseUrl: 'http://x.test',
    model: 'm',
    getToken: async () => 't',
    transports: [transport],
    tools,
    reconnect: { baseMs: 1, maxMs: 2 },
  });
  await session.connect();
  const [connection] = transport.connections;
  assert.ok(connection);
  const call = (id: string, name: string, args: string, response = 'r1') => {
    const item = { id: `item-${id}`, type: 'function_call', status: 'in_progress', call_id: id, name };
    connection.say(
      { type: 'response.output_item.added', response_id: response, item },
      { type: 'response.function_call_arguments.delta', response_id: response, item_id: item.id, call_id: id, delta: args },
      { type: 'response.function_call_arguments.done', response_id: response, item_id: item.id, call_id: id, arguments: args },
      { type: 'response.output_item.done', response_id: response, item: { ...item, status: 'completed', arguments: args } },
    );
  };
  const outputs = () =>
    connection.sent.flatMap((event) => {
      const item = event['item'] as { type?: string; call_id?: string; output?: string } | undefined;
      return item?.type === 'function_call_output' ? [[item.call_id, item.output]] : [];
    });
  const requests = () => connection.sent.filter(({ type }) => type === 'response.create').length;
  return { session, transport, connection, call, outputs, requests };
}

test('parallel calls: each once, all outputs, then one request', async () => {
  const ran: string[] = [];
  let finishSlow: (value: string) => void = () => undefined;
  const { session, connection, call, outputs, requests } = await opened([
    defineTool({ name: 'slow', execute: () => (ran.push('slow'), new Promise<string>((resolve) => (finishSlow = resolve))) }),
    defineTool({ name: 'fast', execute: ({ n }: { n: number }) => (ran.push('fast'), { double: n * 2 }) }),
  ]);
  connection.say({ type: 'response.created', response: { id: 'r1' } });
  call('c1', 'slow', '{}');
  call('c2', 'fast', '{"n":4}');
  await until(() => outputs().length === 1);
  connection.say({ type: 'response.done', response: { id: 'r1', status: 'completed' } });
  assert.equal(requests(), 0);
  finishSlow('at last');
  await until(() => requests() === 1);
  assert.deepEqual(outputs(), [
    ['c2', '{"double":8}'],
    ['c1', 'at last'],
  ]);
  assert.deepEqual(ran.sort(), ['fast', 'slow']);
  session.close();
});

test('a schema gives the definition and checks the arguments', async () => {
  const weather = defineTool({
    name: 'weather',
    parameters: z.object({ city: z.string() }),
    execute: ({ city }: { city: string }) => `Sunny in ${city}`,
  });
  const { session, connection, call, outputs } = await opened([weather]);
  const update = connection.sent[0]?.['session'] as { tools: { parameters: { properties: object } }[] };
  assert.deepEqual(Object.keys(update.tools[0]?.parameters.properties ?? {}), ['city']);
  call('c1', 'weather', '{"city":5}');
  call('c2', 'weather', '{"city":"Oslo"}');
  call('c3', 'weather', 'not json');
  await until(() => outputs().length === 3);
  const byCall = new Map(outputs().map(([id, output]) => [id, output]));
  assert.match(byCall.get('c1') ?? '', /"error"/);
  assert.equal(byCall.get('c2'), 'Sunny in Oslo');
  assert.match(byCall.get('c3') ?? '', /"error"/);
  session.close();
});

test('a plain JSON schema is checked for what is required and its types', async () => {
  const { session, call, outputs } = await opened([
    defineTool({
      name: 'f',
      parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      execute: () => 'ran',
    }),
  ]);
  call('c1', 'f', '{}');
  call('c2', 'f', '{"n":1.5}');
  call('c3', 'f', '{"n":1}');
  await until(() => outputs().length === 3);
  assert.deepEqual(
    outputs()
      .filter(([, output]) => output === 'ran')
      .map(([id]) => id),
    ['c3'],
  );
  session.close();
});

test('a thrown error, a timeout and an unknown name become outputs the model can read', async () => {
  const { session, call, outputs } = await opened([
    defineTool({
      name: 'bad',
      execute: () => {
        throw new Error('broken pipe');
      },
    }),
    defineTool({
      name: 'late',
      timeoutMs: 5,
      execute: (_: unknown, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }),
  ]);
  call('c1', 'bad', '{}');
  call('c2', 'late', '{}');
  call('c3', 'nobody', '{}');
  await until(() => outputs().length === 3);
  const said = new Map(outputs().map(([id, output]) => [id, output]));
  assert.match(said.get('c1') ?? '', /broken pipe/);
  assert.match(said.get('c2') ?? '', /longer than 5 ms/);
  assert.match(said.get('c3') ?? '', /nobody/);
  session.close();
});

test('approval: nothing runs before a yes; a no and a closed session are refusals', async () => {
  let runs = 0;
  const { session, call, outputs } = await opened([defineTool({ name: 'pay', approve: true, execute: () => ++runs })]);
  const asked: string[] = [];
  session.on('approval', ({ callId }) => asked.push(callId));
  call('yes', 'pay', '{}');
  call('no', 'pay', '{}');
  call('never', 'pay', '{}');
  assert.deepEqual(asked, ['yes', 'no', 'never']);
  assert.equal(runs, 0);
  assert.ok(transcript(session.store.get()).every(({ toolStatus }) => toolStatus === 'awaiting_approval'));
  session.approveTool('no', false);
  session.approveTool('yes', true);
  await until(() => outputs().length === 2);
  session.close();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(runs, 1);
  assert.match(new Map(outputs().map(([id, output]) => [id, output])).get('no') ?? '', /not allow/);
});

test('a call whose connection is cut runs once, and its output reaches the next connection with the call', async () => {
  let runs = 0;
  let finish: (value: string) => void = () => undefined;
  const { session, transport, connection, call } = await opened([
    defineTool({ name: 'f', execute: () => (runs++, new Promise<string>((resolve) => (finish = resolve))) }),
  ]);
  connection.say({ type: 'response.created', response: { id: 'r1' } });
  call('c1', 'f', '{}');
  connection.cut();
  await until(() => transport.connections.length === 2 && session.phase === 'open');
  finish('done');
  const second = transport.connections[1];
  await until(() => second?.sent.some(({ type }) => type === 'response.create') ?? false);
  const items = second?.sent
    .filter(({ type }) => type === 'conversation.item.create')
    .map((event) => (event['item'] as { type: string }).type);
  assert.deepEqual(items, ['function_call', 'function_call_output']);
  assert.equal(runs, 1);
  assert.equal(second?.sent.filter(({ type }) => type === 'response.create').length, 1);
  session.close();
});
