// The `openai` package, as its users write it, against the local service in its maker's dialect of today.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import OpenAI, { AuthenticationError, BadRequestError } from 'openai';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { createLocalService } from 'voxreel/local';

import { measureLoudness } from '../../../src/local/realtime/loudness.js';
import { createInbox, field, standardKey, tone } from '../local/realtime/talker.js';
import type { Received } from '../local/realtime/talker.js';
import { PlainWebSocket, plainSocket } from './plain-socket.js';
import { decoded, inBase64, spokenTurn } from './spoken-turn.js';

const service = createLocalService({ key: standardKey, realtime: { pace: { audioRate: 40, wordMs: 1 }, transcriptionDelayMs: 20 } });
let baseURL = '';
let client: OpenAI;
before(async () => {
  baseURL = `${(await service.listen()).url}/v1`;
  client = new OpenAI({ apiKey: standardKey, baseURL, maxRetries: 0 });
});
after(() => service.close());

type Realtime = OpenAIRealtimeWS | OpenAIRealtimeWebSocket;

/** Resolves when the session is there; rejects with the package's error where it never comes. */
async function follow(realtime: Realtime) {
  const inbox = createInbox(false);
  const refused = new Promise<never>((_, reject) => realtime.on('error', reject));
  refused.catch(() => undefined);
  realtime.on('event', (event) => inbox.take(JSON.stringify(event)));
  const created = await Promise.race([inbox.next('session.created'), refused]);
  const deltas = (type: string) => inbox.events.filter((event) => event.type === type).map(({ delta }) => String(delta));
  return { realtime, inbox, session: field(created, 'session'), deltas, send: realtime.send.bind(realtime) };
}

const dial = (apiKey = standardKey, model = 'gpt-realtime') =>
  follow(new OpenAIRealtimeWS({ model, options: plainSocket }, new OpenAI({ apiKey, baseURL })));

type Followed = Awaited<ReturnType<typeof follow>>;

async function withSession(update: Partial<OpenAI.Realtime.RealtimeSessionCreateRequest>, run: (peer: Followed) => Promise<void>) {
  const peer = await dial();
  try {
    peer.send({ type: 'session.update', session: { type: 'realtime', ...update } });
    await peer.inbox.next('session.updated');
    await run(peer);
  } finally {
    peer.realtime.close();
  }
}

const ask = ({ send }: Followed, text: string) => {
  send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } });
  send({ type: 'response.create' });
};

const hear = ({ send }: Followed, samples: Int16Array) => {
  for (const audio of inBase64(samples)) send({ type: 'input_audio_buffer.append', audio });
};

const ofRole = (role: string, type: string) => (event: Received) => event.type === type && field(event, 'item')['role'] === role;

const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
} as const;

describe('client.realtime.clientSecrets', () => {
  it('mints a token that opens one connection, with the session it was made for', async () => {
    const secret = await client.realtime.clientSecrets.create({
      expires_after: { anchor: 'created_at', seconds: 30 },
      session: { type: 'realtime', model: 'gpt-realtime', instructions: 'Be brief.', audio: { output: { voice: 'marin' } } },
    });
    assert.match(secret.value, /^ek_/);
    assert.ok(Math.abs(secret.expires_at - Date.now() / 1000 - 30) < 3);
    assert.equal(secret.session.type, 'realtime');
    const peer = await dial(secret.value);
    assert.equal(peer.session['id'], 'id' in secret.session ? secret.session.id : undefined);
    assert.equal(peer.session['instructions'], 'Be brief.');
    assert.equal((peer.session['audio'] as OpenAI.Realtime.RealtimeAudioConfig).output?.voice, 'marin');
    peer.realtime.close();
    await assert.rejects(dial(secret.value), /401/);
  });

  it('tells its refusals in the form the package reads', async () => {
    const stranger = new OpenAI({ apiKey: 'wrong', baseURL, maxRetries: 0 });
    await assert.rejects(stranger.realtime.clientSecrets.create({}), (error) => {
      assert.ok(error instanceof AuthenticationError);
      assert.deepEqual([error.status, error.code, error.type], [401, 'invalid_api_key', 'invalid_request_error']);
      return true;
    });
    await assert.rejects(client.realtime.clientSecrets.create({ session: { type: 'realtime', max_output_tokens: 0 } }), (error) => {
      assert.ok(error instanceof BadRequestError);
      assert.deepEqual([error.code, error.param], ['invalid_request', 'max_output_tokens']);
      assert.match(error.message, /max_output_tokens/);
      return true;
    });
  });
});

