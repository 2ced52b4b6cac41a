// The `openai` package's client of the beta, against the local service in that dialect.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/beta/realtime/ws';
import { createLocalService } from 'voxreel/local';

import { measureLoudness } from '../../../src/local/realtime/loudness.js';
import { createInbox, field, standardKey } from '../local/realtime/talker.js';
import { plainSocket } from './plain-socket.js';
import { decoded, inBase64, spokenTurn } from './spoken-turn.js';

describe('the beta client of the openai package', () => {
  const service = createLocalService({ key: standardKey, realtime: { pace: { audioRate: 40, wordMs: 1 }, transcriptionDelayMs: 20 } });
  let client: OpenAI;
  before(async () => {
    client = new OpenAI({ apiKey: standardKey, baseURL: `${(await service.listen()).url}/v1` });
  });
  after(() => service.close());

  async function dial(using: OpenAI) {
    const realtime = new OpenAIRealtimeWS({ model: 'gpt-4o-realtime-preview', options: plainSocket }, using);
    const inbox = createInbox(false);
    const errors: string[] = [];
    realtime.on('error', ({ message }) => errors.push(message));
    realtime.on('event', (event) => inbox.take(JSON.stringify(event)));
    const session = field(await inbox.next('session.created'), 'session');
    return { realtime, inbox, session, errors };
  }

  it('mints, speaks, is spoken to and calls a function', async () => {
    const minted = await client.beta.realtime.sessions.create({
      model: 'gpt-4o-realtime-preview',
      voice: 'sage',
      modalities: ['text', 'audio'],
    });
    assert.ok(minted.client_secret.expires_at > Date.now() / 1000);
    const { realtime, inbox, session, errors } = await dial(client.withOptions({ apiKey: minted.client_secret.value }));
    assert.deepEqual([session['voice'], session['modalities']], ['sage', ['text', 'audio']]);
    realtime.send({
      type: 'session.update',
      session: {
        max_response_output_tokens: 4000,
        input_audio_transcription: { model: 'whisper-1' },
        turn_detection: { type: 'server_vad', silence_duration_ms: 300 },
      },
    });
    await inbox.next('session.updated');
    for (const audio of inBase64(await spokenTurn())) realtime.send({ type: 'input_audio_buffer.append', audio });
    const started = await inbox.next('input_audio_buffer.speech_started');
    const stopped = await inbox.next('input_audio_buffer.speech_stopped');
    assert.ok(Number(stopped['audio_end_ms']) > Number(started['audio_start_ms']));
    await inbox.next('conversation.item.input_audio_transcription.completed');
    await inbox.next('response.done');
    const deltas = inbox.events.filter(({ type }) => type === 'response.audio.delta').map(({ delta }) => String(delta));
    assert.ok(measureLoudness(decoded(deltas)).seconds > 1);

    realtime.send({
      type: 'session.update',
      session: {
        modalities: ['text'],
        tools: [
          {
            type: 'function',
            name: 'get_time',
            description: 'The time in a city.',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
          },
        ],
      },
    });
    const ask = 'What time is it in Oslo? Use get_time.';
    realtime.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: ask }] },
    });
    realtime.send({ type: 'response.create' });
    const call = await inbox.next('response.function_call_arguments.done');
    assert.deepEqual(JSON.parse(String(call['arguments'])), { city: 'Oslo' });
    await inbox.next('response.done');
    realtime.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: String(call['call_id']), output: '12:34' },
    });
    realtime.send({ type: 'response.create' });
    assert.match(String((await inbox.next('response.text.done'))['text']), /12:34/);
    realtime.send({ type: 'conversation.item.retrieve', item_id: String(call['item_id']) });
    assert.equal(field(await inbox.next('conversation.item.retrieved'), 'item')['name'], 'get_time');
    assert.deepEqual(errors, []);
    realtime.send({ type: 'response.cancel', event_id: 'idle' });
    const refusal = field(await inbox.next('error'), 'error');
    assert.deepEqual([refusal['code'], refusal['event_id']], ['response_cancel_not_active', 'idle']);
    realtime.close();
  });
});
