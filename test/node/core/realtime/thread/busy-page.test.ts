// A page that is busy 400 ms of every second, and its call: what is heard, what the service hears, and where none of it may leave the page.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import type { Page } from 'puppeteer-core';

import { call, hangUp, interrupt, keepBusy, soundOf, stateOf } from './page-call.js';
import { msOfLevel, openSpokenSite, type SpokenCall, type SpokenSite } from './spoken-site.js';

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; !(await check());) {
    if (performance.now() > end) throw new Error(`Never came true: ${check.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Milliseconds without any sound, before the last of it. */
function silenceMs(samples: Float32Array, contextRateHz: number): number {
  const last = samples.findLastIndex((value) => value > 0.1);
  return (samples.subarray(0, last).reduce((count, value) => count + (value < 0.001 ? 1 : 0), 0) * 1000) / contextRateHz;
}

/** Milliseconds of the answer that were left out: the level grows with each of them, and never by more than a moment's worth. */
function lostMs(samples: Float32Array, contextRateHz: number): number {
  const moment = Math.round((contextRateHz * 5) / 1000);
  let highest = 0;
  let lost = 0;
  for (let at = 0; at < samples.length; at += moment) {
    const next = samples.subarray(at, at + moment).reduce((most, value) => Math.max(most, value), highest);
    if (highest > 0) lost += Math.max(0, msOfLevel(next) - msOfLevel(highest) - 7);
    highest = next;
  }
  return lost;
}

const playedMs = (samples: Float32Array): number => msOfLevel(samples.reduce((most, value) => Math.max(most, value), 0));
const waits = (pieces: readonly number[]) => pieces.slice(1).map((at, index) => at - (pieces[index] ?? at));
const truncated = ({ heard }: SpokenCall) => heard.find(({ type }) => type === 'conversation.item.truncate');

describe('a page that is busy 400 ms of every second', { timeout: 580_000 }, () => {
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
    const before = service().pieces.length;
    const samples = await answered(6000);
    const said = service().pieces.slice(before);
    await keepBusy(page, false);
    const { rateHz: contextRateHz, events, errors } = await stateOf(page);
    assert.equal(silenceMs(samples, contextRateHz), 0);
    assert.ok(lostMs(samples, contextRateHz) < 5, `${lostMs(samples, contextRateHz)} ms were lost`);
    // Each of its busy times would hold a piece up for 400 ms; a machine that is busy itself does so less often.
    const late = waits(said).filter((waitMs) => waitMs > 300);
    assert.ok(said.length > 100 && late.length <= 1, `${said.length} pieces, waited for ${waits(said).map(Math.round).join(' ')}`);
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
    'the service, which hears the user': async () => service().say({ type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u' }),
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
      const { item_id: item, audio_end_ms: heardMs } = truncated(service()) ?? {};
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      assert.equal(item, 'a');
      const soundedMs = playedMs(await soundOf(page));
      assert.ok(Math.abs(Number(heardMs) - soundedMs) < 20, `${String(heardMs)} ms of ${soundedMs}`);
      await page.close();
    });
  }
});
