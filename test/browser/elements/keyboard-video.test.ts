// <video-generator> by keys alone, with a scripted queue: what is heard at each step, and that the focus is never lost, hidden or unseen.
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';

import { focused, heard, press, pressUntil, settled, tabTo, type } from './keyboard.js';
import { scriptedTask } from './scripted-queue.js';
import { until } from './until.js';
import { sampleVideo, stage } from './video-generator/stage.js';
import { needing } from '../../engines/lacks.js';

const pressed = async (element: HTMLElement) => {
  element.focus();
  return settled('focus()');
};

async function begin(options: Parameters<typeof stage>[0] = {}) {
  const staged = await stage(options);
  const before = document.createElement('button');
  before.textContent = 'Before';
  staged.element.before(before);
  const after = document.createElement('button');
  after.textContent = 'After';
  staged.element.after(after);
  before.focus();
  return staged;
}

const finished = async (id: string) =>
  scriptedTask({ id, prompt: `Prompt of ${id}`, status: 'succeeded', outputs: [{ url: await sampleVideo(), duration: 5, seed: 3 }] });

describe('<video-generator> by keyboard', () => {
  it('goes through the form in the order it is read, in and out at both ends', async () => {
    const { find } = await begin();
    await find('[data-opens="more"]');
    const order: string[] = [];
    for (let at = 0; at < 13 && order.at(-1) !== 'button "After"'; at++) order.push(await press('Tab'));
    expect(order.map((each) => each.replace(/"(\w+).*/, '$1'))).to.deep.equal(
      [
        'textbox Prompt',
        'button First',
        'button Model',
        'button Length',
        'button Size',
        'button Frame',
        'button Videos',
        'button Seed',
      ].concat(['button More', 'button Prompt', 'button Generate', 'button Import', 'button After']),
    );
    expect(await pressUntil('Shift+Tab', 'textbox "Prompt')).to.contain('textbox');
    expect(await press('Shift+Tab')).to.equal('button "Before"');
  });

  it('opens each chip, moves in, and comes back to it by Escape', async () => {
    const { all, find } = await begin();
    await find('[data-opens="more"]');
    for (const name of all('[data-opens]').map((each) => each.dataset['opens'] ?? '')) {
      const chip = await find(`[data-opens="${name}"]`);
      const closed = await pressed(chip);
      await press('Enter');
      await until(() => (focused()?.closest('#panel') ? true : undefined), `the panel of ${name}`);
      expect(chip.getAttribute('aria-expanded'), name).to.equal('true');
      await settled(`opening ${name}`);
      expect(await press('Escape'), name).to.equal(closed);
      expect(chip.getAttribute('aria-expanded'), name).to.equal('false');
      expect(await press('Escape'), `a second Escape at ${name}`).to.equal(closed);
    }
  });

  it('closes an open control by its own chip as well', async () => {
    const { find } = await begin();
    const chip = await find('[data-opens="size"]');
    chip.focus();
    await press('Enter');
    await until(() => (focused()?.closest('#panel') ? true : undefined), 'the panel');
    await pressUntil('Shift+Tab', 'Size');
    await press(' ');
    expect(chip.getAttribute('aria-expanded')).to.equal('false');
  });

  it('chooses model, size and seed, and sends by Ctrl+Enter', async () => {
    const { find, sent } = await begin();
    await find('[data-opens="more"]');
    await tabTo('Prompt');
    await type('Snow on a frozen lake');
    await tabTo('button "Model');
    await press('Enter');
    await until(() => (focused()?.closest('#panel') ? true : undefined), 'the models');
    await pressUntil('ArrowUp', 'kling-v2');
    expect(await press('Enter')).to.contain('button "Model kling-v2');
    await until(() => find('[data-opens="duration"]'), 'the fields of the model');
    await tabTo('button "Size');
    await press('Enter');
    await until(() => (focused()?.closest('#panel') ? true : undefined), 'the sizes');
    const size = (await press('ArrowDown')).match(/\d+ × \d+/)?.[0] ?? '';
    await press('Enter');
    await tabTo('button "Seed');
    await press('Enter');
    await until(() => (focused()?.closest('#panel') ? true : undefined), 'the seed');
    await type('4711');
    expect(await press('Enter')).to.contain('button "Seed 4711');
    await pressUntil('Shift+Tab', 'Prompt');
    await press('Control+Enter');
    const draft = await until(sent, 'the draft');
    expect(draft).to.include({ prompt: 'Snow on a frozen lake', model: 'kling-v2', seed: 4711 });
    expect(`${String(draft['width'])} × ${String(draft['height'])}`).to.equal(size);
    expect(await settled('sending')).to.contain('textbox "Prompt"');
  });

  it('sends by the button, keeps the focus there, and finds the new card', async () => {
    const { find, queue } = await begin();
    await find('[data-opens="more"]');
    await tabTo('Prompt');
    await type('Fog over a harbour');
    await tabTo('Generate');
    await press('Enter');
    await until(() => queue.tasks.get()[0], 'the task');
    await find('.card');
    expect(await settled('sending')).to.contain('button "Generate"');
    await tabTo('Stop following');
    expect(focused()?.closest('.card')?.textContent).to.contain('Fog over a harbour');
  });

  it('brings the reader to what is wrong, and Enter alone never sends', async () => {
    const { sent, find } = await begin();
    await find('[data-opens="more"]');
    await tabTo('Generate');
    await press(' ');
    await until(() => (focused()?.id === 'prompt' ? true : undefined), 'the prompt');
    expect(await heard())
      .to.contain('invalid')
      .and.contain('Write what the video should show.');
    await type('One');
    await press('Enter');
    await type('two');
    expect(sent()).to.equal(undefined);
  });

  needing('file dialog').it('adds and removes a frame by file', async () => {
    const { find } = await begin();
    await find('[data-opens="image"]');
    await tabTo('First frame');
    await press('Enter');
    await until(() => (focused()?.closest('#panel') ? true : undefined), 'the panel');
    if (!(await heard()).includes('Choose a file')) await tabTo('Choose a file');
    await executeServerCommand('choose-file', 'stories/pictures/light.png');
    await press('Enter');
    await find('.tile.set');
    await until(() => (focused()?.dataset['opens'] === 'image' ? true : undefined), 'the tile');
    expect(await settled('choosing')).to.contain('button "First frame');
    await press('Enter');
    await tabTo('Remove first frame');
    await press('Enter');
    await find('.tile:not(.set)');
    expect(await settled('removing')).to.contain('button "First frame"');
  });

  it('plays a video, and goes on to its actions', async () => {
    const { find, card } = await begin({ tasks: [await finished('one')] });
    await card('one');
    await tabTo('Play: Prompt of one');
    await press('Enter');
    const video = await find<HTMLVideoElement>('video');
    await until(() => (video.paused ? undefined : true), 'it plays');
    await settled('playing');
    expect(focused()?.closest('.card')).to.equal(await card('one'));
    await tabTo('Copy link', 'Download');
  });

  it('shows one in full, and is back on its button by Escape', async () => {
    const { card, find } = await begin({ tasks: [await finished('one')] });
    await card('one');
    const opener = await tabTo('"Full view"');
    await press('Enter');
    const dialog = await find<HTMLDialogElement>('dialog.full');
    await until(() => (dialog.open && dialog.contains(focused() ?? null) ? true : undefined), 'the focus in the full view');
    expect(await settled('opening')).to.contain('dialog "');
    for (let at = 0; at < 3; at++) {
      await press('Tab');
      expect(dialog.contains(focused() ?? null)).to.equal(true);
    }
    await press('Escape');
    await until(() => (dialog.isConnected ? undefined : true), 'the end of the full view');
    expect(await settled('closing')).to.equal(opener);
  });

  it('removes, undoes, and is back where it was', async () => {
    const { card, queue } = await begin({ tasks: [await finished('one'), await finished('two')] });
    await card('two');
    await tabTo('Play: Prompt of one');
    await tabTo('Remove');
    expect(await press('Enter')).to.contain('button "Undo');
    expect(await press('Enter')).to.contain('button "Remove"');
    expect(focused()?.closest('.card')).to.equal(await card('one'));
    expect(queue.calls).to.deep.equal([]);
  });

  it('keeps the focus in the card where its state changes under it', async () => {
    const { card, queue } = await begin({ tasks: [scriptedTask({ id: 'one' })] });
    await card('one');
    await tabTo('Stop following');
    queue.put({ id: 'one', status: 'succeeded', outputs: [{ url: await sampleVideo(), duration: 5 }] });
    await until(async () => (await card('one')).dataset['status'] === 'succeeded', 'the video');
    await settled('the end of the task');
    expect(focused()?.closest('.card')).to.equal(await card('one'));
    queue.put({ id: 'one', status: 'processing', outputs: [] });
    await tabTo('Stop following');
    await press('Enter');
    expect(focused()?.closest('.card')).to.equal(await card('one'));
  });

  it('keeps the focus in the gallery where the card under it goes', async () => {
    const { card, queue, element } = await begin({ tasks: [scriptedTask({ id: 'one' }), scriptedTask({ id: 'two' })] });
    await card('two');
    await tabTo('Stop following');
    await queue.remove('one');
    await settled('the removal elsewhere');
    expect(element.matches(':focus-within')).to.equal(true);
    await queue.remove('two');
    await settled('the last removal');
    expect(element.matches(':focus-within')).to.equal(true);
  });

  it('searches, filters, and unfolds and folds the history', async () => {
    const tasks = Array.from({ length: 30 }, (_, at) =>
      scriptedTask({ id: `t${at}`, prompt: at === 3 ? 'Otters' : 'Herons', status: 'failed' }),
    );
    const { card, all, find } = await begin({ tasks });
    await card('t0');
    await tabTo('Search videos');
    await type('otter');
    expect(all('.card')).to.have.length(1);
    expect(await press('Escape')).to.contain('searchbox');
    // WebKit calls it by what opens it.
    await tabTo('combobox "Show"', 'button "Show"');
    await press('ArrowDown');
    await tabTo('History and storage');
    expect(await press('Enter')).to.contain('expanded');
    await find('#history .ways');
    await tabTo('button "Clear');
    await press('Enter');
    expect(await settled('asking')).to.contain('Keep them');
    await press('Enter');
    await settled('answering');
    await pressUntil('Shift+Tab', 'History and storage');
    expect(await press(' ')).not.to.contain('expanded');
  });

  it('shows older videos and goes on from there', async () => {
    const tasks = Array.from({ length: 30 }, (_, at) => scriptedTask({ id: `t${at}`, prompt: `Prompt ${at}`, status: 'failed' }));
    const { card, all } = await begin({ tasks });
    await card('t0');
    all('.older')[0]?.focus();
    await press('Enter');
    expect(focused()?.closest('.card')?.textContent).to.contain('Prompt 24');
  });
});
