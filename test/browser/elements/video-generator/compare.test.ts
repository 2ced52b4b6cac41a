// Results beside each other: chosen on their cards, played in step, whatever their lengths.
import { expect } from '@open-wc/testing';

import { InStep } from '../../../../src/elements/video-generator/stage/in-step.js';
import { openFile } from '../../../../src/elements/playing/file-player.js';
import type { Player } from '../../../../src/elements/playing/player.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { poster, sampleFile, sampleVideo, stage } from './stage.js';

/** Time as the page draws it, so that a page which hardly comes to draw has its players no further apart. */
let clockMs = 0;
let ticking = 0;
const tick = () => {
  clockMs += 1000 / 60;
  ticking = requestAnimationFrame(tick);
};

/** A player with a clock of its own, which may run too fast, and may need a while for what it seeks. */
class ClockPlayer extends EventTarget implements Player {
  readonly duration: number;
  readonly seeks: number[] = [];
  paused = true;
  seeking = false;
  readyState = 4;
  muted = false;
  volume = 1;
  loop = false;
  readonly #skew: number;
  #rate = 1;
  #atS = 0;
  #since = 0;

  constructor(duration: number, skew = 1) {
    super();
    this.duration = duration;
    this.#skew = skew;
  }

  get currentTime(): number {
    const ranS = this.paused ? 0 : ((clockMs - this.#since) / 1000) * this.#rate * this.#skew;
    return Math.min(this.duration, this.#atS + ranS);
  }

  set currentTime(toS: number) {
    this.seeks.push(toS);
    this.#stand(toS);
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    this.#stand(this.currentTime);
    this.#rate = rate;
  }

  async play(): Promise<void> {
    this.#stand(this.currentTime);
    this.paused = false;
  }

  pause(): void {
    this.#stand(this.currentTime);
    this.paused = true;
  }

  #stand(atS: number): void {
    this.#atS = atS;
    this.#since = clockMs;
  }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

describe('two players in step', () => {
  before(tick);
  after(() => cancelAnimationFrame(ticking));

  it('stay together though one of them runs too fast, without a leap', async () => {
    const [left, right] = [new ClockPlayer(20), new ClockPlayer(20, 1.05)];
    const both = new InStep([left, right]);
    await both.play();
    for (let count = 0; count < 30; count++) await frame();
    for (let count = 0; count < 60; count++) {
      await frame();
      expect(Math.abs(left.currentTime - right.currentTime)).to.be.below(1 / 20);
    }
    expect(right.seeks).to.deep.equal([]);
    both.close();
    expect([left.paused, right.paused, right.playbackRate]).to.deep.equal([true, true, 1]);
  });

  it('stay together whatever plays them: a file that is drawn, and an element of the page', async () => {
    const file = await sampleFile();
    const over = new AbortController();
    const drawn = await openFile(document.createElement('canvas'), file, over.signal);
    const video = document.createElement('video');
    Object.assign(video, { muted: true, preload: 'auto', src: await sampleVideo() });
    await new Promise((resolve) => video.addEventListener('canplay', resolve, { once: true }));
    if (drawn === undefined) throw new Error('The sample cannot be decoded.');
    const both = new InStep([drawn, video]);
    both.playbackRate = 0.25;
    await both.play();
    await until(() => (drawn.currentTime > 0 && video.currentTime > 0 ? true : undefined), 'both to play');
    const apart: number[] = [];
    for (let count = 0; count < 15; count++) {
      await frame();
      apart.push(Math.abs(drawn.currentTime - video.currentTime));
    }
    both.pause();
    expect(apart.toSorted((one, other) => one - other)[7]).to.be.below(1 / 20);
    expect(Math.abs(drawn.currentTime - Math.min(video.currentTime, drawn.duration))).to.be.below(1 / 20);
    both.close();
    over.abort();
  });

  it('come together again where one was left far behind', async () => {
    const [left, right] = [new ClockPlayer(20), new ClockPlayer(20)];
    const both = new InStep([left, right]);
    both.currentTime = 5;
    right.currentTime = 2;
    await both.play();
    await until(() => (Math.abs(left.currentTime - right.currentTime) < 1 / 20 ? true : undefined), 'one moment');
    expect(left.currentTime).to.be.above(5);
    both.close();
  });

  it('wait for each other where one has nothing to show', async () => {
    const [left, right] = [new ClockPlayer(20), new ClockPlayer(20)];
    const both = new InStep([left, right]);
    await both.play();
    await until(() => (left.currentTime > 0.05 ? true : undefined), 'both to play');
    right.readyState = 1;
    await until(() => (left.paused ? true : undefined), 'the left one to wait');
    expect(both.paused).to.equal(false);
    right.readyState = 4;
    await until(() => (left.paused ? undefined : true), 'the left one to go on');
    both.close();
  });

  it('are sought, stand, change speed and sound as one', async () => {
    const [left, right] = [new ClockPlayer(20), new ClockPlayer(20)];
    const both = new InStep([left, right]);
    both.currentTime = 7;
    for (const { currentTime } of [left, right]) expect(currentTime).to.be.closeTo(7, 0.05);
    both.playbackRate = 0.5;
    expect([left.playbackRate, right.playbackRate]).to.deep.equal([0.5, 0.5]);
    both.sound = 1;
    expect([left.muted, right.muted]).to.deep.equal([true, false]);
    both.sound = undefined;
    expect([left.muted, right.muted, both.muted]).to.deep.equal([true, true, true]);
    await both.play();
    right.currentTime = 9;
    both.pause();
    // Half a frame of 60 a second apart is the same picture.
    expect(right.currentTime).to.be.closeTo(left.currentTime, 1 / 120);
    expect(left.currentTime).to.be.closeTo(7, 0.05);
  });

  it('differ in length: the shorter stands on its last frame, and both begin again together', async () => {
    const [left, right] = [new ClockPlayer(0.3), new ClockPlayer(0.9)];
    const both = new InStep([left, right]);
    expect(both.duration).to.equal(0.9);
    await both.play();
    await until(() => (both.currentTime > 0.6 ? true : undefined), 'the longer to go on');
    expect(left.currentTime).to.be.closeTo(0.3, 0.05);
    await until(
      () => (both.currentTime < 0.3 && left.seeks.includes(0) && right.seeks.includes(0) ? true : undefined),
      'both to begin again',
    );
    both.close();
  });

  it('are as many as there are: four stay together, the longest goes on alone, and one alone sounds', async () => {
    const players = [new ClockPlayer(0.3), new ClockPlayer(20, 1.05), new ClockPlayer(20, 0.96), new ClockPlayer(0.5)];
    const all = new InStep(players);
    all.sound = 2;
    expect(players.map(({ muted }) => muted)).to.deep.equal([true, true, false, true]);
    await all.play();
    await until(() => (all.currentTime > 0.7 ? true : undefined), 'the longer ones to go on');
    expect(players[0]?.currentTime).to.be.closeTo(0.3, 0.05);
    for (let count = 0; count < 30; count++) await frame();
    for (let count = 0; count < 30; count++) {
      await frame();
      expect(Math.abs(Number(players[1]?.currentTime) - Number(players[2]?.currentTime))).to.be.below(1 / 20);
    }
    all.currentTime = 0.2;
    for (const { currentTime } of players) expect(currentTime).to.be.closeTo(0.2, 0.05);
    all.close();
    expect(players.every(({ paused }) => paused)).to.equal(true);
  });

  it('end together where they do not go round', async () => {
    const both = new InStep([new ClockPlayer(0.2), new ClockPlayer(0.3)]);
    both.loop = false;
    const ended = new Promise((resolve) => both.addEventListener('ended', resolve, { once: true }));
    await both.play();
    await ended;
    expect(both.paused).to.equal(true);
    await both.play();
    expect(both.currentTime).to.be.below(0.1);
    both.close();
  });
});

async function pair() {
  const done = { status: 'succeeded', endedAt: Date.now() } as const;
  const output = { url: `${location.origin}/none.webm`, kept: { bytes: 1, type: 'video/webm', poster: true } };
  const file = { file: await sampleFile(), poster: await poster() };
  const page = await stage({
    tasks: [
      scriptedTask({ id: 'a', ...done, prompt: 'The first', outputs: [output] }),
      scriptedTask({ id: 'b', ...done, prompt: 'The second', outputs: [output, output] }),
    ],
    kept: new Map([
      ['a/0', file],
      ['b/0', file],
      ['b/1', file],
    ]),
  });
  const captions = () => page.all('dialog figcaption .prompt').map((prompt) => prompt.textContent);
  const choose = async (id: string) => {
    (await page.find(`[data-id="${id}"] [data-act="compare"]`)).click();
    await page.element.updateComplete;
  };
  return { ...page, captions, choose };
}

describe('<video-generator>: comparing', () => {
  it('asks for a second one, and plays both with one row of controls', async () => {
    const { choose, says, find, all, captions } = await pair();
    await choose('a');
    await says('Choose a second video to put beside it.');
    expect((await find('[data-id="a"] [data-act="compare"]')).getAttribute('aria-pressed')).to.equal('true');
    await choose('b');
    const dialog = await find<HTMLDialogElement>('dialog[open]');
    expect(dialog.getAttribute('aria-label')).to.equal('Side by side');
    expect(captions()).to.deep.equal(['The first', 'The second']);
    await find('dialog .transport [aria-label="Pause"]');
    expect(all('dialog canvas[role="img"]')).to.have.length(2);
    expect(all('dialog .line')).to.have.length(1);
    const names = all('dialog .transport :is(button, select, input)').map((control) => control.getAttribute('aria-label'));
    expect(names).to.deep.equal(['Pause', 'One frame back', 'One frame forward', 'Position', 'Sound', 'Speed']);
  });

  it('seeks and steps both at once, and swaps them at the same moment', async () => {
    const { choose, find, all, press, captions } = await pair();
    await choose('a');
    await choose('b');
    (await find('dialog .transport [aria-label="Pause"]')).click();
    const line = await find<HTMLInputElement>('dialog .line');
    line.value = '0';
    line.dispatchEvent(new Event('input'));
    await press('One frame forward');
    const atS = await until(() => (line.valueAsNumber > 0 ? line.valueAsNumber : undefined), 'a frame on');
    await press('Swap sides');
    expect(captions()).to.deep.equal(['The second', 'The first']);
    const swapped = await until(() => all<HTMLInputElement>('dialog .line').find((other) => other !== line), 'the other row');
    expect(swapped.valueAsNumber).to.be.at.least(atS);
  });

  it('compares two videos of one task', async () => {
    const { choose, pressIn, find, captions } = await pair();
    await choose('b');
    await pressIn('b', 'Video 2 of 2');
    await choose('b');
    const dialog = await find('dialog[open]');
    expect(captions()).to.deep.equal(['The second', 'The second']);
    expect(dialog.textContent).to.include('Video 1 of 2').and.include('Video 2 of 2');
  });

  it('lets go of a choice that is removed', async () => {
    const { choose, says, text, queue } = await pair();
    await choose('a');
    await says('Choose a second video to put beside it.');
    await queue.remove('a');
    await until(() => (text().includes('Choose a second video') ? undefined : true), 'the choice to be let go');
  });

  it('lets go of the choice, and gives the focus back', async () => {
    const { choose, press, root, find } = await pair();
    await choose('a');
    await press('Cancel comparing');
    const button = await find('[data-id="a"] [data-act="compare"]');
    await until(() => (root.activeElement === button ? true : undefined), 'the focus');
    await choose('a');
    await choose('b');
    (await find<HTMLDialogElement>('dialog[open]')).close();
    await until(() => (root.querySelector('dialog') === null && root.activeElement === button ? true : undefined), 'the focus again');
  });
});

describe('<video-generator>: comparing a group', () => {
  const group = async (count: number) => {
    const file = { file: await sampleFile(), poster: await poster() };
    const output = { url: `${location.origin}/none.webm`, kept: { bytes: 1, type: 'video/webm', poster: true } };
    const ids = ['f', 'e', 'd', 'c', 'b', 'a'].slice(-count);
    const page = await stage({
      tasks: ids.map((id) => scriptedTask({ id, status: 'succeeded', groupId: 'g', prompt: `Of ${id}`, outputs: [output] })),
      kept: new Map(ids.map((id) => [`${id}/0`, file])),
    });
    const captions = () => page.all('dialog figcaption .prompt').map((prompt) => prompt.textContent?.replaceAll(/\s+/g, ' ').trim());
    const open = async () => {
      (await page.find('[data-id="a"] [data-act="compare-group"]')).click();
      return page.find('dialog[open] .transport');
    };
    return { ...page, captions, open };
  };

  it('shows three at once, in the order in which they were asked for, with one row of controls and one sound', async () => {
    const { open, captions, all, find } = await group(3);
    await open();
    expect(captions()).to.deep.equal(['1 Of a', '2 Of b', '3 Of c']);
    expect([all('dialog canvas[role="img"]').length, all('dialog .line').length]).to.deep.equal([3, 1]);
    const sounds = await find<HTMLSelectElement>('dialog select[aria-label="Sound"]');
    expect([...sounds.options].map(({ text }) => text)).to.deep.equal(['Sound: 1', 'Sound: 2', 'Sound: 3', 'Sound: none']);
  });

  it('shows four of more at a time, and lets others take their places', async () => {
    const { open, captions, all, element } = await group(6);
    await open();
    expect(captions()).to.deep.equal(['1 Of a', '2 Of b', '3 Of c', '4 Of d']);
    const press = async (number: number) => {
      all<HTMLButtonElement>('dialog .choice button')[number - 1]?.click();
      await element.updateComplete;
    };
    await press(6);
    expect(captions()).to.deep.equal(['2 Of b', '3 Of c', '4 Of d', '6 Of f']);
    for (const number of [2, 3, 4]) await press(number);
    // Two are the fewest.
    expect(captions()).to.deep.equal(['4 Of d', '6 Of f']);
    expect(all('dialog .choice [aria-pressed="true"]').map(({ textContent }) => textContent?.trim())).to.deep.equal(['4', '6']);
  });

  it('keeps one as the best, there', async () => {
    const { open, all, queue, element } = await group(3);
    await open();
    all<HTMLButtonElement>('dialog [data-act="best"]')[1]?.click();
    await until(() => (queue.tasks.get().find(({ id }) => id === 'b')?.best === true ? true : undefined), 'the best');
    await element.updateComplete;
    expect(all('dialog [data-act="best"]').map((key) => key.getAttribute('aria-pressed'))).to.deep.equal(['false', 'true', 'false']);
    expect(queue.calls.filter(([name]) => name === 'organize')).to.deep.equal([['organize', ['b'], { best: true }]]);
  });

  it('compares what is selected', async () => {
    const { press, all, find, captions, element } = await group(4);
    await press('Select');
    for (const pick of all<HTMLInputElement>('.pick').slice(0, 2)) pick.click();
    await element.updateComplete;
    (await find('.bar [data-act="compare"]')).click();
    await find('dialog[open] .transport');
    expect(captions()).to.deep.equal(['Of d', 'Of c']);
  });
});
