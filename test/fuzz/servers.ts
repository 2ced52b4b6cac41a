// Properties of the gateway and of the local service: what a stranger may send them. For Node.
import assert from 'node:assert/strict';

import fc from 'fast-check';
import { createGateway } from 'voxreel/server';

import { createFaults } from '../../src/local/faults.js';
import { createConnection } from '../../src/local/realtime/connection.js';
import { servedDialects } from '../../src/local/realtime/dialects.js';
import { mintClientSecret, mintSession } from '../../src/local/realtime/minting.js';
import { createOpenSessions } from '../../src/local/realtime/open-sessions.js';
import { createRateLimits } from '../../src/local/realtime/rate-limits.js';
import { createTokens } from '../../src/local/realtime/tokens.js';
import { exchangeSdp } from '../../src/local/realtime/call-route.js';
import { readVideoRequest } from '../../src/local/video/video-request.js';
import { setWayOut } from '../../src/server/way-out.js';
import { anyJson, brokenText, hostileTexts, mutated, mutations, textOf } from './hostile-json.js';
import { property, type Property } from './property.js';
import { straysDuring } from './strays.js';

const clientEvents: readonly unknown[] = [
  {
    type: 'session.update',
    event_id: 'e',
    session: {
      modalities: ['text'],
      instructions: 'x',
      voice: 'alloy',
      temperature: 1,
      tools: [
        {
          type: 'function',
          name: 'f',
          description: 'weather',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string', enum: ['Rome'] }, n: { type: 'integer' } },
            required: ['city'],
          },
        },
      ],
    },
  },
  {
    type: 'session.update',
    session: {
      type: 'realtime',
      output_modalities: ['text'],
      audio: {
        input: { format: { type: 'audio/pcm', rate: 24_000 }, turn_detection: { type: 'semantic_vad' } },
        output: { voice: 'echo' },
      },
    },
  },
  { type: 'input_audio_buffer.append', audio: 'AAAA'.repeat(20) },
  { type: 'input_audio_buffer.commit' },
  { type: 'input_audio_buffer.clear' },
  {
    type: 'conversation.item.create',
    previous_item_id: null,
    item: {
      id: 'u',
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'What is the weather in Rome, and 2 + (3 * 4)?' }],
    },
  },
  { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c', output: '{"sky":"clear","list":[1]}' } },
  {
    type: 'conversation.item.create',
    item: { id: 'a', type: 'message', role: 'user', content: [{ type: 'audio', audio: 'AAAA', transcript: 'count from 1 to 5' }] },
  },
  { type: 'conversation.item.truncate', item_id: 'u', content_index: 0, audio_end_ms: 5 },
  { type: 'conversation.item.delete', item_id: 'u' },
  {
    type: 'response.create',
    response: { instructions: 'Say exactly: x', modalities: ['text'], tool_choice: 'required', max_output_tokens: 'inf' },
  },
  { type: 'response.create' },
  { type: 'response.cancel' },
];

/** Says nothing, in no time. */
const mute = { say: async () => ({ samples: new Int16Array(0), sampleRateHz: 16_000, words: [] }), close: async () => {} };

const resources = () => ({
  synthesizer: mute,
  limits: createRateLimits({ requestsPerMinute: 1e9, tokensPerMinute: 1e12 }),
  pace: { audioRate: 1e9, wordMs: 0 },
  sessionLifetimeMs: 1_000_000,
  transcriptionDelayMs: 0,
});

const said = fc.record({
  events: fc.array(fc.tuple(fc.nat(clientEvents.length - 1), mutations(3)), { maxLength: 10 }),
  breaks: fc.array(fc.tuple(fc.nat(20), fc.nat(12), fc.nat(300)), { maxLength: 2 }),
  dialect: fc.constantFrom(...(Object.keys(servedDialects) as (keyof typeof servedDialects)[])),
});

