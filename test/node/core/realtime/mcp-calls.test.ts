// Tools of MCP servers in a session: a person's word is asked for and sent, and an answer follows the last result.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { createRealtimeSession, foldConversation, initialConversation, transcript } from 'voxreel';
import type { ClientEvent, ConversationEvent, ServerEvent } from 'voxreel';

import { createMcpCalls } from '../../../../src/core/realtime/effects/mcp-calls.js';
import { findItem } from '../../../../src/core/store/conversation-items.js';
import { obliging, scriptedTransport, until } from './scripted-transport.js';
import type { SentEvent } from './scripted-transport.js';

const request = { id: 'q', type: 'mcp_approval_request', server_label: 'shop', name: 'order', arguments: '{"n":1}' };
const call = (id: string) => ({ id, type: 'mcp_call', server_label: 'shop', name: 'order', arguments: '{"n":1}' });

async function opened() {
  const transport = scriptedTransport();
  const session = createRealtimeSession({
    baseUrl: 'http://x.test',
    model: 'm',
    dialect: 'openai-ga',
    getToken: async () => 't',
    transports: [transport],
    session: { tools: [{ type: 'mcp', server_label: 'shop', server_url: 'https://shop.example/mcp', require_approval: 'always' }] },
    reconnect: { baseMs: 1, maxMs: 2 },
  });
  await session.connect();
  const [connection] = transport.connections;
  assert.ok(connection);
  const answers = () =>
    connection.sent.flatMap((event) => {
      const item = event['item'] as { id?: string; type?: string; approve?: boolean } | undefined;
      return item?.type === 'mcp_approval_response' ? [{ ...item, previous: event['previous_item_id'] }] : [];
    });
  const requests = () => connection.sent.filter(({ type }: SentEvent) => type === 'response.create').length;
  const status = (id: string) => transcript(session.store.get()).find((line) => line.id === id)?.toolStatus;
  const asked = new Promise<unknown>((resolve) => session.on('approval', resolve));
  return { session, transport, connection, answers, requests, status, asked };
}

test('the service is given its servers', async () => {
  const { session, connection } = await opened();
  const update = connection.sent[0]?.['session'] as { tools: unknown[] };
  assert.deepEqual(update.tools, [
    { type: 'mcp', server_label: 'shop', server_url: 'https://shop.example/mcp', require_approval: 'always' },
  ]);
  assert.throws(() => session.updateSession({ tools: [{ type: 'mcp', server_label: '' }] }), {
    code: 'invalid_input',
    param: 'session.tools',
  });
  session.close();
});

test('a person is asked once, and the yes is sent', async () => {
  const { session, connection, answers, requests, status, asked } = await opened();
  connection.say({ type: 'conversation.item.added', item: { ...request, arguments: '' } });
  connection.say({ type: 'response.output_item.done', response_id: 'r', item: request }, { type: 'conversation.item.done', item: request });
  assert.deepEqual(await asked, { callId: 'q', name: 'order', arguments: '{"n":1}', server: 'shop' });
  assert.equal(status('q'), 'awaiting_approval');
  session.approveTool('q', true);
  session.approveTool('q', false);
  const [answered, ...more] = answers();
  assert.ok(answered);
  const { id, ...answer } = answered;
  assert.equal(typeof id, 'string');
  assert.deepEqual(answer, { previous: 'q', type: 'mcp_approval_response', approval_request_id: 'q', approve: true });
  assert.deepEqual(more, []);
  assert.equal(status('q'), 'completed');
  assert.equal(requests(), 0, 'the result is what is answered');
  session.close();
});

test('a no is sent and answered', async () => {
  const { session, transport, connection, answers, requests, status, asked } = await opened();
  transport.server = obliging();
  connection.say({ type: 'conversation.item.done', item: request });
  await asked;
  session.approveTool('q', false);
  assert.deepEqual(
    answers().map(({ approve }) => approve),
    [false],
  );
  await until(() => requests() === 1);
  assert.equal(status('q'), 'denied');
  session.close();
});

const open = new Set<ReturnType<typeof createMcpCalls>>();
afterEach(() => {
  for (const calls of open) calls.close?.();
  open.clear();
});