describe('OpenAIRealtimeWS', () => {
  it('takes every field of a session that the package knows', () =>
    withSession(
      {
        output_modalities: ['text'],
        instructions: 'Be brief.',
        max_output_tokens: 500,
        parallel_tool_calls: false,
        reasoning: { effort: 'low' },
        include: ['item.input_audio_transcription.logprobs'],
        truncation: 'auto',
        tracing: null,
        prompt: null,
        tools: [weather],
        tool_choice: 'auto',
        audio: {
          input: {
            format: { type: 'audio/pcm', rate: 24_000 },
            noise_reduction: { type: 'near_field' },
            transcription: { model: 'whisper-1' },
            turn_detection: { type: 'semantic_vad', eagerness: 'low' },
          },
          output: { format: { type: 'audio/pcmu' }, voice: 'cedar', speed: 1 },
        },
      },
      async ({ inbox }) =>
        assert.deepEqual(
          inbox.types().filter((type) => type === 'error'),
          [],
        ),
    ));

  it('reads a written answer, its items in their order, and what it cost', () =>
    withSession({ output_modalities: ['text'] }, async (peer) => {
      ask(peer, 'What is 6 times 7?');
      const done = await peer.inbox.next('response.output_text.done');
      assert.match(String(done['text']), /42/);
      assert.equal(peer.deltas('response.output_text.delta').join(''), done['text']);
      const response = field(await peer.inbox.next('response.done'), 'response') as OpenAI.Realtime.RealtimeResponse;
      assert.equal(response.status, 'completed');
      const [item] = response.output ?? [];
      assert.deepEqual(item?.type === 'message' && item.content, [{ type: 'output_text', text: done['text'] }]);
      const { total_tokens: total, input_tokens: input = 0, output_tokens: output = 0 } = response.usage ?? {};
      assert.ok(input > 0 && output > 0 && total === input + output);
      const added = await peer.inbox.next(ofRole('assistant', 'conversation.item.added'));
      const asked = await peer.inbox.next(ofRole('user', 'conversation.item.added'));
      assert.equal(added['previous_item_id'], field(asked, 'item')['id']);
      // A repeated item may leave out its place, but not give another.
      const whole = await peer.inbox.next(ofRole('assistant', 'conversation.item.done'));
      assert.ok([undefined, added['previous_item_id']].includes(whole['previous_item_id']), String(whole['previous_item_id']));
      assert.equal(new Set(peer.inbox.events.map(({ event_id: id }) => id)).size, peer.inbox.events.length, 'an event id came twice');
    }));

  it('is heard by server voice detection, transcribed, and answered aloud', () =>
    withSession(
      {
        output_modalities: ['audio'],
        audio: { input: { transcription: { model: 'whisper-1' }, turn_detection: { type: 'server_vad', silence_duration_ms: 300 } } },
      },
      async (peer) => {
        const { inbox } = peer;
        hear(peer, await spokenTurn());
        const started = await inbox.next('input_audio_buffer.speech_started');
        const stopped = await inbox.next('input_audio_buffer.speech_stopped');
        assert.ok(Number(stopped['audio_end_ms']) - Number(started['audio_start_ms']) > 800);
        const committed = await inbox.next('input_audio_buffer.committed');
        assert.deepEqual([started['item_id'], stopped['item_id']], [committed['item_id'], committed['item_id']]);
        const transcribed = await inbox.next('conversation.item.input_audio_transcription.completed');
        assert.equal(transcribed['item_id'], committed['item_id']);
        const response = field(await inbox.next('response.done'), 'response');
        assert.equal(response['status'], 'completed');
        const { seconds, dbfs } = measureLoudness(decoded(peer.deltas('response.output_audio.delta')));
        assert.ok(seconds > 1 && dbfs > -30, `${seconds} s at ${dbfs} dBFS`);
        const transcript = await inbox.next('response.output_audio_transcript.done');
        assert.equal(peer.deltas('response.output_audio_transcript.delta').join(''), transcript['transcript']);
      },
    ));

  it('commits a turn by hand, in a telephone’s sound', () =>
    withSession(
      {
        output_modalities: ['audio'],
        audio: { input: { format: { type: 'audio/pcmu' }, turn_detection: null }, output: { format: { type: 'audio/pcmu' } } },
      },
      async (peer) => {
        peer.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(8000, 0x20).toString('base64') });
        peer.send({ type: 'input_audio_buffer.commit' });
        await peer.inbox.next('input_audio_buffer.committed');
        peer.send({ type: 'response.create', response: { instructions: 'Say exactly: one two three' } });
        await peer.inbox.next('response.done');
        const bytes = peer.deltas('response.output_audio.delta').reduce((sum, delta) => sum + Buffer.from(delta, 'base64').length, 0);
        assert.ok(bytes > 4000 && bytes < 24_000, `${bytes} bytes`);
      },
    ));

  it('calls a function and hears its result', () =>
    withSession({ output_modalities: ['text'], tools: [weather] }, async (peer) => {
      ask(peer, 'What is the weather in Paris?');
      const call = await peer.inbox.next('response.function_call_arguments.done');
      assert.deepEqual([call['name'], JSON.parse(String(call['arguments']))], ['get_weather', { city: 'Paris' }]);
      assert.equal(peer.deltas('response.function_call_arguments.delta').join(''), call['arguments']);
      await peer.inbox.next('response.done');
      const output = JSON.stringify({ temperature: 21 });
      peer.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: String(call['call_id']), output } });
      peer.send({ type: 'response.create' });
      assert.match(String((await peer.inbox.next('response.output_text.done'))['text']), /21/);
    }));

  it('calls the function that tool_choice names, once asked for one answer and once for all', () => {
    const time = { ...weather, name: 'get_time', description: 'The time.' };
    const choice = (name: string) => ({ type: 'function', name }) as const;
    return withSession(
      { output_modalities: ['text'], tools: [time, weather], tool_choice: choice('get_time') },
      async ({ send, inbox }) => {
        const called = async () => (await inbox.next('response.function_call_arguments.done'))['name'];
        send({ type: 'response.create', response: { tool_choice: choice('get_weather') } });
        assert.equal(await called(), 'get_weather');
        await inbox.next('response.done');
        send({ type: 'response.create' });
        assert.equal(await called(), 'get_time');
        await inbox.next('response.done');
        send({ type: 'session.update', session: { type: 'realtime', tool_choice: 'auto' } });
        send({ type: 'response.create' });
        const response = field(await inbox.next('response.done'), 'response') as OpenAI.Realtime.RealtimeResponse;
        assert.equal(response.output?.[0]?.type, 'message');
      },
    );
  });

  it('interrupts by speaking, then cuts the item to what was heard and reads it again', () =>
    withSession({ output_modalities: ['audio'], audio: { input: { turn_detection: { type: 'server_vad' } } } }, async (peer) => {
      ask(peer, 'Tell me a long story');
      const { item_id: itemId } = await peer.inbox.next('response.output_audio.delta');
      hear(peer, await spokenTurn('Stop, please.'));
      await peer.inbox.next('input_audio_buffer.speech_started');
      const response = field(await peer.inbox.next('response.done'), 'response') as OpenAI.Realtime.RealtimeResponse;
      assert.deepEqual([response.status, response.status_details?.reason], ['cancelled', 'turn_detected']);
      const item = String(itemId);
      peer.send({ type: 'conversation.item.truncate', item_id: item, content_index: 0, audio_end_ms: 90 });
      assert.equal((await peer.inbox.next('conversation.item.truncated'))['audio_end_ms'], 90);
      peer.send({ type: 'conversation.item.retrieve', item_id: item });
      const retrieved = field(await peer.inbox.next('conversation.item.retrieved'), 'item');
      assert.deepEqual([retrieved['id'], retrieved['status']], [item, 'incomplete']);
    }));

  it('detects turns by the defaults the package writes down, and tells them', async () => {
    const detected = async (turns: OpenAI.Realtime.RealtimeAudioInputTurnDetection) => {
      const peer = await dial();
      peer.send({ type: 'session.update', session: { type: 'realtime', audio: { input: { turn_detection: turns } } } });
      const { audio } = field(
        await peer.inbox.next('session.updated'),
        'session',
      ) as unknown as OpenAI.Realtime.RealtimeSessionCreateRequest;
      peer.realtime.close();
      return audio?.input?.turn_detection;
    };
    const defaults = { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500 };
    const silent = { create_response: false, interrupt_response: false };
    assert.deepEqual(await detected({ type: 'server_vad' }), { ...defaults, create_response: true, interrupt_response: true });
    // There is no other kind here: what can be kept of it is kept.
    assert.deepEqual(await detected({ type: 'semantic_vad', eagerness: 'high', ...silent }), { ...defaults, ...silent });
  });

  it('cancels, deletes, and inserts at the front', () =>
    withSession({ output_modalities: ['text'] }, async (peer) => {
      ask(peer, 'Count from 1 to 200');
      await peer.inbox.next('response.output_text.delta');
      peer.send({ type: 'response.cancel' });
      assert.equal(field(await peer.inbox.next('response.done'), 'response')['status'], 'cancelled');
      const asked = field(await peer.inbox.next(ofRole('user', 'conversation.item.added')), 'item')['id'];
      peer.send({ type: 'conversation.item.delete', item_id: String(asked) });
      assert.equal((await peer.inbox.next('conversation.item.deleted'))['item_id'], asked);
      peer.send({
        type: 'conversation.item.create',
        previous_item_id: 'root',
        item: { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Be brief.' }] },
      });
      assert.equal((await peer.inbox.next(ofRole('system', 'conversation.item.added')))['previous_item_id'], null);
    }));

  it('hears of each mistake by its event, and goes on', async () => {
    const peer = await dial();
    const told: OpenAI.Realtime.RealtimeError[] = [];
    peer.realtime.on('error', ({ error }) => error && told.push(error));
    peer.send({ type: 'conversation.item.truncate', event_id: 'cut', item_id: 'nowhere', content_index: 0, audio_end_ms: 1 });
    peer.send({ type: 'conversation.item.retrieve', event_id: 'get', item_id: 'nowhere' });
    peer.send({ type: 'input_audio_buffer.commit', event_id: 'nothing' });
    peer.send({ type: 'response.cancel', event_id: 'idle' });
    // @ts-expect-error a field no dialect has
    peer.send({ type: 'session.update', event_id: 'field', session: { type: 'realtime', color: 'red' } });
    // @ts-expect-error no event of any dialect
    peer.send({ type: 'response.invent', event_id: 'event' });
    peer.send({ type: 'input_audio_buffer.append', event_id: 'sound', audio: 'no base64!' });
    peer.send({ type: 'input_audio_buffer.clear' });
    await peer.inbox.next('input_audio_buffer.cleared');
    assert.deepEqual(
      told.map(({ event_id: event, code, param }) => [event, code, param]),
      [
        ['cut', 'item_not_found', 'item_id'],
        ['get', 'item_not_found', 'item_id'],
        ['nothing', 'input_audio_buffer_commit_empty', null],
        ['idle', 'response_cancel_not_active', null],
        ['field', 'unknown_parameter', 'session.color'],
        ['event', 'invalid_event', 'type'],
        ['sound', 'invalid_event', 'audio'],
      ],
    );
    peer.realtime.close();
  });

  it('is refused with a key that is none', () => assert.rejects(dial('wrong'), /401/));
});

describe('OpenAIRealtimeWebSocket', () => {
  const given = globalThis.WebSocket;
  before(() => void Object.assign(globalThis, { WebSocket: PlainWebSocket }));
  after(() => void (given === undefined ? Reflect.deleteProperty(globalThis, 'WebSocket') : (globalThis.WebSocket = given)));

  it('connects as a page does, by subprotocols with a token', async () => {
    const { value } = await client.realtime.clientSecrets.create({ session: { type: 'realtime', output_modalities: ['text'] } });
    const page = new OpenAI({ apiKey: value, baseURL, dangerouslyAllowBrowser: true });
    const peer = await follow(new OpenAIRealtimeWebSocket({ model: 'gpt-realtime', dangerouslyAllowBrowser: true }, page));
    ask(peer, 'Hello');
    assert.match(String((await peer.inbox.next('response.output_text.done'))['text']), /^Hello/);
    peer.send({ type: 'input_audio_buffer.append', audio: tone(0.3) });
    peer.send({ type: 'input_audio_buffer.commit' });
    await peer.inbox.next('input_audio_buffer.committed');
    peer.realtime.close();
  });
});
