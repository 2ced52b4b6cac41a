// Attacks on the gateway as a handler of requests. Each is refused with the documented error body, and nothing of it reaches the service.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createGateway } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';

import { startRecordingService, type RecordingService } from './recording-service.js';
import { checkRefusal, type Refused } from './refusal-shape.js';

const key = 'standard_key_of_the_site';
const page = 'https://www.example.org';
const videos = '/v1/video/generations';
const sessions = '/v1/realtime/sessions';
const secrets = '/v1/realtime/client_secrets';

let service: RecordingService;

before(async () => {
  service = await startRecordingService();
});
after(() => service.close());

const gatewayWith = (options: Partial<GatewayOptions> = {}): Gateway =>
  createGateway({
    upstream: { baseUrl: service.url, apiKey: key },
    authorize: (request) => (request.headers.get('cookie') === 'user=ann' ? { id: 'ann' } : undefined),
    origins: [page],
    ...options,
  });

type Given = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string | undefined>> };

/** A request of a page that may ask, but for what is given. A header that is undefined is left out. */
function ask(path: string, { headers = {}, ...init }: Given = {}): Request {
  const given = Object.entries({ cookie: 'user=ann', origin: page, ...headers }).filter(([, value]) => value !== undefined);
  // A body that is a stream goes out as it comes.
  const request = { ...init, duplex: 'half', headers: Object.fromEntries(given) as Record<string, string> };
  return new Request(path.startsWith('http') ? path : `http://gateway.test${path}`, request);
}

const post = (path: string, body: unknown, headers: Given['headers'] = {}): Request =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });
const text = (path: string, body: BodyInit, headers: Given['headers'] = {}): Request =>
  ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const draft = { model: 'kling-v1', prompt: 'sea' };
const video = (fields: Readonly<Record<string, unknown>>): Request => post(videos, { ...draft, ...fields });

interface Attack extends Refused {
  readonly name: string;
  readonly send: () => Request;
  readonly options?: Partial<GatewayOptions>;
}

const attack = (
  name: string,
  send: () => Request,
  status: number,
  code: string,
  param?: string,
  options?: Partial<GatewayOptions>,
): Attack => ({
  name,
  send,
  status,
  code,
  ...(param === undefined ? {} : { param }),
  ...(options === undefined ? {} : { options }),
});

function suite(name: string, attacks: readonly Attack[]): void {
  describe(name, () => {
    for (const { name, send, options, ...expected } of attacks) {
      it(name, async () => {
        const seen = service.connections + service.requests.length;
        const answer = await gatewayWith(options)(send());
        checkRefusal(answer.status, await answer.text(), expected, [key, service.url.slice(7)]);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        assert.equal(service.connections + service.requests.length, seen, 'nothing reached the service');
      });
    }
  });
}

const never = new Promise<never>(() => {});

suite('nobody in particular', [
  attack('no login', () => video({}), 401, 'unauthorized', 'Authorization', { authorize: () => undefined }),
  attack('a login that is made up', () => post(videos, draft, { cookie: 'user=bob' }), 401, 'unauthorized', 'Authorization'),
  attack('a user without a name', () => video({}), 401, 'unauthorized', 'Authorization', { authorize: () => ({ id: '' }) }),
  attack('a login that breaks', () => video({}), 500, 'gateway_error', '', {
    authorize: () => {
      throw new Error(`database at 10.0.0.3 says ${key}`);
    },
  }),
  attack('a login that never ends', () => video({}), 500, 'gateway_error', '', { authorize: () => never, limits: { timeoutMs: 20 } }),
  attack(
    'the standard key of the service in place of a login',
    () => post(videos, draft, { cookie: undefined, authorization: `Bearer ${key}` }),
    401,
    'unauthorized',
    'Authorization',
  ),
]);

