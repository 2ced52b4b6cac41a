// A service with a wire of its own as the relay sees it: connected late, renewed without the page noticing, and ended in the documents' words.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';

import type { Conversation, Opening } from 'voxreel';

import { refuse } from '../../../src/server/answers/answers.js';
import { translatedSocket, type ServicePlace } from '../../../src/server/relay/translated-socket.js';
import { FakeSocket } from './fake-socket.js';

type Wire = { -readonly [K in keyof Conversation]: Conversation[K] };
type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** Its frames are the documents' events. */
const plainWire = (): Wire => ({
  encode: (event) => ({ send: [event] }),
  decode: (frame) => ({ events: [JSON.parse(String(frame))] }),
});
/** The same with a greeting that has to come before anything is said. */
const greetingWire = (): Wire => ({ ...plainWire(), opening: [{ type: 'setup' }] });

const place: ServicePlace = { url: 'ws://maker.test', headers: {}, refusal: () => refuse(502, 'upstream_error', 'No.') };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const greeting = '{"type":"session.created","event_id":"e","session":{"id":"s"}}';

interface Setup {
  readonly wire?: () => Wire;
  /** In place of a socket. */
  readonly placed?: Response;
}

function talk({ wire = plainWire, placed }: Setup = {}) {
  const sockets: FakeSocket[] = [];
  const wires: Wire[] = [];
  const opened: Pick<Opening, 'session' | 'resume'>[] = [];
  const heard: Event[] = [];
  const ends: string[] = [];
  const signs: string[] = [];
  const socket = translatedSocket(
    {
      place: async () => placed ?? place,
      open(session, resume) {
        opened.push({ session, resume });
        const made = wire();
        wires.push(made);
        return made;
      },
    },
    async () => {
      const made = new FakeSocket();
      made.isPaused = true;
      sockets.push(made);
      return made;
    },
  );
  socket.on('message', (data, binary) => {
    assert.equal(binary, false);
    heard.push(JSON.parse(new TextDecoder().decode(data)) as Event);
  });
  socket.on('close', (code, reason) => void ends.push(`${code} ${new TextDecoder().decode(reason)}`.trim()));
  for (const sign of ['pong', 'error'] as const) socket.on(sign, () => void signs.push(sign));
  const left: string[] = [];
  const say = (event: object | string, binary = false): void => {
    const text = typeof event === 'string' ? event : JSON.stringify(event);
    socket.send(text, { binary }, () => void left.push(text));
  };
  const last = <T>(list: readonly T[]): T => list.at(-1) ?? assert.fail('there is none');
  return {
    socket,
    heard,
    ends,
    signs,
    opened,
    sockets,
    left,
    say,
    maker: () => last(sockets),
    wire: () => last(wires),
    /** Connected, with what the page wants. */
    async begin(session: object = {}) {
      say({ type: 'session.update', session });
      await turn();
      return last(sockets);
    },
  };
}
const sentTo = ({ sent }: FakeSocket): readonly unknown[] => sent.map((text) => JSON.parse(text) as unknown);
const types = (events: readonly Event[]): readonly string[] => events.map(({ type }) => type);

