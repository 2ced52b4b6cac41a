// A page that speaks Gemini Live itself, with a token of its site: the same codec as in the relay, behind the session's own API.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { WebSocket } from 'ws';
import { createRealtimeSession, defineTool, transcript } from 'voxreel';
import type { RealtimeSession, Service } from 'voxreel';
import { geminiLive } from 'voxreel/dialects/gemini-live';
import { checkDialect } from 'voxreel/testing';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { at, google } from 'voxreel/services';

import { until } from '../core/realtime/scripted-transport.js';
import { talkThrough, type RelayedTalk } from './relayed-service.js';
import { scriptedWire, type MakersConnection, type ScriptedWire } from './scripted-wire.js';

const key = 'AIzaSyD0123456789abcdefghijklmnopqrstu';
const model = 'gemini-live-2.5-flash-preview';
const has = (name: string) => (frame: unknown) => at(frame, name) !== undefined;
const overWs = createWebsocketTransport({ createWebSocket: (url, protocols, headers) => new WebSocket(url, protocols, { headers }) });

let maker: ScriptedWire;
let site: RelayedTalk;
let minted = 0;
/** Bodies of requests for a token. */
const asked: unknown[] = [];

before(async () => {
  maker = await scriptedWire();
  maker.answer = ({ url, headers }, body) => {
    if (url !== '/v1alpha/auth_tokens' || headers['x-goog-api-key'] !== key) return { status: 404, body: {} };
    asked.push(JSON.parse(body));
    return { status: 200, body: { name: `auth_tokens/t${++minted}` } };
  };
  site = await talkThrough(google({ apiKey: key, baseUrl: maker.url }), model);
});
after(async () => {
  await site.close();
  await maker.close();
});

let connections = 0;
const next = (): Promise<MakersConnection> => maker.connection(connections++);

const sessionWith = (more: Partial<Parameters<typeof createRealtimeSession>[0]> = {}): RealtimeSession =>
  createRealtimeSession({
    baseUrl: maker.url,
    tokenUrl: `${site.url}/v1/realtime/sessions`,
    model,
    dialect: geminiLive,
    transports: [overWs],
    session: { modalities: ['text'], instructions: 'Be brief.' },
    reconnect: { baseMs: 1 },
    ...more,
  });

async function connected(session: RealtimeSession): Promise<MakersConnection> {
  void session.connect();
  const connection = await next();
  await connection.hears(has('setup'));
  connection.say({ setupComplete: {} });
  await until(() => session.phase === 'open');
  return connection;
}
const texts = (session: RealtimeSession) => transcript(session.store.get()).map(({ role, text }) => `${role}: ${text}`);
const setups = (connection: MakersConnection) => connection.received.filter(has('setup'));

