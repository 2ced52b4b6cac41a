// The session in Node, over the websocket transport with headers, against the local service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { createRealtimeSession, transcript } from 'voxreel';

import { until } from './scripted-transport.js';

const service = createLocalService({ key: 'voxreel-local', faults: true });
let baseUrl = '';

before(async () => {
  baseUrl = (await service.listen()).url;
});
after(() => service.close());

const headersSeen: Record<string, string>[] = [];
const transport = createWebsocketTransport({
  createWebSocket(url, _protocols, headers) {
    headersSeen.push(headers);
    return new WebSocket(url, { headers });
  },
});

test('a typed turn with the standard key in a header, and again after the connection was cut', async () => {
  const session = createRealtimeSession({
    baseUrl,
    model: 'rehearsal',
    getToken: async () => 'voxreel-local',
    transports: [transport],
    session: { modalities: ['text'] },
    reconnect: { baseMs: 1, maxMs: 5 },
  });
  const answers = () => transcript(session.store.get()).filter(({ role, status }) => role === 'assistant' && status === 'completed').length;
  await session.connect();
  session.sendText('Hello.');
  await until(() => answers() === 1);
  assert.deepEqual(headersSeen[0], { Authorization: 'Bearer voxreel-local', 'Vendor-Beta': 'realtime=v1' });
  service.faults.arm({ realtime: { dropAtEvent: 3 } });
  session.sendText('And again.');
  await until(() => answers() === 2);
  session.close();
});

test('a refused key is named, and not tried again', async () => {
  const before = headersSeen.length;
  const session = createRealtimeSession({ baseUrl, model: 'rehearsal', getToken: async () => 'wrong', transports: [transport] });
  await assert.rejects(session.connect(), { code: 'unauthorized', status: 401 });
  assert.equal(headersSeen.length, before + 1);
});

test('without a WebSocket in reach, nothing is tried and no token spent', async () => {
  const given = globalThis.WebSocket;
  Reflect.deleteProperty(globalThis, 'WebSocket');
  let tokens = 0;
  const session = createRealtimeSession({ baseUrl, model: 'm', getToken: async () => `t${++tokens}` });
  await assert.rejects(session.connect(), { code: 'unsupported' });
  assert.equal(tokens, 0);
  if (given !== undefined) globalThis.WebSocket = given;
});
