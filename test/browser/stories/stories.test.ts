// Every story, light and dark: it renders, nothing is said on the console, and axe finds nothing.
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { render } from 'lit';

import 'voxreel/define';
import { startClock } from '../../../stories/clock.js';
import { pageView } from '../../../stories/page.js';
import { colorRules, violationsIn } from './axe.js';
import { readStories } from './read-stories.js';
import { finishAll, settled } from './settled.js';
import { has } from '../../engines/lacks.js';

const files = (await (await fetch('/story-files.json')).json()) as readonly string[];
// Colors are looked at when they have arrived.
if (has('media features')) await executeServerCommand('media', { 'prefers-reduced-motion': 'reduce' });
const stories = (await Promise.all(files.map(readStories))).flat();

// The page is used again by the next file.
after(() => (has('media features') ? executeServerCommand('media', {}) : undefined));

describe('the stories', () => {
  it('are found', () => expect(stories.length).to.be.greaterThan(2));
  it('have names of their own', () => {
    const ids = stories.map(({ title, name }) => `${title} ${name}`);
    expect(ids).to.deep.equal([...new Set(ids)]);
  });
});

for (const story of stories) {
  describe(`${story.title}: ${story.name}`, () => {
    let canvas: HTMLElement;
    const said: unknown[] = [];
    const { error, warn } = console;

    before(async () => {
      console.error = console.warn = (...words: unknown[]) => void said.push(words.join(' '));
      canvas = document.createElement('div');
      document.body.append(canvas);
      await show(canvas, 'light');
      await story.play?.({ canvasElement: canvas, args: story.args });
      await settled(canvas);
    });

    after(() => {
      Object.assign(console, { error, warn });
      canvas.remove();
      startClock();
    });

    const show = async (canvas: HTMLElement, scheme: 'light' | 'dark') =>
      render(
        pageView(() => story.render(story.args), { scheme, ...story.globals }, story.parameters),
        canvas,
      );

    it('light', async () => {
      expect(await violationsIn(canvas)).to.deep.equal([]);
    });

    it('dark', async () => {
      canvas.querySelector('.page')?.setAttribute('data-scheme', 'dark');
      finishAll(canvas);
      expect(await violationsIn(canvas, colorRules)).to.deep.equal([]);
      expect(said).to.deep.equal([]);
    });
  });
}
