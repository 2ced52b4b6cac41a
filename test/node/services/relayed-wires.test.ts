// What the relay does for any service of conversations: one whose frames pass as they are, and one that is translated.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

import type { Conversation, Service, ServiceRealtime } from 'voxreel';
import { at, createIds, serverEvent, voiceConversation, type Opening, type VoiceWire } from 'voxreel/services';

import { talkThrough, type RelayedTalk } from './relayed-service.js';
import { scriptedWire, type ScriptedWire } from './scripted-wire.js';

const key = 'maker-key-0123456789';
const model = 'voice-1';

let maker: ScriptedWire;
before(async () => {
  maker = await scriptedWire();
});
after(() => maker.close());
let first = 0;
beforeEach(() => {
  first = maker.count;
  maker.refuse = undefined;
});

/** A site that stays open, as that of a test that fails, would keep the process. */
const sites: RelayedTalk[] = [];
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));
const talk = async (...how: Parameters<typeof talkThrough>): Promise<RelayedTalk> => {
  const site = await talkThrough(...how);
  sites.push(site);
  return site;
};

const serviceWith = (realtime: ServiceRealtime): Service => ({
  id: 'maker',
  models: [{ model: 'voice-*', kind: 'realtime' }],
  secrets: [key],
  hosts: [maker.url],
  realtime,
});
const plain = (more: Partial<ServiceRealtime> = {}): Service =>
  serviceWith({
    socket: ({ model: asked }) => ({
      url: `${maker.url}/talk?model=${asked}`,
      headers: { authorization: `Bearer ${key}` },
      protocols: ['makers-realtime'],
    }),
    ...more,
  });

/** A wire of bytes: `hello`, then a letter and what it says. */
function letters({ heartbeatMs }: { readonly heartbeatMs?: number } = {}): Conversation {
  const newId = createIds();
  return {
    opening: [],
    encode: (event) =>
      event.type === 'input_audio_buffer.append' ? { send: [new Uint8Array(Buffer.from(event.audio, 'base64'))] } : { send: [event] },
    decode(frame) {
      if (frame === 'hello') return { events: [serverEvent(newId, 'session.created', { session: { id: 's' } })], send: ['hello back'] };
      if (frame === 'throw') throw new Error('A codec of anybody may break.');
      const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame);
      return { events: [serverEvent(newId, 'response.text.delta', { delta: text })] };
    },
    ...(heartbeatMs === undefined ? {} : { heartbeat: { everyMs: heartbeatMs, frame: 'beat' } }),
  };
}

describe('a service whose frames pass as they are', { timeout: 120_000 }, () => {
  it('is connected to with its own address, headers and subprotocols', async () => {
    const site = await talk(plain(), model);
    const page = await site.open();
    const connection = await maker.connection(first);
    assert.equal(connection.url, '/talk?model=voice-1');
    assert.equal(connection.headers.authorization, `Bearer ${key}`);
    assert.equal(connection.headers['sec-websocket-protocol'], 'makers-realtime');
    page.say({ type: 'anything', of: 'the maker' });
    assert.deepEqual(await connection.hears(() => true), { type: 'anything', of: 'the maker' });
    connection.say({ type: 'said', key });
    assert.deepEqual(await page.hear('said'), { type: 'said', key: '[key]' });
    page.close();
  });

  it('hears the lock in one with the configuration of the page', async () => {
    const site = await talk(plain(), model, { session: { fixed: { instructions: 'You sell shoes.' } } });
    const page = await site.open();
    page.say({ type: 'session.update', session: { voice: 'ash' } });
    const connection = await maker.connection(first);
    const update = await connection.hears(() => true);
    assert.deepEqual(at(update, 'session'), { voice: 'ash', instructions: 'You sell shoes.' });
    page.close();
  });

  it('is refused before the page is connected, in the words of the documents', async () => {
    const site = await talk(plain(), model);
    maker.refuse = { status: 401, body: `{"error":{"message":"${key} is wrong"}}` };
    await assert.rejects(site.open(), /500/);
    maker.refuse = { status: 429, body: '{"error":{"message":"slower"}}' };
    await assert.rejects(site.open(), /429/);
  });

  it('is only ever called on its own hosts', async () => {
    const site = await talk(plain({ socket: () => ({ url: 'ws://127.0.0.1:9/talk' }) }), model);
    await assert.rejects(site.open(), /502/);
  });
});

