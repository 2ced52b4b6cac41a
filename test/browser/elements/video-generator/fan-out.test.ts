// Several videos from one prompt: chosen in the form, priced together before the click, sent once each.
import { expect } from '@open-wc/testing';
import type { VideoDraft } from 'voxreel';

import { until } from '../until.js';
import { finishMotion } from '../motion.js';
import { stage } from './stage.js';

async function several() {
  const shown = await stage();
  await shown.write('A kite');
  (await shown.find('[data-opens="more"]')).click();
  const select = await shown.find<HTMLSelectElement>('.several select');
  const chooseSeeds = (count: number) => {
    select.value = String(count);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const groups = () => shown.queue.calls.filter(([name]) => name === 'submitAll').map(([, drafts]) => drafts as readonly VideoDraft[]);
  return { ...shown, chooseSeeds, groups };
}

describe('<video-generator>: several at once', () => {
  for (const scheme of ['light', 'dark'])
    it(`is accessible, ${scheme}`, async () => {
      const { element, chooseSeeds, says } = await several();
      element.style.setProperty('color-scheme', scheme);
      chooseSeeds(2);
      await says('Make 2 videos');
      finishMotion(element.shadowRoot);
      await expect(element).to.be.accessible();
    });

  it('tells how many before the click, and sends one request for each seed and model', async () => {
    const { chooseSeeds, find, all, says, press, groups } = await several();
    expect(all('.several button')).to.have.length(0);
    chooseSeeds(3);
    await says('3 videos');
    (await find('.several-model input')).click();
    await says('6 videos');
    await press('Make 6 videos');
    const [drafts] = await until(() => (groups().length === 1 ? groups() : undefined), 'the group');
    expect(new Set(drafts?.map(({ model, seed }) => `${model}/${seed}`)).size).to.equal(6);
    expect(new Set(drafts?.map(({ model }) => model)).size).to.equal(2);
    expect(new Set(drafts?.map(({ seed }) => seed)).size).to.equal(3);
    await until(() => (all('.card').length === 6 ? true : undefined), 'six cards');
  });

  it('lets the page prevent each of them', async () => {
    const { element, chooseSeeds, press, groups } = await several();
    let count = 0;
    element.addEventListener('video-submit', (event) => count++ === 0 && event.preventDefault());
    chooseSeeds(2);
    await press('Make 2 videos');
    const [drafts] = await until(() => (groups().length === 1 ? groups() : undefined), 'the group');
    expect(drafts).to.have.length(1);
  });
});
