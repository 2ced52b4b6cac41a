// The WebRTC clients of another maker, in a real page, against the local service: `@openai/agents-realtime` with a token, `openai` through a server's own exchange.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { build } from 'esbuild';
import OpenAI from 'openai';
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { createLocalService, speak } from 'voxreel/local';

import { standardKey } from '../local/realtime/talker.js';
import type { callPage as CallPage } from './call-page.js';

declare const callPage: typeof CallPage;
declare const exchangeSdp: (offer: string) => Promise<string>;

describe('calls from a page', () => {
  const service = createLocalService({ key: standardKey, origins: '*', realtime: { transcriptionDelayMs: 20 } });
  const site = createServer();
  let client: OpenAI;
  let browser: Browser;
  let page: Page;
  let url = '';

  before(async () => {
    ({ url } = await service.listen());
    client = new OpenAI({ apiKey: standardKey, baseURL: `${url}/v1` });
    const { outputFiles } = await build({
      entryPoints: [join(process.cwd(), 'test', 'node', 'peers', 'call-page.ts')],
      bundle: true,
      format: 'esm',
      target: 'es2022',
      write: false,
      logLevel: 'error',
    });
    site.on('request', ({ url: path }, response) => {
      const isScript = path === '/call-page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? outputFiles[0]?.contents : '<!doctype html><script type="module" src="/call-page.js"></script>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
    browser = await puppeteer.launch(await findChromium());
    page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`, { waitUntil: 'networkidle0' });
  });
  after(async () => {
    await browser?.close();
    site.close();
    await service.close();
  });

  it('RealtimeSession is heard, hears, and interrupts', async () => {
    const { value } = await client.realtime.clientSecrets.create({ session: { type: 'realtime', model: 'gpt-realtime' } });
    const { samples, sampleRateHz } = await speak('Hello, is anybody there?');
    const spoken = { samples: [...samples], sampleRateHz };
    const call = await page.evaluate(
      (address, token, voice) => callPage.talkThroughAgents(address, token, voice),
      `${url}/v1/realtime/calls`,
      value,
      spoken,
    );
    assert.match(call.callId ?? '', /^call_/);
    assert.deepEqual(call.responses, ['completed', 'cancelled']);
    assert.ok(call.loudest > 0.05, `${call.loudest}`);
    assert.match(call.history[0] ?? '', /^user: \[[\d.]+ s of speech/);
    assert.deepEqual(call.history.slice(1, 3), ['assistant: I hear you well.', 'user: Tell me a long story']);
    assert.ok(call.types.includes('conversation.item.truncated'));
    assert.ok(!call.types.includes('response.output_audio.delta'));
    assert.deepEqual(call.errors, []);
    await assert.rejects(
      page.evaluate(
        (address, token) => callPage.talkThroughAgents(address, token, { samples: [], sampleRateHz: 16_000 }),
        `${url}/v1/realtime/calls`,
        value,
      ),
      /401: .*one connection already/,
    );
  });

  it('OpenAIRealtimeWebRTC connects by the answer of client.realtime.calls', async () => {
    let location: string | null = null;
    await page.exposeFunction('exchangeSdp', async (sdp: string) => {
      const response = await client.realtime.calls.create({
        sdp,
        session: { type: 'realtime', model: 'gpt-realtime', instructions: 'Be brief.' },
      });
      location = response.headers.get('location');
      return response.text();
    });
    assert.match(await page.evaluate(() => callPage.writeThroughOpenai((offer) => exchangeSdp(offer))), /42/);
    assert.match(location ?? '', /\/calls\/call_/);
  });
});
