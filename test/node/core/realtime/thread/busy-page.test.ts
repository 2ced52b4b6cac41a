// A page that is busy most of the time, and its call: what is heard, what the service hears, and where none of it may leave the page.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import type { Page } from 'puppeteer-core';

import { call, interrupt, keepBusy, soundOf, stateOf } from './page-call.js';
import { longestSilenceMs, lostMs, playedMs, until } from './sound-judge.js';
import { openSpokenSite, type SpokenCall, type SpokenSite } from './spoken-site.js';

const truncated = ({ heard }: SpokenCall) => heard.find(({ type }) => type === 'conversation.item.truncate');

describe('a page that is busy most of the time', { timeout: 580_000 }, () => {
  let site: SpokenSite;
  let page: Page;
  const service = (): SpokenCall => site.calls.at(-1) ?? assert.fail('no call');

  before(async () => {
    site = await openSpokenSite();
  });
  after(() => site?.close());
  beforeEach(() => {
    site.policy.page = site.policy.scripts = '';
  });

  async function answered(ms: number): Promise<Float32Array> {
    service().begin('r', 'a');
    await service().speak('r', 'a', ms);
    service().end('r', 'a');
    await until(async () => playedMs(await soundOf(page)) > ms - 30);
    return soundOf(page);
  }

  it('is not heard: no gap, nothing lost, and every piece of the microphone in time', async () => {
    page = await site.open();
    await call(page);
    assert.equal(page.workers().length, 1);
    await keepBusy(page, true);
    const samples = await answered(9000);
    await keepBusy(page, false);
    const { rateHz: contextRateHz, events, errors, busyTimes } = await stateOf(page);
    // Without the worker the page leaves gaps of more than 400 ms: it is busy for 1.6 s at a time, and the sound is 1 s ahead, for which a busy machine may hold it up.
    const gapMs = longestSilenceMs(samples, contextRateHz);
    assert.ok(gapMs < 150, `${gapMs} ms of silence at a time`);
    const lost = lostMs(samples, contextRateHz, 9000);
    assert.ok(lost < 5, `${lost} ms were lost`);
    // What the page itself sends is on its way at the latest as it becomes busy. A machine that is busy too may hold up some pieces, but not all.
    const heardAt = service().pieces.map((at) => performance.timeOrigin + at);
    const during = busyTimes.map(([from, to]) => heardAt.filter((at) => at > from + 200 && at < to).length);
    const unheard = during.filter((pieces) => pieces === 0);
    assert.ok(during.length > 3 && unheard.length <= during.length / 4, `pieces heard in each busy time: ${during.join(' ')}`);
    assert.deepEqual(
      events,
      events.map((_, index) => `e${index + 1}`),
    );
    assert.deepEqual(errors, []);
    await until(async () => (await stateOf(page)).appended === service().pieces.length);
    await page.close();
  });

  for (const [by, stop] of Object.entries({
    'the user': () => interrupt(page),
    'the service, which hears the user': async () =>
      service().say({ type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u' }),
  })) {
    it(`knows to the millisecond what was heard as it is interrupted by ${by}`, async () => {
      page = await site.open();
      await call(page);
      await keepBusy(page, true);
      service().begin('r', 'a');
      const speaking = service().speak('r', 'a', 8000);
      await until(async () => playedMs(await soundOf(page)) > 2500);
      await stop();
      await until(() => truncated(service()) !== undefined);
      await speaking;
      const { item_id: item, audio_end_ms: heardMs } = truncated(service()) ?? assert.fail();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      assert.equal(item, 'a');
      const soundedMs = playedMs(await soundOf(page));
      assert.ok(Math.abs(Number(heardMs) - soundedMs) < 20, `${String(heardMs)} ms of ${soundedMs}`);
      await page.close();
    });
  }
});
