// Several clips as one video: what is shown at each moment, and how long nothing moves where one ends and the next begins.
import { expect } from '@open-wc/testing';

import { openFile } from '../../../../src/elements/playing/file-player.js';
import { ChainPlayer, type ChainClip } from '../../../../src/elements/video-generator/stage/chain-player.js';
import { paintedClip } from '../../core/editing/clips.js';
import { until } from '../until.js';

const drawn = (file: Blob, more: Partial<ChainClip> = {}): ChainClip => ({
  ...more,
  async open(signal) {
    const element = document.createElement('canvas');
    const player = await openFile(element, file, signal);
    return player && { element, player, frameS: player.frameS };
  },
});

const linked = (file: Blob, more: Partial<ChainClip> = {}): ChainClip => ({
  ...more,
  async open() {
    const element = document.createElement('video');
    Object.assign(element, { muted: true, playsInline: true, preload: 'auto', src: URL.createObjectURL(file) });
    await new Promise((resolve) => element.addEventListener('canplay', resolve, { once: true }));
    return { element, player: element };
  },
});

async function chainOf(clips: readonly ChainClip[]) {
  const chain = new ChainPlayer(clips);
  chain.muted = true;
  document.body.append(chain.element);
  expect(await chain.begin()).to.equal(true);
  return chain;
}

const visible = ({ element }: ChainPlayer) => [...element.children].filter((one) => one instanceof HTMLElement && !one.hidden);

/** Milliseconds from the last moment that was seen of each clip to the first one of the next, in the time of the page and of the video. */
async function gapsOf(chain: ChainPlayer) {
  const gaps: { readonly waitedMs: number; readonly movedMs: number }[] = [];
  let [place, atS, since] = [chain.place, chain.currentTime, performance.now()];
  const over = new AbortController();
  chain.addEventListener('ended', () => over.abort(), { once: true });
  await chain.play();
  while (!over.signal.aborted) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const [now, nowS] = [performance.now(), chain.currentTime];
    if (nowS === atS) continue;
    if (chain.place !== place) gaps.push({ waitedMs: now - since, movedMs: (nowS - atS) * 1000 });
    [place, atS, since] = [chain.place, nowS, now];
  }
  return gaps;
}

describe('the clips of a chain', () => {
  for (const [name, clip] of [
    ['drawn', drawn],
    ['by elements of the page', linked],
  ] as const)
    it(`${name}: follow each other on one timeline, one on the screen at a time`, async () => {
      const file = await paintedClip({ hz: 0 });
      const chain = await chainOf([clip(file), clip(file), clip(file)]);
      const places: number[] = [];
      chain.addEventListener('clipchange', () => {
        places.push(chain.place);
        expect(visible(chain)).to.have.length(1);
      });
      const gaps = await gapsOf(chain);
      expect(places).to.deep.equal([1, 2]);
      expect(chain.duration).to.be.closeTo(3, 0.1);
      expect(chain.currentTime).to.be.closeTo(chain.duration, 0.05);
      // The timeline neither jumps nor goes back: what is left out or shown twice is less than it took to look.
      for (const { waitedMs, movedMs } of gaps) expect(movedMs).to.be.within(-40, waitedMs + 40);
      chain.close();
    });

  it('keep no more open than the one that plays and the next', async () => {
    const file = await paintedClip({ hz: 0, frames: 6 });
    const open = new Set<AbortSignal>();
    const counted = (): ChainClip => ({
      lengthS: 0.2,
      async open(signal) {
        open.add(signal);
        signal.addEventListener('abort', () => open.delete(signal));
        return drawn(file).open(signal);
      },
    });
    const chain = await chainOf([counted(), counted(), counted(), counted()]);
    let most = 0;
    chain.addEventListener('clipchange', () => (most = Math.max(most, chain.element.childElementCount)));
    await gapsOf(chain);
    expect(most).to.be.at.most(2);
    chain.close();
    await until(() => (open.size === 0 ? true : undefined), 'all to be closed');
  });

  it('go round, sound and run as one', async () => {
    const file = await paintedClip({ hz: 0, frames: 6 });
    const chain = await chainOf([drawn(file), drawn(file)]);
    chain.loop = true;
    chain.playbackRate = 2;
    const places: number[] = [];
    chain.addEventListener('clipchange', () => places.push(chain.place));
    await chain.play();
    await until(() => (places.length > 2 ? true : undefined), 'the second round');
    expect(places.slice(0, 3)).to.deep.equal([1, 0, 1]);
    chain.close();
    expect(chain.paused).to.equal(true);
  });

  it('tell of one that cannot be played when it is its turn', async () => {
    const file = await paintedClip({ hz: 0, frames: 6 });
    const chain = await chainOf([drawn(file), { lengthS: 1, open: async () => undefined }]);
    const failed = new Promise((resolve) => chain.addEventListener('error', resolve, { once: true }));
    await chain.play();
    await failed;
    expect(chain.place).to.equal(0);
    chain.close();
  });
});
