// A call that is spoken over a wire of events: what becomes of the user's last words when that wire is lost.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { createRealtimeSession, transcript } from 'voxreel';
import type { RealtimeSession, SessionConfig } from 'voxreel';

import { installGraph, steadyStream } from '../audio/scripted-graph.js';
import { scriptedTransport, until, type SentEvent } from './scripted-transport.js';

describe('a spoken turn', () => {
  let installed: ReturnType<typeof installGraph>;
  let session: RealtimeSession | undefined;
  beforeEach(() => (installed = installGraph()));
  afterEach(() => {
    session?.close();
    installed.remove();
  });

  async function spoken(more: SessionConfig = {}) {
    const transport = scriptedTransport();
    session = createRealtimeSession({
      baseUrl: 'http://service.test',
      model: 'm',
      getToken: async () => 't',
      transports: [transport],
      modalities: ['text', 'audio'],
      reconnect: { baseMs: 1, maxMs: 2 },
      session: more,
    });
    const call = session;
    await call.connect();
    await call.setMicrophone(steadyStream());
    const capture = () =>
      installed.graph.worklets.findLast(({ processor }) => processor === 'voxreel-capture') ?? assert.fail('not captured');
    /** 200 ms of a microphone at 24 kHz. */
    const say = () => capture().port.say({ buffer: new Int16Array(4800).fill(258).buffer, length: 4800 });
    const flushed = () =>
      (capture().port.answer = (message) => {
        const flush = (message as { readonly flush?: number }).flush;
        return flush === undefined ? undefined : { buffer: new ArrayBuffer(0), length: 0, flush };
      });
    const [first] = transport.connections;
    assert.ok(first);
    const again = async () => {
      first.cut();
      await until(() => transport.connections.length === 2 && call.phase === 'open');
      // What is held back while an answer is silenced goes before this, too.
      const mark = { id: 'mark', type: 'message', role: 'user' };
      call.send({ type: 'conversation.item.create', item: mark });
      const sent = transport.connections[1]?.sent ?? [];
      const isMark = ({ item }: SentEvent) => (item as { id?: string } | undefined)?.id === mark.id;
      await until(() => sent.some(isMark));
      return sentOn(sent.slice(0, sent.findIndex(isMark)));
    };
    return { session: call, connection: first, say, flushed, again, items: () => transcript(call.store.get()).map(({ id }) => id) };
  }
  const sentOn = (sent: readonly SentEvent[]) => sent.map(({ type }) => type).filter((type) => type !== 'session.update');
  const committed = { type: 'input_audio_buffer.committed', item_id: 'u' };
  const answering = { type: 'response.created', response: { id: 'r' } };

  it('that a lost server had begun to answer is said again, and answered by the next as it hears it', async () => {
    const { connection, say, again, items } = await spoken();
    connection.say({ type: 'input_audio_buffer.speech_started' });
    say();
    assert.deepEqual(sentOn(connection.sent), ['input_audio_buffer.append']);
    connection.say(committed, answering);
    assert.deepEqual(items(), ['u']);
    assert.deepEqual(await again(), ['input_audio_buffer.append']);
    assert.deepEqual(items(), []);
  });

  it('whose words are known is given back in words, and its answer asked for', async () => {
    const { connection, say, again, items } = await spoken();
    connection.say({ type: 'input_audio_buffer.speech_started' });
    say();
    const words = {
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'u',
      content_index: 0,
      transcript: 'How tall?',
    };
    connection.say(committed, words, answering);
    assert.deepEqual(await again(), ['conversation.item.create', 'response.create']);
    assert.deepEqual(items(), ['u']);
  });

  it('that ends by hand is said again, ended and its answer asked for', async () => {
    const { session: call, connection, say, flushed, again, items } = await spoken({ turn_detection: null });
    flushed();
    call.startTalking();
    say();
    call.stopTalking();
    const turn = ['input_audio_buffer.append', 'input_audio_buffer.commit', 'response.create'];
    await until(() => sentOn(connection.sent).includes('response.create'));
    assert.deepEqual(sentOn(connection.sent), ['input_audio_buffer.clear', ...turn]);
    connection.say(committed, answering);
    assert.deepEqual(await again(), turn);
    assert.deepEqual(items(), []);
  });
});

describe('a call with sound', () => {
  let installed: ReturnType<typeof installGraph>;
  beforeEach(() => (installed = installGraph()));
  afterEach(() => installed.remove());

  const callWith = (getToken: () => Promise<string>) =>
    createRealtimeSession({
      baseUrl: 'http://service.test',
      model: 'm',
      getToken,
      transports: [scriptedTransport()],
      modalities: ['text', 'audio'],
    });

  it('has its token on the way before its sound is made ready', async () => {
    const { players } = installed.graph;
    const before: number[] = [];
    const session = callWith(async () => {
      before.push(players.length);
      return 't';
    });
    await session.connect();
    assert.deepEqual([before, players.length], [[0], 1]);
    session.close();
  });

  it('makes no sound ready once the page has closed it instead of giving a token', async () => {
    const session = callWith(async () => {
      session.close();
      return 't';
    });
    await assert.rejects(session.connect(), { code: 'aborted' });
    assert.equal(installed.graph.players.length, 0);
  });
});
