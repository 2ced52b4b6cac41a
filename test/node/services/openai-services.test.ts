// OpenAI's Realtime API and Azure's: tokens and calls as the `openai` package types them, and a conversation of a page that speaks the dialect, through the relay to aimock.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { LLMock } from '@copilotkit/aimock';
import type { ClientSecretCreateParams } from 'openai/resources/realtime/client-secrets';
import { createRealtimeSession, transcript, type SessionConfig } from 'voxreel';
import { azure } from 'voxreel/services/azure';
import { openai } from 'voxreel/services/openai';
import type { Service } from 'voxreel/services';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { WebSocket } from 'ws';

import { createOutside } from '../../../src/server/backends/outside.js';
import { talkThrough } from './relayed-service.js';

const key = 'sk-openai-0123456789';
const session: SessionConfig = {
  instructions: 'Be brief.',
  voice: 'marin',
  modalities: ['text', 'audio'],
  input_audio_format: 'g711_ulaw',
  turn_detection: { type: 'server_vad', silence_duration_ms: 300 },
  max_output_tokens: 500,
};
const wanted = {
  session: {
    type: 'realtime',
    model: 'gpt-realtime-2.1',
    output_modalities: ['audio'],
    instructions: 'Be brief.',
    audio: {
      input: { format: { type: 'audio/pcmu' }, turn_detection: { type: 'server_vad', silence_duration_ms: 300 } },
      output: { voice: 'marin' },
    },
    max_output_tokens: 500,
  },
} satisfies ClientSecretCreateParams;

interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const makers = [
  ['openai', '/v1', (url: string): Service => openai({ apiKey: key, baseUrl: `${url}/v1` }), ['authorization', `Bearer ${key}`]],
  ['azure', '/openai/v1', (url: string): Service => azure({ apiKey: key, endpoint: url }), ['api-key', key]],
] as const;

for (const [id, base, service, [header, value]] of makers) {
  describe(id, () => {
    const asked: Asked[] = [];
    let status = 200;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        asked.push({ path: request.url ?? '', headers: request.headers, body });
        if (status !== 200) response.writeHead(status).end('{"error":{"message":"Incorrect API key.","code":"invalid_api_key"}}');
        else if (request.url?.endsWith('/calls') === true) response.writeHead(201).end('v=0\r\nanswer');
        else response.end('{"value":"ek_1","expires_at":1800000000}');
      });
    });
    let url = '';
    before(async () => {
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(() => void server.close());
    const outside = (made: Service) => createOutside(made, { userId: 'ann' }, {}, { timeoutMs: 60_000 });
    const want = { model: 'gpt-realtime-2.1', session };

    it('makes a token for the model and the session', async () => {
      const made = service(url);
      assert.deepEqual(await made.realtime?.mint?.(want, outside(made)), { value: 'ek_1', expiresAt: 1_800_000_000 });
      const last = asked.at(-1);
      assert.equal(last?.path, `${base}/realtime/client_secrets`);
      assert.equal(last.headers[header], value);
      assert.deepEqual(JSON.parse(last.body), wanted);
    });

    it('exchanges an offer with such a token, and not with the key', async () => {
      const made = service(url);
      assert.equal(await made.realtime?.exchange?.('v=0\r\noffer', want, outside(made)), 'v=0\r\nanswer');
      const last = asked.at(-1);
      assert.equal(last?.path, `${base}/realtime/calls`);
      assert.equal(last.headers['authorization'], 'Bearer ek_1');
      assert.equal(last.headers['content-type'], 'application/sdp');
      assert.equal(last.body, 'v=0\r\noffer');
    });

    it('says where the relay connects', async () => {
      const made = service('https://maker.example.org');
      assert.deepEqual(await made.realtime?.socket?.(want, outside(made)), {
        url: `wss://maker.example.org${base}/realtime?model=gpt-realtime-2.1`,
        headers: { [header]: value },
      });
    });

    it('passes on that the key is wrong', async () => {
      const made = service(url);
      status = 401;
      const refused = { code: 'invalid_api_key', status: 401, message: 'Incorrect API key.' };
      await assert.rejects(async () => made.realtime?.mint?.(want, outside(made)), refused);
      if (made.check !== undefined) await assert.rejects(made.check(outside(made)), refused);
      status = 200;
    });
  });
}

describe('OpenAI Realtime, played by aimock', { timeout: 120_000 }, () => {
  const mock = new LLMock({ port: 0, latency: 1 });
  before(() => mock.start());
  after(() => mock.stop());

  it('answers a page that speaks its dialect, through the relay', async (t) => {
    mock.on(
      { userMessage: 'weather', hasToolResult: false },
      { toolCalls: [{ id: 'call_1', name: 'weather', arguments: '{"place":"Rome"}' }] },
    );
    mock.on({ userMessage: 'weather', hasToolResult: true }, { content: 'It is warm.' });
    const site = await talkThrough(openai({ apiKey: key, baseUrl: `${mock.url}/v1` }), 'gpt-realtime');
    t.after(() => site.close());
    const page = await site.open({ subprotocols: [] });
    await page.hear('session.created');
    page.say({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'], instructions: 'Be brief.' } });
    await page.hear('session.updated');
    const content = [{ type: 'input_text', text: 'the weather, please' }];
    page.say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
    page.say({ type: 'response.create' });
    assert.equal((await page.hear('response.function_call_arguments.done'))['arguments'], '{"place":"Rome"}');
    await page.hear('response.done');
    page.say({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_1', output: '{"warm":true}' } });
    page.say({ type: 'response.create' });
    assert.equal((await page.hear('response.output_text.done'))['text'], 'It is warm.');
    await page.hear('response.done');
    assert.ok(!JSON.stringify([page.heard, site.log]).includes(key));
    page.close();
  });

  it('is spoken to in the dialect that the list of models names', async (t) => {
    mock.on({ userMessage: 'hello' }, { content: 'Good day.' });
    const site = await talkThrough(openai({ apiKey: key, baseUrl: `${mock.url}/v1` }), 'gpt-realtime');
    t.after(() => site.close());
    const session = createRealtimeSession({
      baseUrl: site.url,
      model: 'gpt-realtime',
      dialect: 'offered',
      transports: [createWebsocketTransport({ createWebSocket: (url, protocols) => new WebSocket(url, protocols) })],
      modalities: ['text'],
    });
    t.after(() => session.close());
    await session.connect();
    const answered = new Promise((resolve) => session.on('event', ({ type }) => type === 'response.done' && resolve(true)));
    session.sendText('hello');
    await answered;
    const said = transcript(session.store.get()).map(({ text }) => text);
    assert.deepEqual(said, ['hello', 'Good day.']);
  });
});
