// OpenAI's Live API as aimock plays it: it checks each command against the protocol, and holds both sides to a written conversation. The maker's own client holds the same one.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import { LLMock } from '@copilotkit/aimock';
import OpenAI from 'openai';
import type * as Live from 'openai/resources/live/live';
import { LiveWS } from 'openai/resources/live/ws';
import { openaiLive } from 'voxreel/services/openai-live';

import { openLine, type Said } from './voice-line.js';

const tool = {
  type: 'function',
  name: 'weather',
  description: 'The weather of a place.',
  parameters: { type: 'object', properties: { place: { type: 'string' } } },
} as const;
const config = {
  model: 'gpt-live-1',
  instructions: 'Be brief.',
  audio: { format: { type: 'audio/pcm', rate: 24_000 }, output: { voice: 'marin' } },
  delegation: { type: 'responses', responses: { model: 'gpt-5.6-luna', instructions: 'Be brief.', tools: [tool] } },
} satisfies Live.SessionConfig;
const heard = 'AAABAP//AgD+/wAA';
const said = 'AAACAP7/AQD//wAA';
const result = '{"warm":true}';
const item = { type: 'function_call_output', call_id: 'call_1', output: result } as const;
const resource = { ...config, id: 'live_1', expires_at: 2_000_000_000, status: 'active' };
const nested = (event: object) => ({ type: 'response.event', delegation_id: 'del_1', event });

interface Entry {
  readonly direction: 'client' | 'server';
  readonly event: Readonly<Record<string, unknown>>;
}
const client = (event: Live.ClientEvent): Entry => ({ direction: 'client', event: { ...event } });
const server = (event: object): Entry => ({ direction: 'server', event: event as Readonly<Record<string, unknown>> });

/** The conversation: a spoken question, a tool, and the spoken answer. */
const entries: readonly Entry[] = [
  client({ type: 'session.start', session: config }),
  server({ type: 'session.started', session: resource }),
  client({ type: 'session.input_audio.append', audio: heard }),
  server({ type: 'session.input_transcript.delta', delta: 'Warm in Rome?', start_ms: 0, end_ms: 400 }),
  server({
    type: 'session.delegation.created',
    offset_ms: 400,
    delegation: { id: 'del_1', type: 'delegation', target: 'responses', response_id: 'resp_1' },
  }),
  server(
    nested({
      type: 'response.output_item.added',
      item: { id: 'fc_1', type: 'function_call', status: 'in_progress', arguments: '', call_id: 'call_1', name: 'weather' },
    }),
  ),
  server(
    nested({
      type: 'response.output_item.done',
      item: { id: 'fc_1', type: 'function_call', status: 'completed', arguments: '{"place":"Rome"}', call_id: 'call_1', name: 'weather' },
    }),
  ),
  server(nested({ type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } })),
  client({ type: 'response.item.create', item }),
  client({ type: 'response.create' }),
  server({ type: 'session.output_transcript.delta', delta: 'It is.', start_ms: 500, end_ms: 900 }),
  server({ type: 'session.output_audio.delta', delta: said }),
  server({ type: 'session.usage.updated', usage: { seconds: 1 } }),
  server({ type: 'session.usage.updated', usage: { seconds: 2 } }),
  server({ type: 'session.closed', reason: 'close_requested', session: resource, usage: { seconds: 2 } }),
];

