// Effects of the page: the same contract as our own, against the local service and against a server that is the test.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { createRealtimeSession, transcript } from 'voxreel';
import type { Effect, EffectFactory, RealtimeSession, RealtimeSessionOptions } from 'voxreel';

import { obliging, scriptedTransport, until } from './scripted-transport.js';

function sessionWith(effects: readonly EffectFactory[], more: Partial<RealtimeSessionOptions> = {}) {
  const transport = scriptedTransport();
  transport.server = obliging('Fine.');
  const session = createRealtimeSession({
    baseUrl: 'http://service.test',
    model: 'm',
    getToken: async () => 't',
    transports: [transport],
    reconnect: { baseMs: 1, maxMs: 2 },
    effects,
    ...more,
  });
  const errors: string[] = [];
  session.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
  return { session, transport, errors };
}

const texts = (session: RealtimeSession) => transcript(session.store.get()).map(({ text }) => text);
const sentTypes = ({ connections }: ReturnType<typeof scriptedTransport>, at: number) => connections[at]?.sent.map(({ type }) => type);

describe('an effect of the page', () => {
  it('hears a call of the local service, and may speak in it', async () => {
    const service = createLocalService({ key: 'voxreel-local' });
    const { url } = await service.listen();
    const heard: string[] = [];
    /** Answers the first answer once more. */
    const curious: EffectFactory = () => {
      let asked = false;
      return {
        opened: ({ transport, audio }) => void heard.push(`${transport} ${audio}`),
        event(event, { send, state }) {
          if (event.type !== 'response.done') return;
          heard.push(`answer ${transcript(state).filter(({ role }) => role === 'assistant').length}`);
          if (asked) return;
          asked = true;
          const content = [{ type: 'text' as const, text: 'And then?' }];
          send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
          send({ type: 'response.create' });
        },
        close: () => void heard.push('closed'),
      };
    };
    const createWebSocket = (address: string, _: string[], headers: Record<string, string>) => new WebSocket(address, { headers });
    const { session, errors } = sessionWith([curious], {
      baseUrl: url,
      model: 'rehearsal',
      getToken: async () => 'voxreel-local',
      transports: [createWebsocketTransport({ createWebSocket })],
      session: { modalities: ['text'] },
    });
    try {
      await session.connect();
      session.sendText('Hello.');
      await until(() => heard.includes('answer 2'));
      session.close();
      assert.deepEqual(heard, ['websocket events', 'answer 1', 'answer 2', 'closed']);
      assert.ok(texts(session).includes('And then?'));
      assert.deepEqual(errors, []);
    } finally {
      session.close();
      await service.close();
    }
  });

  it('hears of each wire after the server has its configuration and conversation', async () => {
    const heard: string[] = [];
    const order: EffectFactory = () => ({
      opened: (_, { send }) => send({ type: 'conversation.item.delete', item_id: 'x' }),
      lost: ({ state }) => void heard.push(`lost while answering ${state.activeResponseId}`),
    });
    const { session, transport } = sessionWith([order], { session: { instructions: 'Be brief.' } });
    await session.connect();
    session.sendText('Hello.');
    transport.connections[0]?.say({ type: 'response.created', response: { id: 'half' } });
    transport.connections[0]?.cut();
    await until(() => transport.connections.length === 2 && session.phase === 'open');
    assert.deepEqual(heard, ['lost while answering half']);
    const given = ['session.update', 'conversation.item.create', 'conversation.item.create', 'conversation.item.delete'];
    assert.deepEqual(sentTypes(transport, 1)?.slice(0, 4), given);
    session.close();
  });

  it('finds nothing measured on a wire that measures nothing', async () => {
    const found: Promise<object>[] = [];
    const measuring: EffectFactory = () => ({ opened: ({ stats }) => void found.push(stats()) });
    const { session } = sessionWith([measuring]);
    await session.connect();
    assert.deepEqual(await Promise.all(found), [{}]);
    session.close();
  });

  it('is made once for each session, however often it connects, and hears the end of each call', async () => {
    let made = 0;
    const heard: string[] = [];
    const counted: EffectFactory = () => {
      made++;
      return { opened: () => void heard.push('opened'), lost: () => void heard.push('lost'), close: () => void heard.push('close') };
    };
    const { session } = sessionWith([counted]);
    await session.connect();
    session.close();
    await session.connect();
    session.close();
    assert.equal(made, 1);
    assert.deepEqual(heard, ['opened', 'lost', 'close', 'opened', 'lost', 'close']);
    const other = sessionWith([counted]);
    await other.session.connect();
    assert.equal(made, 2);
    other.session.close();
  });

  it('folds what it dispatches into the state, for everyone who reads it', async () => {
    const noon: EffectFactory = () => ({
      opened: (_, { dispatch }) =>
        dispatch({
          type: 'conversation.item.created',
          event_id: 'page_1',
          item: { id: 'note', type: 'message', role: 'system', content: [{ type: 'text', text: 'It is noon.' }] },
        }),
    });
    const { session } = sessionWith([noon]);
    await session.connect();
    assert.deepEqual(texts(session), ['It is noon.']);
    assert.match(session.export('jsonl'), /"from":"page".*It is noon/);
    session.close();
  });

  it('is not sent for any more once the page has closed the call', async () => {
    const late: EffectFactory = () => ({ lost: ({ send }) => send({ type: 'response.create' }) });
    const { session, transport } = sessionWith([late]);
    await session.connect();
    session.close();
    await session.connect();
    assert.deepEqual(sentTypes(transport, 1), []);
    transport.connections[1]?.cut();
    await until(() => transport.connections.length === 3 && session.phase === 'open');
    assert.deepEqual(sentTypes(transport, 2), ['response.create']);
    session.close();
  });

  it('hears of a recording, in which nothing is to be done again', async () => {
    const heard: boolean[] = [];
    const { session } = sessionWith([() => ({ opened: ({ recorded }) => void heard.push(recorded) })], {
      transports: [{ ...scriptedTransport(), recorded: true }],
    });
    await session.connect();
    session.close();
    assert.deepEqual(heard, [true]);
  });
});

