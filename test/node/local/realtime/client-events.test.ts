// The nine client events and the twenty-eight server events, by name, over a real WebSocket.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createLocalService } from 'voxreel/local';
import type { LocalService } from 'voxreel/local';
import { clientEventTypes, serverEventTypes } from 'voxreel/protocol';

import { connect, field, silence, standardKey, tone, userText } from './talker.js';
import type { Received, Talker } from './talker.js';

describe('the realtime engine over a WebSocket', () => {
  let service: LocalService;
  let url: string;
  const seen = new Set<string>();
  const sent = new Set<string>();

  before(async () => {
    service = createLocalService({ key: standardKey, realtime: { pace: { audioRate: 40, wordMs: 1 }, transcriptionDelayMs: 20 } });
    ({ url } = await service.listen());
  });
  after(() => service.close());

  /** A fresh session; what it sent and saw is counted. */
  async function talk(run: (talker: Talker) => Promise<void>): Promise<void> {
    const talker = await connect(url);
    const counted: Talker = {
      ...talker,
      send(event) {
        sent.add(String(event['type']));
        talker.send(event);
      },
    };
    try {
      await run(counted);
    } finally {
      for (const type of talker.types()) seen.add(type);
      await talker.close();
    }
  }

  async function speakTo(talker: Talker, session: Record<string, unknown> = {}): Promise<void> {
    talker.send({ type: 'session.update', session: { modalities: ['text', 'audio'], turn_detection: null, ...session } });
    await talker.next('session.updated');
  }

  it('session.created and conversation.created open every session, with the documented defaults', () =>
    talk(async (talker) => {
      const session = field(await talker.next('session.created'), 'session');
      assert.equal(session['object'], 'realtime.session');
      assert.equal(session['model'], 'test');
      assert.equal(session['status'], 'active');
      assert.deepEqual(session['modalities'], ['text']);
      assert.equal(session['voice'], 'alloy');
      assert.equal(session['temperature'], 1);
      assert.equal(session['max_output_tokens'], 'inf');
      assert.equal(session['turn_detection'], null);
      const conversation = field(await talker.next('conversation.created'), 'conversation');
      assert.equal(conversation['object'], 'realtime.conversation');
      assert.deepEqual(talker.types(), ['session.created', 'conversation.created']);
    }));

  it('session.update, nested or flat, is answered by session.updated', () =>
    talk(async (talker) => {
      talker.send({ type: 'session.update', session: { instructions: 'Be brief.', voice: 'a-voice-of-tomorrow', temperature: 0.2 } });
      const nested = field(await talker.next('session.updated'), 'session');
      assert.equal(nested['instructions'], 'Be brief.');
      assert.equal(nested['voice'], 'a-voice-of-tomorrow');
      talker.send({ type: 'session.update', modalities: ['text', 'audio'], max_output_tokens: 12 });
      const flat = field(await talker.next('session.updated'), 'session');
      assert.equal(flat['instructions'], 'Be brief.');
      assert.equal(flat['max_output_tokens'], 12);
      assert.deepEqual(flat['turn_detection'], { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 500, silence_duration_ms: 1000 });
    }));

  it('session.update out of a documented range is an error that names the field and the event', () =>
    talk(async (talker) => {
      talker.send({ type: 'session.update', event_id: 'mine', session: { temperature: 2.5 } });
      const error = field(await talker.next('error'), 'error');
      assert.equal(error['type'], 'invalid_request_error');
      assert.equal(error['code'], 'invalid_event');
      assert.equal(error['param'], 'session.temperature');
      assert.equal(error['event_id'], 'mine');
    }));

  it('malformed JSON, no object and an unknown type are errors, and the session goes on', () =>
    talk(async (talker) => {
      for (const text of ['{', '[]', '"x"', '{"type":"response.invent","event_id":"e1"}', '{"event_id":"e2"}']) {
        talker.sendText(text);
        const error = field(await talker.next('error'), 'error');
        assert.equal(error['code'], 'invalid_event', text);
        assert.equal(error['event_id'], /"(e\d)"/.exec(text)?.[1] ?? null);
      }
      talker.send({ type: 'input_audio_buffer.clear' });
      await talker.next('input_audio_buffer.cleared');
    }));

  it('input_audio_buffer.append and input_audio_buffer.commit make a user item', () =>
    talk(async (talker) => {
      talker.send({ type: 'input_audio_buffer.append', audio: tone(0.5) });
      talker.send({ type: 'input_audio_buffer.commit' });
      const committed = await talker.next('input_audio_buffer.committed');
      assert.equal(committed['previous_item_id'], null);
      const created = await talker.next('conversation.item.created');
      assert.equal(field(created, 'item')['id'], committed['item_id']);
      assert.deepEqual(field(created, 'item')['content'], [{ type: 'audio', transcript: null }]);
    }));

  it('input_audio_buffer.clear empties the buffer, and an empty commit is an error', () =>
    talk(async (talker) => {
      talker.send({ type: 'input_audio_buffer.append', audio: tone(0.5) });
      talker.send({ type: 'input_audio_buffer.clear' });
      await talker.next('input_audio_buffer.cleared');
      talker.send({ type: 'input_audio_buffer.commit', event_id: 'empty' });
      const error = field(await talker.next('error'), 'error');
      assert.equal(error['code'], 'input_audio_buffer_commit_empty');
      assert.equal(error['event_id'], 'empty');
    }));

  it('audio that is no Base64 is refused', () =>
    talk(async (talker) => {
      talker.send({ type: 'input_audio_buffer.append', audio: 'not base64!' });
      assert.equal(field(await talker.next('error'), 'error')['param'], 'audio');
    }));

  it('conversation.item.create puts items where previous_item_id says', () =>
    talk(async (talker) => {
      const create = async (id: string, fields: Record<string, unknown> = {}) => {
        const event = userText(id, fields);
        talker.send({ ...event, item: { ...event.item, id } });
        return (await talker.next('conversation.item.created'))['previous_item_id'];
      };
      assert.equal(await create('a'), null);
      assert.equal(await create('b'), 'a');
      assert.equal(await create('between', { previous_item_id: 'a' }), 'a');
      assert.equal(await create('c', { previous_item_id: null }), 'b');
      talker.send(userText('lost', { previous_item_id: 'nowhere', event_id: 'e' }));
      const error = field(await talker.next('error'), 'error');
      assert.equal(error['code'], 'item_not_found');
      assert.equal(error['param'], 'previous_item_id');
    }));

  it('conversation.item.create refuses audio of the assistant and an id that is taken', () =>
    talk(async (talker) => {
      talker.send({
        type: 'conversation.item.create',
        item: { type: 'message', role: 'assistant', content: [{ type: 'audio', audio: tone(0.2) }] },
      });
      assert.equal(field(await talker.next('error'), 'error')['param'], 'item.content[0].type');
      const event = userText('twice');
      talker.send({ ...event, item: { ...event.item, id: 'same' } });
      talker.send({ ...event, item: { ...event.item, id: 'same' } });
      assert.equal(field(await talker.next('error'), 'error')['code'], 'item_already_exists');
    }));

  it('conversation.item.delete takes an item away once', () =>
    talk(async (talker) => {
      talker.send(userText('gone'));
      const { id } = field(await talker.next('conversation.item.created'), 'item');
      talker.send({ type: 'conversation.item.delete', item_id: id });
      assert.equal((await talker.next('conversation.item.deleted'))['item_id'], id);
      talker.send({ type: 'conversation.item.delete', item_id: id });
      assert.equal(field(await talker.next('error'), 'error')['code'], 'item_not_found');
    }));

  it('response.create with text comes in documented order, counted, with rate_limits.updated last', () =>
    talk(async (talker) => {
      talker.send(userText('What is 6 times 7?'));
      talker.send({ type: 'response.create' });
      const done = field(await talker.next('response.done'), 'response');
      const limits = (await talker.next('rate_limits.updated'))['rate_limits'] as Record<string, unknown>[];
      assert.deepEqual(withoutRepeats(talker.types().slice(2)), [
        'conversation.item.created',
        'response.created',
        'response.output_item.added',
        'conversation.item.created',
        'response.content_part.added',
        'response.text.delta',
        'response.text.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.done',
        'rate_limits.updated',
      ]);
      const deltas = talker.events.filter(({ type }) => type === 'response.text.delta').map(({ delta }) => delta);
      const final = talker.events.find(({ type }) => type === 'response.text.done');
      assert.equal(deltas.join(''), '6 * 7 is 42.');
      assert.equal(final?.['delta'], '6 * 7 is 42.');
      assert.equal(done['status'], 'completed');
      assert.deepEqual(done['usage'], { total_tokens: 10, input_tokens: 5, output_tokens: 5 });
      assert.deepEqual(
        limits.map(({ name }) => name),
        ['requests', 'tokens'],
      );
    }));

  it('response.create with audio streams response.audio.delta and response.audio_transcript.delta', () =>
    talk(async (talker) => {
      await speakTo(talker);
      talker.send(userText('Say good evening'));
      talker.send({ type: 'response.create' });
      const transcript = (await talker.next('response.audio_transcript.done'))['transcript'];
      await talker.next('response.audio.done');
      const part = field(await talker.next('response.content_part.done'), 'part');
      await talker.next('response.done');
      assert.equal(transcript, 'good evening');
      assert.equal(part['transcript'], 'good evening');
      const words = talker.events.filter(({ type }) => type === 'response.audio_transcript.delta').map(({ delta }) => delta);
      assert.equal(words.join(''), 'good evening');
      const bytes = talker.events
        .filter(({ type }) => type === 'response.audio.delta')
        .map(({ delta }) => Buffer.from(String(delta), 'base64').length);
      const seconds = bytes.reduce((sum, length) => sum + length, 0) / 48_000;
      assert.ok(seconds > 0.5 && seconds < 3, `${seconds} s of audio`);
    }));

  it('a second response.create is refused while one is active', () =>
    talk(async (talker) => {
      talker.send(userText('Tell me a long story'));
      talker.send({ type: 'response.create' });
      talker.send({ type: 'response.create', event_id: 'second' });
      const error = field(await talker.next('error'), 'error');
      assert.equal(error['code'], 'conversation_already_has_active_response');
      assert.equal(error['event_id'], 'second');
    }));

  it('response.cancel ends the active response as cancelled, and only an active one', () =>
    talk(async (talker) => {
      talker.send({ type: 'response.cancel', event_id: 'early' });
      assert.equal(field(await talker.next('error'), 'error')['event_id'], 'early');
      talker.send(userText('Tell me a long story'));
      talker.send({ type: 'response.create' });
      await talker.next('response.text.delta');
      talker.send({ type: 'response.cancel' });
      const item = field(await talker.next('response.output_item.done'), 'item');
      const response = field(await talker.next('response.done'), 'response');
      assert.equal(item['status'], 'incomplete');
      assert.equal(response['status'], 'cancelled');
      assert.deepEqual(response['status_details'], { type: 'cancelled', reason: 'client_cancelled' });
      const count = talker.events.length;
      talker.send({ type: 'input_audio_buffer.clear' });
      await talker.next('input_audio_buffer.cleared');
      assert.equal(talker.events.slice(count).filter(({ type }) => type === 'response.text.delta').length, 0);
    }));

  it('max_output_tokens ends a response as incomplete, in text and in audio', () =>
    talk(async (talker) => {
      talker.send(userText('Count to 50'));
      talker.send({ type: 'response.create', response: { max_output_tokens: 5 } });
      const text = field(await talker.next('response.done'), 'response');
      assert.equal(text['status'], 'incomplete');
      assert.deepEqual(text['status_details'], { type: 'incomplete', reason: 'max_output_tokens' });
      assert.equal((text['usage'] as Record<string, unknown>)['output_tokens'], 5);
      talker.send({ type: 'response.create', response: { modalities: ['text', 'audio'], max_output_tokens: 20 } });
      const spoken = field(await talker.next('response.done'), 'response');
      assert.equal(spoken['status'], 'incomplete');
      assert.ok(Number((spoken['usage'] as Record<string, unknown>)['output_tokens']) <= 20);
    }));

  it('function calls stream response.function_call_arguments.delta and answer from their output', () =>
    talk(async (talker) => {
      talker.send({ type: 'session.update', session: { tools: [weather], tool_choice: 'auto' } });
      talker.send(userText('What is the weather in Paris and in Rome?'));
      talker.send({ type: 'response.create' });
      const response = field(await talker.next('response.done'), 'response');
      const calls = response['output'] as Record<string, unknown>[];
      assert.deepEqual(
        calls.map(({ type, name, arguments: text }) => [type, name, JSON.parse(String(text))]),
        [
          ['function_call', 'get_weather', { city: 'Paris' }],
          ['function_call', 'get_weather', { city: 'Rome' }],
        ],
      );
      for (const call of calls) assertStreamed(talker.events, call);
      for (const [i, call] of calls.entries())
        talker.send({
          type: 'conversation.item.create',
          item: { type: 'function_call_output', call_id: call['call_id'], output: JSON.stringify({ temperature: 20 + i }) },
        });
      talker.send({ type: 'response.create' });
      const answer = await talker.next('response.text.done');
      assert.equal(answer['delta'], 'get weather answered: temperature 20. get weather answered: temperature 21.');
    }));

  it('tool_choice none and required are respected', () =>
    talk(async (talker) => {
      talker.send({ type: 'session.update', session: { tools: [weather] } });
      talker.send(userText('weather in Oslo'));
      talker.send({ type: 'response.create', response: { tool_choice: 'none' } });
      const written = field(await talker.next('response.done'), 'response');
      assert.equal((written['output'] as Received[])[0]?.type, 'message');
      talker.send(userText('hello'));
      talker.send({ type: 'response.create', response: { tool_choice: 'required' } });
      const called = field(await talker.next('response.done'), 'response');
      assert.equal((called['output'] as Received[])[0]?.type, 'function_call');
    }));

  it('conversation.item.truncate cuts assistant audio, never past what there is and never to nothing', () =>
    talk(async (talker) => {
      await speakTo(talker);
      talker.send(userText('Say good evening to everybody'));
      talker.send({ type: 'response.create' });
      const response = field(await talker.next('response.done'), 'response');
      const id = (response['output'] as Record<string, unknown>[])[0]?.['id'];
      const truncate = (fields: Record<string, unknown>) =>
        talker.send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, ...fields });
      truncate({ audio_end_ms: 60_000 });
      assert.equal(field(await talker.next('error'), 'error')['param'], 'audio_end_ms');
      truncate({ audio_end_ms: 0 });
      assert.match(String(field(await talker.next('error'), 'error')['message']), /delete the item/);
      truncate({ audio_end_ms: 300, content_index: 1 });
      assert.equal(field(await talker.next('error'), 'error')['param'], 'content_index');
      truncate({ audio_end_ms: 300, item_id: 'nobody' });
      assert.equal(field(await talker.next('error'), 'error')['code'], 'item_not_found');
      truncate({ audio_end_ms: 300 });
      const truncated = await talker.next('conversation.item.truncated');
      assert.deepEqual([truncated['item_id'], truncated['content_index'], truncated['audio_end_ms']], [id, 0, 300]);
      truncate({ audio_end_ms: 301 });
      assert.equal(field(await talker.next('error'), 'error')['param'], 'audio_end_ms');
    }));

  it('the voice cannot change once the session has spoken', () =>
    talk(async (talker) => {
      await speakTo(talker, { voice: 'echo' });
      talker.send(userText('Say yes'));
      talker.send({ type: 'response.create' });
      await talker.next('response.done');
      talker.send({ type: 'session.update', session: { voice: 'shimmer' } });
      assert.equal(field(await talker.next('error'), 'error')['code'], 'cannot_update_voice');
      talker.send({ type: 'response.create', response: { voice: 'shimmer' } });
      assert.equal(field(await talker.next('error'), 'error')['param'], 'response.voice');
    }));

  it('input_audio_transcription.completed says what was measured, .failed what could not be', () =>
    talk(async (talker) => {
      await speakTo(talker, { input_audio_transcription: { model: 'any' } });
      talker.send({ type: 'input_audio_buffer.append', audio: tone(1) });
      talker.send({ type: 'input_audio_buffer.commit' });
      const completed = await talker.next('conversation.item.input_audio_transcription.completed');
      assert.equal(completed['transcript'], '[1.0 s of speech, −15 dBFS; this service does not recognize words]');
      talker.send({ type: 'input_audio_buffer.append', audio: silence(1) });
      talker.send({ type: 'input_audio_buffer.commit' });
      const failed = await talker.next('conversation.item.input_audio_transcription.failed');
      const error = field(failed, 'error');
      assert.equal(error['type'], 'transcription_error');
      assert.equal(error['code'], 'audio_unintelligible');
    }));

  it('server voice detection: speech_started, speech_stopped, commit and an answer, all by itself', () =>
    talk(async (talker) => {
      await speakTo(talker, { turn_detection: { type: 'server_vad', silence_duration_ms: 400, prefix_padding_ms: 200 } });
      for (const audio of [silence(1), tone(1.5), silence(1)]) talker.send({ type: 'input_audio_buffer.append', audio });
      const started = await talker.next('input_audio_buffer.speech_started');
      const stopped = await talker.next('input_audio_buffer.speech_stopped');
      const committed = await talker.next('input_audio_buffer.committed');
      assert.equal(started['item_id'], committed['item_id']);
      assert.equal(stopped['item_id'], committed['item_id']);
      assert.ok(Math.abs(Number(started['audio_start_ms']) - 800) <= 60, `started at ${String(started['audio_start_ms'])}`);
      assert.ok(Math.abs(Number(stopped['audio_start_ms']) - 2900) <= 60, `stopped at ${String(stopped['audio_start_ms'])}`);
      const spoken = await talker.next('response.audio_transcript.done');
      assert.match(String(spoken['transcript']), /^I heard 1\.5 seconds of speech at minus 15 decibels\./);
    }));

  it('speech over a running answer cancels it', () =>
    talk(async (talker) => {
      await speakTo(talker, { turn_detection: { type: 'server_vad', silence_duration_ms: 300 } });
      talker.send(userText('Tell me a long story'));
      talker.send({ type: 'response.create' });
      await talker.next('response.audio.delta');
      for (const audio of [silence(0.6), tone(0.5)]) talker.send({ type: 'input_audio_buffer.append', audio });
      await talker.next('input_audio_buffer.speech_started');
      const response = field(await talker.next('response.done'), 'response');
      assert.equal(response['status'], 'cancelled');
      assert.deepEqual(response['status_details'], { type: 'cancelled', reason: 'turn_detected' });
    }));

  it('has had every documented event', () => {
    assert.deepEqual(
      clientEventTypes.filter((type) => !sent.has(type)),
      [],
    );
    assert.deepEqual(
      serverEventTypes.filter((type) => !seen.has(type)),
      [],
    );
  });
});

const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

function assertStreamed(events: readonly Received[], call: Record<string, unknown>): void {
  const own = events.filter((event) => event['call_id'] === call['call_id']);
  const deltas = own.filter(({ type }) => type === 'response.function_call_arguments.delta').map(({ delta }) => delta);
  const done = own.find(({ type }) => type === 'response.function_call_arguments.done');
  assert.ok(deltas.length > 1);
  assert.equal(deltas.join(''), call['arguments']);
  assert.equal(done?.['arguments'], call['arguments']);
  assert.equal('name' in (done ?? {}), false);
}

const withoutRepeats = (types: readonly string[]): string[] => types.filter((type, i) => type !== types[i - 1]);
