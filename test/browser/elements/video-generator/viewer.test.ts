// The full view: one result large, with its words and facts, what can be done with it, and the way to the next.
import { expect } from '@open-wc/testing';
import { render } from 'lit';

import { formatsFor } from '../../../../src/elements/shared/formats.js';
import type { GalleryContext } from '../../../../src/elements/video-generator/gallery/gallery-context.js';
import { posterView } from '../../../../src/elements/video-generator/stage/poster-view.js';
import { Transport, videoPlayingWords } from '../../../../src/elements/video-generator/stage/transport.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { poster, sampleFile, sampleVideo, stage } from './stage.js';

const dead = `${location.origin}/none.webm`;
const kept = { bytes: 4_200_000, type: 'video/webm', poster: true };

async function gallery() {
  const url = await sampleVideo();
  const done = { status: 'succeeded', endedAt: Date.now() } as const;
  const page = await stage({
    tasks: [
      scriptedTask({ id: 'two', ...done, prompt: 'A pair', outputs: [{ url }, { url: `${url}#2` }] }),
      scriptedTask({ id: 'waits', prompt: 'Not yet' }),
      scriptedTask({
        id: 'kept',
        ...done,
        prompt: 'A kept one',
        outputs: [{ url: dead, duration: 2, width: 640, height: 360, fps: 24, seed: 7, kept }],
      }),
      scriptedTask({ id: 'gone', ...done, prompt: 'A dead one', outputs: [{ url: dead }] }),
    ],
    kept: new Map([['kept/0', { file: await sampleFile(), poster: await poster() }]]),
  });
  const open = async (id: string) => {
    (await page.find(`[data-id="${id}"] [data-act="view"]`)).click();
    return page.find<HTMLDialogElement>('dialog[open]');
  };
  const key = (name: string) =>
    page.root.querySelector('dialog')?.dispatchEvent(new KeyboardEvent('keydown', { key: name, cancelable: true }));
  const shows = (words: string) => until(() => (page.root.querySelector('dialog')?.textContent?.includes(words) ? true : undefined), words);
  const closed = () => until(() => (page.root.querySelector('dialog') === null ? true : undefined), 'the view to close');
  return { ...page, open, key, shows, closed };
}

