// A service whose sessions end every few seconds: the conversation on top of them does not. And a wire too slow for sound.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { createRealtimeSession, transcript } from 'voxreel';
import type { SessionPhase as Phase, Transport, Wire } from 'voxreel';

import { createSpeechDelivery } from '../../../../src/core/realtime/speech/speech-delivery.js';
import { until } from './scripted-transport.js';

test('a conversation outlives the sessions of its server, seen by nobody', async () => {
  const service = createLocalService({ key: 'voxreel-local', realtime: { sessionLifetimeMs: 3500 } });
  const { url } = await service.listen();
  const addresses: string[] = [];
  const transport = createWebsocketTransport({
    createWebSocket(address, _protocols, headers) {
      addresses.push(address);
      return new WebSocket(address, { headers });
    },
  });
  const session = createRealtimeSession({
    baseUrl: url,
    model: 'rehearsal',
    getToken: async () => 'voxreel-local',
    transports: [transport],
    session: { modalities: ['text'] },
  });
  const phases: Phase[] = [];
  const errors: string[] = [];
  session.on('phase', (phase) => phases.push(phase));
  session.on('error', ({ code }) => errors.push(code));
  const lines = () => transcript(session.store.get());
  try {
    await session.connect();
    for (let asked = 1; addresses.length < 3; asked++) {
      session.sendText('Hello.');
      await until(() => lines().filter(({ role, status }) => role === 'assistant' && status === 'completed').length === asked);
      assert.equal(lines().length, asked * 2);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    assert.deepEqual(phases, ['connecting', 'open']);
    assert.deepEqual(errors, []);
    assert.equal(new Set(lines().map(({ id }) => id)).size, lines().length);
  } finally {
    session.close();
    await service.close();
  }
});

test('a wire that leaves out four seconds of speech is too slow for sound', () => {
  let strained = 0;
  const wire: Wire = { send() {}, bufferedBytes: 1_000_000, maxMessageBytes: 1, close() {} };
  const transport: Transport = { id: 'slow', audio: 'events', open: () => Promise.resolve(wire) };
  const speech = createSpeechDelivery({
    send: () => true,
    byHand: () => false,
    level: () => 0,
    failed: () => {},
    strained: () => strained++,
  });
  speech.opened(wire, transport);
  for (let at = 0; at < 7; at++) assert.equal(speech.append('x', 500), false);
  assert.equal(strained, 0);
  speech.append('x', 500);
  assert.equal(strained, 1);
});