describe('an effect that fails', () => {
  const broken: Effect = {
    opened() {
      throw new Error('no analytics');
    },
    event(event) {
      if (event.type === 'response.done') throw new Error('bad answer');
    },
    lost: () => Promise.reject(new Error('too late')) as never,
    close() {
      throw new Error('never open');
    },
  };

  it('is reported, and breaks neither the call nor the other effects', async () => {
    const heard: string[] = [];
    const { session, transport, errors } = sessionWith([() => broken, () => ({ event: ({ type }) => void heard.push(type) })]);
    await session.connect();
    session.sendText('Hello.');
    assert.deepEqual(texts(session), ['Hello.', 'Fine.']);
    assert.equal(heard.at(-1), 'response.done');
    transport.connections[0]?.cut();
    await until(() => transport.connections.length === 2 && session.phase === 'open');
    session.sendText('Still there?');
    assert.equal(texts(session).at(-1), 'Fine.');
    session.close();
    assert.equal(session.phase, 'closed');
    await until(() => errors.length >= 7);
    const said = new Set(errors);
    for (const reason of ['no analytics', 'bad answer', 'too late', 'never open'])
      assert.ok(said.has(`effect_failed: An effect of this session failed: ${reason}`), reason);
  });

  it('gives its cause', async () => {
    const causes: unknown[] = [];
    const { session } = sessionWith([() => broken]);
    session.on('error', ({ cause }) => causes.push((cause as Error).message));
    await session.connect();
    assert.deepEqual(causes, ['no analytics']);
    session.close();
  });

  it('when it is made, leaves the session without it', async () => {
    const fails: EffectFactory = () => {
      throw new Error('no such account');
    };
    const { session, errors } = sessionWith([fails]);
    await session.connect();
    session.sendText('Hello.');
    assert.deepEqual(texts(session), ['Hello.', 'Fine.']);
    assert.deepEqual(errors, ['effect_failed: An effect of this session failed: no such account']);
    session.close();
  });
});