describe('a page that speaks Gemini Live', { timeout: 120_000 }, () => {
  it('connects with a token of its own, and the configuration in the setup alone', async () => {
    const session = sessionWith();
    const connection = await connected(session);
    assert.equal(
      connection.url,
      `/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContentConstrained?access_token=auth_tokens%2Ft${minted}`,
    );
    assert.ok(!JSON.stringify([connection.url, connection.headers]).includes(key), 'the key stays with the site');
    session.sendText('Hi');
    await connection.hears(has('clientContent'));
    // Google writes JSON into binary messages.
    connection.say(new TextEncoder().encode('{"serverContent":{"modelTurn":{"parts":[{"text":"Hello."}]},"turnComplete":true}}'));
    await until(() => texts(session).length === 2);
    assert.deepEqual(texts(session), ['user: Hi', 'assistant: Hello.']);
    assert.deepEqual(
      connection.received.map((frame) => Object.keys(Object(frame) as object)[0]),
      ['setup', 'clientContent'],
      'and nothing else',
    );
    session.close();
  });

  it('runs a function, and gives its result back', async () => {
    const weather = defineTool({
      name: 'weather',
      description: 'The weather.',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      execute: () => ({ celsius: 4 }),
    });
    const session = sessionWith({ tools: [weather] });
    const connection = await connected(session);
    session.sendText('Is it cold?');
    await connection.hears(has('clientContent'));
    connection.say({ toolCall: { functionCalls: [{ id: 'c1', name: 'weather', args: { city: 'Oslo' } }] } });
    const frame = await connection.hears(has('toolResponse'));
    assert.deepEqual(at(frame, 'toolResponse.functionResponses.0'), { id: 'c1', name: 'weather', response: { celsius: 4 } });
    connection.say({ serverContent: { modelTurn: { parts: [{ text: 'Four degrees.' }] }, turnComplete: true } });
    await until(() => texts(session).at(-1) === 'assistant: Four degrees.');
    session.close();
  });

  it('resumes after goAway without telling the conversation again', async () => {
    const session = sessionWith();
    const first = await connected(session);
    session.sendText('Hi');
    await first.hears(has('clientContent'));
    first.say({ serverContent: { modelTurn: { parts: [{ text: 'Hello.' }] }, turnComplete: true } });
    first.say({ sessionResumptionUpdate: { newHandle: 'h1', resumable: true } });
    first.say({ goAway: { timeLeft: '1s' } });
    const second = await next();
    assert.equal(at(await second.hears(has('setup')), 'setup.sessionResumption.handle'), 'h1');
    second.say({ setupComplete: {} });
    await first.closed;
    session.sendText('Go on');
    const content = await second.hears(has('clientContent'));
    assert.deepEqual(at(content, 'clientContent.turns'), [{ role: 'user', parts: [{ text: 'Go on' }] }]);
    assert.deepEqual(texts(session), ['user: Hi', 'assistant: Hello.', 'user: Go on']);
    assert.equal(setups(second).length, 1);
    session.close();
  });

  it('tells it again where a connection breaks in the middle of an answer', async () => {
    const session = sessionWith();
    const first = await connected(session);
    session.sendText('Hi');
    await first.hears(has('clientContent'));
    first.say({ serverContent: { modelTurn: { parts: [{ text: 'Hello.' }] }, turnComplete: true } });
    first.say({ sessionResumptionUpdate: { newHandle: 'h1', resumable: true } });
    await until(() => texts(session).length === 2);
    session.sendText('Go on');
    await until(() => first.received.filter(has('clientContent')).length === 2);
    first.say({ serverContent: { modelTurn: { parts: [{ text: 'Well' }] } } });
    await until(() => texts(session).length === 4);
    first.cut();
    const second = await next();
    assert.equal(at(await second.hears(has('setup')), 'setup.sessionResumption.handle'), undefined);
    assert.equal(second.received.length, 1, 'the rest waits');
    second.say({ setupComplete: {} });
    const content = await second.hears(has('clientContent'));
    assert.deepEqual(at(content, 'clientContent'), {
      turns: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ text: 'Hello.' }] },
        { role: 'user', parts: [{ text: 'Go on' }] },
      ],
      turnComplete: true,
    });
    session.close();
  });

  it('opens a new connection where a handle is not accepted', async () => {
    const session = sessionWith();
    const first = await connected(session);
    first.say({ sessionResumptionUpdate: { newHandle: 'h1', resumable: true } });
    first.say({ goAway: { timeLeft: '60s' } });
    first.cut();
    const second = await next();
    assert.equal(at(await second.hears(has('setup')), 'setup.sessionResumption.handle'), 'h1');
    second.close(1011, 'no such handle');
    const third = await next();
    assert.deepEqual(at(await third.hears(has('setup')), 'setup.sessionResumption'), {});
    session.close();
  });

  it('gets a token for this model and these settings, where it names some, and for one connection', async () => {
    const answer = await fetch(`${site.url}/v1/realtime/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, direct: true, session: { instructions: 'You sell shoes.', temperature: 0.5 } }),
    });
    assert.equal(answer.status, 200);
    const body = asked.at(-1);
    assert.equal(at(body, 'uses'), 1);
    assert.equal(at(body, 'bidiGenerateContentSetup.model'), `models/${model}`);
    assert.deepEqual(at(body, 'bidiGenerateContentSetup.systemInstruction.parts.0.text'), 'You sell shoes.');
    const mask = String(at(body, 'fieldMask')).split(',');
    for (const name of ['model', 'systemInstruction', 'generationConfig.temperature'])
      assert.ok(mask.includes(name), `${name} in ${mask.join()}`);
    assert.ok(!mask.includes('tools'), 'the rest is the page’s');
  });

  it('gets no token past a site that locks its sessions', async (t) => {
    const service: Service = google({ apiKey: key, baseUrl: maker.url });
    const locked = await talkThrough(service, model, { session: { fixed: { instructions: 'You sell shoes.' } } });
    t.after(() => locked.close());
    const answer = await fetch(`${locked.url}/v1/realtime/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, direct: true }),
    });
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [400, 'direct_not_allowed']);
  });

  it('speaks a dialect that is right', async () => {
    assert.deepEqual(await checkDialect(geminiLive), []);
  });
});
