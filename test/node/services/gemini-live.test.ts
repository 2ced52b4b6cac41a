// Gemini Live through the relay: what a page says and hears, and what reaches Google. Google is played from the types of `@google/genai`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { LLMock } from '@copilotkit/aimock';
import { at, google } from 'voxreel/services';

import { talkThrough, type PageSocket, type RelayedTalk } from './relayed-service.js';
import { scriptedWire, type MakersConnection, type ScriptedWire } from './scripted-wire.js';

const key = 'AIzaSyD0123456789abcdefghijklmnopqrstu';
const model = 'gemini-2.5-flash-native-audio-preview-12-2025';
const has = (name: string) => (frame: unknown) => at(frame, name) !== undefined;
/** 24 samples: a millisecond of the documents' sound. */
const sound = Buffer.alloc(48 * 100, 1).toString('base64');
const piece = { inlineData: { mimeType: 'audio/pcm;rate=24000', data: sound } };
const typesIn = (page: PageSocket) => page.heard.map(({ type }) => type);

describe('Gemini Live through the relay', { timeout: 120_000 }, () => {
  let maker: ScriptedWire;
  let site: RelayedTalk;
  let page: PageSocket;
  let connection: MakersConnection;
  let count = 0;

  before(async () => {
    maker = await scriptedWire();
    site = await talkThrough(google({ apiKey: key, baseUrl: maker.url }), model, {
      session: { fixed: { instructions: 'You sell shoes.' } },
    });
  });
  after(async () => {
    await site.close();
    await maker.close();
  });

  async function connected(session: object = { modalities: ['audio'], voice: 'Puck' }): Promise<void> {
    page = await site.open();
    page.say({ type: 'session.update', event_id: 'e1', session });
    connection = await maker.connection(count++);
    await connection.hears(has('setup'));
    connection.say({ setupComplete: { sessionId: 's1' } });
    await page.hear('session.created');
  }

  it('sets up once, with the lock and the settings of the page', async () => {
    await connected();
    const [setup] = connection.received;
    assert.deepEqual(setup, {
      setup: {
        model: `models/${model}`,
        generationConfig: { responseModalities: ['AUDIO'], speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } } },
        systemInstruction: { parts: [{ text: 'You sell shoes.' }] },
        outputAudioTranscription: {},
        sessionResumption: {},
        contextWindowCompression: { slidingWindow: {} },
      },
    });
    assert.equal(connection.url, `/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent?key=${key}`);
    page.close();
    await connection.closed;
  });

  it('has a spoken turn: sound at 16 kHz in, at 24 kHz out, with the words of both', async () => {
    await connected({ modalities: ['audio'], input_audio_transcription: {} });
    for (let sent = 0; sent < 3; sent++) page.say({ type: 'input_audio_buffer.append', audio: sound });
    const frame = await connection.hears(has('realtimeInput.audio'));
    assert.equal(at(frame, 'realtimeInput.audio.mimeType'), 'audio/pcm;rate=16000');
    connection.say({ serverContent: { inputTranscription: { text: 'Hi ' } } });
    assert.ok((await page.hear('input_audio_buffer.speech_started'))['item_id']);
    connection.say({ serverContent: { inputTranscription: { text: 'there' } } });
    connection.say({ serverContent: { modelTurn: { parts: [piece] } } });
    connection.say({ serverContent: { outputTranscription: { text: 'Hello.' } } });
    connection.say({ serverContent: { generationComplete: true } });
    connection.say({
      serverContent: { turnComplete: true },
      usageMetadata: { promptTokenCount: 5, responseTokenCount: 7, totalTokenCount: 12 },
    });
    const done = await page.hear('response.done');
    assert.equal(at(done, 'response.status'), 'completed');
    assert.deepEqual(at(done, 'response.usage'), { total_tokens: 12, input_tokens: 5, output_tokens: 7 });
    assert.deepEqual(typesIn(page), [
      'session.created',
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.created',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
      'response.output_item.added',
      'conversation.item.created',
      'response.content_part.added',
      'response.audio.delta',
      'response.audio_transcript.delta',
      'response.audio.done',
      'response.audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.done',
    ]);
    const words = page.heard.find(({ type }) => type === 'conversation.item.input_audio_transcription.completed');
    assert.equal(words?.['transcript'], 'Hi there');
    const bytes = connection.received.flatMap((one) => {
      const data = at(one, 'realtimeInput.audio.data');
      return typeof data === 'string' ? [Buffer.from(data, 'base64').length] : [];
    });
    const got = bytes.reduce((sum, one) => sum + one, 0);
    assert.ok(Math.abs(got - (3 * 48 * 100 * 2) / 3) < 100, `${got} bytes of 9600`);
    page.close();
  });

  it('is interrupted: the page hears that somebody speaks, then that the answer is over, and what it heard is kept', async () => {
    await connected();
    connection.say({ serverContent: { modelTurn: { parts: [piece] } } });
    const { item_id, content_index } = await page.hear('response.audio.delta');
    connection.say({ serverContent: { interrupted: true } });
    await page.hear('input_audio_buffer.speech_started');
    assert.equal(at(await page.hear('response.done'), 'response.status'), 'cancelled');
    page.say({ type: 'conversation.item.truncate', item_id, content_index, audio_end_ms: 40 });
    const cut = await page.hear('conversation.item.truncated');
    assert.deepEqual([cut['item_id'], cut['audio_end_ms']], [item_id, 40]);
    page.close();
  });

  it('calls a function, and goes on when it has the result', async () => {
    const tools = [{ type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } }];
    await connected({ tools });
    assert.deepEqual(at(connection.received[0], 'setup.tools.0.functionDeclarations.0'), {
      name: 'weather',
      parametersJsonSchema: { type: 'object', properties: {} },
    });
    connection.say({ toolCall: { functionCalls: [{ id: 'c1', name: 'weather', args: { city: 'Oslo' } }] } });
    const call = await page.hear('response.function_call_arguments.done');
    assert.deepEqual([call['call_id'], call['name'], call['arguments']], ['c1', 'weather', '{"city":"Oslo"}']);
    await page.hear('response.done');
    page.say({
      type: 'conversation.item.create',
      item: { id: 'o1', type: 'function_call_output', call_id: 'c1', output: '{"celsius":4}' },
    });
    page.say({ type: 'response.create' });
    const frame = await connection.hears(has('toolResponse'));
    assert.deepEqual(at(frame, 'toolResponse.functionResponses.0'), { id: 'c1', name: 'weather', response: { celsius: 4 } });
    connection.say({ serverContent: { modelTurn: { parts: [{ text: 'Four.' }] }, turnComplete: true } });
    assert.equal((await page.hear('response.text.done'))['text'], 'Four.');
    page.close();
  });

  it('is shown pictures, which the list of models says that it takes', async () => {
    const { data } = (await (await fetch(`${site.url}/v1/models`)).json()) as { data: { id: string; limits?: { images?: object } }[] };
    const limits = data.find(({ id }) => id === model)?.limits?.images;
    assert.deepEqual(limits, { encoding: 'data-url', max: 1, maxBytes: 180_000, types: ['image/jpeg', 'image/png'] });
    await connected();
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image', image_url: 'data:image/png;base64,iVBORw0K' },
    ];
    page.say({ type: 'conversation.item.create', item: { id: 'i1', type: 'message', role: 'user', content } });
    page.say({ type: 'response.create' });
    assert.deepEqual(at(await connection.hears(has('clientContent')), 'clientContent.turns.0.parts'), [
      { text: 'What is this?' },
      { inlineData: { mimeType: 'image/png', data: 'iVBORw0K' } },
    ]);
    // Of a shared screen: seen with what is said next, and no turn that would interrupt the model.
    const screen = [{ type: 'image', image_url: 'data:image/jpeg;base64,/9j/' }];
    page.say({ type: 'conversation.item.create', item: { id: 'i2', type: 'message', role: 'user', content: screen } });
    page.say({ type: 'input_audio_buffer.append', audio: sound });
    const seen = await connection.hears(has('realtimeInput.video'));
    assert.deepEqual(at(seen, 'realtimeInput.video'), { mimeType: 'image/jpeg', data: '/9j/' });
    assert.equal(connection.received.filter(has('clientContent')).length, 1);
    page.close();
  });

  it('moves to another connection when Google goes away, without a word to the page and without telling the conversation again', async () => {
    await connected();
    page.say({
      type: 'conversation.item.create',
      item: { id: 'i1', type: 'message', role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    });
    page.say({ type: 'response.create' });
    await connection.hears(has('clientContent'));
    connection.say({ serverContent: { modelTurn: { parts: [{ text: 'Hello.' }] }, turnComplete: true } });
    await page.hear('response.done');
    const before = page.heard.length;
    connection.say({ sessionResumptionUpdate: { newHandle: 'h1', resumable: true } });
    connection.say({ goAway: { timeLeft: '9.5s' } });
    const next = await maker.connection(count++);
    assert.equal(at(await next.hears(has('setup')), 'setup.sessionResumption.handle'), 'h1');
    assert.equal(await connection.closed, 1000);
    // What is said meanwhile waits.
    page.say({
      type: 'conversation.item.create',
      item: { id: 'i2', type: 'message', role: 'user', content: [{ type: 'text', text: 'Go on' }] },
    });
    page.say({ type: 'response.create' });
    next.say({ setupComplete: {} });
    const content = await next.hears(has('clientContent'));
    assert.deepEqual(at(content, 'clientContent.turns'), [{ role: 'user', parts: [{ text: 'Go on' }] }], 'the turn alone');
    assert.equal(at(next.received[0], 'setup.systemInstruction.parts.0.text'), 'You sell shoes.');
    assert.deepEqual(
      page.heard.slice(before).map(({ type }) => type),
      ['conversation.item.created'],
      'of the move it hears nothing',
    );
    page.close();
  });

  it('stays until what the user is saying has been answered', async () => {
    await connected();
    connection.say({ voiceActivity: { voiceActivityType: 'ACTIVITY_START' } });
    await page.hear('input_audio_buffer.speech_started');
    connection.say({ sessionResumptionUpdate: { newHandle: 'early', resumable: true } });
    connection.say({ goAway: { timeLeft: '9.5s' } });
    connection.say({ voiceActivity: { voiceActivityType: 'ACTIVITY_END' } });
    connection.say({ serverContent: { modelTurn: { parts: [{ text: 'Hello.' }] }, turnComplete: true } });
    await page.hear('response.done');
    connection.say({ sessionResumptionUpdate: { newHandle: 'late', resumable: true } });
    const next = await maker.connection(count++);
    assert.equal(at(await next.hears(has('setup')), 'setup.sessionResumption.handle'), 'late');
    page.close();
  });

  it('takes up a connection that breaks where Google keeps the conversation, and hands the break on where it does not', async () => {
    await connected();
    connection.say({ sessionResumptionUpdate: { newHandle: 'h2', resumable: true } });
    page.say({ type: 'input_audio_buffer.clear' });
    await page.hear('input_audio_buffer.cleared');
    connection.cut();
    const next = await maker.connection(count++);
    assert.equal(at(await next.hears(has('setup')), 'setup.sessionResumption.handle'), 'h2');
    next.say({ setupComplete: {} });
    page.say({ type: 'input_audio_buffer.clear' });
    await page.hear('input_audio_buffer.cleared');
    next.cut();
    assert.equal((await page.closed)[0], 1011);
  });

  it('says why where Google does not take the key, and that it is not to be tried again', async () => {
    maker.refuse = {
      status: 401,
      body: JSON.stringify({ error: { code: 401, message: `API key ${key} not valid.`, status: 'UNAUTHENTICATED' } }),
    };
    page = await site.open();
    page.say({ type: 'session.update', session: {} });
    const error = await page.hear('error');
    assert.equal(at(error, 'error.code'), 'upstream_unauthorized');
    const [code, reason] = await page.closed;
    assert.deepEqual([code, reason.split(':')[0]], [1008, 'upstream_unauthorized']);
    maker.refuse = { status: 503, body: 'busy' };
    page = await site.open();
    page.say({ type: 'session.update', session: {} });
    await page.hear('error');
    assert.equal((await page.closed)[0], 1011, 'this may be tried again');
    maker.refuse = undefined;
  });

  it('never breaks over what Google may say', async () => {
    await connected();
    for (const frame of [
      '',
      'null',
      '[]',
      '{',
      '{"serverContent":7}',
      '{"toolCall":{"functionCalls":[null,{"id":5}]}}',
      '{"goAway":{"timeLeft":"soon"}}',
      '{"news":1}',
    ])
      connection.say(frame);
    connection.say(new TextEncoder().encode('{"serverContent":{"modelTurn":{"parts":[{"text":"Still here."}]},"turnComplete":true}}'));
    assert.equal((await page.hear('response.text.done'))['text'], 'Still here.');
    connection.say({ error: { code: 3, message: `Bad ${key}`, status: 'INVALID_ARGUMENT' } });
    const error = await page.hear('error');
    assert.deepEqual([at(error, 'error.code'), at(error, 'error.message')], ['invalid_argument', 'Bad [key]']);
    page.close();
  });

  it('keeps the lock: what the page says of a locked field is refused, before and after', async () => {
    page = await site.open();
    page.say({ type: 'session.update', event_id: 'mine', session: { instructions: 'You give shoes away.' } });
    assert.equal(at(await page.hear('error'), 'error.code'), 'session_field_not_allowed');
    connection = await maker.connection(count++);
    const setup = await connection.hears(has('setup'));
    assert.equal(at(setup, 'setup.systemInstruction.parts.0.text'), 'You sell shoes.');
    connection.say({ setupComplete: {} });
    await page.hear('session.created');
    page.say({ type: 'session.update', event_id: 'later', session: { voice: 'Kore' } });
    assert.equal(at(await page.hear('error'), 'error.code'), 'session_fixed');
    page.close();
  });

  it('leaves the key nowhere: in no event, no answer, no line of the log', async () => {
    const said = JSON.stringify([page.heard, site.log]);
    assert.ok(site.log.length > 10);
    assert.ok(!said.includes(key), 'the key');
  });
});

