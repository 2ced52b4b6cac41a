// The agents SDK for voice, as its users write it, against the local service over its WebSocket transport.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from '@openai/agents-realtime';
import type { RealtimeItem, RealtimeSessionConfig } from '@openai/agents-realtime';
import { createLocalService } from 'voxreel/local';

import { measureLoudness } from '../../../src/local/realtime/loudness.js';
import { until } from '../core/realtime/scripted-transport.js';
import { field, standardKey } from '../local/realtime/talker.js';
import type { Received } from '../local/realtime/talker.js';
import { decoded, pieces, spokenTurn } from './spoken-turn.js';

const service = createLocalService({ key: standardKey, realtime: { pace: { audioRate: 40, wordMs: 1 }, transcriptionDelayMs: 20 } });
let url = '';
before(async () => {
  ({ url } = await service.listen());
});
after(() => service.close());

const weather = (asked: unknown[] = []) =>
  tool({
    name: 'get_weather',
    description: 'The weather in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: true },
    strict: false,
    execute(values) {
      asked.push(values);
      return { temperature: 21 };
    },
  });

interface Options {
  readonly agent?: RealtimeAgent;
  readonly config?: Partial<RealtimeSessionConfig>;
  readonly apiKey?: string;
  readonly model?: string;
}

/** `unread`: types of the service's events that the SDK's own schemas did not take. */
async function connect({
  agent = new RealtimeAgent({ name: 'Guide' }),
  config = {},
  apiKey = standardKey,
  model = 'gpt-realtime',
}: Options) {
  const transport = new OpenAIRealtimeWebSocket({ url: `${url.replace('http', 'ws')}/v1/realtime?model=${model}` });
  const session = new RealtimeSession(agent, { transport, model, config, tracingDisabled: true });
  const events: Received[] = [];
  const unread: string[] = [];
  const watched = new Set<string>();
  transport.on('*', (event) => {
    events.push(event);
    unread.push(event.type);
    if (watched.has(event.type)) return;
    watched.add(event.type);
    // What its schemas know it tells a second time, by its type.
    transport.on(event.type as '*', () => void unread.pop());
  });
  const errors: string[] = [];
  session.on('error', ({ error }) => errors.push(JSON.stringify(error)));
  const sound: ArrayBuffer[] = [];
  session.on('audio', ({ data }) => sound.push(data));
  await session.connect({ apiKey });
  const count = (type: string) => events.filter((event) => event.type === type).length;
  return {
    session,
    transport,
    events,
    unread,
    errors,
    count,
    heard: () => decoded(sound.map((data) => Buffer.from(data).toString('base64'))),
  };
}

const written = { outputModalities: ['text'], audio: { input: { turnDetection: null } } } satisfies Partial<RealtimeSessionConfig>;

const said = (item: RealtimeItem): string => {
  if (item.type !== 'message') return item.type === 'function_call' ? `${item.name}(${item.arguments})` : item.type;
  return `${item.role}: ${item.content.map((part) => ('text' in part ? part.text : (part.transcript ?? ''))).join('')}`;
};

