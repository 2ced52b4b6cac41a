// Choosing with care: one model of many, proportions, a seed that stays, and what a model leaves out.
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { defineProvider } from 'voxreel';

import type { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { until } from '../until.js';
import { picture } from './picture.js';
import { stage } from './stage.js';

const northern = defineProvider({
  id: 'northern',
  title: 'Northern',
  models: ['aurora-1', 'aurora-2', 'aurora-2-fast', 'fjord-1', 'fjord-pro'],
  ui: { aspect_ratio: { kind: 'choice', choices: ['16:9', '9:16', 'free'] } },
  limits: { durations: [4, 8] },
});
const southern = defineProvider({
  id: 'southern',
  title: 'Southern',
  models: ['pampa-1', 'pampa-2', 'pampa-2-fast', 'tierra-1', 'tierra-2'],
  limits: { ignores: ['fps', 'seed'], durations: [6], images: { encoding: 'base64', max: 0, maxBytes: 1 } },
});

const withMany = {
  set: (element: VideoGenerator) =>
    Object.assign(element, { providers: [northern, southern], models: [...northern.models, ...southern.models].join(), model: 'aurora-2' }),
};

const named = (all: (selector: string) => readonly HTMLElement[]) => all('[role="option"]').map((option) => option.textContent?.trim());

async function openModels() {
  const staged = await stage(withMany);
  const chip = await staged.find('[data-opens="model"]');
  chip.click();
  const field = await staged.find<HTMLInputElement>('[role="combobox"]');
  await until(() => (staged.root.activeElement === field ? true : undefined), 'the focus');
  return { ...staged, chip, field };
}

describe('<video-generator>: choosing', () => {
  it('finds one of many models by typing, grouped by provider, and is accessible', async () => {
    const { element, all, field } = await openModels();
    expect(all('#models [role="group"]').map((group) => group.getAttribute('aria-label'))).to.deep.equal(['Northern', 'Southern']);
    expect(all('[aria-selected="true"]').map((option) => option.textContent?.trim())).to.deep.equal(['aurora-2']);
    await expect(element).to.be.accessible();
    await sendKeys({ type: '2 fast' });
    await element.updateComplete;
    expect(named(all)).to.deep.equal(['aurora-2-fast', 'pampa-2-fast']);
    field.value = 'southern';
    field.dispatchEvent(new Event('input'));
    await element.updateComplete;
    // What is typed may be a name as well.
    expect(named(all)).to.deep.equal([...southern.models, 'southern']);
    await expect(element).to.be.accessible();
  });

  it('takes a model with the keys alone, and goes back to the chip', async () => {
    const { root, chip, field } = await openModels();
    const active = () => root.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent?.trim();
    expect(active()).to.equal('aurora-2');
    await sendKeys({ press: 'ArrowDown' });
    await until(() => (active() === 'aurora-2-fast' ? true : undefined), 'the next');
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ press: 'ArrowUp' });
    await until(() => (active() === 'tierra-2' ? true : undefined), 'the last, behind the first');
    await sendKeys({ press: 'Enter' });
    await until(() => (root.activeElement === chip ? true : undefined), 'the chip');
    expect(chip.textContent).to.include('tierra-2');
  });

  it('takes a name that is in no list', async () => {
    const { chip, all } = await openModels();
    await sendKeys({ type: 'zonda-9' });
    await until(() => (named(all).join() === 'zonda-9' ? true : undefined), 'the name as typed');
    await sendKeys({ press: 'Enter' });
    await until(() => (chip.textContent?.includes('zonda-9') ? true : undefined), 'the model');
  });

  it('says what a model leaves out and what it changes, and lets it be once it fits', async () => {
    const { element, says, text, find, change } = await stage(withMany);
    (await find('[data-opens="duration"]')).click();
    (await until(() => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.option') ?? [])][1], '8 s')).click();
    (await find('[data-opens="seed"]')).click();
    await change('Seed', '77');
    const transfer = new DataTransfer();
    transfer.items.add(await picture());
    (await find('form')).dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    await find('.tile.set');
    element.model = 'pampa-1';
    await says('This model does not use: Seed and First frame.');
    await says('Changed to what this model offers: Length.');
    element.model = 'aurora-1';
    await until(() => (text().includes('This model makes no use') || text().includes('Changed to') ? undefined : true), 'no more of it');
  });

  it('loads a provider that failed to load once more on Generate and when the network is back, not with every render', async () => {
    let [loads, works] = [0, false];
    const load = async () => {
      loads += 1;
      if (!works) throw new TypeError('Failed to fetch dynamically imported module');
      return northern;
    };
    const set = (element: VideoGenerator) =>
      Object.assign(element, {
        providers: [{ id: 'northern', models: northern.models, load }],
        models: northern.models.join(),
        model: 'aurora-2',
      });
    const { element, write, press, says, text, all } = await stage({ set });
    const lost = 'The service cannot be reached. Check your connection, then try again.';
    await says(lost);
    await write('A fjord');
    await write('A fjord at night');
    expect(loads).to.equal(1);
    await press('Generate');
    await until(() => loads === 2 || undefined, 'another try');
    works = true;
    window.dispatchEvent(new Event('online'));
    await until(() => all('[data-opens="metadata.aspect_ratio"]')[0], 'its fields');
    await element.updateComplete;
    expect(loads).to.equal(3);
    expect(text()).not.to.include(lost);
  });

  it('fixes a seed, and lets it go again', async () => {
    const { find, press, write, sent } = await stage(withMany);
    (await find('[data-opens="seed"]')).click();
    await press('Pick a seed');
    const fixed = Number((await find<HTMLInputElement>('#panel input')).value);
    expect(fixed).to.be.greaterThan(0);
    await write('A kite');
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ seed: fixed });
    (await find('[data-opens="seed"]')).click();
    await press('random');
    await until(() => sent() && true, 'the draft');
    expect((await find('[data-opens="seed"]')).textContent).to.include('random');
  });

  it('draws proportions where a provider names them', async () => {
    const { find, all } = await stage(withMany);
    (await find('[data-opens="metadata.aspect_ratio"]')).click();
    await find('#panel .shape');
    expect(all('#panel .option').map((option) => option.querySelector('.shape') !== null)).to.deep.equal([false, true, true, false]);
  });
});
