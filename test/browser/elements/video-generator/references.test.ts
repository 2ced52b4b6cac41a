// References in <video-generator>: tiles and roles, names in the prompt, the library, and what is sent.
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { createReferenceLibrary, defineProvider } from 'voxreel';
import type { VideoReference } from 'voxreel';

import type { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { until } from '../until.js';
import { picture } from './picture.js';
import { finishMotion } from '../motion.js';
import { stage } from './stage.js';

const referring = defineProvider({
  id: 'referring',
  title: 'Referring',
  models: ['ref-1'],
  limits: { images: { encoding: 'data-url', max: 1, maxBytes: 100_000 }, references: { max: 2, roles: ['person', 'style'], alone: true } },
});
const eightSeconds = defineProvider({
  id: 'eight-seconds',
  models: ['veo'],
  limits: { durations: [4, 6, 8], images: { encoding: 'data-url', max: 1, maxBytes: 100_000 }, references: { max: 3, durations: [8] } },
});
const plain = defineProvider({ id: 'plain', models: ['plain-1'] });

const withReferences = {
  set: (element: VideoGenerator) => Object.assign(element, { providers: [referring, plain], models: 'ref-1 plain-1', model: 'ref-1' }),
};

const called = async (name: string): Promise<File> => new File([await picture()], name, { type: 'image/png' });

async function opened(options = withReferences) {
  const all = await stage(options);
  const rows = () => all.all('#panel .reference').length;
  const give = async (name: string) => {
    const before = rows();
    const input = await all.find<HTMLInputElement>('#panel input[type="file"]');
    const transfer = new DataTransfer();
    transfer.items.add(await called(name));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => (rows() > before ? true : undefined), name);
  };
  const open = async () => {
    (await all.find('[data-opens="references"]')).click();
    await all.find('#panel .frame-choice, #panel .reference');
  };
  await open();
  return { ...all, give, open };
}

type Staged = Awaited<ReturnType<typeof opened>>;

async function typed({ find }: Pick<Staged, 'find'>, text: string): Promise<HTMLTextAreaElement> {
  const area = await find<HTMLTextAreaElement>('#prompt');
  area.focus();
  await sendKeys({ type: text });
  return area;
}

const referencesIn = (sent: Record<string, unknown> | undefined) => (sent?.['references'] ?? []) as readonly VideoReference[];
const brief = (references: readonly VideoReference[]) => references.map(({ name, role }) => [name, role]);