describe('a service that is translated', { timeout: 120_000 }, () => {
  const translated = (open: () => Conversation = letters) => plain({ open });

  it('waits for the greeting, then hears all in order, bytes as bytes', async () => {
    const site = await talk(translated(), model);
    const page = await site.open();
    page.say({ type: 'session.update', session: {} });
    page.say({ type: 'response.create', event_id: 'one' });
    page.say({ type: 'input_audio_buffer.append', audio: Buffer.from('sound').toString('base64') });
    const connection = await maker.connection(first);
    connection.say('hello');
    await page.hear('session.created');
    await connection.hears((frame) => frame instanceof Uint8Array);
    assert.deepEqual(connection.received, [
      'hello back',
      { type: 'response.create', event_id: 'one' },
      new Uint8Array(Buffer.from('sound')),
    ]);
    connection.say(new TextEncoder().encode(`bytes with ${key}`));
    assert.equal((await page.hear('response.text.delta'))['delta'], 'bytes with [key]');
    page.close();
    await connection.closed;
  });

  it('is spoken to at the rate that it says in its greeting', async () => {
    let rates = { input: 24_000, output: 24_000 };
    const open = (): Conversation => {
      const { decode, ...rest } = letters();
      const greeted: Conversation['decode'] = (frame) => {
        if (frame === 'hello') rates = { input: 12_000, output: 24_000 };
        return decode(frame);
      };
      return {
        ...rest,
        decode: greeted,
        get rates() {
          return rates;
        },
      };
    };
    const site = await talk(plain({ open }), model);
    const page = await site.open();
    const connection = await maker.connection(first);
    connection.say('hello');
    await page.hear('session.created');
    page.say({ type: 'input_audio_buffer.append', audio: Buffer.alloc(4800).toString('base64') });
    const heard = (await connection.hears((frame) => frame instanceof Uint8Array)) as Uint8Array;
    assert.ok(heard.byteLength < 3000, `${heard.byteLength} bytes for 100 ms`);
    page.close();
  });

  it('begins its next connection with what the maker has taken meanwhile, and with nothing that was refused', async () => {
    const openings: Opening['session'][] = [];
    const open = (opening: Opening): Conversation => {
      openings.push(opening.session);
      return voiceConversation('Acme', opening, (line) => {
        const wire: VoiceWire & { resume?: string } = {
          opening: [],
          sound: () => [],
          ask: () => undefined,
          remember: () => [],
          result: () => [],
          update: (_session, changed) => (changed.voice === undefined ? [{ type: 'changed' }] : undefined),
          hear(type) {
            if (type === 'ready') return { events: line.ready('s') };
            wire.resume = 'handle';
            return {};
          },
        };
        return wire;
      });
    };
    const site = await talk(plain({ open }), model);
    const page = await site.open();
    page.say({ type: 'session.update', session: { instructions: 'Be brief.', input_audio_format: 'pcm16' } });
    const connection = await maker.connection(first);
    connection.say({ type: 'ready' });
    await page.hear('session.created');
    page.say({ type: 'session.update', event_id: 'e1', session: { voice: 'ash' } });
    assert.equal(at(await page.hear('error'), 'error.code'), 'session_fixed');
    page.say({ type: 'session.update', event_id: 'e2', session: { instructions: 'Be kind.', input_audio_format: 'g711_ulaw' } });
    await page.hear('session.updated');
    connection.say({ type: 'resumable' });
    connection.say({ type: 'unknown to the wire' });
    connection.cut();
    (await maker.connection(first + 1)).say({ type: 'ready' });
    page.say({ type: 'response.create' });
    assert.equal(at(await page.hear('error'), 'error.code'), 'nothing_to_answer');
    assert.deepEqual(openings[1], { instructions: 'Be kind.', input_audio_format: 'pcm16' });
    page.close();
  });

  it('goes on where its codec breaks', async () => {
    const site = await talk(translated(), model);
    const page = await site.open();
    page.say({ type: 'session.update', session: {} });
    const connection = await maker.connection(first);
    connection.say('hello');
    connection.say('throw');
    assert.equal(at(await page.hear('error'), 'error.code'), 'translation_failed');
    connection.say('on');
    assert.equal((await page.hear('response.text.delta'))['delta'], 'on');
    page.close();
  });

  it('sends the heartbeat of the wire, for as long as the page is there', async () => {
    const site = await talk(
      translated(() => letters({ heartbeatMs: 10 })),
      model,
    );
    const page = await site.open();
    page.say({ type: 'session.update', session: {} });
    const connection = await maker.connection(first);
    connection.say('hello');
    await connection.hears((frame) => frame === 'beat');
    page.close();
    await connection.closed;
  });

  it('connects for a page that waits to be greeted, and tells one that sends no JSON', async () => {
    const site = await talk(translated(), model);
    const page = await site.open();
    const connection = await maker.connection(first);
    connection.say('hello');
    await page.hear('session.created');
    page.say([1]);
    assert.equal(at(await page.hear('error'), 'error.code'), 'invalid_event');
    page.close();
  });

  it('costs nothing where the maker has taken no connection', async () => {
    const spend = { perMs: 86_400_000, perUser: 10, unit: 'minutes' };
    const site = await talk(translated(), model, { cost: () => 1, limits: { spend } });
    const spent = async () => ((await (await fetch(`${site.url}/v1/limits`)).json()) as { spent: number }).spent;
    maker.refuse = { status: 503, body: '' };
    const page = await site.open();
    assert.equal(await spent(), 1, 'reserved while it is tried');
    page.say({ type: 'session.update', session: {} });
    await page.closed;
    for (let left = 1; left > 0;) left = await spent();
    maker.refuse = undefined;
    const served = await site.open();
    served.say({ type: 'session.update', session: {} });
    await maker.connection(first);
    served.close();
    await served.closed;
    assert.equal(await spent(), 1);
  });
});

