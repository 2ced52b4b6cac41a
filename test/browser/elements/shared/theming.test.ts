// What a page and a system may ask of the look: density, sizes of targets, colors of the system, more contrast, any width, either direction.
import { executeServerCommand } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';

import { until } from '../until.js';
import { colorOf, contrast, groundOf } from './color.js';
import { rootOf, states, videoStates, voiceStates, type Face } from './states.js';
import { finishMotion } from '../motion.js';
import { engine, needing } from '../../../engines/lacks.js';

const root = document.documentElement;
let place: HTMLElement;

beforeEach(() => {
  root.lang = 'en';
  place = document.createElement('div');
  document.body.append(place);
});

afterEach(async () => {
  place.remove();
  root.removeAttribute('lang');
  root.removeAttribute('dir');
});

const media = (features: Record<string, string>) => executeServerCommand('media', features);
const all = (element: Face, selector: string) => [...rootOf(element).querySelectorAll<HTMLElement>(selector)];
const named = (list: typeof states, name: string) => {
  const found = list.find((state) => state.name.includes(name));
  if (found === undefined) throw new Error(`There is no state ${name}.`);
  return found;
};
const still = async (element: Face) => {
  await element.updateComplete;
  finishMotion(rootOf(element));
};

/** What a person aims at. A link inside a sentence may be as small as its words. */
const targets = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=slider]';

function tooSmall(element: Face, least: number): string[] {
  return all(element, targets)
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.closest('.visually-hidden, .words p, .words li') === null)
    .map((each) => {
      // The label around a control, or the surface a hidden control lies over, is what one aims at.
      const aim = each.closest('label') ?? each;
      const own = each.getBoundingClientRect();
      const { width, height } = aim.getBoundingClientRect();
      return { each, width: Math.max(width, own.width), height: Math.max(height, own.height) };
    })
    .filter(({ width, height }) => width > 0 && (width < least - 0.5 || height < least - 0.5))
    .map(
      ({ each, width, height }) =>
        `${each.outerHTML.replaceAll(/<!--.*?-->|\s+/g, ' ').slice(0, 90)}: ${Math.round(width)} x ${Math.round(height)}`,
    );
}

describe('targets', () => {
  for (const state of states)
    it(`are at least 24 px, however dense: ${state.name}`, async () => {
      place.style.setProperty('--voxreel-density', '0.5');
      const element = await state.show(place);
      await still(element);
      expect(tooSmall(element, 24)).to.deep.equal([]);
    });

  needing('touch').describe('on a coarse pointer', () => {
    before(() => executeServerCommand('touch', true));
    after(() => executeServerCommand('touch', false));
    for (const state of states)
      it(`are at least 44 px: ${state.name}`, async () => {
        place.style.setProperty('--voxreel-density', '0.5');
        const element = await state.show(place);
        await still(element);
        expect(matchMedia('(pointer: coarse)').matches).to.equal(true);
        expect(tooSmall(element, 44)).to.deep.equal([]);
      });
  });
});

describe('what each engine would draw in its own way', () => {
  const drawn = new Map<string, Set<string>>();
  for (const state of states)
    it(`is drawn by the element: ${state.name}`, async () => {
      const element = await state.show(place);
      await still(element);
      for (const field of all(element, 'select, input:is([type=range], [type=number])')) {
        const { appearance } = getComputedStyle(field);
        expect(appearance, field.outerHTML.slice(0, 100)).to.equal(field.matches('[type=number]') ? 'textfield' : 'none');
        drawn.set(field.localName, (drawn.get(field.localName) ?? new Set()).add(field.getAttribute('type') ?? ''));
      }
    });

  it('there were sliders, numbers and lists among them', () => {
    expect(drawn.has('select')).to.equal(true);
    expect([...(drawn.get('input') ?? [])].toSorted()).to.deep.equal(['number', 'range']);
  });

  it('is the silent trace, of whose repeating gradients Firefox draws none with a mixed color', async () => {
    const element = await named(voiceStates, 'at rest').show(place);
    const [trace] = all(element, '.trace.still');
    if (trace === undefined) throw new Error('There is no trace.');
    const { backgroundImage } = getComputedStyle(trace);
    expect(backgroundImage.match(/linear-gradient/g)).to.have.length(2);
    expect(backgroundImage).to.not.include('repeating');
  });
});

describe('density', () => {
  for (const state of [named(videoStates, 'empty'), named(voiceStates, 'talking')])
    it(`gives more room or less, and leaves the type alone: ${state.name}`, async () => {
      const room = async (density: string) => {
        place.style.setProperty('--voxreel-density', density);
        const element = await state.show(place);
        const [bar] = all(element, '.row, .dock');
        if (bar === undefined) throw new Error('There is no row.');
        return { padding: Number.parseFloat(getComputedStyle(bar).paddingBlockEnd), size: getComputedStyle(bar).fontSize };
      };
      const [compact, usual, comfortable] = [await room('0.75'), await room('1'), await room('1.25')];
      expect(compact.padding).to.equal(usual.padding * 0.75);
      expect(comfortable.padding).to.equal(usual.padding * 1.25);
      expect([compact.size, comfortable.size]).to.deep.equal([usual.size, usual.size]);
    });
});