describe('Gemini Live, as aimock plays it', { timeout: 120_000 }, () => {
  let mock: LLMock;
  let site: RelayedTalk;
  before(async () => {
    mock = new LLMock({ port: 0 });
    mock.onMessage('What is the weather?', { toolCalls: [{ name: 'weather', arguments: '{"city":"Oslo"}' }] });
    mock.on({ toolCallId: 'c1' }, { content: 'Four degrees.' });
    mock.onMessage('Hello', { content: 'Good morning to you.' });
    await mock.start();
    site = await talkThrough(google({ apiKey: key, baseUrl: mock.url }), model);
  });
  after(async () => {
    await site.close();
    await mock.stop();
  });

  it('has a written turn and a function call', async () => {
    const page = await site.open();
    const ask = (text: string) => {
      page.say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'text', text }] } });
      page.say({ type: 'response.create' });
    };
    page.say({ type: 'session.update', session: { modalities: ['text'] } });
    await page.hear('session.created');
    ask('Hello');
    assert.equal((await page.hear('response.text.done'))['text'], 'Good morning to you.');
    await page.hear('response.done');
    ask('What is the weather?');
    const call = await page.hear('response.function_call_arguments.done');
    assert.equal(call['arguments'], '{"city":"Oslo"}');
    await page.hear('response.done');
    page.close();
  });
});