describe('RealtimeSession over OpenAIRealtimeWebSocket', () => {
  it('holds a written conversation in its order, and understands every event', async () => {
    const { session, count, errors, unread } = await connect({
      config: written,
      agent: new RealtimeAgent({ name: 'Guide', instructions: 'Be brief.' }),
    });
    session.sendMessage('What is 6 times 7?');
    await until(() => count('response.done') === 1);
    session.sendMessage('What are your instructions?');
    await until(() => count('response.done') === 2);
    assert.deepEqual(session.history.map(said), [
      'user: What is 6 times 7?',
      'assistant: 6 * 7 is 42.',
      'user: What are your instructions?',
      'assistant: My instructions are: Be brief.',
    ]);
    assert.ok(session.usage.inputTokens > 0 && session.usage.outputTokens > 0);
    assert.deepEqual([errors, unread], [[], []]);
    session.close();
  });

  it('speaks and is spoken to, and reads the user’s words when they come', async () => {
    const { session, count, errors, unread, heard } = await connect({});
    for (const samples of pieces(await spokenTurn())) session.sendAudio(samples.buffer);
    await until(() => count('response.done') === 1 && count('conversation.item.retrieved') === 1);
    const { seconds, dbfs } = measureLoudness(heard());
    assert.ok(seconds > 1 && dbfs > -30, `${seconds} s at ${dbfs} dBFS`);
    const [asked = '', answer = ''] = session.history.map(said);
    assert.match(asked, /^user: \[[\d.]+ s of speech/);
    assert.match(answer, /^assistant: I heard/);
    assert.deepEqual([errors, unread], [[], []]);
    session.close();
  });

  it('executes functions, asked for at once, and answers with what they gave', async () => {
    const asked: unknown[] = [];
    const { session, errors, unread } = await connect({
      config: written,
      agent: new RealtimeAgent({ name: 'Guide', tools: [weather(asked)] }),
    });
    session.sendMessage('What is the weather in Paris and Rome?');
    // The SDK asks for an answer after each output, so that the first knows of one call only: it might wait for the last.
    await until(
      () => session.history.map(said).filter((line) => line === 'assistant: get weather answered: temperature 21.').length === 2,
      8000,
    );
    assert.deepEqual(asked, [{ city: 'Paris' }, { city: 'Rome' }]);
    assert.deepEqual(
      session.history.filter(({ type }) => type === 'function_call').map((item) => 'output' in item && JSON.parse(item.output ?? '')),
      [{ temperature: 21 }, { temperature: 21 }],
    );
    assert.deepEqual([errors, unread], [[], []]);
    session.close();
  });

  it('hands over to another agent with its own instructions', async () => {
    const billing = new RealtimeAgent({ name: 'Billing', handoffDescription: 'Bills and invoices.', instructions: 'You do bills.' });
    const guide = new RealtimeAgent({ name: 'Guide', instructions: 'You do the rest.', handoffs: [billing] });
    const { session, errors, unread } = await connect({ config: written, agent: guide });
    session.sendMessage('Please transfer me to billing.');
    await until(() => session.currentAgent === billing && session.history.length >= 3);
    session.sendMessage('What are your instructions?');
    await until(() => session.history.map(said).includes('assistant: My instructions are: You do bills.'));
    assert.deepEqual([errors, unread], [[], []]);
    session.close();
  });

  it('interrupts by speaking: the answer ends, is cut to what was played, and nothing is refused', async () => {
    const { session, events, count, errors, unread } = await connect({});
    session.sendMessage('Tell me a long story');
    await until(() => count('response.output_audio.delta') > 3);
    // Its clock begins with the first sound.
    await new Promise((resolve) => setTimeout(resolve, 150));
    let interrupted = 0;
    session.on('audio_interrupted', () => interrupted++);
    for (const samples of pieces(await spokenTurn('Stop, please.'))) session.sendAudio(samples.buffer);
    await until(() => count('conversation.item.truncated') === 1);
    const cut = events.find(({ type }) => type === 'conversation.item.truncated');
    assert.ok(Number(cut?.['audio_end_ms']) >= 100, JSON.stringify(cut));
    await until(() => count('response.done') === 2);
    const statuses = events.filter(({ type }) => type === 'response.done').map((event) => field(event, 'response')['status']);
    assert.deepEqual(statuses, ['cancelled', 'completed']);
    assert.equal(interrupted, 1);
    assert.deepEqual([errors, unread], [[], []]);
    session.close();
  });

  it('interrupts by its own word, and asks again', async () => {
    const { session, events, count, errors, unread } = await connect({});
    session.sendMessage('Tell me a long story');
    await until(() => count('response.output_audio.delta') > 3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    session.interrupt();
    session.sendMessage('Say exactly: hello again');
    await until(() => count('response.done') === 2);
    assert.deepEqual(
      events.filter(({ type }) => type === 'response.done').map((event) => field(event, 'response')['status']),
      ['cancelled', 'completed'],
    );
    assert.deepEqual([errors, unread], [[], []]);
    session.close();
  });

  it('rewrites its history on the service', async () => {
    const { session, count, errors, unread } = await connect({ config: written });
    session.sendMessage('Say one');
    await until(() => count('response.done') === 1);
    session.updateHistory((history) => history.slice(1));
    await until(() => count('conversation.item.deleted') === 1);
    session.sendMessage('What did I say so far?');
    await until(() => count('response.done') === 2);
    assert.equal(session.history.map(said).at(-1), 'assistant: So far: I said "one".');
    assert.deepEqual([errors, unread], [[], []]);
    session.close();
  });

  it('connects with a minted token whatever the model is called, once', async () => {
    const minted = await fetch(`${url}/v1/realtime/client_secrets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${standardKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session: { type: 'realtime', model: 'rehearsal' } }),
    });
    const { value: apiKey } = (await minted.json()) as { value: string };
    const { session, errors } = await connect({ apiKey, model: 'rehearsal', config: written });
    assert.deepEqual(errors, []);
    session.close();
    await assert.rejects(connect({ apiKey, model: 'rehearsal' }), ({ error }) => /401/.test(error.message));
  });

  it('tells a mistake by the service’s words', async () => {
    const { session, errors, count } = await connect({ config: written });
    session.transport.sendEvent({ type: 'conversation.item.delete', item_id: 'nowhere' });
    await until(() => count('error') === 1);
    assert.match(errors.join(), /item_not_found/);
    session.close();
  });
});
