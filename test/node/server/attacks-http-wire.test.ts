// Attacks byte by byte on a gateway that listens: what no client of HTTP would send. Each is answered with the documented error body, or the line is cut.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { serve } from 'voxreel/server/node';
import type { Served } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';

import { speak } from './raw-http.js';
import { startRecordingService, type RecordingService } from './recording-service.js';
import { checkRefusal, type Refused } from './refusal-shape.js';

const key = 'standard_key_of_the_site';
const videos = '/v1/video/generations';
const draft = '{"model":"m","prompt":"p"}';

let service: RecordingService;
/** Its times are longer than any test: what it refuses, it refuses for what was said. */
let patient: Served;
let hasty: Served;

before(async () => {
  service = await startRecordingService();
  const gatewayWith = (bodyMs: number) =>
    createGateway({
      upstream: { baseUrl: service.url, apiKey: key },
      authorize: (request) => (request.headers.get('cookie') === 'user=ann' ? { id: 'ann' } : undefined),
      origins: ['https://www.example.org'],
      limits: { bodyMs, bodyBytes: 64 * 1024 },
    });
  patient = await serve(gatewayWith(60_000), { port: 0, headersMs: 60_000, requestMs: 60_000 });
  hasty = await serve(gatewayWith(300), { port: 0, headersMs: 250, requestMs: 1000, keepAliveMs: 100 });
});
after(async () => {
  await patient.close();
  await hasty.close();
  await service.close();
});

const usual = ['Host: gateway.test', 'Cookie: user=ann', 'Origin: https://www.example.org'];
/** A request with its lines as they are given; no line is corrected. */
const lines = (first: string, headers: readonly string[] = [], body = ''): string => [first, ...headers, '', body].join('\r\n');
const get = (path: string, more: readonly string[] = []): string => lines(`GET ${path} HTTP/1.1`, [...usual, ...more, 'Connection: close']);
const json = 'Content-Type: application/json';
const post = (more: readonly string[], body: string): string =>
  lines(`POST ${videos} HTTP/1.1`, [...usual, json, ...more, 'Connection: close'], body);

const secrets = (): string[] => [key, service.url.slice(7)];

async function refusedAs(said: string | Buffer | readonly (string | Buffer)[], expected: Refused, by = patient): Promise<void> {
  const seen = service.connections + service.requests.length;
  const answers = await speak(by.port, said);
  const [first] = answers;
  assert.ok(first, 'it is answered before the line is cut');
  checkRefusal(first.status, first.body, expected, secrets());
  assert.equal(first.headers.get('content-type'), 'application/json');
  assert.equal(service.connections + service.requests.length, seen, 'nothing reached the service');
}

const nothing: Refused = { status: 404, code: 'not_found', param: 'path' };
const noHttp: Refused = { status: 400, code: 'invalid_request' };

describe('paths as they are written', () => {
  for (const path of [
    '/v1/video/../video/generations/task_1',
    '/v1/./video/generations/task_1',
    '/v1/video/generations/x/../task_1',
    '/v1/video/generations/x/%2e%2e/task_1',
    '/v1/video/generations/x/.%2E/task_1',
    '/v1/video/generations//task_1',
    '//v1/video/generations/task_1',
    '/v1/video/generations/task_1%2f..%2f..',
    '/v1/video/generations/task_1%00',
    '/v1/video/generations/%0d%0aHost:%20evil.example',
    '/v1/video/generations/task_1/',
    '/v1/video/generations/%u002e',
    `/v1/video/generations/${'a'.repeat(5000)}`,
  ]) {
    it(path.slice(0, 60), () => refusedAs(get(path), nothing));
  }
  it('a whole address in place of a path', () => refusedAs(get('http://169.254.169.254/latest/meta-data'), nothing));
  it('a whole address with dots', () => refusedAs(get(`http://gateway.test/v1/x/../video/generations/task_1`), nothing));
  it('a backslash', () => refusedAs(get('/v1\\video\\generations\\task_1'), noHttp));
  it('a backslash after dots', () => refusedAs(get('/v1/video/generations/..\\..\\models'), noHttp));
  it('another scheme', () => refusedAs(get('file:///etc/passwd'), noHttp));
  it('a path that is none', () => refusedAs(get('v1/video/generations/task_1'), noHttp));
  it('a null byte', () => refusedAs(get('/v1/video/generations/task_1\0'), noHttp));
  it('a line of more than 16 kB', () => refusedAs(get(`/v1/${'a'.repeat(20_000)}`), { status: 431, code: 'headers_too_large' }));
});