/** The rule by itself, with what it sends. */
function ruled(ask: () => boolean) {
  const sent: ClientEvent[] = [];
  let state = initialConversation;
  const context = {
    send: (one: ClientEvent) => void sent.push(one),
    dispatch: (event: ConversationEvent) => void (state = foldConversation(state, event)),
    get state() {
      return state;
    },
  };
  const calls = createMcpCalls(ask);
  open.add(calls);
  const say = (event: ServerEvent) => {
    context.dispatch(event);
    calls.event?.(event, context);
  };
  const words = () => sent.map((one) => (one.type === 'conversation.item.create' ? one.item['approve'] : one.type));
  return { calls, context, say, words, status: (id: string) => findItem(state, id)?.toolStatus };
}

const asks = (status = 'completed'): ServerEvent => ({
  type: 'conversation.item.created',
  event_id: `e_${status}`,
  item: { ...request, call_id: 'q', status },
});

test('a page that cannot ask has not allowed anything', () => {
  const { say, words } = ruled(() => false);
  say(asks());
  assert.deepEqual(words(), [false, 'response.create']);
});

test('nobody is asked about a request that is not complete', () => {
  let asked = 0;
  const { say } = ruled(() => ++asked > 0);
  say(asks('in_progress'));
  assert.equal(asked, 0);
  say({ ...asks(), event_id: 'e2' });
  assert.equal(asked, 1);
});

test('a request that nobody answers within two minutes is denied, and one that was answered is not denied later', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const unanswered = ruled(() => true);
  unanswered.say(asks());
  const answered = ruled(() => true);
  answered.say(asks());
  answered.calls.approve('q', true);
  context.mock.timers.tick(119_999);
  assert.deepEqual([unanswered.words(), unanswered.status('q')], [[], 'awaiting_approval']);
  context.mock.timers.tick(1);
  assert.deepEqual([unanswered.words(), unanswered.status('q')], [[false, 'response.create'], 'denied']);
  assert.deepEqual([answered.words(), answered.status('q')], [[true], 'completed']);
  unanswered.calls.approve('q', true);
  assert.equal(unanswered.words().length, 2);
});

test('what waits for a person when the session is closed has failed, and nothing is sent', () => {
  const { calls, say, words, status } = ruled(() => true);
  say(asks());
  calls.close?.();
  calls.approve('q', true);
  assert.deepEqual([words(), status('q')], [[], 'failed']);
});

test('a recording asks nobody and requests nothing', () => {
  let asked = 0;
  const { calls, context, say, words } = ruled(() => ++asked > 0);
  const wire = { transport: 't', audio: 'events', stats: async () => ({}) } as const;
  calls.opened?.({ ...wire, recorded: true }, context);
  say(asks());
  say({ type: 'conversation.item.created', event_id: 'm', item: { ...call('m'), status: 'completed' } });
  assert.deepEqual([asked, words()], [0, []]);
  calls.opened?.({ ...wire, recorded: false }, context);
  say({ ...asks(), event_id: 'e2' });
  assert.equal(asked, 1);
});

test('a call is answered once, whichever word of its end comes first, and only after the others', () => {
  const { say, words } = ruled(() => true);
  const item = (id: string, status: string): ServerEvent => ({
    type: 'conversation.item.created',
    event_id: `${id}_${status}`,
    item: { ...call(id), status },
  });
  say(item('m1', 'in_progress'));
  say(item('m2', 'in_progress'));
  say(item('m1', 'completed'));
  assert.deepEqual(words(), []);
  say({ type: 'response.mcp_call.completed', event_id: 'c', item_id: 'm2' });
  assert.deepEqual(words(), ['response.create']);
  say(item('m2', 'completed'));
  const outputDone = (id: string): ServerEvent => ({ ...item(id, 'completed'), type: 'response.output_item.done' }) as ServerEvent;
  say(outputDone('m2'));
  say({ type: 'response.mcp_call.failed', event_id: 'f', item_id: 'm1' });
  assert.deepEqual(words(), ['response.create']);
  say(outputDone('m3'));
  assert.deepEqual(words(), ['response.create'], 'its result is still to come');
  say(item('m3', 'completed'));
  assert.deepEqual(words(), ['response.create', 'response.create']);
});