const localSession = property({ name: 'local-session', share: 4, sample: 80 }, said, async ({ events, breaks, dialect }) => {
  const texts = events.map(([which, changes]) => textOf(mutated(clientEvents[which], changes)));
  for (const [at, how, where] of breaks)
    if (texts.length > 0) texts[at % texts.length] = brokenText(texts[at % texts.length] ?? '', how, where);
  let characters = 0;
  const wire = {
    outlet: { kind: 'events' as const, play() {}, clear: () => 0, bufferedBytes: () => 0 },
    send: (text: string) => {
      characters += text.length;
      JSON.parse(text);
    },
    close() {},
    cut() {},
  };
  const ticket = { sessionId: 's', model: 'm', session: {}, dialect: servedDialects[dialect], fault: undefined };
  const strays = await straysDuring(async () => {
    const connection = createConnection(resources(), wire, ticket);
    for (const text of texts) connection.receiveText(text);
    await new Promise((resolve) => setImmediate(resolve));
    connection.close();
    await new Promise((resolve) => setImmediate(resolve));
  });
  assert.deepEqual(strays, []);
  const came = texts.reduce((sum, text) => sum + text.length, 0);
  assert.ok(characters <= 200_000 + 60 * came, `${came} characters came, ${characters} went.`);
});

const key = 'standard_key_of_the_site';
const json = { 'content-type': 'application/json' };

const sdp = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=fingerprint:x',
  'a=ice-ufrag:y',
  'm=audio 9 UDP 96',
  'a=rtpmap:96 opus/48000/2',
  'a=mid:0',
].join('\r\n');

const localDoors = property(
  { name: 'local-doors', share: 3, sample: 80 },
  fc.record({
    door: fc.nat(3),
    body: fc.oneof(
      mutations(4).map((changes) =>
        textOf(
          mutated(
            {
              model: 'm',
              session: { type: 'realtime', model: 'm', audio: { output: { voice: 'x' } } },
              expires_after: { seconds: 5 },
              voice: 'alloy',
            },
            changes,
          ),
        ),
      ),
      anyJson.map(textOf),
      fc.string(),
    ),
    type: fc.constantFrom(
      'application/json',
      'application/sdp',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'text/plain',
      '',
    ),
    how: fc.nat(20),
    at: fc.nat(500),
  }),
  async ({ door, body, type, how, at }) => {
    const faults = createFaults(false);
    const context = {
      key,
      vendor: 'vendor',
      faults,
      tokens: createTokens(),
      tokenLifetimeMs: 1000,
      sessions: createOpenSessions(4),
      resources: resources(),
    };
    const parts = `--x\r\ncontent-disposition: form-data; name="sdp"\r\n\r\n${sdp}\r\n--x\r\ncontent-disposition: form-data; name="session"\r\n\r\n${body}\r\n--x--\r\n`;
    const text = brokenText(type.startsWith('multipart') ? parts : body, how, at);
    const paths = ['sessions', 'client_secrets', 'calls', ''];
    const request = new Request(`http://local.test/v1/realtime/${paths[door]}`, {
      method: 'POST',
      body: text,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
    });
    // The offer has no data channel: none gets as far as a peer.
    const answer = await (door === 0 ? mintSession : door === 1 ? mintClientSecret : exchangeSdp)(context, request);
    assert.ok([200, 400, 401, 403].includes(answer.status), `${answer.status}`);
    assert.equal(typeof (await answer.json()), 'object');
  },
);

const order = {
  model: 'kling-v1',
  prompt: 'A fox.',
  duration: 5,
  fps: 24,
  width: 640,
  height: 360,
  image: 'https://a.example/i.png',
  images: ['https://a.example/i.png'],
  metadata: { seed: 3, negative_prompt: 'x', image_tail: 'https://a.example/i.png', callback_url: 'https://a.example/', size: '640x360' },
  n: 1,
  seed: 3,
  response_format: 'mp4',
  user: 'u',
};

