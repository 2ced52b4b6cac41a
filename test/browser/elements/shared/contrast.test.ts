// Contrast in both schemes and in every theme: the custom properties against each other, then every text where it stands.
import { expect } from '@open-wc/testing';

import { adoptThemes } from '../../../../stories/themes/themes.js';
import { colorOf, contrast, groundOf, over } from './color.js';
import { finishMotion } from '../motion.js';
import { rootOf, states, type Face } from './states.js';

const texts = ['ink', 'ink-2', 'ink-3', 'accent', 'live', 'warning'];
const papers = ['paper', 'paper-2', 'paper-3'];

let place: HTMLElement;

beforeEach(() => {
  adoptThemes();
  document.documentElement.lang = 'en';
  place = document.createElement('div');
  document.body.append(place);
});

afterEach(() => place.remove());

function dress(theme: string, scheme: string): void {
  place.className = theme === 'none' ? '' : `theme-${theme}`;
  place.style.colorScheme = scheme;
}

/** What a name stands for inside an element. */
async function valuesIn(tag: 'video-generator' | 'realtime-voice') {
  const element = document.createElement(tag);
  place.replaceChildren(element);
  await element.updateComplete;
  const probe = document.createElement('i');
  rootOf(element).append(probe);
  return (name: string) => {
    probe.style.color = `var(--_${name})`;
    return colorOf(getComputedStyle(probe).color);
  };
}

const failing = (pairs: readonly (readonly [string, string])[], color: (name: string) => ReturnType<typeof colorOf>, least: number) =>
  pairs
    .map(([one, other]) => ({ one, other, ratio: contrast(color(one), color(other)) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ one, other, ratio }) => `${one} on ${other}: ${ratio.toFixed(2)}`);

for (const theme of ['none', 'paper', 'console', 'brand'])
  for (const scheme of ['light', 'dark'])
    describe(`contrast, theme ${theme}, ${scheme}`, () => {
      for (const tag of ['video-generator', 'realtime-voice'] as const)
        it(`text reaches 4.5 on every paper, frames of fields 3: <${tag}>`, async () => {
          dress(theme, scheme);
          const color = await valuesIn(tag);
          const written = [
            ...texts.flatMap((text) => papers.map((paper) => [text, paper] as const)),
            ['on-accent', 'accent'] as const,
            ['on-live', 'live'] as const,
          ];
          expect(failing(written, color, 4.5)).to.deep.equal([]);
          const field = rootOf(place.firstElementChild as Face).querySelector('.input');
          if (field !== null) expect(contrast(colorOf(getComputedStyle(field).borderTopColor), groundOf(field))).to.be.at.least(3);
        });
    });

/** Texts that are too faint where they stand. What is switched off, and what only screen readers meet, may be. */
function faintOn(element: Face): string[] {
  const found: string[] = [];
  const seen = document.createTreeWalker(rootOf(element), NodeFilter.SHOW_TEXT);
  for (let node = seen.nextNode(); node !== null; node = seen.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (parent === null || text === '' || parent.closest('style, :disabled, [aria-disabled=true], .visually-hidden, option') !== null)
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(parent);
    const ground = groundOf(parent);
    const large =
      Number.parseFloat(style.fontSize) >= 24 || (Number.parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = contrast(over(colorOf(style.color), ground), ground);
    if (ratio < (large ? 3 : 4.5)) found.push(`${text}: ${ratio.toFixed(2)}`);
  }
  return found;
}

for (const [theme, scheme] of [
  ['none', 'light'],
  ['none', 'dark'],
  ['paper', 'light'],
  ['console', 'dark'],
  ['brand', 'light'],
] as const)
  describe(`no text is too faint where it stands, theme ${theme}, ${scheme}`, () => {
    for (const state of states)
      it(state.name, async () => {
        dress(theme, scheme);
        const element = await state.show(place);
        finishMotion(rootOf(element));
        expect(faintOn(element)).to.deep.equal([]);
      });
  });