suite('pages that may not ask', [
  attack('a foreign origin', () => post(videos, draft, { origin: 'https://evil.example' }), 403, 'origin_not_allowed', 'Origin'),
  attack(
    'an origin that begins like an allowed one',
    () => post(videos, draft, { origin: `${page}.evil.example` }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack(
    'an origin that ends like an allowed one',
    () => post(videos, draft, { origin: 'https://evilwww.example.org' }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack(
    'the allowed host without encryption',
    () => post(videos, draft, { origin: 'http://www.example.org' }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack('the allowed host on another port', () => post(videos, draft, { origin: `${page}:8443` }), 403, 'origin_not_allowed', 'Origin'),
  attack(
    'two origins in one header',
    () => post(videos, draft, { origin: `${page}, https://evil.example` }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack('a sandboxed frame', () => post(videos, draft, { origin: 'null' }), 403, 'origin_not_allowed', 'Origin'),
  attack(
    'a change that does not say where it comes from',
    () => post(videos, draft, { origin: undefined }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack(
    'a change of another site',
    () => post(videos, draft, { origin: undefined, 'sec-fetch-site': 'cross-site' }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack(
    'a change of a neighbor below the same domain',
    () => post(videos, draft, { origin: undefined, 'sec-fetch-site': 'same-site' }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack(
    'a word in Sec-Fetch-Site that is none',
    () => post(videos, draft, { origin: undefined, 'sec-fetch-site': 'same-origin, cross-site' }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack(
    'a result shown on another site',
    () =>
      ask(`${videos}/task_1/content/0`, {
        headers: { origin: undefined, 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
      }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack(
    'a preflight of a foreign origin',
    () => ask(videos, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
  attack(
    'a name pointed at the gateway by its owner',
    () =>
      ask(`http://evil.example${videos}`, { method: 'POST', body: '{}', headers: { origin: 'http://evil.example', host: 'evil.example' } }),
    403,
    'host_not_allowed',
    'Host',
    { hosts: ['gateway.test'] },
  ),
  attack(
    'a token for a foreign origin',
    () => post(sessions, { model: 'm' }, { origin: 'https://evil.example' }),
    403,
    'origin_not_allowed',
    'Origin',
  ),
]);

suite('paths and methods that are not of the documents', [
  ...[
    '/',
    '/v1',
    '/v1/files/1',
    '/V1/video/generations',
    '/v1/video/generations/',
    '/v1/video/generations.',
    '//v1/video/generations',
    '/v1//video/generations/task_1',
    '/v1/video/generations/task_1/content/100',
    '/v1/video/generations/task_1/content/-1',
    '/v1/video/generations/task_1/content/0/more',
    '/v1/video/generations/%2e%2e%2fsecret',
    '/v1/video/generations/..%2f..%2fmodels',
    '/v1/video/generations/task_1%2fcontent%2f0',
    '/v1/video/generations/task_1%5c..',
    '/v1/video/generations/task_1%00.mp4',
    '/v1/video/generations/task_1%0d%0ax-injected:%201',
    '/v1/video/generations/task_1%3fkey=1',
    '/v1/video/generations/%252e%252e',
    '/v1/video/generations/task_1;v=2',
    `/v1/video/generations/${'a'.repeat(2000)}`,
    '/v1/realtime/sessions/../../video/generations/../models',
    '/proxy?url=http://169.254.169.254/latest/meta-data',
  ].map((path) => attack(path.length > 60 ? `${path.slice(0, 60)}...` : path, () => ask(path), 404, 'not_found', 'path')),
  ...(['PUT', 'PATCH', 'DELETE'] as const).map((method) =>
    attack(`${method} of a task`, () => ask(`${videos}/task_1`, { method }), 405, 'method_not_allowed'),
  ),
  attack('POST to a task', () => post(`${videos}/task_1`, {}), 405, 'method_not_allowed'),
  attack('GET of a token', () => ask(sessions), 405, 'method_not_allowed'),
  attack('a method in a header', () => ask(sessions, { headers: { 'x-http-method-override': 'POST' } }), 405, 'method_not_allowed'),
]);

const endless = (piece: string): ReadableStream<Uint8Array> =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(piece)) }, { highWaterMark: 0 });
const silent = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"model":')) });
const dripping = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.enqueue(new TextEncoder().encode(' '));
    },
  });
const broken = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull(controller) {
      controller.error(new Error('gone'));
    },
  });
const nestedJson = (depth: number): string => `{"model":"m","prompt":"p","metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`;

suite('bodies that are bombs', [
  attack(
    'a form',
    () => text(videos, 'model=m&prompt=p', { 'content-type': 'application/x-www-form-urlencoded' }),
    400,
    'content_type_not_allowed',
    'Content-Type',
  ),
  attack(
    'JSON that calls itself plain text',
    () => text(videos, JSON.stringify(draft), { 'content-type': 'text/plain' }),
    400,
    'content_type_not_allowed',
    'Content-Type',
  ),
  attack(
    'a type that begins like JSON',
    () => text(videos, '{}', { 'content-type': 'application/json-patch+json' }),
    400,
    'content_type_not_allowed',
    'Content-Type',
  ),
  attack(
    'a body of many parts',
    () => text(videos, '--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
    400,
    'content_type_not_allowed',
    'Content-Type',
  ),
  attack(
    'no type',
    () => ask(videos, { method: 'POST', body: new Uint8Array([123, 125]) }),
    400,
    'content_type_not_allowed',
    'Content-Type',
  ),
  attack(
    'a packed body',
    () => text(videos, '{}', { 'content-encoding': 'gzip' }),
    400,
    'content_encoding_not_allowed',
    'Content-Encoding',
  ),
  attack(
    'a body that says it is too large',
    () => text(videos, JSON.stringify(draft), { 'content-length': '999999999' }),
    400,
    'body_too_large',
    'body',
  ),
  attack('a body that turns out too large', () => text(videos, JSON.stringify(draft)), 400, 'body_too_large', 'body', {
    limits: { bodyBytes: 20 },
  }),
  attack('a body without an end', () => text(videos, endless(' '.repeat(65_536))), 400, 'body_too_large', 'body'),
  attack('a body that falls silent', () => text(videos, silent()), 400, 'body_too_slow', 'body', { limits: { bodyMs: 30 } }),
  attack('a body that drips', () => text(videos, dripping()), 400, 'body_too_slow', 'body', { limits: { bodyMs: 60 } }),
  attack('a body that breaks off', () => text(videos, broken()), 400, 'invalid_body', 'body'),
  attack('bytes that are no UTF-8', () => text(videos, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])), 400, 'invalid_body', 'body'),
  attack('no body', () => text(videos, ''), 400, 'invalid_json', 'body'),
  attack('half a body', () => text(videos, '{"model":"m"'), 400, 'invalid_json', 'body'),
  attack('a list', () => text(videos, '[{"model":"m","prompt":"p"}]'), 400, 'invalid_json', 'body'),
  attack('null', () => text(videos, 'null'), 400, 'invalid_json', 'body'),
  attack('JSON with more behind it', () => text(videos, '{"model":"m","prompt":"p"}{"model":"n"}'), 400, 'invalid_json', 'body'),
  attack('a hundred thousand levels', () => text(videos, nestedJson(100_000)), 400, 'json_too_deep', 'body'),
  attack('levels that are never closed', () => text(videos, '['.repeat(1_000_000)), 400, 'json_too_deep', 'body'),
  attack(
    'a million entries',
    () => text(videos, `{"model":"m","prompt":"p","metadata":{"a":[${'0,'.repeat(1_000_000)}0]}}`),
    400,
    'json_too_large',
    'body',
  ),
  attack(
    'a field that stands twice',
    () => text(videos, '{"model":"kling-v1","prompt":"p","model":"expensive"}'),
    400,
    'duplicate_key',
    'model',
    { models: ['kling-*'] },
  ),
  attack(
    'a field that stands twice in two writings',
    () => text(videos, '{"model":"kling-v1","prompt":"p","\\u006dodel":"expensive"}'),
    400,
    'duplicate_key',
    'model',
  ),
  attack(
    '__proto__',
    () => text(videos, '{"model":"m","prompt":"p","__proto__":{"authorized":true}}'),
    400,
    'key_not_allowed',
    '__proto__',
  ),
  attack(
    '__proto__ in another writing',
    () => text(videos, '{"model":"m","prompt":"p","metadata":{"__pr\\u006fto__":{"a":1}}}'),
    400,
    'key_not_allowed',
    '__proto__',
  ),
  attack(
    'constructor, deep inside',
    () => text(videos, '{"model":"m","prompt":"p","metadata":{"a":{"constructor":{"prototype":{"a":1}}}}}'),
    400,
    'key_not_allowed',
    'constructor',
  ),
  attack('prototype in a token request', () => text(sessions, '{"model":"m","prototype":{}}'), 400, 'key_not_allowed', 'prototype'),
]);

const longText = 'a'.repeat(10_001);
const png = (bytes: number): string => `data:image/png;base64,${'A'.repeat(Math.ceil(bytes / 3) * 4)}`;

suite('video requests out of bounds', [
  attack('no model', () => post(videos, { prompt: 'sea' }), 400, 'missing_field', 'model'),
  attack('a model that is no text', () => video({ model: { $ne: null } }), 400, 'invalid_value', 'model'),
  attack('no prompt', () => post(videos, { model: 'm' }), 400, 'missing_field', 'prompt'),
  attack('an empty prompt', () => video({ prompt: ' \n ' }), 400, 'missing_field', 'prompt'),
  attack('a prompt that is a list', () => video({ prompt: ['sea'] }), 400, 'invalid_value', 'prompt'),
  attack('a prompt without an end', () => video({ prompt: longText }), 400, 'invalid_value', 'prompt'),
  attack('a field that nobody knows', () => video({ webhook_secret: 'x' }), 400, 'unknown_field', 'webhook_secret'),
  attack('an hour', () => video({ duration: 3600 }), 400, 'invalid_value', 'duration'),
  attack('no time at all', () => video({ duration: 0 }), 400, 'invalid_value', 'duration'),
  attack('less than no time', () => video({ duration: -5 }), 400, 'invalid_value', 'duration'),
  attack('a time without an end', () => text(videos, '{"model":"m","prompt":"p","duration":1e999}'), 400, 'invalid_value', 'duration'),
  attack('a time in words', () => video({ duration: '5' }), 400, 'invalid_value', 'duration'),
  attack('a hundred videos', () => video({ n: 100 }), 400, 'invalid_value', 'n'),
  attack('a video and a half', () => video({ n: 1.5 }), 400, 'invalid_value', 'n'),
  attack('a thousand frames a second', () => video({ fps: 1000 }), 400, 'invalid_value', 'fps'),
  attack('too wide', () => video({ width: 100_000 }), 400, 'invalid_value', 'width'),
  attack('too many pixels', () => video({ width: 8000, height: 8000 }), 400, 'invalid_value', 'width'),
  attack('too many pixels by one side', () => video({ height: 16_000 }), 400, 'invalid_value', 'height'),
  attack('too many pixels in words', () => video({ size: '8000x8000' }), 400, 'invalid_value', 'size'),
  attack('a size that is none', () => video({ size: '1x1;rm' }), 400, 'invalid_value', 'size'),
  attack(
    'a seed that no number holds',
    () => text(videos, '{"model":"m","prompt":"p","seed":9007199254740993}'),
    400,
    'invalid_value',
    'seed',
  ),
  attack('metadata that is a list', () => video({ metadata: [] }), 400, 'invalid_value', 'metadata'),
  attack(
    'metadata that is deep',
    () => video({ metadata: { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } } }),
    400,
    'invalid_value',
    'metadata.a.b.c.d.e.f.g.h',
  ),
  attack('metadata that is large', () => video({ metadata: { style: 'a'.repeat(70_000) } }), 400, 'invalid_value', 'metadata'),
  attack('an hour, said in the metadata', () => video({ metadata: { duration: '3600' } }), 400, 'invalid_value', 'metadata.duration'),
  attack('a hundred videos, said in the metadata', () => video({ metadata: { n: 100 } }), 400, 'invalid_value', 'metadata.n'),
  attack(
    'too many lines, said in the metadata',
    () => video({ metadata: { resolution: '99999p' } }),
    400,
    'invalid_value',
    'metadata.resolution',
  ),
  attack('a key that the site does not pass on', () => video({ metadata: { mode: 'pro' } }), 400, 'unknown_field', 'metadata.mode', {
    metadataKeys: ['seed'],
  }),
  attack('a model that is not allowed', () => video({}), 403, 'model_not_allowed', 'model', { models: ['vidu*'] }),
  attack('an allowed model in other letters', () => video({ model: 'KLING-v1' }), 403, 'model_not_allowed', 'model', {
    models: ['kling-*'],
  }),
  attack(
    'another model under the name of a provider',
    () => video({ metadata: { req_key: 'jimeng_pro' } }),
    403,
    'model_not_allowed',
    'metadata.req_key',
    { models: ['kling-*'] },
  ),
  attack(
    'another model, said in the metadata',
    () => video({ metadata: { model_name: 'expensive' } }),
    403,
    'model_not_allowed',
    'metadata.model_name',
    { models: ['kling-*'] },
  ),
]);

suite('pictures and addresses that reach where a page does not', [
  attack('a picture that is a number', () => video({ image: 7 }), 400, 'invalid_image', 'image'),
  attack('a picture that is too large', () => video({ image: png(2048) }), 400, 'image_too_large', 'image', {
    limits: { imageBytes: 1024 },
  }),
  attack('a picture that is a program', () => video({ image: 'data:image/svg+xml;base64,PHN2Zz4=' }), 400, 'invalid_image', 'image'),
  attack('a picture that is a page', () => video({ image: 'data:text/html;base64,PGI+' }), 400, 'invalid_image', 'image'),
  attack('a script for an address', () => video({ image: 'javascript:alert(1)' }), 400, 'invalid_image', 'image'),
  attack('a file of the machine', () => video({ image: 'file:///etc/passwd' }), 400, 'invalid_image', 'image'),
  attack('too many pictures', () => video({ images: Array.from({ length: 9 }, () => 'AAAA') }), 400, 'invalid_image', 'images'),
  attack('the second of two pictures', () => video({ images: ['AAAA', 'http://10.0.0.1/'] }), 400, 'address_not_allowed', 'images.1'),
  attack(
    'the last frame',
    () => video({ metadata: { image_tail: 'http://127.0.0.1:8787/' } }),
    400,
    'address_not_allowed',
    'metadata.image_tail',
  ),
  attack('a last frame that is a number', () => video({ metadata: { image_tail: 7 } }), 400, 'invalid_image', 'metadata.image_tail'),
  attack(
    'an address to call back without a scheme',
    () => video({ metadata: { callback_url: '//127.0.0.1/hook' } }),
    400,
    'address_not_allowed',
    'metadata.callback_url',
  ),
  attack(
    'a list of pictures',
    () => video({ metadata: { image_urls: ['https://a.example.org/', 'http://[::1]/'] } }),
    400,
    'address_not_allowed',
    'metadata.image_urls.1',
  ),
  attack(
    'the address to call back',
    () => video({ metadata: { callback_url: 'http://169.254.169.254/latest' } }),
    400,
    'address_not_allowed',
    'metadata.callback_url',
  ),
  attack(
    'an address to call back that is none',
    () => video({ metadata: { callback_url: 'gopher://example.org/' } }),
    400,
    'address_not_allowed',
    'metadata.callback_url',
  ),
  attack(
    'an address under a name of its own, deep inside',
    () => video({ metadata: { mine: [{ hook: 'http://192.168.0.1/admin' }] } }),
    400,
    'address_not_allowed',
    'metadata.mine.0.hook',
  ),
  attack(
    'an address in a field the site lets through',
    () => video({ video_url: 'http://10.1.2.3/' }),
    400,
    'address_not_allowed',
    'video_url',
    { extraFields: ['video_url'] },
  ),
  ...[
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0127.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://10.0.0.1/',
    'http://172.31.255.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://localhost/',
    'http://LOCALHOST:8788/',
    'http://localhost./',
    'http://ⓛocalhost/',
    'http://files.localhost/',
    'http://metadata.google.internal/',
    'http://METADATA.google.internal./',
    'http://printer.local/',
    'http://intranet/',
    'http://router/',
    'http://db1:5432/',
    'http://user@www.example.org/',
    'http://www.example.org:80@127.0.0.1/',
    'http://www.example.org\\@127.0.0.1/',
    'http://www.example.org#@127.0.0.1/ ',
    'http://www.example.org\t.evil.example/',
    'http:127.0.0.1/',
    'http:/127.0.0.1/',
    'http://',
    'http://www.exa mple.org/',
    `http://www.example.org/${'a'.repeat(17_000)}`,
  ].map((image) => attack(image.slice(0, 60), () => video({ image }), 400, 'address_not_allowed', 'image')),
]);

const locked: Partial<GatewayOptions> = {
  session: { fixed: { instructions: 'You sell shoes.', tools: [] }, allow: ['voice', 'modalities'] },
};

suite('sessions a page may not have', [
  attack('a model that is not allowed', () => post(sessions, { model: 'expensive' }), 403, 'model_not_allowed', 'model', {
    models: ['cheap'],
  }),
  attack('no model where some are allowed', () => post(sessions, {}), 403, 'model_not_allowed', 'model', { models: ['cheap'] }),
  attack('a model inside the session', () => post(secrets, { session: { model: 'expensive' } }), 403, 'model_not_allowed', 'model', {
    models: ['cheap'],
  }),
  attack('two models', () => post(secrets, { model: 'cheap', session: { model: 'expensive' } }), 400, 'invalid_value', 'model', {
    models: ['cheap'],
  }),
  attack(
    'instructions of its own',
    () => post(sessions, { model: 'm', instructions: 'You sell secrets.' }),
    403,
    'session_field_not_allowed',
    'instructions',
    locked,
  ),
  attack(
    'tools of its own',
    () => post(sessions, { model: 'm', tools: [{ type: 'function', name: 'f' }] }),
    403,
    'session_field_not_allowed',
    'tools',
    locked,
  ),
  attack(
    'instructions, nested',
    () => post(secrets, { session: { model: 'm', instructions: 'x' } }),
    403,
    'session_field_not_allowed',
    'instructions',
    locked,
  ),
  attack(
    'instructions, nested on the other path',
    () => post(sessions, { model: 'm', session: { instructions: 'x' } }),
    403,
    'session_field_not_allowed',
    'instructions',
    locked,
  ),
  attack(
    'a stored prompt',
    () => post(secrets, { session: { model: 'm', prompt: { id: 'pmpt_1' } } }),
    403,
    'session_field_not_allowed',
    'prompt',
    { session: { fixed: { instructions: 'x' } } },
  ),
  attack(
    'turns it may not set, in the other writing',
    () => post(secrets, { session: { audio: { input: { turn_detection: { type: 'server_vad' } } } } }),
    403,
    'session_field_not_allowed',
    'turn_detection',
    locked,
  ),
  attack(
    'a field that nobody knows, where some are allowed',
    () => post(sessions, { model: 'm', tracing: 'auto' }),
    403,
    'session_field_not_allowed',
    'tracing',
    locked,
  ),
  attack('a model in other letters', () => post(sessions, { Model: 'expensive' }), 403, 'model_not_allowed', 'model', {
    models: ['cheap'],
  }),
  attack(
    'two models in two spellings',
    () => post(secrets, { model: 'cheap', session: { MODEL: 'expensive' } }),
    400,
    'invalid_value',
    'model',
    {
      models: ['cheap'],
    },
  ),
  attack(
    'instructions in other letters',
    () => post(sessions, { model: 'm', INSTRUCTIONS: 'x' }),
    403,
    'session_field_not_allowed',
    'instructions',
    locked,
  ),
  attack('a session in other letters', () => post(secrets, { Session: { instructions: 'x' } }), 400, 'unknown_field', 'Session'),
  attack('a session that is a text', () => post(secrets, { session: 'm' }), 400, 'invalid_value', 'session'),
  attack(
    'a longer life',
    () => post(secrets, { expiresAfter: { anchor: 'created_at', seconds: 7200 }, session: {} }),
    400,
    'unknown_field',
    'expiresAfter',
  ),
  attack('a life without an end', () => post(secrets, { expires_after: { seconds: '7200' } }), 400, 'invalid_value', 'expires_after'),
  attack(
    'instructions without an end',
    () => post(sessions, { model: 'm', instructions: 'a'.repeat(33_000) }),
    400,
    'invalid_value',
    'instructions',
  ),
  attack('heat', () => post(sessions, { model: 'm', temperature: 9 }), 400, 'invalid_value', 'temperature'),
  attack(
    'tokens without an end',
    () => post(sessions, { model: 'm', max_output_tokens: 1_000_000 }),
    400,
    'invalid_value',
    'max_output_tokens',
  ),
  attack(
    'the same in the words of another maker',
    () => post(sessions, { model: 'm', max_response_output_tokens: 1_000_000 }),
    400,
    'invalid_value',
    'max_output_tokens',
  ),
  attack(
    'a thousand tools',
    () => post(sessions, { model: 'm', tools: Array.from({ length: 1000 }, () => ({})) }),
    400,
    'invalid_value',
    'tools',
  ),
  attack('a body of a megabyte', () => post(sessions, { model: 'm', instructions: 'a'.repeat(1_000_000) }), 400, 'body_too_large', 'body'),
]);

const offer = (headers: Given['headers'] = {}, path = '/v1/realtime?model=m', body = 'v=0'): Request =>
  ask(path, { method: 'POST', body, headers: { 'content-type': 'application/sdp', ...headers } });

suite('offers without a right', [
  attack('no token', () => offer(), 401, 'invalid_token', 'Authorization'),
  attack('a token that is made up', () => offer({ authorization: 'Bearer ek_made_up' }), 401, 'invalid_token', 'Authorization'),
  attack('the standard key for a token', () => offer({ authorization: `Bearer ${key}` }), 401, 'invalid_token', 'Authorization'),
  attack('another way to say who one is', () => offer({ authorization: 'Basic YW5uOmFubg==' }), 401, 'invalid_token', 'Authorization'),
  attack('a model that is not allowed', () => offer({}, '/v1/realtime?model=expensive'), 403, 'model_not_allowed', 'model', {
    models: ['cheap'],
  }),
  attack('two models', () => offer({}, '/v1/realtime?model=cheap&model=expensive'), 400, 'invalid_value', 'model', { models: ['cheap'] }),
  attack('an allowed model, past the gateway', () => offer({}, '/v1/realtime?model=cheap'), 400, 'webrtc_not_allowed', '', {
    models: ['cheap'],
  }),
  attack('a locked session, past the gateway', () => offer(), 400, 'webrtc_not_allowed', '', locked),
]);

suite('results in pieces', [
  attack(
    'many ranges',
    () => ask(`${videos}/task_1/content/0`, { headers: { range: `bytes=${'0-,'.repeat(500)}0-` } }),
    400,
    'invalid_range',
    'Range',
  ),
  attack('a range that is none', () => ask(`${videos}/task_1/content/0`, { headers: { range: 'bytes=-' } }), 400, 'invalid_range', 'Range'),
  attack(
    'a range in another unit',
    () => ask(`${videos}/task_1/content/0`, { headers: { range: 'items=0-5' } }),
    400,
    'invalid_range',
    'Range',
  ),
]);
