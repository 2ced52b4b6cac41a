// What one user, and all users together, may keep in the memory of a gateway: bodies that are not answered, and results that are not read.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';

import { serve } from 'voxreel/server/node';
import type { Served } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';
import type { Gateway, GatewayLimits } from 'voxreel/server';

import { createTask, gatewayTo, key, refusedWith } from './gateway-client.js';
import { startCountingService, type CountingService } from './counting-service.js';
import type { GatewayListening } from './gateway-process.js';

const page = 'https://www.example.org';
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(setImmediate);
};
const sockets: Socket[] = [];
const open: Served[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
after(() => Promise.all(open.map((served) => served.close())));

const head = (user: string, length: number): string =>
  `POST /v1/video/generations HTTP/1.1\r\nHost: x\r\nOrigin: ${page}\r\nCookie: user=${user}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends the beginning of a body. `refusal` comes true as the code with which it was refused. */
function begin(port: number, user: string, sent: string, length = 100_000): { readonly socket: Socket; refusal: string | undefined } {
  const socket = connect(port, '127.0.0.1');
  const begun = { socket, refusal: undefined as string | undefined };
  sockets.push(socket);
  socket.on('error', () => {});
  socket.on('data', (piece: Buffer) => (begun.refusal ??= /"code":"(\w+)"/.exec(piece.toString())?.[1]));
  socket.write(head(user, length) + sent);
  return begun;
}

describe('bodies that are not complete', { timeout: 120_000 }, () => {
  let service: CountingService;
  before(async () => {
    service = await startCountingService();
  });
  after(() => service.close());
  const started = async (limits: GatewayLimits): Promise<Served> => {
    const served = await serve(gatewayTo(service.url, { limits: { ...limits, tasks: { perUser: false, atOnce: false } } }), { port: 0 });
    open.push(served);
    return served;
  };
  const draft = '{"model":"vidu-q2","prompt":"sea"}';
  const ask = async ({ port }: Served, user: string): Promise<string | undefined> => {
    const asked = begin(port, user, draft, draft.length);
    const [answer] = (await once(asked.socket, 'data')) as [Buffer];
    return /"code":"(\w+)"/.exec(answer.toString())?.[1] ?? /"status":"(\w+)"/.exec(answer.toString())?.[1];
  };

  for (const [name, limits, other] of [
    ['of one user', { perUser: 3 }, 'queued'],
    ['of all users', { perUser: false, total: 3 }, 'too_many_bodies'],
  ] as const) {
    it(`are refused above a number ${name}; one that ends makes room`, async () => {
      const served = await started({ bodies: limits });
      const begun = Array.from({ length: 4 }, () => begin(served.port, 'ann', '{'));
      await until(() => begun.some(({ refusal }) => refusal !== undefined));
      assert.equal(begun.find(({ refusal }) => refusal !== undefined)?.refusal, 'too_many_bodies');
      assert.equal(await ask(served, 'ann'), 'too_many_bodies');
      assert.equal(await ask(served, 'bob'), other);
      for (const { socket } of begun) socket.destroy();
      while ((await ask(served, 'ann')) !== 'queued') await new Promise(setImmediate);
    });
  }

  for (const [name, limits, other] of [
    ['of one user', { perUserBytes: 50_000 }, 'queued'],
    ['of all users', { perUserBytes: false, totalBytes: 50_000 }, 'too_many_bodies'],
  ] as const) {
    it(`are refused above their bytes ${name}, and not by what they only announce`, async () => {
      const served = await started({ bodies: limits });
      const announced = Array.from({ length: 5 }, () => begin(served.port, 'ann', '{'));
      assert.equal(await ask(served, 'ann'), 'queued');
      const [most] = announced;
      most?.socket.write(' '.repeat(49_980));
      while ((await ask(served, 'ann')) !== 'too_many_bodies') await new Promise(setImmediate);
      assert.equal(await ask(served, 'bob'), other);
      most?.socket.destroy();
      while ((await ask(served, 'ann')) !== 'queued') await new Promise(setImmediate);
    });
  }

  it('count until they are answered: the body waits with its request for the service', async () => {
    const gateway = gatewayTo(service.url, { limits: { bodies: { perUser: 1 } } });
    const held = service.hold();
    const first = createTask(gateway);
    await held.arrived;
    const second = await createTask(gateway);
    assert.equal(second.headers.get('retry-after'), '5');
    await refusedWith(second, 429, 'too_many_bodies');
    held.release();
    assert.equal((await first).status, 200);
    assert.equal((await createTask(gateway)).status, 200);
  });

  it('of 60 of almost 16 MB from one user, less than 100 MB stay in memory', async () => {
    const child = fork(resolve('.build/test/node/server/gateway-process.js'), [], {
      env: { PATH: process.env['PATH'], UPSTREAM: service.url },
      execArgv: ['--expose-gc'],
    });
    const [{ url }] = (await once(child, 'message')) as [GatewayListening];
    const memory = async (): Promise<number> => {
      child.send('memory');
      return ((await once(child, 'message')) as [number])[0];
    };
    const before = await memory();
    const body = Buffer.alloc(15.9 * 1024 * 1024, ' ');
    const begun = Array.from({ length: 60 }, () => begin(Number(new URL(url).port), 'ann', '{', body.length + 2));
    for (const { socket } of begun) socket.write(body);
    await until(() => begun.filter(({ socket, refusal }) => refusal !== undefined || socket.writableLength === 0).length === 60);
    const held = (await memory()) - before;
    assert.ok(held < 100 * 1024 * 1024, `${Math.round(held / 1024 / 1024)} MB`);
    const refusals = begun.filter(({ refusal }) => refusal === 'too_many_bodies').length;
    assert.ok(refusals >= 50, `${refusals} were refused`);
    child.kill('SIGKILL');
  });
});

describe('results that are played', { timeout: 120_000 }, () => {
  let service: Server;
  let url: string;
  /** Answers of the service that are open. */
  const playing = new Set<unknown>();
  const played: Response[] = [];
  afterEach(async () => {
    // One that is locked has a reader of its own.
    for (const { body } of played.splice(0)) if (body?.locked === false) await body.cancel().catch(() => {});
    await until(() => playing.size === 0);
  });
  before(async () => {
    service = createServer((request, response) => {
      if (request.url?.startsWith('/v1/') === true) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ task_id: 't1', status: 'succeeded', url: '/files/1' }));
        return;
      }
      playing.add(response);
      response.once('close', () => playing.delete(response));
      response.writeHead(200, { 'content-type': 'video/webm' });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        response.once('drain', more);
      };
      more();
    });
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  after(() => {
    service.closeAllConnections();
    service.close();
  });

  const site = (limits: GatewayLimits): Gateway =>
    createGateway({
      upstream: { baseUrl: url, apiKey: key },
      authorize: (request) => ({ id: request.headers.get('cookie') ?? 'ann' }),
      origins: '*',
      content: 'proxy',
      limits,
    });
  const resultPath = async (gateway: Gateway, user: string): Promise<string> => {
    const headers = { 'content-type': 'application/json', cookie: user };
    const body = '{"model":"m","prompt":"p"}';
    const made = await gateway(new Request('http://gateway.test/v1/video/generations', { method: 'POST', headers, body }));
    const { task_id: id } = (await made.json()) as { task_id: string };
    return `/v1/video/generations/${encodeURIComponent(id)}/content/0`;
  };
  const play = async (gateway: Gateway, user = 'ann', signal?: AbortSignal): Promise<Response> => {
    const path = await resultPath(gateway, user);
    const answer = await gateway(
      new Request(`http://gateway.test${path}`, { headers: { cookie: user }, ...(signal === undefined ? {} : { signal }) }),
    );
    played.push(answer);
    return answer;
  };

  for (const [name, limits, other] of [
    ['of one user', { perUser: 2 }, 200],
    ['of all users', { perUser: false, total: 2 }, 429],
  ] as const) {
    it(`are refused above a number ${name}; one that ends makes room`, async () => {
      const gateway = site({ results: limits });
      const [first, second] = [await play(gateway), await play(gateway)];
      assert.deepEqual([first.status, second.status], [200, 200]);
      await refusedWith(await play(gateway), 429, 'too_many_results');
      assert.equal((await play(gateway, 'bob')).status, other);
      await first.body?.cancel();
      assert.equal((await play(gateway)).status, 200);
      await refusedWith(await play(gateway), 429, 'too_many_results');
      await second.body?.cancel();
    });
  }

  it('make room when their caller leaves, and when the service has none', async () => {
    const gateway = site({ results: { perUser: 1 } });
    const leaving = new AbortController();
    assert.equal((await play(gateway, 'ann', leaving.signal)).status, 200);
    leaving.abort();
    const path = await resultPath(gateway, 'ann');
    const headers = { cookie: 'ann' };
    for (let time = 0; time < 3; time += 1) {
      const checked = await gateway(new Request(`http://gateway.test${path}`, { method: 'HEAD', headers }));
      assert.equal(checked.status, 200);
    }
  });

  it('are aborted when nobody reads them, and the service is let go', async () => {
    const gateway = site({ idleMs: 100, results: { perUser: 1 } });
    const unread = await play(gateway);
    const reader = unread.body?.getReader();
    await reader?.read();
    await until(() => playing.size === 0);
    await assert.rejects(async () => {
      for (;;) await reader?.read();
    });
    const next = await play(gateway);
    assert.equal(next.status, 200, 'its place is free');
    await next.body?.cancel();
  });

  it('are aborted over HTTP too, also after a whole time for them', async () => {
    for (const limits of [{ idleMs: 200 }, { resultMs: 200 }]) {
      const gateway = site(limits);
      const served = await serve(gateway, { port: 0, stalledMs: 300 });
      open.push(served);
      const socket = connect(served.port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.pause();
      socket.write(`GET ${await resultPath(gateway, 'ann')} HTTP/1.1\r\nHost: x\r\nCookie: ann\r\n\r\n`);
      await until(() => playing.size > 0);
      await until(() => playing.size === 0 && served.pending === 0);
    }
  });
});
