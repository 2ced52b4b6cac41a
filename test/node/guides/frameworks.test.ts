// The guides for Express and Hono hold: their examples run as they are shown, each a site with its own routes beside the gateway.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { makesVideos, opensSessions, startExample, startService, visitor, type Example } from './example.js';

for (const [name, file] of [
  ['Express', 'gateway-express.mjs'],
  ['Hono', 'gateway-hono.mjs'],
] as const) {
  describe(`the example for ${name}`, () => {
    let service: Awaited<ReturnType<typeof startService>>;
    let example: Example;
    before(async () => {
      service = await startService();
      example = await startExample(file, { API_URL: service.url });
    });
    after(async () => {
      await example.stop();
      await service.close();
    });

    it('makes videos for who is logged in', () => makesVideos(visitor(example.url)));
    it('opens realtime sessions', () => opensSessions(example.url, visitor(example.url)));

    it('answers the routes of the app beside it', async () => {
      const page = await visitor(example.url)('/');
      assert.match(await page.text(), /<video-generator/);
      assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'self';/);
      assert.equal((await visitor(example.url)('/cdn/voxreel.js')).headers.get('content-type')?.split(';')[0], 'text/javascript');
    });

    it('ends on a signal', async () => assert.deepEqual(await example.stop(), { code: 0, signal: null }));
  });
}
