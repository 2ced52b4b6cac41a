// Favorites, ratings, labels and collections in the gallery; several videos selected at once; groups and their best.
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';

import { saved } from '../saved.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { finishMotion } from '../motion.js';
import { sampleVideo, stage } from './stage.js';

const finished = async (id: string, more: object = {}) =>
  scriptedTask({ id, prompt: `Video ${id}`, status: 'succeeded', outputs: [{ url: await sampleVideo() }], ...more });

async function organized() {
  const shown = await stage({
    tasks: [await finished('a'), await finished('b', { labels: ['lake'], rating: 4 }), await finished('c', { favorite: true })],
  });
  await shown.card('a');
  const cards = () => shown.all('.cards > .card').map(({ dataset }) => dataset['id']);
  const choose = async (label: string, option: string) => {
    const select = await until(() => shown.all<HTMLSelectElement>('select').find((one) => one.getAttribute('aria-label') === label), label);
    select.selectedIndex = [...select.options].findIndex(({ text }) => text.trim() === option);
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await shown.element.updateComplete;
  };
  const organizes = () => shown.queue.calls.filter(([name]) => name === 'organize').map((call) => call.slice(1));
  return { ...shown, cards, choose, organizes };
}

/** Of the files of a zip, as its directory lists them. */
function namesIn(zip: ArrayBuffer): readonly string[] {
  const view = new DataView(zip);
  const starts = Array.from({ length: zip.byteLength - 46 }, (_, at) => at).filter((at) => view.getUint32(at, true) === 0x02014b50);
  return starts.map((at) => new TextDecoder().decode(new Uint8Array(zip, at + 46, view.getUint16(at + 28, true))));
}

describe('<video-generator>: organizing', () => {
  for (const scheme of ['light', 'dark'])
    it(`is accessible with its dialog and while several are selected, ${scheme}`, async () => {
      const { element, find, press, pressIn, control } = await organized();
      element.style.setProperty('color-scheme', scheme);
      await press('Select');
      (await control('Select: Video b')).click();
      await find('.bar');
      finishMotion(element.shadowRoot);
      await expect(element).to.be.accessible();
      await pressIn('b', 'Organize');
      await find('dialog.organizer[open]');
      await expect(element).to.be.accessible();
    });

  it('makes a video a favorite, and takes it back', async () => {
    const { pressIn, organizes, find } = await organized();
    await pressIn('a', 'Favorite');
    await find('[data-id="a"] [data-act="favorite"][aria-pressed="true"]');
    await pressIn('a', 'Favorite');
    expect(organizes()).to.deep.equal([
      [['a'], { favorite: true }],
      [['a'], { favorite: false }],
    ]);
  });

  it('rates and labels a video by the keyboard alone, and comes back to where one was', async () => {
    const { find, organizes, root } = await organized();
    (await find('[data-id="b"] [data-act="organize"]')).focus();
    await sendKeys({ press: 'Enter' });
    await find('dialog.organizer[open]');
    (await find('.organizer input[type="radio"]:checked')).focus();
    await sendKeys({ press: 'ArrowRight' });
    (await find('.organizer [data-list="labels"] input')).focus();
    await sendKeys({ type: 'bird' });
    await sendKeys({ press: 'Enter' });
    (await find('.organizer [aria-label="Remove lake"]')).focus();
    await sendKeys({ press: 'Enter' });
    (await find('.organizer [data-list="collections"] input')).focus();
    await sendKeys({ type: 'Reel' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Escape' });
    // WebKit's list of suggestions is still open, and the first one was for it.
    if (root.querySelector('dialog.organizer[open]')) await sendKeys({ press: 'Escape' });
    expect(organizes()).to.deep.equal([
      [['b'], { rating: 5 }],
      [['b'], { addLabels: ['bird'] }],
      [['b'], { removeLabels: ['lake'] }],
      [['b'], { addCollections: ['Reel'] }],
    ]);
    await until(() => (root.activeElement?.getAttribute('data-act') === 'organize' ? true : undefined), 'the button it came from');
    expect((await find('[data-id="b"] .organized')).textContent?.replaceAll(/\s+/g, ' ')).to.contain('★★★★★ Reel bird');
  });

  it('shows only what one asks for', async () => {
    const tasks = await Promise.all(Array.from({ length: 5 }, (_, at) => finished(`x${at}`)));
    const { queue, cards, choose } = await organized();
    tasks.forEach((task) => queue.put(task));
    await choose('Organized', 'Favorites');
    expect(cards()).to.deep.equal(['c']);
    await choose('Organized', 'lake');
    expect(cards()).to.deep.equal(['b']);
    await choose('Organized', '4 stars or more');
    expect(cards()).to.deep.equal(['b']);
    await choose('Organized', 'any');
    expect(cards()).to.have.length(8);
  });

  it('does one thing to all that are selected', async () => {
    const { press, control, organizes, queue, find, all, text } = await organized();
    await press('Select');
    (await control('Select: Video a')).click();
    (await control('Select: Video c')).click();
    await until(() => (text().includes('2 selected') ? true : undefined), 'the count');
    (await find('.bar [data-act="favorite"]')).click();
    await press('Select all');
    await until(() => (text().includes('3 selected') ? true : undefined), 'the count');
    const bar = await find('.bar');
    const inBar = (name: string) =>
      until(() => [...bar.querySelectorAll('button')].find((one) => one.textContent?.trim() === name && !one.disabled), name);
    (await inBar('Keep it here')).click();
    await until(() => (queue.calls.filter(([name]) => name === 'keep').length === 3 ? true : undefined), 'three kept');
    (await inBar('Remove')).click();
    await until(() => (all('.card.removed').length === 3 ? true : undefined), 'three removed');
    (await inBar('Done selecting')).click();
    await until(() => (all('.bar').length === 0 ? true : undefined), 'the end of selecting');
    expect(organizes()).to.deep.equal([[['a', 'c'], { favorite: true }]]);
  });

  it('downloads what is selected as one zip file, each by a name of its own', async () => {
    const { press, find } = await organized();
    await press('Select');
    await find('.bar');
    await press('Select all');
    const { download, href } = await saved(() => press('Download as zip'));
    expect(download).to.match(/^videos-\d{4}-\d\d-\d\d\.zip$/);
    expect(namesIn(await (await fetch(href)).arrayBuffer())).to.deep.equal(['a.webm', 'b.webm', 'c.webm']);
  });

  it('shows what was made together, and keeps the best of it', async () => {
    const shown = await stage({
      tasks: [await finished('a', { groupId: 'g' }), await finished('b', { groupId: 'g' }), await finished('c')],
    });
    await shown.card('a');
    await shown.says('one of 2 made together');
    await shown.pressIn('b', 'Show together');
    await until(() => (shown.all('.cards > .card').length === 2 ? true : undefined), 'the group');
    await shown.pressIn('b', 'Keep as best');
    await shown.says('Best of its group');
    expect(shown.queue.calls.findLast(([name]) => name === 'organize')).to.deep.equal(['organize', ['b'], { best: true }]);
    await shown.pressIn('b', 'Show all videos');
    await until(() => (shown.all('.cards > .card').length === 3 ? true : undefined), 'all');
  });
});
