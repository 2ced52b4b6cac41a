import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';

const key = 'standard_key_of_the_site';
let service: Server;
let edge: EdgeVM;
const asked: string[] = [];

before(async () => {
  service = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const answer =
      request.url?.startsWith('/v1/realtime') === true ? { client_secret: { value: 'token_1' } } : { task_id: 't1', status: 'processing' };
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { outputFiles } = await build({
    entryPoints: ['src/server/index.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'voxreelServer',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // Of the state that is shared over Redis: loaded by who uses it, and not here.
    external: ['ioredis', 'rate-limiter-flexible'],
  });
  edge = new EdgeVM({ initialCode: outputFiles[0]?.text ?? '' });
  edge.evaluate(`
    var gateway = voxreelServer.createGateway({
      upstream: { baseUrl: 'http://127.0.0.1:${(service.address() as AddressInfo).port}', apiKey: '${key}' },
      authorize: (request) => (request.headers.get('cookie') === 'user=ann' ? { id: 'ann' } : undefined),
      origins: ['https://www.example.org'],
      log: voxreelServer.jsonLog((line) => lines.push(line)),
    });
    var lines = [];
    var ask = async (path, body, headers = {}) => {
      const answer = await gateway(new Request('https://edge.test' + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie: 'user=ann', origin: 'https://www.example.org', 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }));
      return JSON.stringify({ status: answer.status, id: answer.headers.get('x-request-id'), body: await answer.json() });
    };
  `);
});
after(() => {
  service.closeAllConnections();
  service.close();
});

interface Said {
  readonly status: number;
  readonly id: string | null;
  readonly body: {
    readonly task_id?: string;
    readonly status?: string;
    readonly code?: string;
    readonly client_secret?: { readonly value: string };
  };
}
const ask = async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Said> =>
  JSON.parse(
    await edge.evaluate<Promise<string>>(
      `ask(${JSON.stringify(path)}, ${JSON.stringify(body) ?? 'undefined'}, ${JSON.stringify(headers)})`,
    ),
  ) as Said;

describe('the gateway at the edge', () => {
  it('is where nothing of Node is', () => {
    const there = edge.evaluate(
      `['process', 'Buffer', 'require', 'global', 'setImmediate'].filter((name) => typeof globalThis[name] !== 'undefined')`,
    ) as string[];
    assert.deepEqual([...there], []);
  });

  it('makes a task and answers its query', async () => {
    const made = await ask('/v1/video/generations', { model: 'vidu-q2', prompt: 'sea' }, { 'idempotency-key': 'k1' });
    assert.equal(made.status, 200);
    assert.match(String(made.body.task_id), /^t1~[\w-]{22}$/);
    const told = await ask(`/v1/video/generations/${made.body.task_id}`);
    assert.deepEqual([told.status, told.body.status], [200, 'processing']);
    assert.deepEqual(asked.splice(0), [`POST /v1/video/generations Bearer ${key}`, `GET /v1/video/generations/t1 Bearer ${key}`]);
  });

  it('mints a token', async () => {
    const minted = await ask('/v1/realtime/sessions', { model: 'm', voice: 'alloy' });
    assert.deepEqual([minted.status, minted.body.client_secret?.value], [200, 'token_1']);
  });

  it('refuses, logs, counts and says how it is', async () => {
    asked.length = 0;
    assert.deepEqual((await ask('/v1/video/generations', { model: 'm', prompt: 'p' }, { cookie: '' })).body.code, 'unauthorized');
    assert.deepEqual(asked, []);
    assert.match(String(edge.evaluate('lines.at(-1)')), /"code":"unauthorized"/);
    assert.match(String(edge.evaluate('gateway.metrics()')), /voxreel_tokens_total 1\n/);
    assert.equal((await ask('/health')).body.status, 'ok');
  });
});