describe('a page before a maker is there', () => {
  it('connects it with its configuration, flat or nested, which goes no further', async () => {
    const one = talk();
    one.say({ type: 'session.update', event_id: 'e1', timestamp: 1, voice: 'ash', session: { instructions: 'Be brief.' } });
    await turn();
    assert.deepEqual(one.opened, [{ session: { voice: 'ash', instructions: 'Be brief.' }, resume: undefined }]);
    assert.deepEqual([one.maker().sent, one.left.length], [[], 1]);
    one.say({ type: 'session.update', session: { voice: 'echo' } });
    assert.deepEqual(sentTo(one.maker()), [{ type: 'session.update', session: { voice: 'echo' } }], 'a later one is the codec’s');
    assert.equal(one.opened.length, 1);
  });

  it('connects it with anything else it says, which waits', async () => {
    const one = talk();
    one.say({ type: 'response.create' });
    assert.deepEqual([one.socket.wasServed, one.socket.bufferedAmount], [false, '{"type":"response.create"}'.length]);
    await turn();
    assert.deepEqual(one.opened, [{ session: {}, resume: undefined }]);
    assert.deepEqual([sentTo(one.maker()), one.socket.wasServed], [[{ type: 'response.create' }], true]);
    assert.deepEqual(one.left, [], 'it has not left yet');
    assert.equal(one.socket.bufferedAmount, one.maker().bufferedAmount);
    one.maker().read();
    assert.deepEqual([one.left.length, one.socket.bufferedAmount], [1, 0]);
  });

  it('waits a second where it says nothing', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const one = talk();
    t.mock.timers.tick(999);
    await turn();
    assert.equal(one.sockets.length, 0);
    t.mock.timers.tick(1);
    await turn();
    assert.equal(one.sockets.length, 1);
    const early = talk();
    await early.begin({ voice: 'ash' });
    t.mock.timers.tick(5000);
    await turn();
    assert.deepEqual(early.opened, [{ session: { voice: 'ash' }, resume: undefined }]);
    assert.equal(early.sockets.length, 1);
  });

  it('hears of a message that is none, and connects nobody with it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const one = talk();
    for (const [text, binary] of [['{"type":"response.create"}', true], ['[1]'], ['{"type":7}'], ['nonsense'], ['7']] as const)
      one.say(text, binary);
    await turn();
    assert.deepEqual(
      one.heard.map(({ error }) => error),
      Array.from({ length: 5 }, () => ({
        type: 'invalid_request_error',
        code: 'invalid_event',
        message: 'Each message is a JSON object with a type.',
      })),
    );
    assert.deepEqual([one.left.length, one.sockets.length], [5, 0]);
  });

  it('shows signs of life for it, and then passes pings on and gives back what it hears', async () => {
    const one = talk();
    one.socket.ping();
    assert.deepEqual(one.signs, ['pong']);
    const maker = await one.begin();
    one.socket.ping();
    assert.deepEqual([maker.pings, one.signs.length], [1, 1]);
    for (const sign of ['pong', 'ping', 'error']) maker.emit(sign);
    assert.deepEqual(one.signs, ['pong', 'pong', 'pong', 'error']);
  });

  it('is not read while the page does not read', async () => {
    const one = talk();
    one.socket.pause();
    const maker = await one.begin();
    assert.deepEqual([one.socket.isPaused, maker.isPaused], [true, true]);
    one.socket.resume();
    assert.deepEqual([one.socket.isPaused, maker.isPaused], [false, false]);
    one.socket.pause();
    assert.equal(maker.isPaused, true);
    assert.equal((await talk().begin()).isPaused, false);
    const other = talk();
    other.socket.resume();
    assert.equal((await other.begin()).isPaused, false);
  });

  it('may leave: with the code it was given, after the call that asked for it', async () => {
    const [named, plain, cut] = [talk(), talk(), talk()];
    named.socket.close(4000, 'why');
    assert.deepEqual(named.ends, []);
    plain.socket.close();
    cut.socket.terminate();
    await turn();
    assert.deepEqual([named.ends, plain.ends, cut.ends], [['4000 why'], ['1005'], ['1006']]);
  });

  it('may leave while it is connected: nobody is called any more, and a line that stands is cut', async () => {
    const early = talk();
    early.say({ type: 'response.create' });
    early.socket.close(1000);
    await turn();
    assert.deepEqual([early.sockets.length, early.opened.length, early.socket.bufferedAmount], [0, 0, 0]);
    const sockets: FakeSocket[] = [];
    const late = translatedSocket({ place: async () => place, open: plainWire }, async () => {
      late.terminate();
      sockets.push(new FakeSocket());
      return sockets[0] ?? assert.fail();
    });
    late.send('{"type":"response.create"}', { binary: false }, () => {});
    await turn();
    assert.deepEqual([sockets[0]?.terminated, late.wasServed], [true, false]);
  });
});

describe('a maker that takes no connection', () => {
  const cases: readonly [string, Response, code: string, type: string, end: RegExp][] = [
    ['too many at once', refuse(429, 'rate_limited', 'Slower.'), 'rate_limited', 'invalid_request_error', /^1011 rate_limited: Slower\.$/],
    ['a fault of its own', refuse(503, 'busy', 'Later.'), 'busy', 'server_error', /^1011 busy: Later\.$/],
    ['a fault it has no word for', refuse(500, 'broken', 'Sorry.'), 'broken', 'server_error', /^1011 broken: Sorry\.$/],
    ['a fault of the page', refuse(400, 'invalid_value', 'No.'), 'invalid_value', 'invalid_request_error', /^1008 invalid_value: No\.$/],
    ['a key it does not take', refuse(500, 'upstream_unauthorized', 'No.'), 'upstream_unauthorized', 'server_error', /^1008 /],
    ['what it forbids', refuse(500, 'upstream_forbidden', 'No.'), 'upstream_forbidden', 'server_error', /^1008 /],
    ['nothing that can be read', new Response('', { status: 502 }), 'upstream_error', 'server_error', /^1011 upstream_error: The service/],
  ];
  for (const [name, placed, code, type, end] of cases)
    it(`says ${name} in an event, and ends with a code that says whether to come again`, async () => {
      const one = talk({ placed });
      one.say({ type: 'response.create' });
      await turn();
      const { error } = one.heard[0] as unknown as { readonly error: { readonly code: string; readonly type: string } };
      assert.deepEqual([error.code, error.type], [code, type]);
      assert.match(one.ends.join(), end);
      assert.equal(one.socket.wasServed, false);
    });

  it('says nothing to a page that has left', async () => {
    const one = talk({ placed: refuse(503, 'busy', 'Later.') });
    one.say({ type: 'response.create' });
    one.socket.close(1000);
    await turn();
    assert.deepEqual([one.heard, one.ends], [[], ['1000']]);
  });
});

