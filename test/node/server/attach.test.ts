// One server for a site and its gateway: the app answers its own paths, other sockets are left alone, and the gateway can be taken off again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';

import { serve as serveHono } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { WebSocket, WebSocketServer } from 'ws';
import { attach } from 'voxreel/server/node';
import type { Attached } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';

import { recordingUpstream, type RecordingUpstream } from './recording-upstream.js';
import { handshake } from './raw-socket.js';

let upstream: RecordingUpstream;
const servers: Server[] = [];
const attached: Attached[] = [];
before(async () => {
  upstream = await recordingUpstream();
});
afterEach(async () => {
  await Promise.all(attached.splice(0).map((one) => one.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
after(() => upstream.close());

const gateway = (options: Partial<GatewayOptions> = {}): Gateway =>
  createGateway({
    upstream: { baseUrl: upstream.url, apiKey: 'standard_key' },
    authorize: () => ({ id: 'ann' }),
    origins: '*',
    ...options,
  });

async function listening(server: Server): Promise<string> {
  servers.push(server);
  if (!server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const attachTo = (server: Server, options = {}): Attached => {
  const one = attach(gateway(), server, options);
  attached.push(one);
  return one;
};
const mint = (url: string): Promise<Response> =>
  fetch(`${url}/v1/realtime/sessions`, { method: 'POST', body: '{"model":"m"}', headers: { 'content-type': 'application/json' } });
const open = async (url: string): Promise<WebSocket> => {
  const answer = await mint(url);
  assert.equal(answer.status, 200, await answer.clone().text());
  const { client_secret: secret } = (await answer.json()) as { client_secret: { value: string } };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime?model=m`, ['realtime', `vendor-insecure-api-key.${secret.value}`]);
  await once(socket, 'open');
  return socket;
};
/** All that a page of the site needs. */
async function hosts(url: string): Promise<void> {
  assert.equal(await (await fetch(`${url}/hello`)).text(), 'hello from the site');
  const posted = await fetch(`${url}/echo`, { method: 'POST', body: '{"n":1}', headers: { 'content-type': 'application/json' } });
  assert.deepEqual(await posted.json(), { n: 1 });
  const heard = upstream.messages.length;
  const socket = await open(url);
  socket.send('{"type":"input_audio_buffer.clear"}');
  while (upstream.messages.length === heard) await new Promise(setImmediate);
  const closed = once(socket, 'close');
  socket.close(1000);
  await closed;
}

describe('a gateway attached to a server of', { timeout: 120_000 }, () => {
  it('Express, whose parsers of bodies leave its requests alone', async () => {
    const app = express();
    app.use(express.json());
    app.get('/hello', (_request, response) => void response.send('hello from the site'));
    app.post('/echo', (request, response) => void response.json(request.body as unknown));
    const server = createServer(app as (request: unknown, response: unknown) => void);
    attachTo(server);
    await hosts(await listening(server));
  });

  it('Hono', async () => {
    const app = new Hono();
    app.get('/hello', (context) => context.text('hello from the site'));
    app.post('/echo', async (context) => context.json((await context.req.json()) as object));
    const server = serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    attachTo(server);
    await hosts(await listening(server));
  });

  it('Fastify', async () => {
    const app = fastify();
    app.get('/hello', () => 'hello from the site');
    app.post('/echo', (request) => request.body);
    attachTo(app.server);
    await app.listen({ port: 0, host: '127.0.0.1' });
    await hosts(await listening(app.server));
    await Promise.all(attached.splice(0).map((one) => one.close()));
    await app.close();
  });

  it('an app that adds its listener afterwards, as one of Next does', async () => {
    const server = createServer();
    attachTo(server);
    server.on('request', (request, response) => {
      if (request.url === '/hello') response.end('hello from the site');
      else request.pipe(response);
    });
    await hosts(await listening(server));
  });

  it('an app that mounts the handler itself: only the relay is added', async () => {
    const own = gateway();
    const app = new Hono();
    app.all('/v1/*', (context) => own(context.req.raw));
    app.get('/hello', (context) => context.text('hello from the site'));
    app.post('/echo', async (context) => context.json((await context.req.json()) as object));
    const server = serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    attached.push(attach(own, server, { http: false }));
    await hosts(await listening(server));
  });
});

describe('sockets of others on the same server', { timeout: 120_000 }, () => {
  it('stay with their listeners, before the gateway and after it', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    const claim = (path: string): void =>
      void server.on('upgrade', (request, socket, head) => {
        if (request.url === path) sockets.handleUpgrade(request, socket, head, (open) => open.send(path));
      });
    claim('/hmr');
    attachTo(server);
    claim('/chat');
    const url = await listening(server);
    for (const path of ['/hmr', '/chat']) {
      const socket = new WebSocket(url.replace('http', 'ws') + path);
      assert.equal(String(((await once(socket, 'message')) as [Buffer])[0]), path);
      socket.terminate();
    }
    (await open(url)).terminate();
  });

  it('that refuse every path but their own do not refuse the relay', async (t) => {
    const server = createServer();
    const strict = new WebSocketServer({ server, path: '/hmr' });
    t.after(() => strict.close());
    attachTo(server);
    const url = await listening(server);
    (await open(url)).terminate();
  });

  it('are refused where nobody wants them', async () => {
    const server = createServer();
    attachTo(server);
    const answer = await handshake(await listening(server), { path: '/nobody', protocols: 'x' }).answer();
    assert.equal(answer?.status, 404);
  });
});

describe('a gateway that is taken off', { timeout: 120_000 }, () => {
  it('leaves the server to its app', async () => {
    const server = createServer((_request, response) => response.end('the site'));
    const one = attachTo(server);
    const url = await listening(server);
    const socket = await open(url);
    assert.equal(one.relays, 1);
    const closed = once(socket, 'close') as Promise<[number]>;
    await one.close();
    await one.close();
    assert.equal((await closed)[0], 1001);
    assert.equal(await (await mint(url)).text(), 'the site');
    assert.deepEqual([one.relays, one.pending, server.listenerCount('upgrade')], [0, 0, 0]);
  });

  it('finishes what is under way when it is drained, and refuses what is new', async () => {
    const server = createServer((_request, response) => response.end('the site'));
    const one = attachTo(server);
    const url = await listening(server);
    const socket = await open(url);
    const closed = once(socket, 'close') as Promise<[number]>;
    const drained = one.drain({ lingerMs: 0 });
    const refused = await mint(url);
    assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [503, 'draining']);
    assert.equal(refused.headers.get('connection'), 'close', 'the next request goes elsewhere');
    assert.equal(await (await fetch(`${url}/`)).text(), 'the site');
    assert.equal((await closed)[0], 1001);
    await drained;
  });

  it('cuts what does not end in time, and no other connection of the server', async () => {
    const server = createServer((_request, response) => response.end('the site'));
    let answer = (): void => {};
    const late = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    const one = attach(gateway({ authorize: () => late }), server);
    attached.push(one);
    const url = await listening(server);
    const other = new Agent({ keepAlive: true, maxSockets: 1 });
    const visit = async () => {
      const [response] = (await once(get(url, { agent: other }), 'response')) as [IncomingMessage];
      const { localPort } = response.socket;
      response.resume();
      await once(response, 'end');
      return localPort;
    };
    const port = await visit();
    const pending = mint(url);
    while (one.pending === 0) await new Promise(setImmediate);
    const cut = assert.rejects(pending);
    await one.drain({ timeoutMs: 1, lingerMs: 0 });
    await cut;
    answer();
    assert.equal(one.pending, 0);
    assert.equal(await visit(), port, 'the connection of a visitor stands');
    other.destroy();
  });

  it('is forgotten by a wrapper that was put around it later', async () => {
    const server = createServer((_request, response) => response.end('the site'));
    const one = attachTo(server);
    const { emit } = server;
    let heard = 0;
    server.emit = (name: string, ...values: unknown[]): boolean => {
      heard += 1;
      return (emit as (name: string, ...values: unknown[]) => boolean).call(server, name, ...values);
    };
    const url = await listening(server);
    await one.close();
    assert.equal(await (await mint(url)).text(), 'the site');
    assert.ok(heard > 0);
  });
});