const localOrders = property(
  { name: 'local-orders', share: 4, sample: 200 },
  fc.tuple(mutations(5), fc.constantFrom('kling-v1', 'jimeng-3', 'vidu-q2', 'm')),
  ([changes, model]) => {
    const read = readVideoRequest(JSON.parse(textOf(mutated({ ...order, model }, changes))), () => 1);
    if ('code' in read) return;
    assert.ok(read.frames * read.widthPx * read.heightPx <= 1e10 && read.frames >= 1 && Number.isInteger(read.frames));
    assert.ok(Number.isInteger(read.widthPx) && Number.isInteger(read.heightPx) && read.n >= 1 && read.n <= 16);
  },
);

const paths = [
  '/v1/video/generations',
  '/v1/video/generations/',
  '/v1/realtime/sessions',
  '/v1/realtime/client_secrets',
  '/v1/realtime',
  '/health',
  '/ready',
  '/metrics',
  '//x',
  '/v1/../v1',
];

const asked = fc.record({
  path: fc.oneof(fc.constantFrom(...paths), fc.webPath()),
  id: fc.oneof(
    fc.constantFrom('', 'x', '..', '%2e%2e', 'x~y', 'a/content/0'),
    fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text)),
  ),
  method: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PUT'),
  body: fc.oneof(
    mutations(5).map((changes) => textOf(mutated(order, changes))),
    mutations(3).map((changes) => textOf(mutated({ model: 'm', session: { voice: 'x', instructions: 'y' } }, changes))),
    anyJson.map(textOf),
    fc.constant(sdp),
  ),
  type: fc.constantFrom('application/json', 'application/sdp', 'text/plain', 'multipart/form-data; boundary=x'),
  origin: fc.constantFrom('https://www.example.org', 'https://evil.example', 'null', ''),
  key: fc.constantFrom('', 'k', 'x'.repeat(500)),
  answer: fc.oneof(
    mutations(4).map((changes) =>
      textOf(
        mutated(
          {
            task_id: 't',
            status: 'failed',
            url: 'https://a.example/v.mp4',
            outputs: [{ url: '/f' }],
            fail_reason: `no ${key} at https://in.internal:80/`,
            data: { task_id: 't' },
            client_secret: { value: 'x' },
          },
          changes,
        ),
      ),
    ),
    anyJson.map(textOf),
    fc.string(),
  ),
  status: fc.constantFrom(200, 200, 201, 301, 400, 401, 404, 429, 500, 503),
});

const gateway = property(
  { name: 'gateway', share: 4, sample: 80 },
  asked,
  async ({ path, id, method, body, type, origin, key: idempotency, answer, status }) => {
    setWayOut(async () => new Response(answer, { status, headers: json }));
    const ask = createGateway({
      upstream: { baseUrl: 'https://service.example', apiKey: key },
      authorize: () => ({ id: 'ann' }),
      origins: ['https://www.example.org'],
      content: 'proxy',
    });
    const headers: Record<string, string> = {
      'content-type': type,
      ...(origin === '' ? {} : { origin }),
      ...(idempotency === '' ? {} : { 'idempotency-key': idempotency }),
    };
    const takesBody = method !== 'GET' && method !== 'HEAD';
    const target = `http://gateway.test${path.startsWith('/') ? path : `/${path}`}${path.endsWith('generations/') ? id : ''}`;
    if (!URL.canParse(target)) return;
    const strays = await straysDuring(async () => {
      const response = await ask(new Request(target, { method, headers, ...(takesBody ? { body } : {}) }));
      const text = await response.text();
      assert.ok(response.status >= 200 && response.status < 600);
      // What a service says that makes no sense is the service's fault, and nothing that is sent is the gateway's.
      assert.ok(!text.includes('"gateway_error"'), text);
      assert.ok(!text.includes(key), text);
      if (response.status >= 400 && method !== 'HEAD')
        assert.deepEqual(Object.keys(JSON.parse(text)).sort(), ['code', 'message', 'param', 'type']);
    });
    assert.deepEqual(strays, []);
  },
);