describe('a conversation that stands', () => {
  it('waits for the greeting, and sends then what waited, in order', async () => {
    const one = talk({ wire: greetingWire });
    one.say({ type: 'session.update' });
    one.say({ type: 'input_audio_buffer.commit' });
    await turn();
    const maker = one.maker();
    assert.deepEqual(sentTo(maker), [{ type: 'setup' }]);
    one.say({ type: 'response.create' });
    maker.says('{"type":"response.created"}');
    assert.equal(maker.sent.length, 1, 'any other word is no greeting');
    maker.says(greeting);
    assert.deepEqual(sentTo(maker).slice(1), [{ type: 'input_audio_buffer.commit' }, { type: 'response.create' }]);
    one.say({ type: 'response.cancel' });
    assert.deepEqual(sentTo(maker).at(-1), { type: 'response.cancel' });
    maker.says(greeting);
    assert.equal(maker.sent.length, 4, 'nothing is sent twice');
    one.socket.send(new TextEncoder().encode('{"type":"response.create"}'), { binary: false }, () => {});
    assert.deepEqual(sentTo(maker).at(-1), { type: 'response.create' }, 'bytes are text as well');
  });

  it('names the formats that the page has asked for, whatever the wire has', async () => {
    const one = talk();
    const maker = await one.begin({ input_audio_format: 'g711_ulaw' });
    maker.says('{"type":"session.created","session":{"id":"s","output_audio_format":"g711_alaw"}}');
    maker.says('{"type":"session.updated","session":{}}');
    assert.deepEqual(
      one.heard.map((event) => event['session']),
      [
        { id: 's', input_audio_format: 'g711_ulaw', output_audio_format: 'pcm16' },
        { input_audio_format: 'g711_ulaw', output_audio_format: 'pcm16' },
      ],
    );
  });

  it('has its sound in the format of the page, and no sound where there is none', async () => {
    const one = talk({ wire: () => ({ ...plainWire(), rates: { input: 12_000, output: 24_000 } }) });
    const maker = await one.begin({ output_audio_format: 'g711_ulaw' });
    const silence = Buffer.alloc(960).toString('base64');
    maker.says(JSON.stringify({ type: 'response.audio.delta', item_id: 'i', delta: silence }));
    maker.says('{"type":"response.audio.delta","item_id":"i"}');
    maker.says(JSON.stringify({ type: 'response.text.delta', delta: silence }));
    const [sound, none, words] = one.heard;
    assert.ok(Buffer.from(String(sound?.['delta']), 'base64').length < 200, 'a byte for three samples');
    assert.equal(sound?.['item_id'], 'i');
    assert.deepEqual(none, { type: 'response.audio.delta', item_id: 'i' });
    assert.equal(words?.['delta'], silence);
    one.say({ type: 'input_audio_buffer.append', event_id: 'e', audio: silence });
    one.say({ type: 'response.cancel', event_id: 'f' });
    const [said, other] = sentTo(maker) as readonly { readonly event_id: string; readonly audio: string }[];
    assert.equal(said?.event_id, 'e');
    assert.ok(Buffer.from(said?.audio ?? '', 'base64').length < 500, 'half as many samples');
    assert.deepEqual(other, { type: 'response.cancel', event_id: 'f' });
  });

  it('passes on what no event of the documents stands for as it came', async () => {
    const raw = { type: 'makers.own', of: 'theirs' };
    const unknown = (more: object) => [{ type: 'unknown', ...more } as never];
    const one = talk({ wire: () => ({ ...plainWire(), decode: (frame) => ({ events: unknown(frame === 'bare' ? {} : { raw }) }) }) });
    const maker = await one.begin();
    maker.says('any');
    maker.says('bare');
    assert.deepEqual(one.heard, [raw, {}]);
  });

  it('counts a message as sent with its last frame, or at once where it has none', async () => {
    const one = talk({
      wire: () => ({
        ...plainWire(),
        encode: ({ type }) =>
          type === 'response.create'
            ? { send: ['one', new Uint8Array([1, 2])] }
            : { events: [{ type: 'error', event_id: 'e', error: { type: 't', code: 'c', message: 'm' } }] },
      }),
    });
    const maker = await one.begin();
    assert.equal(one.left.length, 1);
    one.say({ type: 'response.create' });
    assert.deepEqual(maker.binary, [false, true], 'bytes go as bytes');
    maker.read();
    assert.equal(one.left.length, 1);
    maker.read();
    assert.equal(one.left.length, 2);
    one.say({ type: 'response.cancel' });
    assert.equal(one.left.length, 3);
    assert.deepEqual(types(one.heard), ['error'], 'what the codec answers by itself');
  });

  it('answers the maker by itself where the wire wants that', async () => {
    const one = talk({ wire: () => ({ ...plainWire(), decode: (frame) => ({ events: [], send: [`re ${String(frame)}`] }) }) });
    const maker = await one.begin();
    maker.says('ping');
    assert.deepEqual(maker.sent, ['re ping']);
  });

  it('beats for as long as it stands', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const one = talk({ wire: () => ({ ...plainWire(), heartbeat: { everyMs: 100, frame: 'beat' } }) });
    const maker = await one.begin();
    t.mock.timers.tick(250);
    assert.deepEqual(maker.sent, ['beat', 'beat']);
    maker.hangsUp(1000);
    t.mock.timers.tick(500);
    assert.equal(maker.sent.length, 2);
  });

  it('ends as the maker ends it, and is closed and cut as the page is', async () => {
    const [ended, closed, cut] = [talk(), talk(), talk()];
    (await ended.begin()).hangsUp(4123, 'over');
    assert.deepEqual(ended.ends, ['4123 over']);
    const maker = await closed.begin();
    closed.socket.close(1001, 'away');
    assert.deepEqual([maker.closes, closed.ends], [[[1001, 'away']], []]);
    maker.hangsUp(1001, 'away');
    assert.deepEqual(closed.ends, ['1001 away']);
    const other = await cut.begin();
    cut.socket.terminate();
    assert.deepEqual([other.terminated, cut.ends], [true, ['1006']]);
  });
});

