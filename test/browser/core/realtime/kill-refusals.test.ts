import { expect } from '@open-wc/testing';
import { createRealtimeSession, indexedDbStorage, isVoxreelError, transcript } from 'voxreel';
import type { RealtimeSession, RealtimeSessionOptions } from 'voxreel';

import { until } from '../audio/recording.js';
import { arm, disarm, gateway } from './kill-run.js';
import { needing } from '../../../engines/lacks.js';

const open: RealtimeSession[] = [];

/** Counts tokens by counting the requests that ask for one. */
function sessionOn(transports: string[], more: Partial<RealtimeSessionOptions> = {}) {
  let tokens = 0;
  const errors: string[] = [];
  const session = createRealtimeSession({
    baseUrl: gateway,
    model: 'rehearsal',
    transports,
    session: { modalities: ['text'], turn_detection: null },
    reconnect: { baseMs: 5, maxMs: 50 },
    fetch: (input, init) => {
      if (typeof input === 'string' && input.endsWith('/sessions')) tokens++;
      return fetch(input, init);
    },
    ...more,
  });
  open.push(session);
  session.on('error', ({ code }) => errors.push(code));
  return { session, errors, tokens: () => tokens };
}

const answered = (session: RealtimeSession, count: number) =>
  transcript(session.store.get()).filter(({ role, status }) => role === 'assistant' && status === 'completed').length === count;
const codeOf = (cause: unknown): string => (isVoxreelError(cause) ? cause.code : String(cause));

describe('a connection that is refused', () => {
  beforeEach(() => disarm());
  afterEach(async () => {
    for (const session of open.splice(0)) session.close();
    await disarm();
  });

  for (const transport of ['websocket', 'webrtc'] as const) {
    needing(transport).it(`for an expired token over ${transport} is made with a fresh one`, async () => {
      await arm({ realtime: { expireToken: true } });
      const { session, tokens, errors } = sessionOn([transport]);
      await session.connect();
      expect(tokens()).to.equal(2);
      session.sendText('Hello.');
      await until(() => answered(session, 1));
      expect(errors).to.deep.equal([]);
    });

    needing(transport).it(`with 500 over ${transport} is tried again`, async () => {
      await arm({ path: '/v1/realtime', status: 500, body: { error: { message: 'broken' } } });
      const { session, errors } = sessionOn([transport]);
      await session.connect();
      session.sendText('Hello.');
      await until(() => answered(session, 1));
      expect(errors).to.deep.equal([]);
    });

    for (const [status, code] of [
      [401, 'unauthorized'],
      [403, 'forbidden'],
    ] as const) {
      needing(transport).it(`with ${status} on the token is never tried again over ${transport}`, async () => {
        let tokens = 0;
        const { session } = sessionOn([transport], { fetch: async () => (tokens++, new Response('{}', { status })) });
        const cause = await session.connect().then(
          () => 'connected',
          (error: unknown) => codeOf(error),
        );
        expect(cause).to.equal(code);
        expect(session.phase).to.equal('failed');
        expect(tokens).to.equal(1);
      });
    }
  }

  needing('webrtc').it('with 401 or 403 on the offer is not tried on another transport', async () => {
    for (const status of [401, 403]) {
      await disarm();
      await arm({ method: 'POST', path: '/v1/realtime', times: 9, status, body: {} });
      const { session, tokens } = sessionOn(['webrtc', 'websocket']);
      await session.connect().catch(() => undefined);
      expect(session.phase).to.equal('failed');
      expect(tokens()).to.equal(1);
    }
  });

  needing('webrtc').it('because the SDP is, gives way to WebSocket', async () => {
    await arm({ realtime: { refuseSdp: true }, times: 3 });
    const { session, errors } = sessionOn(['webrtc', 'websocket']);
    await session.connect();
    expect(session.transport).to.equal('websocket');
    session.sendText('Hello.');
    await until(() => answered(session, 1));
    expect(errors).to.deep.equal([]);
  });

  needing('webrtc').it('is made up for: back to WebRTC at a quiet moment, with nothing lost and nothing twice', async () => {
    await arm({ realtime: { refuseSdp: true } });
    const { session, errors } = sessionOn(['webrtc', 'websocket'], { reconnect: { climbAfterMs: 300 } });
    const phases: string[] = [];
    session.on('phase', (phase) => phases.push(phase));
    await session.connect();
    expect(session.transport).to.equal('websocket');
    session.sendText('Hello.');
    await until(() => answered(session, 1));
    await until(() => session.transport === 'webrtc');
    session.sendText('And again.');
    await until(() => answered(session, 2));
    expect(transcript(session.store.get()).length).to.equal(4);
    expect(phases).to.deep.equal(['connecting', 'open']);
    expect(errors).to.deep.equal([]);
  });

  needing('webrtc').it('is made up for only when a turn that is held to the end has ended', async () => {
    await arm({ realtime: { refuseSdp: true } });
    const { session, errors } = sessionOn(['webrtc', 'websocket'], { reconnect: { climbAfterMs: 300 } });
    await session.setMicrophone(true);
    await session.connect();
    session.startTalking();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(session.transport).to.equal('websocket');
    session.stopTalking();
    await until(() => answered(session, 1));
    await until(() => session.transport === 'webrtc');
    expect(transcript(session.store.get()).length).to.equal(2);
    expect(errors).to.deep.equal([]);
  });

  needing('webrtc').it('by a network without a path after the answer gives way to WebSocket', async () => {
    let moved = 0;
    const { session } = sessionOn(['webrtc', 'websocket'], {
      webrtc: { connectionTimeoutMs: 2000 },
      // The answer of the service, with its candidates moved to where nobody listens, and with another password:
      // the service reaches some browsers by their own candidates, and its address is then known without the answer.
      fetch: async (input, init) => {
        const reply = await fetch(input, init);
        const text = await reply.text();
        if (!text.startsWith('v=')) return new Response(text, { status: reply.status, headers: reply.headers });
        const nowhere = text
          .replaceAll(/(a=candidate:\S+ \d+ \S+ \d+) \S+ \d+/g, '$1 127.0.0.1 9')
          .replaceAll(/^a=ice-pwd:.*$/gm, `a=ice-pwd:${'x'.repeat(24)}`);
        moved += Number(nowhere !== text);
        return new Response(nowhere, { status: reply.status });
      },
    });
    // It rejects once `connectionTimeoutMs` has passed.
    await session.connect();
    expect(session.transport).to.equal('websocket');
    expect(moved).to.equal(1);
    session.sendText('Hello.');
    await until(() => answered(session, 1));
  });

  for (const transport of ['websocket', 'webrtc'] as const) {
    needing(transport).it(`by a service that is gone for a while over ${transport}: the conversation goes on when it is back`, async () => {
      const { session, errors, tokens } = sessionOn([transport]);
      const phases: string[] = [];
      session.on('phase', (phase) => phases.push(phase));
      await arm({ realtime: { dropAtEvent: 14 } });
      await session.connect();
      await arm({ path: '/v1/realtime*', times: 1000, drop: true });
      session.sendText('Hello.');
      // A peer whose goodbye is lost counts as gone after ten seconds of silence: five of the browser's, five of ours.
      await until(() => phases.includes('reconnecting'));
      const refused = tokens();
      await until(() => tokens() >= refused + 3);
      await disarm();
      await until(() => session.phase === 'open');
      await until(() => answered(session, 1));
      expect(transcript(session.store.get()).length).to.equal(2);
      expect(errors).to.deep.equal([]);
    });
  }
});