describe('tokens and offers of a service', { timeout: 120_000 }, () => {
  const post = (url: string, path: string, body: string, headers: Record<string, string>) =>
    fetch(url + path, { method: 'POST', headers, body });
  const json = { 'content-type': 'application/json' };
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: unknown }).code];

  it('are the gateway’s own, unless a page goes to the maker itself', async () => {
    const site = await talk(plain({ mint: async () => ({ value: 'makers-token', expiresAt: 7 }) }), model);
    assert.match(await site.ticket(), /^ek_/);
    const answer = await post(site.url, '/v1/realtime/sessions', JSON.stringify({ model, direct: true }), json);
    assert.deepEqual(at(await answer.json(), 'client_secret'), { value: 'makers-token', expires_at: 7 });
    const without = await talk(plain(), model);
    const refused = await post(without.url, '/v1/realtime/sessions', JSON.stringify({ model, direct: true }), json);
    assert.deepEqual(await codeOf(refused), [400, 'direct_not_allowed']);
  });

  it('bring an offer to the maker, for a ticket that is good once', async () => {
    const site = await talk(plain({ exchange: async (offer, asked) => `v=0\r\n${offer.length} ${asked.model} ${key}` }), model);
    const ticket = await site.ticket();
    const offer = () =>
      post(site.url, `/v1/realtime?model=${model}`, 'v=0\r\n', { authorization: `Bearer ${ticket}`, 'content-type': 'application/sdp' });
    const answer = await offer();
    assert.equal(answer.headers.get('content-type'), 'application/sdp');
    assert.equal(await answer.text(), 'v=0\r\n5 voice-1 [key]');
    assert.deepEqual(await codeOf(await offer()), [401, 'invalid_token']);
    const without = await talk(plain(), model);
    const headers = { authorization: `Bearer ${await without.ticket()}`, 'content-type': 'application/sdp' };
    const refused = await post(without.url, `/v1/realtime?model=${model}`, 'v=0\r\n', headers);
    assert.deepEqual(await codeOf(refused), [400, 'webrtc_not_allowed'], 'a page then tries a WebSocket');
  });
});