describe('a conversation that the maker keeps', () => {
  let one: ReturnType<typeof talk>;
  let first: FakeSocket;
  beforeEach(async () => {
    one = talk({ wire: greetingWire });
    first = await one.begin({ voice: 'ash' });
    first.says(greeting);
    one.wire().resume = 'handle-1';
  });

  it('goes over to the next connection when this one is about to close, without a second greeting', async () => {
    one.wire().closesInMs = 5000;
    first.says('{"type":"response.done"}');
    assert.deepEqual(first.closes, [[1000, undefined]]);
    one.say({ type: 'response.create' });
    first.says('{"type":"response.text.delta"}');
    first.hangsUp(1000);
    await turn();
    assert.deepEqual(one.opened.at(-1), { session: { voice: 'ash' }, resume: 'handle-1' });
    assert.equal(one.sockets.length, 2, 'the end of the first is no news');
    const second = one.maker();
    second.says(greeting);
    second.says('{"type":"response.created"}');
    assert.deepEqual(sentTo(second), [{ type: 'setup' }, { type: 'response.create' }]);
    assert.deepEqual(types(one.heard), ['session.created', 'response.done', 'response.created']);
    assert.deepEqual(one.ends, []);
  });

  it('stays on this one until both are said: that it closes, and under which name it is kept', async () => {
    first.says('{"type":"response.created"}');
    one.wire().resume = undefined;
    one.wire().closesInMs = 5000;
    first.says('{"type":"response.done"}');
    await turn();
    assert.deepEqual([first.closes, one.sockets.length], [[], 1]);
  });

  it('is fetched again where the line broke, of which the page hears nothing', async () => {
    first.emit('error');
    first.hangsUp(1006);
    await turn();
    assert.deepEqual([one.sockets.length, one.opened.at(-1)?.resume, one.signs, one.ends], [2, 'handle-1', [], []]);
    first.emit('error');
    assert.deepEqual(one.signs, [], 'an older line is nobody’s');
  });

  it('is over where the maker does not take the name, and where it keeps it no more', async () => {
    first.hangsUp(1006);
    await turn();
    one.maker().hangsUp(1011, 'no such handle');
    assert.deepEqual(one.ends, ['1011 upstream_closed: The service broke off.']);
    const other = talk({ wire: greetingWire });
    const line = await other.begin();
    line.says(greeting);
    line.hangsUp(4123, 'over');
    assert.deepEqual(other.ends, ['4123 over']);
  });

  it('is not fetched before it has begun', async () => {
    const early = talk({ wire: () => ({ ...greetingWire(), resume: 'handle-0' }) });
    (await early.begin()).hangsUp(4001, 'no');
    await turn();
    assert.deepEqual([early.sockets.length, early.ends], [1, ['4001 no']]);
  });

  it('is left alone once the page has left', async () => {
    one.wire().closesInMs = 5000;
    one.socket.close(1000);
    first.says('{"type":"response.done"}');
    assert.deepEqual(first.closes, [[1000, undefined]]);
    first.hangsUp(1000);
    await turn();
    assert.deepEqual([one.sockets.length, one.ends], [1, ['1000']]);
  });
});