describe('hosts and methods as they are written', () => {
  const bare = (host: readonly string[]): string =>
    lines(`GET ${videos}/task_1 HTTP/1.1`, [...host, 'Cookie: user=ann', 'Connection: close']);
  it('no host', () => refusedAs(bare([]), noHttp));
  it('a host with a user', () => refusedAs(bare(['Host: user@gateway.test']), noHttp));
  it('a host with a path', () => refusedAs(bare(['Host: gateway.test/v1/realtime']), noHttp));
  it('a host with a space', () => refusedAs(bare(['Host: gateway.test evil.example']), noHttp));
  it('TRACE', () =>
    refusedAs(lines(`TRACE ${videos} HTTP/1.1`, [...usual, 'Connection: close']), { status: 405, code: 'method_not_allowed' }));
  it('a method that is none', () => refusedAs(lines(`STEAL ${videos} HTTP/1.1`, usual), noHttp));
  it('a method in small letters', () => refusedAs(lines(`post ${videos} HTTP/1.1`, usual), noHttp));
  it('the beginning of HTTP/2', () => refusedAs('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', noHttp));
  it('a greeting of TLS', () => refusedAs(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03]), noHttp));
  it('a tunnel', async () => {
    const answers = await speak(patient.port, lines('CONNECT 169.254.169.254:80 HTTP/1.1', ['Host: 169.254.169.254:80']));
    assert.deepEqual(
      answers.filter(({ status }) => status < 400),
      [],
      'nothing is opened',
    );
  });
});

describe('headers that are injected', () => {
  it('a null byte in a value', () => refusedAs(get(`${videos}/task_1`, ['X-Name: a\0b']), noHttp));
  it('a line feed alone', () => refusedAs(get(`${videos}/task_1`, ['X-Name: a\nX-Injected: 1']), noHttp));
  it('a carriage return alone', () => refusedAs(get(`${videos}/task_1`, ['X-Name: a\rX-Injected: 1']), noHttp));
  it('a value that goes on in the next line', () => refusedAs(get(`${videos}/task_1`, ['X-Name: a', ' Authorization: b']), noHttp));
  it('a space before the colon', () => refusedAs(get(`${videos}/task_1`, ['Transfer-Encoding : chunked']), noHttp));
  it('a name that is none', () => refusedAs(get(`${videos}/task_1`, ['X(Name): a']), noHttp));
  it('a head without an end', () =>
    refusedAs(
      get(
        `${videos}/task_1`,
        Array.from({ length: 600 }, (_, at) => `X-${at}: ${'a'.repeat(40)}`),
      ),
      { status: 431, code: 'headers_too_large' },
    ));
  it('a thousand small headers', () =>
    refusedAs(
      get(
        `${videos}/task_1`,
        Array.from({ length: 3000 }, (_, at) => `a${at}: b`),
      ),
      { status: 431, code: 'headers_too_large' },
    ));
  it('headers of a proxy say nothing of who asks', () =>
    refusedAs(
      get(`${videos}/task_1`, [
        'X-Forwarded-For: 127.0.0.1',
        'X-Forwarded-Host: www.example.org',
        'X-Original-URL: /health',
        'X-Rewrite-URL: /health',
      ]),
      { status: 400, code: 'task_not_exist', param: 'task_id' },
    ));
});