/** As aimock expects it: which command releases each answer, and which ids are generated. */
function transcriptOf(): object {
  let [commands, audioBytes, events] = [0, 0, 0];
  const bindings: object[] = [];
  const known = new Set<string>();
  const bind = (entry: number, pointer: string, name: string, owner: 'client' | 'server'): void => {
    bindings.push({ entry, pointer, name, action: known.has(name) ? 'reference' : 'define', owner });
    known.add(name);
  };
  const ids = [
    ['/session/id', 'session'],
    ['/delegation/id', 'delegation'],
    ['/delegation/response_id', 'response'],
    ['/delegation_id', 'delegation'],
    ['/event/response/id', 'response'],
    ['/event/item/id', 'item'],
    ['/event/item/call_id', 'call'],
    ['/item/call_id', 'call'],
  ] as const;
  const has = (event: object, pointer: string): boolean =>
    typeof pointer
      .slice(1)
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], event) === 'string';
  const written = entries.map(({ direction, event }, at) => {
    const isSilent = event['type'] === 'session.output_audio.delta';
    const named = direction === 'server' && !isSilent ? { ...event, event_id: `event_${(events += 1)}` } : event;
    if ('event_id' in named) bind(at, '/event_id', `event-${events}`, 'server');
    for (const [pointer, name] of ids) if (has(named, pointer)) bind(at, pointer, name, 'server');
    if (direction === 'client') {
      const { audio } = event;
      if (typeof audio === 'string') audioBytes += Buffer.from(audio, 'base64').length;
      else [commands, audioBytes] = [commands + 1, 0];
    }
    const barrier = direction === 'server' ? { barrier: { command: commands, audioBytes } } : {};
    return { direction, atMs: at, event: named, ...barrier };
  });
  return {
    version: 1,
    model: 'gpt-live-1',
    mode: 'managed',
    audio: { encoding: 'pcm16le', sampleRateHz: 24_000, channels: 1 },
    configuration: config,
    entries: written,
    bindings,
    capture: { source: 'authored', complete: true, terminalEntry: entries.length - 1 },
  };
}

describe('OpenAI Live, played by aimock', { timeout: 120_000 }, () => {
  const mock = new LLMock({ port: 0 });
  before(() => mock.start());
  after(() => mock.stop());
  afterEach(() => mock.clearFixtures());
  const plan = (): unknown =>
    mock.on({ endpoint: 'openai-live', model: 'gpt-live-1' }, { live: transcriptOf(), liveTiming: 'immediate' } as Parameters<
      typeof mock.on
    >[1]);

  it('holds the conversation: a spoken question, a tool of the page, a spoken answer', async () => {
    plan();
    const service = openaiLive({ apiKey: 'sk-live-0123456789', baseUrl: `${mock.url}/v1` });
    const line = await openLine(service, 'gpt-live-1', { instructions: 'Be brief.', voice: 'marin', tools: [tool] });
    await line.hear('session.created');
    line.say({ type: 'input_audio_buffer.append', audio: heard });
    const call = await line.hear('response.function_call_arguments.done');
    assert.deepEqual([call['name'], call['arguments']], ['weather', '{"place":"Rome"}']);
    assert.equal(((await line.hear('response.done'))['response'] as Said)['status'], 'completed');
    line.say({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: String(call['call_id']), output: result },
    });
    line.say({ type: 'response.create' });
    assert.equal((await line.hear('response.audio.delta'))['delta'], said);
    assert.equal((await line.hear('response.audio_transcript.done'))['transcript'], 'It is.');
    assert.equal(((await line.hear('response.done'))['response'] as Said)['status'], 'completed');
    assert.equal((await line.hear('conversation.item.input_audio_transcription.completed'))['transcript'], 'Warm in Rome?');
    await line.closed;
    assert.deepEqual(
      line.heard.filter(({ type }) => type === 'unknown' || type === 'error'),
      [],
    );
  });

  it('is held to the same one as the maker’s client', async () => {
    plan();
    const socket = new LiveWS(new OpenAI({ apiKey: 'sk-live-0123456789', baseURL: `${mock.url}/v1` }));
    const types: string[] = [];
    let callId = '';
    socket.on('event', (event) => {
      types.push(event.type);
      if (event.type === 'session.started') socket.send({ type: 'session.input_audio.append', audio: heard });
      if (event.type !== 'response.event') return;
      const { type, item: made } = event.event as { readonly type: string; readonly item?: { readonly call_id: string } };
      callId = made?.call_id ?? callId;
      if (type !== 'response.completed') return;
      socket.send({ type: 'response.item.create', item: { ...item, call_id: callId } });
      socket.send({ type: 'response.create' });
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.send({ type: 'session.start', session: config });
    await closed;
    assert.deepEqual(
      types,
      entries.filter(({ direction }) => direction === 'server').map(({ event }) => event['type']),
    );
  });
});
