// Who may open a realtime connection: keys, tokens, beta words, dialects, how many and how long.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createLocalService } from 'voxreel/local';
import type { LocalService } from 'voxreel/local';

import { connect, documentedHeaders, field, Refused, standardKey, userText } from './talker.js';
import type { TalkerOptions } from './talker.js';

const subprotocols = (key: string, ...middle: string[]) => [
  'realtime',
  `vendor-insecure-api-key.${key}`,
  ...middle,
  'vendor-beta.realtime-v1',
];

describe('admission to a realtime session', () => {
  let service: LocalService;
  let url: string;

  before(async () => {
    service = createLocalService({ key: standardKey, faults: true, realtime: { pace: { audioRate: 40, wordMs: 1 } } });
    ({ url } = await service.listen());
  });
  after(() => service.close());

  const post = (path: string, body: unknown, key = standardKey) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function mint(body: unknown = { model: 'minted', voice: 'verse' }): Promise<string> {
    const answer = (await (await post('/v1/realtime/sessions', body)).json()) as { client_secret: { value: string } };
    return answer.client_secret.value;
  }

  async function refused(options: TalkerOptions): Promise<Refused> {
    const talker = await connect(url, options).catch((error: unknown) => error);
    assert.ok(talker instanceof Refused, 'the handshake should have been refused');
    assert.deepEqual(Object.keys(talker.body), ['code', 'message', 'param', 'type']);
    return talker;
  }

  async function accepted(options: TalkerOptions): Promise<Record<string, unknown>> {
    const talker = await connect(url, options);
    const session = field(await talker.next('session.created'), 'session');
    await talker.close();
    return session;
  }

  it('makes a token for the standard key: one minute, letters of a subprotocol', async () => {
    const response = await post('/v1/realtime/sessions', { model: 'm', voice: 'a-new-voice' });
    const body = (await response.json()) as Record<string, unknown>;
    const secret = body['client_secret'] as { value: string; expires_at: number };
    assert.equal(response.status, 200);
    assert.equal(body['object'], 'realtime.session');
    assert.equal(body['model'], 'm');
    assert.equal(body['voice'], 'a-new-voice');
    assert.deepEqual(body['modalities'], ['text']);
    assert.match(secret.value, /^[A-Za-z0-9_-]+$/);
    assert.ok(Math.abs(secret.expires_at - Date.now() / 1000 - 60) < 5);
  });

  it('makes no token without the standard key, nor for another token', async () => {
    for (const key of ['wrong', await mint()]) {
      const response = await post('/v1/realtime/sessions', {}, key);
      assert.equal(response.status, 401);
      assert.equal(((await response.json()) as Record<string, unknown>)['type'], 'invalid_request_error');
    }
  });

  it('refuses a session out of its documented range when the token is made', async () => {
    const response = await post('/v1/realtime/sessions', { turn_detection: { type: 'server_vad', threshold: 2 } });
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as Record<string, unknown>)['param'], 'turn_detection.threshold');
  });

  it('takes header authentication with the beta header, and refuses it without', async () => {
    assert.equal((await accepted({ headers: documentedHeaders }))['model'], 'test');
    const missing = await refused({ headers: { Authorization: `Bearer ${standardKey}` } });
    assert.deepEqual([missing.status, missing.body['param']], [400, 'Vendor-Beta']);
    const wrong = await refused({ headers: { ...documentedHeaders, 'Vendor-Beta': 'realtime=v9' } });
    assert.equal(wrong.status, 400);
  });

  it('takes subprotocol authentication in the documented order only', async () => {
    await accepted({ protocols: subprotocols(standardKey) });
    await accepted({ protocols: subprotocols(standardKey, 'vendor-organization.o1', 'vendor-project.p1') });
    const withoutBeta = await refused({ protocols: subprotocols(standardKey).slice(0, -1) });
    assert.deepEqual([withoutBeta.status, withoutBeta.body['code']], [400, 'missing_beta']);
    const swapped = await refused({ protocols: subprotocols(standardKey, 'vendor-project.p1', 'vendor-organization.o1') });
    assert.equal(swapped.body['code'], 'invalid_subprotocols');
  });

  it('refuses a wrong key and no key before the upgrade', async () => {
    for (const options of [
      { headers: { ...documentedHeaders, Authorization: 'Bearer wrong' } },
      { headers: { 'Vendor-Beta': 'realtime=v1' } },
      { protocols: subprotocols('wrong') },
    ])
      assert.equal((await refused(options)).status, 401);
  });

  it('lets a token open one connection, with the session it was made for', async () => {
    const token = await mint({ model: 'minted', voice: 'verse', instructions: 'Be kind.' });
    const session = await accepted({ protocols: subprotocols(token) });
    assert.deepEqual([session['voice'], session['instructions']], ['verse', 'Be kind.']);
    const again = await refused({ protocols: subprotocols(token) });
    assert.deepEqual([again.status, again.body['code']], [401, 'token_used']);
  });

  it('keeps a token good that was refused for another reason', async () => {
    const token = await mint();
    await refused({ protocols: subprotocols(token).slice(0, -1) });
    await accepted({ protocols: subprotocols(token) });
  });

  it('refuses an expired token', async () => {
    const brief = createLocalService({ key: standardKey, realtime: { tokenLifetimeMs: 1 } });
    const { url: briefUrl } = await brief.listen();
    const response = await fetch(`${briefUrl}/v1/realtime/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${standardKey}` },
      body: '{}',
    });
    const token = ((await response.json()) as { client_secret: { value: string } }).client_secret.value;
    const error = await connect(briefUrl, { protocols: subprotocols(token) }).catch((reason: unknown) => reason);
    assert.ok(error instanceof Refused);
    assert.deepEqual([error.status, error.body['code']], [401, 'token_expired']);
    await brief.close();
  });

  it('speaks openai-beta to clients with its words', async () => {
    const talker = await connect(url, {
      headers: { Authorization: `Bearer ${standardKey}`, 'OpenAI-Beta': 'realtime=v1' },
      checkSchemas: false,
    });
    const session = field(await talker.next('session.created'), 'session');
    assert.equal(session['max_response_output_tokens'], 'inf');
    assert.deepEqual(session['modalities'], ['text', 'audio']);
    talker.send({ type: 'session.update', session: { modalities: ['text'], max_response_output_tokens: 7 } });
    assert.equal(field(await talker.next('session.updated'), 'session')['max_response_output_tokens'], 7);
    talker.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Say hi there' }] },
    });
    talker.send({ type: 'response.create' });
    assert.equal((await talker.next('response.text.done'))['text'], 'hi there');
    await talker.close();
  });

  it('speaks openai-ga to clients with its words, and refuses an unknown field there', async () => {
    const minted = await post('/v1/realtime/client_secrets', {
      session: { type: 'realtime', model: 'gpt-realtime', instructions: 'Short.' },
    });
    const secret = (await minted.json()) as { value: string; expires_at: number; session: Record<string, unknown> };
    assert.equal(secret.session['type'], 'realtime');
    const talker = await connect(url, { protocols: ['realtime', `openai-insecure-api-key.${secret.value}`], checkSchemas: false });
    const session = field(await talker.next('session.created'), 'session');
    assert.deepEqual(session['output_modalities'], ['audio']);
    assert.equal(session['instructions'], 'Short.');
    talker.send({
      type: 'session.update',
      session: { type: 'realtime', output_modalities: ['text'], audio: { input: { turn_detection: null } } },
    });
    assert.deepEqual(field(await talker.next('session.updated'), 'session')['output_modalities'], ['text']);
    talker.send({ type: 'session.update', event_id: 'odd', session: { type: 'realtime', temperature: 1 } });
    const error = field(await talker.next('error'), 'error');
    assert.deepEqual([error['param'], error['event_id']], ['session.temperature', 'odd']);
    talker.send(userText('Say hi there'));
    talker.send({ type: 'response.create' });
    assert.equal((await talker.next('response.output_text.done'))['text'], 'hi there');
    assert.ok(talker.types().includes('conversation.item.added'));
    assert.ok(talker.types().includes('conversation.item.done'));
    await talker.close();
  });

  it('holds so many sessions and no more', async () => {
    const small = createLocalService({ key: standardKey, realtime: { maxSessions: 1 } });
    const { url: smallUrl } = await small.listen();
    const first = await connect(smallUrl);
    const error = await connect(smallUrl).catch((reason: unknown) => reason);
    assert.ok(error instanceof Refused);
    assert.deepEqual([error.status, error.body['code']], [429, 'concurrency_limit_exceeded']);
    await first.close();
    await (await connect(smallUrl)).close();
    await small.close();
  });

  it('ends a session by the clock and says so', { timeout: 120_000 }, async () => {
    const short = createLocalService({ key: standardKey, realtime: { sessionLifetimeMs: 50 } });
    const { url: shortUrl } = await short.listen();
    const talker = await connect(shortUrl);
    assert.equal(field(await talker.next('session.updated'), 'session')['status'], 'ended');
    assert.equal(field(await talker.next('error'), 'error')['code'], 'session_expired');
    assert.deepEqual(await talker.closed, { code: 1000, reason: 'session_expired' });
    await short.close();
  });

  it('fails a response whose rate limit is used up', async () => {
    const poor = createLocalService({ key: standardKey, realtime: { rateLimits: { requestsPerMinute: 1 }, pace: { wordMs: 1 } } });
    const { url: poorUrl } = await poor.listen();
    const talker = await connect(poorUrl);
    talker.send({ type: 'response.create' });
    assert.equal(field(await talker.next('response.done'), 'response')['status'], 'completed');
    talker.send({ type: 'response.create' });
    const failed = field(await talker.next('response.done'), 'response');
    assert.equal(failed['status'], 'failed');
    assert.equal((failed['status_details'] as Record<string, Record<string, unknown>>)['error']?.['code'], 'rate_limit_exceeded');
    await talker.next('rate_limits.updated');
    const limits = (await talker.next('rate_limits.updated'))['rate_limits'] as Record<string, unknown>[];
    assert.deepEqual([limits[0]?.['name'], limits[0]?.['limit'], limits[0]?.['remaining']], ['requests', 1, 0]);
    await talker.close();
    await poor.close();
  });

  it('honors armed faults: expired token, cut connection, close code, refused upgrade', { timeout: 120_000 }, async () => {
    const token = await mint();
    service.faults.arm({ path: '/v1/realtime', realtime: { expireToken: true } });
    assert.equal((await refused({ protocols: subprotocols(token) })).body['code'], 'token_expired');

    service.faults.arm({ path: '/v1/realtime', realtime: { dropAtEvent: 1 } });
    const cut = await connect(url);
    assert.equal((await cut.closed).code, 1006);
    assert.deepEqual(cut.types(), ['session.created']);

    service.faults.arm({ path: '/v1/realtime', realtime: { dropAtEvent: 0, closeCode: 4000, delayEventsMs: 5 } });
    const coded = await connect(url);
    assert.equal((await coded.closed).code, 4000);
    assert.deepEqual(coded.types(), []);

    service.faults.arm({ path: '/v1/realtime', status: 503, body: { code: 'busy', message: 'Later.', param: '', type: 'server_error' } });
    assert.equal((await refused({})).status, 503);

    service.faults.arm({ path: '/v1/realtime', realtime: { gapAtEvent: { index: 1, ms: 20 } } });
    const late = await connect(url);
    await late.next('conversation.created');
    assert.deepEqual(late.types(), ['session.created', 'conversation.created']);
    await late.close();
  });
});