describe('bodies whose length is a lie', () => {
  it('two lengths', () => refusedAs(post(['Content-Length: 26', 'Content-Length: 5'], draft), noHttp));
  it('a length and pieces', () =>
    refusedAs(post(['Content-Length: 26', 'Transfer-Encoding: chunked'], `0\r\n\r\nGET /health HTTP/1.1\r\n\r\n`), noHttp));
  it('pieces said twice', () => refusedAs(post(['Transfer-Encoding: identity, chunked, chunked'], '0\r\n\r\n'), noHttp));
  it('pieces by another name', () => refusedAs(post(['Transfer-Encoding: xchunked'], draft), noHttp));
  it('a length below nothing', () => refusedAs(post(['Content-Length: -1'], draft), noHttp));
  it('a length in words', () => refusedAs(post(['Content-Length: 0x1A'], draft), noHttp));
  it('a length with a sign', () => refusedAs(post(['Content-Length: +26'], draft), noHttp));
  it('a length that no number holds', () => refusedAs(post([`Content-Length: ${'9'.repeat(30)}`], draft), noHttp));
  it('a length of a terabyte', () =>
    refusedAs(post(['Content-Length: 1099511627776'], draft), { status: 400, code: 'body_too_large', param: 'body' }));
  it('a shorter one: the rest is no second request', async () => {
    const seen = service.requests.length;
    const answers = await speak(patient.port, post(['Content-Length: 10'], `${draft}GET /v1/x HTTP/1.1\r\n\r\n`));
    assert.deepEqual(
      answers.filter(({ status }) => status < 400),
      [],
    );
    assert.equal(service.requests.length, seen);
  });
  it('a piece whose length is none', () => refusedAs(post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'), noHttp));
  it('a piece that is longer than it says', () => refusedAs(post(['Transfer-Encoding: chunked'], '2\r\n{}}}\r\n0\r\n\r\n'), noHttp));
  it('a piece with a tail of words', () =>
    refusedAs(post(['Transfer-Encoding: chunked'], `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), noHttp));
  it('pieces without an end', () =>
    refusedAs([post(['Transfer-Encoding: chunked'], ''), ...Array.from({ length: 40 }, () => `10000\r\n${' '.repeat(65_536)}\r\n`)], {
      status: 400,
      code: 'body_too_large',
      param: 'body',
    }));
  it('trailers that say something new', async () => {
    const refused = post(['Transfer-Encoding: chunked', 'Trailer: Cookie'], `1a\r\n${draft}\r\n0\r\nCookie: user=admin\r\n\r\n`).replace(
      'Cookie: user=ann\r\n',
      '',
    );
    await refusedAs(refused, { status: 401, code: 'unauthorized', param: 'Authorization' });
  });
});

describe('callers that take their time', () => {
  const timedOut = (said: string): Promise<void> => refusedAs(said, { status: 400, code: 'body_too_slow', param: 'body' }, hasty);
  it('a head that never ends', () =>
    refusedAs(`GET ${videos}/task_1 HTTP/1.1\r\nHost: gateway.test\r\nX-`, { status: 408, code: 'request_timeout' }, hasty));
  it('a body that never comes', () => timedOut(post(['Content-Length: 26'], '')));
  it('a body that is shorter than its length', () => timedOut(post(['Content-Length: 100'], draft)));
  it('pieces that stop coming', () => timedOut(post(['Transfer-Encoding: chunked'], '2\r\n{"\r\n')));
  it('a body that is announced, and waits to be asked for', () => timedOut(post(['Content-Length: 26', 'Expect: 100-continue'], '')));
  it('a connection on which nothing is said is let go', async () => {
    assert.deepEqual(
      (await speak(hasty.port, '')).filter(({ status }) => status !== 408),
      [],
    );
  });
});

describe('after all this', () => {
  it('the gateway answers as ever', async () => {
    const seen = service.requests.length;
    const [answer] = await speak(patient.port, post([`Content-Length: ${draft.length}`, 'Connection: close'], draft));
    assert.equal(answer?.status, 200, answer?.body);
    assert.equal(service.requests.length, seen + 1);
    assert.equal(service.requests.at(-1)?.headers['authorization'], `Bearer ${key}`);
    assert.equal(service.requests.at(-1)?.headers['cookie'], undefined);
  });
});