/** Far beyond the caps of the gateway below, by the documents' own names and by those of providers. */
const excesses: readonly (readonly [name: string, value: unknown])[] = [
  ['model_name', 'dear'],
  ['req_key', 'dear'],
  ['duration', 3600],
  ['seconds', '3600'],
  ['video_length', 3600],
  ['num_frames', 100_000],
  ['n', 100],
  ['num_videos', 100],
  ['sample_count', 100],
  ['fps', 1000],
  ['size', '9000x9000'],
  ['callback_url', 'http://10.0.0.1/'],
];

const spellings: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => letter.toUpperCase(),
  (letter) => ({ s: '\u017F', k: '\u212A', _: '-' })[letter] ?? letter,
  (letter) => (letter === '_' ? '' : letter),
];

const gatewayNames = property(
  { name: 'gateway-names', share: 2, sample: 200 },
  fc.record({
    excess: fc.constantFrom(...excesses),
    how: fc.array(fc.nat(spellings.length - 1), { minLength: 16, maxLength: 16 }),
    depth: fc.nat(4),
    beside: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
    inList: fc.boolean(),
  }),
  async ({ excess: [name, value], how, depth, beside, inList }) => {
    const spelled = Array.from(name, (letter, at) => spellings[how[at] ?? 0]?.(letter) ?? letter).join('');
    let metadata: Record<string, unknown> = { ...beside, [spelled]: inList ? [value] : value };
    for (let level = 0; level < depth; level += 1) metadata = { ...beside, inner: level % 2 === 0 ? metadata : [metadata] };
    let reached = false;
    setWayOut(async () => {
      reached = true;
      return new Response('{"task_id":"t","status":"processing"}', { headers: json });
    });
    const ask = createGateway({
      upstream: { baseUrl: 'https://service.example', apiKey: key },
      authorize: () => ({ id: 'ann' }),
      origins: ['https://www.example.org'],
      models: ['cheap'],
    });
    const body = JSON.stringify({ model: 'cheap', prompt: 'A fox.', metadata });
    const headers = { ...json, origin: 'https://www.example.org' };
    const answer = await ask(new Request('http://gateway.test/v1/video/generations', { method: 'POST', headers, body }));
    assert.ok(!reached && answer.status >= 400, `${spelled} at depth ${depth} came through.`);
  },
);

/** For patterns: long runs of what they look for. */
const runs = fc
  .tuple(
    fc.constantFrom('.', '!', '(', ' ', 'eyJ-', 'play ', 'count from 1 ', '1 ', '**', '[', 'and ', '"', ...hostileTexts),
    fc.nat(4000),
    fc.string({ maxLength: 5 }),
  )
  .map(([piece, times, end]) => `${piece.repeat(Math.min(times, Math.ceil(20_000 / Math.max(1, piece.length))))}${end}`);

const longRuns = property({ name: 'local-long-texts', share: 1, sample: 20 }, fc.tuple(runs, fc.nat(2)), async ([text, where]) => {
  const strays = await straysDuring(async () => {
    const wire = {
      outlet: { kind: 'events' as const, play() {}, clear: () => 0, bufferedBytes: () => 0 },
      send: () => {},
      close() {},
      cut() {},
    };
    const connection = createConnection(resources(), wire, {
      sessionId: 's',
      model: 'm',
      session: {},
      dialect: servedDialects.vendor,
      fault: undefined,
    });
    const say = (event: unknown) => connection.receiveText(JSON.stringify(event));
    if (where === 0) say({ type: 'session.update', session: { instructions: text } });
    if (where === 1) say({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c', output: text } });
    else say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'text', text }] } });
    say({ type: 'response.create' });
    await new Promise((resolve) => setImmediate(resolve));
    connection.close();
  });
  assert.deepEqual(strays, []);
});

export const serverProperties: readonly Property[] = [localSession, localDoors, localOrders, gateway, gatewayNames, longRuns];
