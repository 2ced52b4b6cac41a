// The guide for edge runtimes holds: its example runs where there is nothing of Node, bundled by its own imports alone.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';

import { logIn, makesVideos, mint, refused, standardKey, startService, type Ask } from './example.js';

interface Worker {
  fetch(request: Request, env: Readonly<Record<string, string>>): Promise<Response>;
}

async function bundled(): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [resolve('stories', 'examples', 'gateway-edge.mjs')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'example',
    platform: 'browser',
    external: ['ioredis', 'rate-limiter-flexible'],
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  return outputFiles[0]?.text ?? '';
}

describe('the example for edge runtimes', () => {
  const site = 'https://site.example';
  let service: Awaited<ReturnType<typeof startService>>;
  let ask: Ask;
  before(async () => {
    service = await startService();
    const edge = new EdgeVM({ initialCode: await bundled() });
    const { default: worker } = edge.evaluate<{ default: Worker }>('example');
    const { Request } = edge.context as unknown as { Request: typeof globalThis.Request };
    const env = { API_URL: service.url, API_KEY: standardKey, SESSION_SECRET: 'secret of the cookies' };
    ask = (path, init = {}) => worker.fetch(new Request(new URL(path, site), { ...init, headers: { origin: site, ...init.headers } }), env);
  });
  after(() => service.close());

  it('makes videos for who is logged in', () => makesVideos(ask));

  it('mints tokens, each for one SDP exchange', async () => {
    const ann = await logIn(ask);
    const ticket = await mint(ann);
    const exchange = (): Promise<Response> =>
      ann('/v1/realtime?model=rehearsal', {
        method: 'POST',
        body: 'no offer at all',
        headers: { authorization: `Bearer ${ticket}`, 'content-type': 'application/sdp' },
      });
    assert.notEqual((await exchange()).status, 401);
    await refused(await exchange(), 401, 'invalid_token');
  });
});
