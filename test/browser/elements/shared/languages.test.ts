// The languages of both elements: which is in force, when it is loaded, what a page may bring, and that nothing is left in English.
import { expect } from '@open-wc/testing';
import { VoxreelError, setWords } from 'voxreel';
import type { VideoGenerator } from 'voxreel';

import { checkDraft } from '../../../../src/core/drafts/check-draft.js';
import { scriptedQueue, scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { rootOf, states, type Face } from './states.js';

const root = document.documentElement;
let place: HTMLElement;

beforeEach(() => {
  root.lang = 'en';
  place = document.createElement('div');
  document.body.append(place);
});

afterEach(() => {
  place.remove();
  root.removeAttribute('lang');
  root.removeAttribute('dir');
});

const languageFiles = () => performance.getEntriesByType('resource').filter(({ name }) => /\/languages\/\w+\.[jt]s/.test(name));

function videoIn(lang?: string): VideoGenerator {
  const element = document.createElement('video-generator');
  element.queue = scriptedQueue();
  element.models = element.model = 'm-1';
  if (lang !== undefined) element.lang = lang;
  place.append(element);
  return element;
}

const sheetOf = (element: Face) => rootOf(element).querySelector<HTMLElement>('.sheet');
const buttonOf = (element: Face) => rootOf(element).querySelector('[part~="generate"]')?.textContent?.trim();
const says = (element: Face, words: string) => until(() => (buttonOf(element) === words ? true : undefined), words);

describe('a page in English', () => {
  it('loads no other language', async () => {
    const element = videoIn();
    place.append(document.createElement('realtime-voice'));
    await says(element, 'Generate');
    await until(() => rootOf(element).querySelector('.empty') ?? undefined, 'the gallery');
    expect(languageFiles().map(({ name }) => name)).to.deep.equal([]);
  });
});

/** After a second an element shows English: on a busy machine even what was fetched may be later, so here it waits as long as it takes. */
function waitPatiently(): () => void {
  const real = globalThis.setTimeout;
  const patient = (...[work, ms, ...given]: Parameters<typeof real>) => (ms === 1000 ? 0 : real(work, ms, ...given));
  Object.assign(globalThis, { setTimeout: patient });
  return () => Object.assign(globalThis, { setTimeout: real });
}

describe('the language in force', () => {
  it('is there at the first rendering: no English before it', async () => {
    const impatient = waitPatiently();
    const seen: (string | undefined)[] = [];
    const element = videoIn('zh-CN');
    new MutationObserver(() => seen.push(buttonOf(element))).observe(rootOf(element), { childList: true, subtree: true });
    await element.updateComplete;
    await says(element, '生成').finally(impatient);
    expect([...new Set(seen.filter((text) => text !== undefined))]).to.deep.equal(['生成']);
  });

  it('is the nearest one, through shadow roots, and followed as it changes anywhere above', async () => {
    const host = document.createElement('div');
    const element = document.createElement('video-generator');
    element.queue = scriptedQueue();
    host.attachShadow({ mode: 'open' }).append(element);
    place.append(host);
    await says(element, 'Generate');
    root.lang = 'zh-Hans';
    await says(element, '生成');
    host.lang = 'ar-EG';
    await says(element, 'إنشاء');
    element.lang = 'en-GB';
    await says(element, 'Generate');
    element.removeAttribute('lang');
    await says(element, 'إنشاء');
  });

  it('is English, and says so, where there are no words for what the page asks', async () => {
    const element = videoIn('tlh');
    await says(element, 'Generate');
    expect(sheetOf(element)?.lang).to.equal('en');
  });

  it('sets the direction, unless the page says one as near', async () => {
    const element = videoIn('ar');
    await says(element, 'إنشاء');
    const direction = () => getComputedStyle(sheetOf(element) ?? element).direction;
    expect(direction()).to.equal('rtl');
    element.lang = 'zh';
    await says(element, '生成');
    expect(direction()).to.equal('ltr');
    element.dir = 'rtl';
    await until(() => (direction() === 'rtl' ? true : undefined), 'the direction of the page');
    // One farther off than the language is about something else.
    element.removeAttribute('dir');
    root.dir = 'rtl';
    await until(() => (direction() === 'ltr' ? true : undefined), 'the direction of the language');
  });

  it('reaches the voice element too, which may stand in another', async () => {
    const voice = document.createElement('realtime-voice');
    voice.lang = 'ar';
    place.append(voice, videoIn('zh'));
    await until(() => rootOf(voice).querySelector('[part=status]')?.textContent === 'جاهز' || undefined, 'Arabic');
    voice.lang = 'zh';
    await until(() => rootOf(voice).querySelector('[part=status]')?.textContent === '就绪' || undefined, 'Chinese');
  });
});

describe('words of the page', () => {
  it('make another language, what is missing in English; taken away they are gone', async () => {
    const element = videoIn('la-VA');
    await says(element, 'Generate');
    const undo = setWords('la', { video: { generate: 'Facere', nValue: { one: 'una', other: '{count} visa' } } });
    await says(element, 'Facere');
    expect(sheetOf(element)?.lang).to.equal('la-VA');
    expect(rootOf(element).textContent).to.contain('More').and.to.contain('una');
    undo();
    await says(element, 'Generate');
  });

  it('go over those of the library, and for one element over those of the page', async () => {
    const undo = setWords('zh', { video: { generate: '制作' } });
    const [one, two] = [videoIn('zh'), videoIn('zh')];
    one.words = { video: { generate: '拍摄' } };
    await says(one, '拍摄');
    await says(two, '制作');
    one.words = undefined;
    await says(one, '制作');
    undo();
    await says(two, '生成');
  });

  it('reach what is loaded later, and the errors of every room', async () => {
    const undo = setWords('la', { videoGallery: { failed: 'Non potuit' }, errors: { server_error: { title: 'Vitium.' } } });
    const element = document.createElement('video-generator');
    element.lang = 'la';
    const error = { code: 'server_error', message: 'x', retryable: true };
    element.queue = scriptedQueue({ tasks: [scriptedTask({ id: 'a', status: 'failed', error })] });
    place.append(element);
    await until(() => rootOf(element).querySelector('[data-id=a]')?.textContent?.includes('Vitium.') || undefined, 'the error');
    undo();
  });
});

describe('words of a provider', () => {
  it('name its fields, choices, units and refusals in the language in force, and follow it', async () => {
    const element = document.createElement('video-generator');
    element.lang = 'zh-CN';
    const queue = scriptedQueue();
    element.queue = queue;
    element.providers = [
      {
        id: 'own',
        models: ['o-1'],
        ui: { mood: { label: 'Mood', kind: 'choice', choices: ['calm', 'wild'], default: 'calm', choiceLabels: { calm: 'Calm' } } },
        words: {
          zh: {
            fields: { mood: { label: '情绪', choiceLabels: { calm: '平静', wild: '狂野' } } },
            units: { credits: '积分' },
            messages: { 'Not this.': '不可以。' },
          },
        },
        estimate: () => ({ amount: 2, unit: 'credits' }),
      },
    ];
    element.models = element.model = 'o-1';
    place.append(element);
    const text = (selector: string) => rootOf(element).querySelector(selector)?.textContent?.replaceAll(/\s+/g, '');
    const chip = '[data-opens="metadata.mood"]';
    await until(() => text(chip) === '情绪平静' || undefined, 'the chip');
    await until(() => text('[part=estimate]')?.includes('2积分') || undefined, 'the unit');
    queue.refuse(new VoxreelError('invalid_input', 'Not this.', { param: 'prompt' }));
    await element.generate({ prompt: '1' });
    await until(() => text('form')?.includes('不可以。') || undefined, 'the refusal');
    element.lang = 'en';
    await until(() => text(chip) === 'MoodCalm' || undefined, 'English');
  });

  for (const model of ['kling-v2', 'vidu-q2', 'jimeng-3', 'any', 'on-device'])
    it(`are there for our own: ${model}`, async () => {
      root.lang = 'zh';
      const element = document.createElement('video-generator');
      element.queue = scriptedQueue();
      element.models = element.model = model;
      place.append(element);
      await until(() => rootOf(element).querySelector('[data-opens=seed]') ?? undefined, 'the chips');
      (await until(() => rootOf(element).querySelector<HTMLElement>('[data-opens=more]') ?? undefined, 'more')).click();
      await until(() => rootOf(element).querySelector('#panel .field') ?? undefined, 'the fields');
      const left = wordsOn(element).filter((words) => /[a-z]{2}/i.test(words.replaceAll(international, '').replaceAll(model, '')));
      expect(left.filter((words) => !words.startsWith('noir'))).to.deep.equal([]);
    });
});

describe('warnings of a task', () => {
  it('are shown in the language in force, as the core writes them; what is not known is shown as it came', async () => {
    const { warnings } = await checkDraft(
      { id: '1', models: ['m-1'], limits: { ignores: ['fps'], images: { encoding: 'data-url', max: 0, maxBytes: 1 } }, mirror: ['seed'] },
      { model: 'm-1', prompt: '1', fps: 24, image: 'x', lastImage: 'x', seed: 1, metadata: { seed: 2 } },
    );
    expect(warnings.length).to.equal(4);
    const element = document.createElement('video-generator');
    element.lang = 'zh';
    element.queue = scriptedQueue({ tasks: [scriptedTask({ id: 'a', status: 'succeeded', warnings: [...warnings, 'Own one.'] })] });
    place.append(element);
    const shown = await until(() => {
      const all = [...rootOf(element).querySelectorAll('[data-id=a] p.facts:not(.tabular)')].map((each) => each.textContent ?? '');
      return all.length === 5 ? all : undefined;
    }, 'the warnings');
    expect(shown).to.deep.equal([
      '1 不使用 fps。',
      '1 不接受图片：已略去。',
      '1 不接受尾帧：已略去。',
      'seed 给出了两次：以表单中的为准。',
      'Own one.',
    ]);
  });
});

describe('numbers', () => {
  it('are written as the language writes them, and choose the form of the sentence', async () => {
    const element = videoIn('ar-EG');
    await says(element, 'إنشاء');
    const chip = () => rootOf(element).querySelector('[data-opens=n]')?.lastElementChild?.textContent?.trim();
    expect(chip()).to.equal('فيديو واحد');
    const pick = async (at: number) => {
      rootOf(element).querySelector<HTMLElement>('[data-opens=n][aria-expanded=false]')?.click();
      const option = () => rootOf(element).querySelectorAll<HTMLElement>('#panel .option input')[at - 1];
      (await until(option, 'the option')).click();
      await element.updateComplete;
    };
    await pick(2);
    await until(() => (chip() === 'فيديوهان' ? true : undefined), 'two');
    await pick(3);
    await until(() => (chip() === '٣ فيديوهات' ? true : undefined), 'three');
  });
});

/** Names of things, and units and formats that are written so in every language. */
const international =
  /\b(Safari|Chrome|Edge|Firefox|WebRTC|WebSocket|JSONL?|JPEG|PNG|WebP|Markdown|HTML|URL|https?|[kMG]?B|[kM]?Hz|fps|m-1|kling-v2|vendor|webrtc|PCM\d*|ms|Ctrl|Enter|Esc|Fake Audio (?:In|Out)put \d|fake_device_\d)\b/g;

/** Everything a person reads or hears of an element. Code, addresses and recorded events are as they are. */
function wordsOn(element: Face): string[] {
  const found: string[] = [];
  const walk = (node: Node) => {
    if (node instanceof Text) found.push(node.data);
    if (node instanceof Element) {
      if (node.matches('code, pre, style, script, datalist, [hidden], [lang]:not(.sheet)')) return;
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'placeholder', 'alt'])
        found.push(node.getAttribute(name) ?? '');
    }
    for (const child of node.childNodes) walk(child);
  };
  walk(rootOf(element));
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

for (const lang of ['zh', 'ar'])
  describe(`no word is left in English: ${lang}`, () => {
    for (const state of states)
      it(state.name, async () => {
        root.lang = lang;
        const element = await state.show(place);
        await element.updateComplete;
        expect(wordsOn(element).filter((text) => /[a-z]{2}/i.test(text.replaceAll(international, '')))).to.deep.equal([]);
      });
  });
