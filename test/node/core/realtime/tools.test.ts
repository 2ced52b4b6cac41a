import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as z from 'zod';
import * as zm from 'zod/mini';
import { createRealtimeSession, defineTool, transcript } from 'voxreel';
import type { VoiceTool } from 'voxreel';

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
  await until(() => asked.length === 3);
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

test('a no by every other way: no answer in time, a listener that throws, a function that throws or gives no plain yes', async () => {
  const ran: string[] = [];
  const gated = (name: string, approve: NonNullable<VoiceTool['approve']>) =>
    defineTool({ name, approve, approvalTimeoutMs: 20, execute: () => ran.push(name) });
  const { session, call, outputs } = await opened([
    gated('unanswered', true),
    gated('asked_in_vain', () => new Promise(() => undefined)),
    gated('throws', () => {
      throw new Error('broken');
    }),
    gated('rejects', () => Promise.reject(new Error('broken'))),
    gated('almost', (() => 1) as unknown as () => boolean),
    gated('allowed', async () => true),
  ]);
  const names = ['unanswered', 'asked_in_vain', 'throws', 'rejects', 'almost', 'allowed'];
  for (const name of names) call(name, name, '{}');
  await until(() => outputs().length === names.length);
  assert.deepEqual(ran, ['allowed']);
  const said = new Map(outputs().map(([id, output]) => [id, output]));
  for (const name of names.slice(0, -1)) assert.match(said.get(name) ?? '', /not allow/, name);
  const statuses = transcript(session.store.get()).map(({ toolStatus }) => toolStatus);
  assert.deepEqual(statuses, ['denied', 'denied', 'denied', 'denied', 'denied', 'completed']);
  session.close();
});

test('a listener that breaks while it is asked has allowed nothing', async () => {
  let runs = 0;
  const { session, call, outputs } = await opened([defineTool({ name: 'pay', approve: true, execute: () => ++runs })]);
  const reported: unknown[] = [];
  const { queueMicrotask } = globalThis;
  // What is reported there would end the test run.
  globalThis.queueMicrotask = (task) =>
    queueMicrotask(() => {
      try {
        task();
      } catch (error) {
        reported.push(error);
      }
    });
  const broken = new Error('the listener is broken');
  session.on('approval', () => {
    throw broken;
  });
  call('c', 'pay', '{}');
  await until(() => outputs().length === 1);
  globalThis.queueMicrotask = queueMicrotask;
  assert.deepEqual(reported, [broken]);
  assert.match(outputs()[0]?.[1] ?? '', /not allow/);
  assert.equal(runs, 0);
  session.close();
});

test('closing the session refuses what waits and stops what runs', async () => {
  let stopped: unknown;
  let runs = 0;
  const { session, call, outputs } = await opened([
    defineTool({ name: 'pay', approve: true, execute: () => ++runs }),
    defineTool({
      name: 'long',
      execute: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => (stopped = signal.reason))),
    }),
  ]);
  const asked: string[] = [];
  session.on('approval', ({ callId }) => asked.push(callId));
  call('c1', 'pay', '{}');
  call('c2', 'long', '{}');
  await until(() => asked.length === 1 && transcript(session.store.get()).some(({ toolStatus }) => toolStatus === 'running'));
  session.close();
  await until(() => stopped !== undefined);
  session.approveTool('c1', true);
  await until(() => transcript(session.store.get()).every(({ toolStatus }) => toolStatus === 'denied' || toolStatus === 'failed'));
  assert.equal(runs, 0);
  assert.deepEqual(outputs(), []);
});

test('nobody is asked about arguments that do not fit', async () => {
  const { session, call, outputs } = await opened([
    defineTool({ name: 'pay', approve: true, parameters: z.object({ amount: z.number().positive() }), execute: () => 'paid' }),
  ]);
  const asked: unknown[] = [];
  session.on('approval', (one) => asked.push(one));
  call('c', 'pay', '{"amount":-5}');
  await until(() => outputs().length === 1);
  assert.match(outputs()[0]?.[1] ?? '', /amount/);
  assert.deepEqual(asked, []);
  session.close();
});

test('what a schema makes of the arguments is what the tool gets', async () => {
  const got: unknown[] = [];
  const parameters = z.object({ when: z.string().transform((text) => new Date(text)), times: z.number().default(2) });
  const { session, call, outputs } = await opened([
    defineTool({
      name: 'f',
      parameters: Object.assign(parameters, { jsonSchema: { type: 'object', properties: { when: { type: 'string' } } } }),
      execute: ({ when, times }) => void got.push(when.getTime(), times),
    }),
  ]);
  call('c', 'f', '{"when":"2026-01-01"}');
  await until(() => outputs().length === 1);
  assert.deepEqual(got, [Date.UTC(2026, 0, 1), 2]);
  assert.equal(outputs()[0]?.[1], 'null');
  session.close();
});

test('each make of schema gives its JSON Schema; one that cannot is named before anything is opened', async () => {
  const { session, connection } = await opened([
    defineTool({ name: 'classic', parameters: z.object({ city: z.string() }), execute: () => '' }),
    defineTool({ name: 'mini', parameters: zm.object({ city: zm.string() }), execute: ({ city }) => city }),
    defineTool({ name: 'bare', execute: () => '' }),
  ]);
  const update = connection.sent[0]?.['session'] as { tools: { name: string; parameters: object }[] } | undefined;
  assert.equal(update?.tools.length, 3);
  for (const { name, parameters } of update.tools) {
    assert.equal(Reflect.get(parameters, 'type'), 'object', name);
    if (name !== 'bare') assert.deepEqual(Reflect.get(parameters, 'properties'), { city: { type: 'string' } }, name);
    assert.ok(!('$schema' in parameters));
  }
  session.close();

  const mute = { '~standard': { version: 1 as const, vendor: 'mute', validate: (value: unknown) => ({ value }) } };
  const named = (name: string) => defineTool({ name, execute: () => '' });
  for (const tools of [[{ ...named('f'), parameters: mute }], [named('same'), named('same')], [named('')]]) {
    const transport = scriptedTransport();
    const options = { baseUrl: 'http://x.test', model: 'm', getToken: async () => 't', transports: [transport], tools };
    await assert.rejects(createRealtimeSession(options).connect(), { code: 'invalid_input', param: 'tools' });
    assert.equal(transport.connections.length, 0);
  }
});

