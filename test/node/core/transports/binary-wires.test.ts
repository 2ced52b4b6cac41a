// Bytes on a wire: sent and received as they are where the dialect reads bytes, and text for one written before there were any.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { WebSocket, WebSocketServer } from 'ws';
import { createRealtimeSession } from 'voxreel';
import type { ConversationDialect, Dialect, ServerEvent, Transport } from 'voxreel';
import { vendor } from 'voxreel/dialects/vendor';
import { createWebsocketTransport } from 'voxreel/transports/websocket';

import { scriptedTransport, until } from '../realtime/scripted-transport.js';

let server: WebSocketServer;
let baseUrl = '';
const received: (string | Buffer)[] = [];
before(async () => {
  server = new WebSocketServer({ port: 0, handleProtocols: () => 'realtime' });
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('connection', (socket, { url }) => {
    received.length = 0;
    received.push(url ?? '');
    socket.on('message', (data: Buffer, binary) => received.push(binary ? data : data.toString()));
    socket.send(Buffer.from('{"type":"session.created","event_id":"e","session":{"id":"s"}}'));
  });
});
after(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

const overWs = createWebsocketTransport({ createWebSocket: (url, protocols, headers) => new WebSocket(url, protocols, { headers }) });
const sessionWith = (dialect: Dialect | ConversationDialect, transport: Transport = overWs) =>
  createRealtimeSession({ baseUrl, model: 'm', dialect, getToken: async () => 't0', transports: [transport], reconnect: false });

/** Says an item as bytes; reads what comes, and notes of which kind it was. */
function bytesDialect(heard: unknown[], beatMs?: number): ConversationDialect {
  return {
    id: 'bytes',
    names: () => ({ ...vendor.names(undefined), address: ({ baseUrl: base, model, token }) => `${base}/talk/${model}?token=${token}` }),
    open: ({ session, audio, model }) => {
      heard.push([model, session.instructions, audio]);
      return {
        encode: (event) => ({ send: [new TextEncoder().encode(event.type)] }),
        decode(frame) {
          heard.push(typeof frame === 'string' ? 'text' : 'bytes');
          const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame);
          return { events: [JSON.parse(text) as ServerEvent] };
        },
        ...(beatMs === undefined ? {} : { heartbeat: { everyMs: beatMs, frame: 'beat' } }),
      };
    },
  };
}

describe('bytes on a wire', { timeout: 120_000 }, () => {
  it('are what a dialect with a memory sends and reads, at the address it gives', async () => {
    const heard: unknown[] = [];
    const session = sessionWith(bytesDialect(heard, 5));
    session.updateSession({ instructions: 'Be brief.' });
    await session.connect();
    await until(() => heard.includes('bytes'));
    session.sendText('Hi');
    await until(() => received.includes('beat') && received.some((one) => String(one) === 'response.create'));
    session.close();
    assert.deepEqual(heard[0], ['m', 'Be brief.', 'events']);
    assert.equal(received[0], '/talk/m?token=t0');
    assert.ok(
      received.every((one) => one === 'beat' || one === received[0] || one instanceof Buffer),
      'bytes alone',
    );
    assert.ok(!received.some((one) => String(one) === 'session.update'), 'the configuration was in the opening');
  });

  it('are text for a dialect that reads text', async () => {
    const session = sessionWith(vendor);
    await session.connect();
    await until(() => session.store.get().session?.['id'] === 's');
    session.sendText('Hi');
    await until(() => received.some((one) => typeof one === 'string' && one.includes('response.create')));
    session.close();
    assert.ok(!received.some((one) => one instanceof Buffer));
  });

  it('are refused, and no harm is done, on a transport that carries text alone', async () => {
    const transport = scriptedTransport();
    const session = sessionWith(bytesDialect([]), transport);
    await session.connect();
    assert.throws(
      () => session.sendText('Hi'),
      (error) => (error as { code?: unknown }).code === 'unsupported',
    );
    assert.deepEqual([transport.connections[0]?.sent, session.phase], [[], 'open']);
    session.close();
  });
});