needing('media features').describe('the colors of the system', () => {
  before(() => media({ 'forced-colors': 'active' }));
  after(() => media({}));

  const system = (name: string) => {
    const probe = document.createElement('i');
    probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
    place.append(probe);
    const color = colorOf(getComputedStyle(probe).color);
    probe.remove();
    return color;
  };
  const paintOf = (element: Element | undefined) => {
    if (element === undefined) throw new Error('It is not there.');
    return element;
  };

  it('show which choice is chosen, and the button that acts', async () => {
    const element = await named(videoStates, 'duration open').show(place);
    const [chosen, other] = [all(element, '.option > input:checked + .chip')[0], all(element, '.option > input:not(:checked) + .chip')[0]];
    expect(getComputedStyle(paintOf(chosen)).outlineStyle).to.equal('solid');
    expect(getComputedStyle(paintOf(other)).outlineStyle).to.equal('none');
    const generate = paintOf(all(element, '[part~="generate"]')[0]);
    expect(contrast(colorOf(getComputedStyle(generate).backgroundColor), system('Canvas'))).to.be.greaterThan(1.5);
  });

  it('show the focus, and the frame of a field', async () => {
    const element = await named(videoStates, 'seed open').show(place);
    const field = await until(() => {
      const [input] = all(element, '#panel input');
      input?.focus();
      return input?.matches(':focus') === true ? input : undefined;
    }, 'the field');
    const style = getComputedStyle(field);
    expect(style.outlineStyle).to.equal('solid');
    expect(contrast(colorOf(style.outlineColor), groundOf(field))).to.be.at.least(3);
    expect(contrast(colorOf(style.borderTopColor), groundOf(field))).to.be.at.least(3);
  });

  it('show how far a video is', async () => {
    const element = await named(videoStates, 'gallery').show(place);
    const line = paintOf(all(element, 'progress')[0]);
    const part = engine === 'firefox' ? '::-moz-progress-bar' : '::-webkit-progress-value';
    expect(contrast(colorOf(getComputedStyle(line, part).backgroundColor), system('Canvas'))).to.be.at.least(3);
  });

  it('show the open microphone apart from the closed one, and draw the trace', async () => {
    const element = await named(voiceStates, 'at rest').show(place);
    const talk = paintOf(all(element, '.talk')[0]);
    const ground = () => getComputedStyle(talk).backgroundColor;
    const rest = ground();
    if (!('connect' in element)) throw new Error('This is not the voice element.');
    await element.connect();
    await until(() => (talk.matches('.live') ? true : undefined), 'the open microphone');
    expect(ground()).not.to.equal(rest);
    const trace = getComputedStyle(paintOf(all(element, '.trace')[0]));
    for (const color of [trace.color, trace.outlineColor]) expect(contrast(colorOf(color), system('Canvas'))).to.be.at.least(3);
  });
});

needing('media features').describe('more contrast', () => {
  before(() => media({ 'prefers-contrast': 'more' }));
  after(() => media({}));

  it('makes second text and hairlines plain to see', async () => {
    const element = await named(videoStates, 'empty').show(place);
    const [note, sheet] = [all(element, '.note')[0], all(element, '.sheet')[0]];
    if (note === undefined || sheet === undefined) throw new Error('They are not there.');
    expect(contrast(colorOf(getComputedStyle(note).color), groundOf(note))).to.be.at.least(7);
    expect(contrast(colorOf(getComputedStyle(sheet).borderTopColor), groundOf(sheet))).to.be.at.least(3);
  });
});

/** What stands out of the element at either side. A row that scrolls may hold more than it shows. */
function sticksOut(element: Face): string[] {
  const box = element.getBoundingClientRect();
  const scrolls = (each: Element | null): boolean =>
    each !== null &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(each).overflowX) && !each.matches('.sheet') ? true : scrolls(each.parentElement));
  return all(element, '*')
    .filter((each) => each.checkVisibility() && each.closest('.visually-hidden, svg, dialog') === null)
    .filter((each) => {
      const { left, right, width } = each.getBoundingClientRect();
      return width > 0 && (left < box.left - 1 || right > box.right + 1) && !scrolls(each.parentElement);
    })
    .map((each) => each.outerHTML.replaceAll(/<!--.*?-->|\s+/g, ' ').slice(0, 100));
}

describe('any width, either direction', () => {
  after(() => executeServerCommand('screen', { width: 800, height: 600 }));
  for (const [width, langs] of [
    [280, ['en', 'zh', 'ar']],
    [1920, ['en', 'ar']],
  ] as const)
    for (const lang of langs)
      describe(`${width} px, ${lang}`, () => {
        before(() => executeServerCommand('screen', { width: Math.max(width, 500), height: 900 }));
        for (const state of states)
          it(state.name, async () => {
            root.lang = lang;
            place.style.inlineSize = `${width}px`;
            const element = await state.show(place);
            await still(element);
            expect(sticksOut(element)).to.deep.equal([]);
          });
      });
});