describe('<video-generator>: full view', () => {
  it('opens as a dialog with a name, the words, the facts and what one can do, and plays', async () => {
    const { open, root, find } = await gallery();
    const dialog = await open('kept');
    expect(dialog.matches(':modal')).to.equal(true);
    expect(dialog.getAttribute('aria-label')).to.equal('Full view');
    expect(root.activeElement).to.equal(dialog);
    const facts = [...dialog.querySelectorAll('dd')].map((fact) => fact.textContent);
    expect(facts).to.include.members(['kling-v2', '2s', '640 × 360', '24', '7']);
    expect(dialog.textContent).to.include('A kept one').and.include('kept here');
    const actions = [...dialog.querySelectorAll('.actions :is(button, a)')].map((action) => action.getAttribute('aria-label'));
    expect(actions).to.include.members(['Download', 'Make again', 'Vary', 'Use again', 'Remove']);
    await find('dialog canvas[role="img"]');
    await find('dialog .transport [aria-label="Pause"]');
  });

  it('shows the poster until the video has a picture of its own', async () => {
    const task = scriptedTask({ id: 'slow', status: 'succeeded', outputs: [{ url: dead }] });
    const picture = await poster();
    const files = { showPoster: () => undefined, poster: () => picture } as unknown as GalleryContext['files'];
    const context = { files } as GalleryContext;
    const place = document.createElement('div');
    const posters = (readyState: number | undefined) => {
      render(posterView({ task, at: 0 }, readyState, context), place);
      return place.querySelectorAll('canvas.poster').length;
    };
    expect([undefined, 0, 1, 2, 4].map(posters)).to.deep.equal([1, 1, 1, 0, 0]);
  });

  it('goes through the results by keys, each of several videos too, and stops at the ends', async () => {
    const { open, key, shows, find } = await gallery();
    await open('two');
    await shows('1 of 4');
    key('ArrowLeft');
    await shows('1 of 4');
    key('ArrowRight');
    await shows('2 of 4');
    key('ArrowRight');
    await shows('A kept one');
    key('ArrowRight');
    await shows('Cannot be played here');
    expect((await find<HTMLButtonElement>('dialog [aria-label="Next result"]')).disabled).to.equal(true);
    key('ArrowLeft');
    await shows('3 of 4');
  });

  it('plays and stands, steps a frame, and is silent, by keys', async () => {
    const { open, key, find } = await gallery();
    await open('kept');
    await find('dialog [aria-label="Pause"]');
    key('.');
    await find('dialog .transport [aria-label="Play"]');
    const line = await find<HTMLInputElement>('dialog .line');
    // From the first frame: it may have stood at the last.
    line.value = '0';
    line.dispatchEvent(new Event('input'));
    key('.');
    await until(() => (line.valueAsNumber > 0 ? true : undefined), 'a frame on');
    key('m');
    await find('dialog [aria-label="Sound on"]');
    key('k');
    await find('dialog [aria-label="Pause"]');
  });

  it('steps a frame before the length is known', () => {
    const player = document.createElement('video');
    // WebKit forgets a place that is set before it knows of a video; what it is asked for counts.
    Object.defineProperty(player, 'currentTime', { value: 0, writable: true });
    const formats = formatsFor('en');
    const words = videoPlayingWords.wordsFor({ tag: 'en', direction: 'ltr', formats });
    const transport = new Transport({ player, frameS: 1 / 24, words: () => words, formats: () => formats });
    transport.step(1);
    expect(player.currentTime).to.be.closeTo(1.5 / 24, 0.001);
    transport.close();
  });

  it('gives the focus back to the card of what was seen last', async () => {
    const { open, key, shows, closed, root, find } = await gallery();
    const dialog = await open('two');
    key('ArrowRight');
    key('ArrowRight');
    await shows('A kept one');
    dialog.close();
    await closed();
    const from = await find('[data-id="kept"] [data-act="view"]');
    await until(() => (root.activeElement === from ? true : undefined), 'the focus');
  });

  it('makes again from where it is, and closes for what happens in the gallery or in the form', async () => {
    const { open, closed, queue, root, find } = await gallery();
    const dialog = await open('kept');
    dialog.querySelector<HTMLElement>('[data-act="vary"]')?.click();
    await until(() => queue.calls[0], 'a call');
    expect(queue.calls).to.deep.equal([['resubmit', 'kept', { seed: undefined }]]);
    expect(dialog.isConnected).to.equal(true);
    dialog.querySelector<HTMLElement>('[data-act="remove"]')?.click();
    await closed();
    await until(() => (root.activeElement?.textContent?.trim() === 'Undo' ? true : undefined), 'the undo button');
    (await open('two')).querySelector<HTMLElement>('[data-act="useAgain"]')?.click();
    await closed();
    await until(() => (root.activeElement?.id === 'prompt' ? true : undefined), 'the form');
    expect((await find<HTMLTextAreaElement>('textarea')).value).to.equal('A pair');
  });

  it('fills the screen from there, with its controls', async () => {
    const { open, key, root, find } = await gallery();
    await open('kept');
    await find('dialog .transport [aria-label="Full screen"]');
    const asked: string[] = [];
    const { requestFullscreen } = Element.prototype;
    Element.prototype.requestFullscreen = async function () {
      asked.push(`${this.className}, ${this.querySelector('.transport') === null ? 'without' : 'with'} controls`);
    };
    try {
      key('f');
    } finally {
      Element.prototype.requestFullscreen = requestFullscreen;
    }
    expect(asked).to.deep.equal(['stage, with controls']);
    expect(root.querySelector('dialog')?.open).to.equal(true);
  });
});