test('calls that the loss of a connection ended hold up no answer of the next one', () => {
  const { calls, context, say, words, status } = ruled(() => true);
  const made = (id: string, response_id: string): ServerEvent => ({
    type: 'response.output_item.added',
    event_id: `made_${id}`,
    response_id,
    item: { ...call(id), call_id: id, status: 'in_progress' },
  });
  const done = (id: string): ServerEvent => ({ type: 'response.mcp_call.completed', event_id: `done_${id}`, item_id: id });
  say(made('m1', 'r'));
  say({ type: 'response.done', event_id: 'd', response: { id: 'r', status: 'cancelled' } });
  calls.lost?.(context);
  assert.equal(status('m1'), 'failed');
  // A service may count its answers from the beginning again.
  say(made('m2', 'r'));
  say(done('m2'));
  assert.deepEqual(words(), ['response.create']);
});

test('what is said of a call that has no id or that nobody knows is no end of any', () => {
  const { say, words } = ruled(() => true);
  for (const event of [
    { type: 'response.mcp_call.completed', event_id: 'n' },
    { type: 'response.output_item.done', event_id: 'o', item: { id: 'nobody', type: 'mcp_call', status: 'completed' } },
    { type: 'response.output_item.done', event_id: 'p' },
    { type: 'response.done', event_id: 'q' },
  ])
    say(event as ServerEvent);
  assert.deepEqual(words(), []);
});

test('one answer is asked for after the last of several results, also of one that failed', async () => {
  const { session, connection, requests } = await opened();
  connection.say({ type: 'response.created', response: { id: 'r' } });
  for (const id of ['m1', 'm2']) connection.say({ type: 'response.output_item.added', response_id: 'r', item: call(id) });
  connection.say({ type: 'response.done', response: { id: 'r', status: 'completed' } });
  connection.say(
    { type: 'response.mcp_call.completed', item_id: 'm1' },
    { type: 'conversation.item.done', item: { ...call('m1'), output: '1' } },
  );
  assert.equal(requests(), 0);
  connection.say({ type: 'response.mcp_call.failed', item_id: 'm2' }, { type: 'conversation.item.done', item: call('m2') });
  assert.equal(requests(), 1);
  session.close();
});

test('no answer is asked for where the user has taken the turn', async () => {
  const { session, connection, requests, status } = await opened();
  connection.say(
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_item.added', response_id: 'r', item: call('m') },
  );
  connection.say(
    { type: 'response.done', response: { id: 'r', status: 'cancelled' } },
    { type: 'response.mcp_call.completed', item_id: 'm' },
  );
  assert.equal(status('m'), 'completed');
  assert.equal(requests(), 0);
  session.close();
});

test('what the loss of a connection leaves open has failed, and can no longer be allowed', async () => {
  const { session, transport, connection, answers, status, asked } = await opened();
  connection.say(
    { type: 'conversation.item.done', item: request },
    { type: 'response.output_item.added', response_id: 'r', item: call('m') },
  );
  await asked;
  connection.cut();
  await until(() => transport.connections.length === 2 && session.phase === 'open');
  assert.deepEqual([status('q'), status('m')], ['failed', 'failed']);
  session.approveTool('q', true);
  assert.deepEqual(answers(), []);
  assert.deepEqual(
    transport.connections[1]?.sent.filter(({ type }) => type === 'conversation.item.create'),
    [],
    'what belonged to the other connection is not given back',
  );
  session.close();
});

test('an item can be asked for again', async () => {
  const { session, connection } = await opened();
  session.send({ type: 'conversation.item.retrieve', item_id: 'u' });
  assert.throws(() => session.send(JSON.parse('{"type":"conversation.item.retrieve"}')), { code: 'invalid_input', param: 'item_id' });
  assert.deepEqual(
    connection.sent.filter(({ type }) => type === 'conversation.item.retrieve').map(({ item_id }) => item_id),
    ['u'],
  );
  session.close();
});
