// How finished videos play in their cards: without sound where one points, with sound and controls where one asks, and on the strictest of pages.
import { expect } from '@open-wc/testing';

import type { VideoTask } from '../../../../src/core/video/queue/video-queue.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { poster, sampleFile, sampleVideo, stage } from './stage.js';
import { strictFrame } from '../../strict-frame.js';

const dead = `${location.origin}/none.webm`;
const kept = { bytes: 4_200_000, type: 'video/webm', poster: true };

const finished = (id: string, outputs: VideoTask['outputs']): VideoTask =>
  scriptedTask({ id, status: 'succeeded', prompt: `Number ${id}`, endedAt: Date.now(), outputs });

/** A link, and a kept file whose link is dead. */
async function both() {
  const page = await stage({
    tasks: [finished('link', [{ url: await sampleVideo(), duration: 1 }]), finished('kept', [{ url: dead, duration: 1, kept }])],
    kept: new Map([['kept/0', { file: await sampleFile(), poster: await poster() }]]),
  });
  const cover = async (id: string) => (await page.card(id)).querySelector<HTMLElement>('.play');
  const point = async (id: string, name: string, pointerType = 'mouse') =>
    (await cover(id))?.dispatchEvent(new PointerEvent(name, { pointerType }));
  const video = async () => page.find<HTMLVideoElement>('[data-id="link"] video');
  const moving = (id: string) => until(() => page.root.querySelector(`[data-id="${id}"] .play[data-moving]`) ?? undefined, `${id} to move`);
  const still = (id: string) =>
    until(() => (page.root.querySelector(`[data-id="${id}"] .play:not([data-moving])`) === null ? undefined : true), `${id} to stand`);
  return { ...page, cover, point, video, moving, still };
}

describe('<video-generator>: playing', () => {
  it('plays without sound while one points at it, one at a time, and shows its picture again afterwards', async () => {
    const { point, video, moving, still, find } = await both();
    await point('link', 'pointerenter');
    await moving('link');
    const player = await video();
    await until(() => (player.paused ? undefined : true), 'the link to play');
    expect(player).to.include({ muted: true, controls: false });
    await point('kept', 'pointerenter');
    await moving('kept');
    await still('link');
    expect([player.paused, player.hasAttribute('src')]).to.deep.equal([true, false]);
    await find('[data-id="kept"] canvas[role="img"]');
    await point('kept', 'pointerleave');
    await still('kept');
    await find('[data-id="kept"] canvas.poster');
  });

  it('plays where one comes to it by keys, and stops where one goes on', async () => {
    const { cover, moving, still } = await both();
    (await cover('kept'))?.focus();
    await moving('kept');
    (await cover('link'))?.focus();
    await still('kept');
    await moving('link');
    (await cover('link'))?.blur();
    await still('link');
  });

  for (const [why, wish] of [
    ['who wants less motion', () => stub(window, 'matchMedia', () => ({ matches: true }))],
    ['who saves data', () => stub(navigator, 'connection', { saveData: true })],
  ] as const) {
    it(`moves nothing by itself for ${why}, and plays when asked`, async () => {
      const { point, cover, pressIn, find, element } = await both();
      const undo = wish();
      try {
        await point('kept', 'pointerenter');
        await new Promise((resolve) => setTimeout(resolve, 300));
        await element.updateComplete;
        expect((await cover('kept'))?.hasAttribute('data-moving')).to.equal(false);
        await pressIn('kept', 'Play: Number kept');
        await find('[data-id="kept"] .transport [aria-label="Pause"]');
      } finally {
        undo();
      }
    });
  }

  it('waits for the tap of a finger', async () => {
    const { point, cover, element } = await both();
    await point('kept', 'pointerenter', 'touch');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await element.updateComplete;
    expect((await cover('kept'))?.hasAttribute('data-moving')).to.equal(false);
  });

  it('plays a link with sound and the controls of the browser, a kept file with our own, and one stops the other', async () => {
    const { pressIn, video, find, root, still } = await both();
    await pressIn('link', 'Play: Number link');
    const player = await video();
    await until(() => (!player.paused && player.controls ? true : undefined), 'the link to play');
    expect(player.muted).to.equal(false);
    await pressIn('kept', 'Play: Number kept');
    const pause = await find('[data-id="kept"] .transport [aria-label="Pause"]');
    await until(() => (root.activeElement === pause ? true : undefined), 'the focus on the controls');
    await still('link');
    expect([player.paused, player.isConnected]).to.deep.equal([true, false]);
    pause.click();
    await find('[data-id="kept"] .transport [aria-label="Play"]');
    const line = await find<HTMLInputElement>('[data-id="kept"] .line');
    line.value = '0';
    line.dispatchEvent(new Event('input'));
    await until(() => (line.valueAsNumber === 0 ? true : undefined), 'the beginning');
    expect(line.getAttribute('aria-valuetext')).to.match(/^0:00 of 0:0\d$/);
  });

  it('plays kept files and what the device made under a strict policy, which has nothing to report', async () => {
    const frame = strictFrame(new URL('playing-strict-page.ts', import.meta.url));
    const told = new Promise<unknown>((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
    document.body.append(frame);
    expect(await told).to.deep.equal({ moving: ['card', 'viewer'], violations: [] });
    frame.remove();
  });
});

function stub(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  };
}
