// Writing and sending: prompt, controls, frames, and what keeps a draft from being sent.
import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { VoxreelError, defineProvider } from 'voxreel';
import type { VideoErrorEvent } from 'voxreel';

import { type StandardSchema } from '../../../../src/core/providers/provider.js';
import { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { until } from '../until.js';
import { picture } from './picture.js';
import { stage } from './stage.js';

const tidy = defineProvider({
  id: 'tidy',
  title: 'Tidy',
  models: ['tidy-1'],
  ui: {
    style: { kind: 'choice', choices: ['ink', 'wash'] },
    sound: { kind: 'boolean', default: false },
    strength: { kind: 'integer', min: 1, max: 5, rare: true },
  },
  limits: {
    durations: [4, 8],
    sizes: ['640x360', '360x640'],
    fps: [24],
    n: { min: 1, max: 1 },
    promptLength: 20,
    images: { encoding: 'base64', max: 2, maxBytes: 5000 },
  },
  estimate: (draft) => ({ amount: (draft.duration ?? 0) / 10, unit: 'credits' }),
});

const withTidy = {
  set: (element: VideoGenerator) => Object.assign(element, { providers: [tidy], models: 'tidy-1, my-own', model: 'tidy-1' }),
};

describe('<video-generator>: composing', () => {
  it('is accessible, empty and with each control open', async () => {
    const { element, press, find } = await stage(withTidy);
    await expect(element).to.be.accessible();
    for (const name of ['model', 'duration', 'size', 'fps', 'seed', 'metadata.style', 'more', 'image']) {
      (await find(`[data-opens="${name}"]`)).click();
      await find('#panel .panel-body');
      await expect(element).to.be.accessible();
    }
    await press('Generate');
  });

  it('draws the fields of a schema whose words and defaults are of another kind', async () => {
    const wordless = [{ toString: 1, valueOf: 1 }];
    const properties = {
      count: { type: 'integer', title: wordless, description: wordless },
      mood: { type: 'string', enum: ['calm', 'wild', 'constructor'], default: wordless[0] },
      links: { type: 'array', items: { type: 'string', format: 'uri' }, default: wordless },
    };
    const jsonSchema = { input: () => ({ type: 'object', properties }) };
    const metadata = { '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }), jsonSchema } } as StandardSchema;
    const ui = { mood: { choiceLabels: { calm: 'Still' } }, count: { rare: true }, links: { rare: true } };
    const loose = defineProvider({ id: 'loose', models: ['loose-1'], metadata, ui });
    const { find, all } = await stage({
      set: (element) => Object.assign(element, { providers: [loose], models: 'loose-1', model: 'loose-1' }),
    });
    (await find('[data-opens="metadata.mood"]')).click();
    await until(() => all('#panel .option').find((option) => option.textContent?.trim() === 'Still'), 'the choices');
    expect(all('#panel .option').map((option) => option.textContent?.trim())).to.include('constructor');
    (await find('[data-opens=more]')).click();
    await find('#panel input[type=number]');
    const labels = all('#panel .label').map((label) => label.textContent);
    expect(labels).to.include('Count').and.include('Links');
  });

  it('sends what is written, with the model and the user', async () => {
    const { element, write, press, sent } = await stage();
    element.user = 'ada';
    await write('  A slow dolly through a greenhouse ');
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ prompt: 'A slow dolly through a greenhouse', model: 'my-own', user: 'ada' });
  });

  it('sends with Ctrl+Enter', async () => {
    const { write, find, sent } = await stage();
    await write('Paper boats in rain');
    (await find('textarea')).focus();
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Control' });
    expect(await until(sent, 'a draft')).to.include({ prompt: 'Paper boats in rain' });
  });

  it('says what is missing instead of sending nothing, and brings one there', async () => {
    const { root, press, says, queue } = await stage();
    await press('Generate');
    await says('Write what the video should show.');
    expect(root.activeElement?.id).to.equal('prompt');
    expect(queue.calls).to.deep.equal([]);
  });

  it('counts against the limit of the model, and refuses what is over it', async () => {
    const { write, press, says, queue } = await stage(withTidy);
    await write('x'.repeat(25));
    await says('25 of 20');
    await press('Generate');
    await says('5 characters too many.');
    expect(queue.calls).to.deep.equal([]);
  });

  it('lets the page prevent sending', async () => {
    const { element, write, queue } = await stage();
    await write('A kite');
    element.addEventListener('video-submit', (event) => event.preventDefault());
    expect(await element.generate()).to.equal(undefined);
    expect(queue.calls).to.deep.equal([]);
  });

  it('sends once however often the button is pressed before the answer', async () => {
    const { write, press, queue, control } = await stage();
    const release = queue.hold();
    await write('A kite');
    await press('Generate');
    (await control('Sending')).click();
    release();
    await until(() => queue.tasks.get()[0], 'a task');
    expect(queue.calls.filter(([name]) => name === 'submit')).to.have.length(1);
  });

  it('takes any model by its method, listed or not', async () => {
    const { element, sent } = await stage(withTidy);
    await element.generate({ model: 'somebody-elses', prompt: 'A longer prompt than the chosen model takes', duration: 77 });
    expect(sent()).to.include({ model: 'somebody-elses', duration: 77 });
  });

  it('groups models by provider, and takes another by name', async () => {
    const { press, find, all, change, write, sent } = await stage();
    (await find('[data-opens="model"]')).click();
    await find('#panel .group');
    expect(all('#panel .group').map((group) => group.getAttribute('aria-label'))).to.have.members(['Kling', 'Jimeng', 'Vidu', 'Any model']);
    await change('Another model', 'next-year');
    await write('A kite');
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ model: 'next-year' });
  });

  it('opens a control in place, walks it by keyboard, and goes back with Escape', async () => {
    const { root, find, write, press, sent } = await stage(withTidy);
    const chip = await find('[data-opens="duration"]');
    await until(() => (chip.textContent?.includes('4s') ? true : undefined), 'the first length the model offers');
    chip.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => (root.activeElement instanceof HTMLInputElement ? true : undefined), 'the control');
    expect(chip.getAttribute('aria-expanded')).to.equal('true');
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'Escape' });
    await until(() => (root.activeElement === chip ? true : undefined), 'the chip');
    expect(chip.textContent).to.include('8s');
    await write('A kite');
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ duration: 8, width: 640, height: 360, fps: 24 });
  });

  it("draws the provider's own fields, the rare ones behind More, and sends them in metadata", async () => {
    const { find, press, all, change, write, sent } = await stage(withTidy);
    (await find('[data-opens="metadata.style"]')).click();
    (await until(() => all('#panel .option').find((option) => option.textContent?.includes('wash')), 'wash')).click();
    (await find('[data-opens="metadata.sound"]')).click();
    expect((await find('[data-opens="metadata.sound"]')).getAttribute('aria-pressed')).to.equal('true');
    (await find('[data-opens="more"]')).click();
    await change('Strength', '9');
    await change('Further options (JSON)', '{"extra":{"deep":true}}');
    await write('A kite');
    await press('Generate');
    expect((await until(sent, 'a draft'))['metadata']).to.deep.equal({ style: 'wash', sound: true, strength: 5, extra: { deep: true } });
  });

  it('says when further options are no JSON, and keeps the draft as it was', async () => {
    const { find, change, says, write, press, sent } = await stage();
    (await find('[data-opens="more"]')).click();
    await change('Further options (JSON)', '{oops');
    await says('This is not a JSON object.');
    await write('A kite');
    await press('Generate');
    expect((await until(sent, 'a draft'))['metadata']).to.equal(undefined);
  });

  it("keeps one provider's fields from another's request, and brings them back", async () => {
    const { element, find, write, press, sent } = await stage(withTidy);
    (await find('[data-opens="metadata.sound"]')).click();
    element.model = 'my-own';
    await until(() => (element.shadowRoot?.querySelector('[data-opens="metadata.sound"]') ? undefined : true), 'other fields');
    await write('A kite');
    await press('Generate');
    expect((await until(sent, 'a draft'))['metadata']).to.equal(undefined);
    element.model = 'tidy-1';
    expect((await find('[data-opens="metadata.sound"]')).getAttribute('aria-pressed')).to.equal('true');
  });

  it('tells the cost before the click', async () => {
    const { says } = await stage(withTidy);
    await says('estimate 0.4 credits');
  });

  it('takes a dropped picture as the first frame, the next as the last, and shows them', async () => {
    const { find, write, press, sent, all } = await stage(withTidy);
    await until(() => (all('.tile').length === 2 ? true : undefined), 'two tiles');
    const first = await picture();
    await drop(await find('form'), first);
    await drop(await find('form'), 'https://pictures.example/last.png');
    await find('.tile canvas');
    expect((await find('.tile .host')).textContent).to.equal('pictures.example');
    await write('A kite');
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ image: first, lastImage: 'https://pictures.example/last.png' });
  });

  it('takes a pasted picture, and an address by hand; a file can be taken away again', async () => {
    const { find, press, change, write, sent } = await stage();
    const transfer = new DataTransfer();
    transfer.items.add(await picture());
    // Firefox lets no script make an event that holds files.
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(paste, 'clipboardData', { value: transfer });
    (await find('textarea')).dispatchEvent(paste);
    await find('.tile.set');
    (await find('[data-opens="image"]')).click();
    await press('Remove first frame');
    (await find('[data-opens="image"]')).click();
    await change('Picture URL', 'https://pictures.example/a.png');
    await write('A kite');
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ image: 'https://pictures.example/a.png' });
  });

  it('takes a picture that is too large for the model, and says what will be done to it', async () => {
    const { find, says, write, press, sent, all } = await stage(withTidy);
    await until(() => (all('.tile').length === 2 ? true : undefined), 'two tiles');
    const large = await picture(6000);
    await drop(await find('form'), large);
    await says('will be scaled down: this model accepts 5 kB.');
    await write('A kite');
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ image: large });
  });

  it('refuses what is no picture, and one this browser cannot read, beside the tile', async () => {
    const { find, says, root, all } = await stage(withTidy);
    await until(() => (all('.tile').length === 2 ? true : undefined), 'two tiles');
    await drop(await find('form'), new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }));
    await says('This is not a picture.');
    await drop(await find('form'), new File(['ftypheic'], 'a.heic', { type: 'image/heic' }));
    await says('This browser cannot read the picture: choose a JPEG or PNG.');
    expect(root.querySelector('.tile.set')).to.equal(null);
    expect((await find('[data-opens="image"]')).getAttribute('aria-expanded')).to.equal('true');
  });

  it('shows a refusal beside the control it is about, and tells the page', async () => {
    const { element, queue, write, says, find } = await stage(withTidy);
    await find('[data-opens="metadata.style"]');
    queue.refuse(new VoxreelError('invalid_input', 'style must be ink or wash.', { param: 'metadata.style' }));
    await write('A kite');
    const told = oneEvent<VideoErrorEvent>(element, 'video-error');
    void element.generate();
    expect((await told).error).to.include({ code: 'invalid_input', param: 'metadata.style' });
    await says('style must be ink or wash.');
    expect((await find('[data-opens="metadata.style"]')).getAttribute('aria-expanded')).to.equal('true');
  });

  it('says in words that there is no room, where there is no control to blame', async () => {
    const { element, queue, write, says } = await stage();
    queue.refuse(new VoxreelError('storage_full', 'QuotaExceededError'));
    await write('A kite');
    await element.generate();
    await says('This browser is out of space.');
  });

  it('works when everything was set before the element was known', async () => {
    class Late extends VideoGenerator {}
    const element = document.createElement('video-generator-late');
    Object.assign(element, { model: 'early-model', models: 'early-model', user: 'ada' });
    document.body.append(element);
    customElements.define('video-generator-late', Late);
    const chip = await until(() => element.shadowRoot?.querySelector('[data-opens="model"]') ?? undefined, 'the chip');
    expect(chip.textContent).to.include('early-model');
    element.remove();
    expect(element.isConnected).to.equal(false);
  });
});

async function drop(target: HTMLElement, what: File | string): Promise<void> {
  const transfer = new DataTransfer();
  if (typeof what === 'string') transfer.setData('text/uri-list', what);
  else transfer.items.add(what);
  target.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}
