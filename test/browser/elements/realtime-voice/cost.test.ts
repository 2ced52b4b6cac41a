// What a call costs the page: nothing is drawn that nobody sees, and text that comes faster than it is read comes a few words at a time.
import { expect } from '@open-wc/testing';

import { assistantSpeaks } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { countDrawings, withoutOffscreen } from './drawings.js';
import { setStage, type Stage } from './stage.js';

/** A conversation in which an answer has begun, and how often its element is rendered. */
async function answering() {
  const stage = await setStage();
  await stage.element.connect();
  stage.session.receive(...assistantSpeaks('a1', 'So'));
  await stage.shows('.words', 'So');
  let renderings = 0;
  stage.element.addController({ hostUpdated: () => void (renderings += 1) });
  /** Sixty pieces, one a frame. Milliseconds it took. */
  const stream = async () => {
    const began = performance.now();
    for (let nth = 0; nth < 60; nth++) {
      stage.session.receive({
        type: 'response.text.delta',
        response_id: 'r_a1',
        item_id: 'a1',
        output_index: 0,
        content_index: 0,
        delta: ` ${nth}`,
      });
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - began;
  };
  return { ...stage, stage, stream, renderings: () => renderings };
}

async function outOfView({ element }: Stage): Promise<void> {
  const space = document.createElement('div');
  space.style.blockSize = '400vh';
  element.before(space);
  // An observer of our own hears of it no sooner than that of the element.
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting !== false) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}

describe('<realtime-voice>: what a call costs the page', () => {
  it('renders an answer that streams no more often than it can be read, and all of it in the end', async () => {
    const { stage, stream, renderings } = await answering();
    const before = renderings();
    const tookMs = await stream();
    expect(renderings() - before).to.be.at.most(3 + tookMs / 180);
    await stage.shows('.words', ' 58 59');
  });

  it('renders in the frames in which the page itself draws the trace, which would each cost as much again', async () => {
    const giveBack = withoutOffscreen();
    const { stage, stream } = await answering();
    stage.session.sound({ microphone: 0.3 });
    let frame = 0;
    const drawn = new Set<number>();
    const rendered: number[] = [];
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (this: CanvasRenderingContext2D, ...rect) {
      drawn.add(frame);
      Reflect.apply(clearRect, this, rect);
    };
    stage.element.addController({ hostUpdated: () => void rendered.push(frame) });
    let counting = requestAnimationFrame(function count() {
      frame += 1;
      counting = requestAnimationFrame(count);
    });
    try {
      await stream();
    } finally {
      cancelAnimationFrame(counting);
      CanvasRenderingContext2D.prototype.clearRect = clearRect;
      giveBack();
    }
    expect(rendered.length).to.be.above(2);
    expect(rendered.filter((at) => drawn.has(at)).length).to.be.above(rendered.length / 2);
  });

  it('hardly renders out of view, and at once when it is seen again', async () => {
    const { stage, stream, renderings } = await answering();
    await outOfView(stage);
    const before = renderings();
    const tookMs = await stream();
    expect(renderings() - before).to.be.at.most(3 + tookMs / 1000);
    stage.element.scrollIntoView();
    await stage.shows('.words', ' 58 59');
    stage.element.previousElementSibling?.remove();
  });

  it('draws the trace in the colors of another theme, while nobody is heard too', async () => {
    const stage = await setStage();
    let reads = 0;
    Object.defineProperty(stage.session, 'levels', { get: () => ((reads += 1), { microphone: 0, speaker: 0 }) });
    const { counted, restore } = countDrawings();
    try {
      await stage.element.connect();
      await waitUntil(() => reads > 60, 'it is not asked for');
      counted.inWorker = 0;
      stage.element.style.setProperty('--voxreel-line', 'rgb(1, 2, 3)');
      await waitUntil(() => counted.inWorker > 0, 'the colors stay');
    } finally {
      restore();
    }
  });

  it('draws no trace while nobody is heard', async () => {
    const stage = await setStage();
    let [reads, loudness] = [0, 0.2];
    Object.defineProperty(stage.session, 'levels', { get: () => ((reads += 1), { microphone: loudness, speaker: 0 }) });
    const { counted, restore } = countDrawings();
    try {
      await stage.element.connect();
      await waitUntil(() => counted.inWorker > 3, 'nothing is drawn');
      loudness = 0;
      let last = reads;
      await waitUntil(() => reads > last + 60, 'it is not asked for');
      [last, counted.inWorker] = [reads, 0];
      await waitUntil(() => reads > last + 60, 'it is not asked for');
      expect(counted).to.deep.equal({ onPage: 0, inWorker: 0 });
      loudness = 0.2;
      await waitUntil(() => counted.inWorker > 3, 'it stands for ever');
    } finally {
      restore();
    }
  });
});
