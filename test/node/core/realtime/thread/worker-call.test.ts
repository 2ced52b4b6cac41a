// A call whose socket is in a worker: what a service sees of it is what it saw of one on the page.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import type { Page } from 'puppeteer-core';

import { call, freeze, hangUp, interrupt, soundOf, startTalking, stateOf, stopTalking, withSound } from './page-call.js';
import { playedMs, until } from './sound-judge.js';
import { audible, openSpokenSite, type SpokenCall, type SpokenSite } from './spoken-site.js';

describe('a call in a worker', { timeout: 580_000 }, () => {
  let site: SpokenSite;
  let page: Page;
  const service = (): SpokenCall => site.calls.at(-1) ?? assert.fail('no call');
  const typesOf = ({ heard }: SpokenCall) => heard.map(({ type }) => type);

  before(async () => {
    site = await openSpokenSite();
  });
  after(() => site?.close());
  afterEach(() => page.close());

  it('sends a turn that ends by hand whole, and nothing after it', async () => {
    page = await site.open();
    await call(page, { ...withSound, turn_detection: null });
    await startTalking(page);
    await until(() => service().pieces.length >= 10);
    await stopTalking(page);
    await until(() => typesOf(service()).includes('response.create'));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const types = typesOf(service());
    const said = types.slice(types.indexOf('input_audio_buffer.clear'));
    const pieces = said.filter((type) => type === 'input_audio_buffer.append');
    assert.deepEqual(said, ['input_audio_buffer.clear', ...pieces, 'input_audio_buffer.commit', 'response.create']);
    assert.equal((await stateOf(page)).appended, service().pieces.length);
  });

  it('goes on over the next connection, with what was said meanwhile', async () => {
    page = await site.open();
    await call(page);
    const first = service();
    await until(() => first.pieces.length >= 10);
    first.drop();
    await until(() => service() !== first && service().pieces.length >= 40);
    const { errors, appended } = await stateOf(page);
    assert.deepEqual(errors, []);
    assert.ok(appended >= first.pieces.length + 40, `${appended} pieces were sent`);
    service().begin('r', 'a');
    await service().speak('r', 'a', 400);
    service().end('r', 'a');
    await until(async () => playedMs(await soundOf(page)) > 370);
  });

  it('plays the next answer after one that was interrupted, and no more of that', async () => {
    page = await site.open();
    await call(page);
    service().begin('r', 'a');
    const speaking = service().speak('r', 'a', 4000);
    await until(async () => playedMs(await soundOf(page)) > 300);
    await interrupt(page);
    await until(() => typesOf(service()).includes('conversation.item.truncate'));
    // A recording on its way to a busy page says less.
    const cutMs = Number(service().heard.find(({ type }) => type === 'conversation.item.truncate')?.['audio_end_ms']);
    await speaking;
    service().end('r', 'a');
    service().begin('q', 'b');
    await service().speak('q', 'b', 200);
    service().end('q', 'b');
    await until(async () => (await stateOf(page)).events.length === service().said);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    const samples = await soundOf(page);
    const last = samples.findLastIndex((value) => value > audible);
    const soundedMs = playedMs(samples);
    assert.ok(soundedMs < cutMs + 20, `${soundedMs} ms of the first were heard, and it ended after ${cutMs}`);
    assert.ok(playedMs(samples.subarray(last - 200, last - 100)) > 150, 'the second is');
  });

  it('plays the answer to a short word, of which the page hears late', async () => {
    page = await site.open();
    await call(page);
    service().begin('r', 'a');
    await service().speak('r', 'a', 1500);
    await until(async () => playedMs(await soundOf(page)) > 300);
    await freeze(page, 2000);
    service().say({ type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u' });
    service().end('r', 'a');
    service().begin('q', 'b');
    await service().speak('q', 'b', 700);
    service().end('q', 'b');
    await until(async () => (await stateOf(page)).events.length === service().said);
    await until(() => typesOf(service()).includes('conversation.item.truncate'));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const cuts = service().heard.filter(({ type }) => type === 'conversation.item.truncate');
    assert.deepEqual(
      cuts.map((event) => event['item_id']),
      ['a'],
    );
    const samples = await soundOf(page);
    const last = samples.findLastIndex((value) => value > audible);
    assert.ok(playedMs(samples.subarray(last - 200, last - 100)) > 650, 'all of the answer is heard');
  });

  it('plays what a service says as it is called', async () => {
    site.greetingMs = 400;
    page = await site.open();
    await call(page);
    site.greetingMs = 0;
    await until(async () => (await stateOf(page)).heardMs === 400);
  });

  it('has a worker where the session asks for what its service has, and none where it asks for text', async () => {
    page = await site.open();
    await call(page, { modalities: ['text'] });
    assert.equal(page.workers().length, 0);
    await page.close();
    page = await site.open();
    await call(page, {});
    assert.equal(page.workers().length, 1);
  });

  it('goes on without its worker when that stops: heard, and still listening', async () => {
    page = await site.open(() => {
      globalThis.Worker = new Proxy(Worker, {
        construct: (target, args: [URL, WorkerOptions]) => Object.assign(globalThis, { made: new target(...args) }).made,
      });
    });
    await call(page);
    const first = service();
    await until(() => first.pieces.length >= 5);
    await page.evaluate(() => (globalThis as unknown as { made: Worker }).made.dispatchEvent(new ErrorEvent('error')));
    await until(() => service() !== first && service().pieces.length >= 10);
    assert.equal(page.workers().length, 0);
    service().begin('r', 'a');
    await service().speak('r', 'a', 400);
    service().end('r', 'a');
    await until(async () => playedMs(await soundOf(page)) > 370);
    assert.deepEqual((await stateOf(page)).errors, []);
  });

  it('closes as the page closes it, and its worker ends', async () => {
    page = await site.open();
    await call(page);
    assert.equal(page.workers().length, 1);
    await hangUp(page);
    await until(() => service().closedWith !== undefined);
    assert.equal(service().closedWith, 1000);
    await until(() => page.workers().length === 0);
  });
});