test('a call whose own events were lost is taken from the end of its response', async () => {
  const { session, connection, outputs, requests } = await opened([defineTool({ name: 'f', execute: () => 'ran' })]);
  const item = { id: 'i', type: 'function_call', status: 'completed', call_id: 'c', name: 'f', arguments: '{}' };
  connection.say(
    { type: 'response.created', response: { id: 'r1' } },
    { type: 'response.done', response: { id: 'r1', status: 'completed', output: [item] } },
  );
  await until(() => requests() === 1);
  assert.deepEqual(outputs(), [['c', 'ran']]);
  session.close();
});

test('a service that names no answers gets the output and one request, even where the end of its answer says nothing', async () => {
  const { session, connection, outputs, requests } = await opened([defineTool({ name: 'f', execute: () => 'ran' })]);
  const errors: string[] = [];
  session.on('error', ({ message }) => errors.push(message));
  const item = { id: 'i', type: 'function_call', status: 'completed', call_id: 'c', name: 'f', arguments: '{}' };
  connection.say({ type: 'response.output_item.done', item }, { type: 'response.done' });
  await until(() => requests() === 1);
  assert.deepEqual([outputs(), errors], [[['c', 'ran']], []]);
  session.close();
});

test('a call that the service did not finish is not run', async () => {
  let runs = 0;
  const { session, connection, call, outputs } = await opened([defineTool({ name: 'f', execute: () => ++runs })]);
  const half = { id: 'i', type: 'function_call', status: 'incomplete', call_id: 'half', name: 'f', arguments: '{"n":' };
  connection.say({ type: 'response.output_item.done', response_id: 'r1', item: half });
  connection.say({
    type: 'response.output_item.done',
    response_id: 'r1',
    item: { ...half, id: 'j', call_id: undefined, status: 'completed' },
  });
  call('whole', 'f', '{}');
  await until(() => outputs().length === 1);
  assert.deepEqual([outputs(), runs], [[['whole', '1']], 1]);
  session.close();
});

test('an answer that was cut short by the user gets its outputs, and is not asked for again', async () => {
  const { session, connection, call, outputs, requests } = await opened([defineTool({ name: 'f', execute: () => 'ran' })]);
  connection.say({ type: 'response.created', response: { id: 'r1' } });
  call('c', 'f', '{}');
  connection.say({ type: 'response.done', response: { id: 'r1', status: 'cancelled' } });
  await until(() => outputs().length === 1);
  assert.equal(requests(), 0);
  session.close();
});

test('a call whose arguments are blank has none', async () => {
  const got: unknown[] = [];
  const { session, call, outputs } = await opened([defineTool({ name: 'f', execute: (args) => void got.push(args) })]);
  call('c1', 'f', '');
  call('c2', 'f', ' \n');
  await until(() => outputs().length === 2);
  assert.deepEqual(got, [{}, {}]);
  session.close();
});

test('a tool whose schema converts by a function of its own decides, runs and is described as its author wrote it', async () => {
  const asked: unknown[] = [];
  const clerk = {
    name: 'pay',
    description: 'Pays a bill.',
    limit: 10,
    parameters: zm.object({ amount: zm.number() }),
    approve({ amount }: { amount: number }, { callId }: { callId: string }) {
      asked.push(callId);
      return amount <= this.limit;
    },
    execute({ amount }: { amount: number }, { callId }: { callId: string }) {
      return `${callId}: ${amount} of ${this.limit}`;
    },
  };
  const late = {
    name: 'late',
    timeoutMs: 5,
    parameters: zm.object({}),
    execute: () => new Promise(() => undefined),
  };
  const unanswered = {
    name: 'unanswered',
    approve: true,
    approvalTimeoutMs: 5,
    parameters: zm.object({}),
    execute: () => 'ran',
  };
  const { session, connection, call, outputs } = await opened([clerk, late, unanswered] as readonly VoiceTool[]);
  const update = connection.sent[0]?.['session'] as { tools: { description?: string }[] } | undefined;
  assert.deepEqual(
    update?.tools.map(({ description }) => description),
    ['Pays a bill.', undefined, undefined],
  );
  call('c1', 'pay', '{"amount":3}');
  call('c2', 'pay', '{"amount":30}');
  call('c3', 'late', '{}');
  call('c4', 'unanswered', '{}');
  await until(() => outputs().length === 4);
  const said = new Map(outputs().map(([id, output]) => [id, output]));
  assert.equal(said.get('c1'), 'c1: 3 of 10');
  assert.match(said.get('c2') ?? '', /not allow/);
  assert.match(said.get('c3') ?? '', /longer than 5 ms/);
  assert.match(said.get('c4') ?? '', /not allow/);
  assert.deepEqual(asked, ['c1', 'c2']);
  session.close();
});

test('an output too large for any wire is an error the model can read', async () => {
  const { session, call, outputs } = await opened([defineTool({ name: 'f', execute: () => 'x'.repeat(300_000) })]);
  call('c', 'f', '');
  await until(() => outputs().length === 1);
  assert.match(outputs()[0]?.[1] ?? '', /300000 characters/);
  session.close();
});