describe('<video-generator>: references', () => {
  it('offers them for models that take them, and for no others', async () => {
    const { element, find, all } = await stage(withReferences);
    await find('[data-opens="references"]');
    element.model = 'plain-1';
    await until(() => (all('[data-opens="references"]').length === 0 ? true : undefined), 'no tile');
  });

  it('sends pictures with the names and roles that a person gave them', async () => {
    const all = await opened();
    await all.give('Ada Portrait.png');
    const select = await all.find<HTMLSelectElement>('#panel .reference select');
    select.value = 'style';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const name = await all.find<HTMLInputElement>('#panel .reference input');
    expect(name.value).to.equal('Ada-Portrait');
    name.value = '@ada';
    name.dispatchEvent(new Event('change', { bubbles: true }));
    await all.write('@ada walks');
    await expect(all.element).to.be.accessible();
    await all.press('Generate');
    const sent = await until(all.sent, 'a submit');
    expect(brief(referencesIn(sent))).to.deep.equal([['ada', 'style']]);
    expect(referencesIn(sent)[0]?.image).to.be.instanceOf(File);
    expect(sent['prompt']).to.equal('@ada walks');
  });

  it('says what is wrong with a name, and takes no more than the model does', async () => {
    const all = await opened();
    await all.give('ada.png');
    await all.give('bo.png');
    expect(all.all('#panel input[type="file"]').length).to.equal(0);
    const rename = async (value: string) => {
      const name = await all.find<HTMLInputElement>('#panel .reference input');
      name.value = value;
      name.dispatchEvent(new Event('change', { bubbles: true }));
    };
    await rename('two words');
    await all.says('A name takes letters, digits');
    await rename('BO');
    await all.says('another reference of this name');
    await rename('cy');
    await until(() => (all.all('#panel .problem').length === 0 ? true : undefined), 'no problem');
    expect(brief(all.element.draft.references ?? [])).to.deep.equal([
      ['cy', 'person'],
      ['bo', 'person'],
    ]);
  });

  it('says that references go without a frame, where that is so', async () => {
    const all = await opened();
    await all.give('ada.png');
    all.element.draft = { ...all.element.draft, image: 'https://pictures.example/first.png' };
    await all.open();
    await all.says('references or frames, not both');
  });

  it('shows and sends the one length that the model makes of references, also of one that only the prompt names', async () => {
    const price = { unit: 'USD', perSecond: 0.4, asOf: '2026-11-01', source: 'https://maker.example/prices' };
    const all = await opened({
      set: (element) =>
        Object.assign(element, {
          providers: [eightSeconds],
          model: 'veo',
          prices: { veo: price },
          draft: { duration: 4, prompt: 'Waves' },
        }),
    });
    await all.says('$1.60');
    await all.give('ada.png');
    await all.says('$3.20');
    await all.press('Keep in library');
    await all.find('#panel .kept .tile');
    (await all.find('#panel .reference .round')).click();
    await all.says('$1.60');
    await all.write('@ada walks');
    await all.says('$3.20');
    await all.press('Generate');
    const sent = await until(all.sent, 'a submit');
    expect(sent['duration']).to.equal(8);
    expect(brief(referencesIn(sent))).to.deep.equal([['ada', 'person']]);
  });

  it('completes @name by the keyboard, and tells a screen reader', async () => {
    const all = await opened();
    await all.give('ada.png');
    await all.give('adele.png');
    await all.open().catch(() => undefined);
    const area = await typed(all, 'Look: @ad');
    await until(() => (all.all('.mentions [role="option"]').length === 2 ? true : undefined), 'two names');
    const active = () => all.root.getElementById(area.getAttribute('aria-activedescendant') ?? '')?.textContent?.trim() ?? '';
    expect(active().startsWith('@ada')).to.equal(true);
    expect(area.getAttribute('aria-controls')).to.equal('mentions');
    await all.says('2 references. Arrow keys choose');
    await expect(all.element).to.be.accessible();
    await sendKeys({ press: 'ArrowDown' });
    await until(() => (active().startsWith('@adele') ? true : undefined), 'the second name');
    await sendKeys({ press: 'Enter' });
    await until(() => (all.all('.mentions').length === 0 ? true : undefined), 'a closed list');
    expect(area.value).to.equal('Look: @adele ');
    expect([area.getAttribute('aria-controls'), area.getAttribute('aria-activedescendant')]).to.deep.equal([null, null]);
    await sendKeys({ type: 'and @ad' });
    await all.find('.mentions');
    await sendKeys({ press: 'Escape' });
    await until(() => (all.all('.mentions').length === 0 ? true : undefined), 'a closed list');
    expect(area.value).to.equal('Look: @adele and @ad');
  });

  it('keeps a reference in the library and uses it by its name alone', async () => {
    const all = await opened();
    await all.give('ada.png');
    await all.press('Keep in library');
    await all.find('#panel .kept .tile');
    await all.says('In your library');
    (await all.find('#panel .reference .round')).click();
    await until(() => (all.all('#panel .reference').length === 0 ? true : undefined), 'no reference');
    expect(all.element.draft.references).to.equal(undefined);
    await all.write('@ada waves to @nobody');
    await all.press('Generate');
    const sent = await until(all.sent, 'a submit');
    expect(brief(referencesIn(sent))).to.deep.equal([['ada', 'person']]);
  });

  it('forgets the library with everything else', async () => {
    const owner = { user: 'references-forget', name: 'references' };
    const library = createReferenceLibrary(owner);
    await library.put({ name: 'ada', image: await called('ada.png') });
    const { element } = await stage({
      set: (one) => Object.assign(withReferences.set(one), { ...owner, queue: undefined, baseUrl: 'https://api.example' }),
    });
    await element.forget();
    expect(await library.all()).to.deep.equal([]);
    await library.forget();
  });
});

describe('<video-generator>: spending', () => {
  it('adds up by month, day and model, each unit apart', async () => {
    const { queue, find, press, text, element } = await stage();
    const now = Date.now();
    const outputs = [{ url: 'https://cdn.example/v.mp4' }];
    const paid = { status: 'succeeded', outputs, createdAt: now } as const;
    queue.put({ ...paid, id: 'a', model: 'one', cost: { amount: 0.5, unit: 'USD' } });
    queue.put({ ...paid, id: 'b', model: 'one', cost: { amount: 0.25, unit: 'USD' } });
    queue.put({ ...paid, id: 'c', model: 'two', cost: { amount: 12, unit: 'credits' } });
    queue.put({ ...paid, id: 'd', model: 'two' });
    (await find('.foot button')).click();
    const summary = await find('.spending summary');
    expect(summary.textContent?.replaceAll(/\s+/g, ' ').trim()).to.equal('Spending: 12 credits and $0.75 this month');
    summary.click();
    await press('Model');
    const cells = () =>
      [...(element.shadowRoot?.querySelectorAll('.sums tbody tr') ?? [])].map((row) => row.textContent?.replaceAll(/\s+/g, ' ').trim());
    await until(() => (cells().join('|') === 'two 2 12 credits|one 2 $0.75' ? true : undefined), 'the sums by model');
    expect(text()).to.contain('The price of 1 request is not known.');
    finishMotion(element.shadowRoot);
    await expect(element).to.be.accessible();
  });
});