describe('a conversation kept in the browser', () => {
  it('is there after a reload, and goes on with the next server', async () => {
    const name = `kept-${Math.random()}`;
    const first = sessionOn(['websocket'], { storage: indexedDbStorage(name) });
    await first.session.connect();
    first.session.sendText('Hello.');
    await until(() => answered(first.session, 1));
    const lines = transcript(first.session.store.get()).map(({ text }) => text);
    first.session.close();

    const second = sessionOn(['websocket'], { storage: indexedDbStorage(name) });
    await second.session.ready;
    expect(transcript(second.session.store.get()).map(({ text }) => text)).to.deep.equal(lines);
    await second.session.connect();
    second.session.sendText('And again.');
    await until(() => answered(second.session, 2));
    expect(transcript(second.session.store.get()).length).to.equal(4);
    second.session.close();
  });

  it('is not claimed by a page that lets go of it: the next one would be refused it meanwhile', async () => {
    const first = sessionOn(['websocket'], { storage: indexedDbStorage(`kept-${Math.random()}`) });
    await first.session.connect();
    first.session.sendText('Hello.');
    await until(() => answered(first.session, 1));
    const { locks } = navigator;
    const claimed: string[] = [];
    locks.request = (name: string) => Promise.resolve(claimed.push(name));
    first.session.close();
    Reflect.deleteProperty(locks, 'request');
    expect(claimed).to.deep.equal([]);
  });

  it('belongs to one page at a time', async () => {
    const name = `kept-${Math.random()}`;
    const first = sessionOn(['websocket'], { storage: indexedDbStorage(name) });
    await first.session.connect();
    first.session.sendText('Mine.');
    await until(() => answered(first.session, 1));
    await new Promise((resolve) => setTimeout(resolve, 700));

    const other = sessionOn(['websocket'], { storage: indexedDbStorage(name) });
    await other.session.ready;
    expect(transcript(other.session.store.get())).to.deep.equal([]);
    first.session.close();
    other.session.close();
  });
});
