// Both elements with the local service behind them, state by state: axe finds nothing, nothing moves where motion is not wanted, and wide type fits.
import { expect, fixture, html } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';

import 'voxreel/realtime-voice';
import 'voxreel/video-generator';
import { until } from './until.js';
import { finishMotion } from './motion.js';
import { needing } from '../../engines/lacks.js';

const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };

type Rooted = HTMLElement & { readonly updateComplete: Promise<boolean> };

const find = (element: HTMLElement, selector: string) =>
  until(() => element.shadowRoot?.querySelector<HTMLElement>(selector) ?? undefined, selector);

/** Each state one after the other: a name, and how to come to it from the one before. */
type States = (element: Rooted) => readonly (readonly [name: string, reach: () => Promise<unknown>])[];

const videoStates: States = (element) => {
  const video = document.querySelector('video-generator');
  const press = async (selector: string) => (await find(element, selector)).click();
  return [
    ['nothing yet', () => find(element, '.empty')],
    ['a control open', () => press('[data-opens="size"]').then(() => find(element, '#panel .panel-body'))],
    ['a text missing', () => press('[part~="generate"]').then(() => find(element, '[aria-invalid="true"]'))],
    [
      'being made',
      async () => (await video?.generate({ prompt: 'Herons', duration: 1, width: 160, height: 90, fps: 8 })) && find(element, '.card'),
    ],
    ['finished', () => find(element, '.play')],
    ['playing', () => press('.play')],
    ['the history open', () => press('.foot [aria-expanded]').then(() => find(element, '#history .ways'))],
    ['removed', () => press('.actions > :last-child').then(() => find(element, '[data-undo]'))],
  ];
};

const voiceStates: States = (element) => {
  const voice = document.querySelector('realtime-voice');
  const press = async (selector: string) => (await find(element, selector)).click();
  const tool = {
    name: 'trail_status',
    description: 'Tells whether a trail is open.',
    approve: true,
    execute: () => ({ open: true }),
    parameters: { type: 'object', properties: { trail: { type: 'string' } } },
  };
  const says = (text: string) => until(() => (element.shadowRoot?.textContent?.includes(text) ? true : undefined), text);
  return [
    ['at rest', () => find(element, '.dock')],
    ['open', async () => (Object.assign(voice ?? {}, { tools: [tool] }), voice?.connect())],
    ['a call that waits', async () => (voice?.sendText('Call trail_status for the mill loop.'), find(element, '.answer'))],
    ['answered', () => press('.answer .button').then(() => find(element, '.call .note'))],
    ['an answer', async () => (voice?.sendText('What is 6 times 7?'), says('42'))],
    ['settings', () => press('[data-sheet="settings"]').then(() => find(element, '[role="dialog"]'))],
    [
      'the menu',
      () =>
        press('[role="dialog"] [data-first]')
          .then(() => press('[data-sheet="more"]'))
          .then(() => find(element, '[role="menu"]')),
    ],
    ['ended', async () => (await press('[data-sheet="more"]'), voice?.disconnect())],
  ];
};

const elements = [
  [
    'video-generator',
    html`<video-generator base-url=${gateway} model="my-own" models="my-own kling-v2" persist="none"></video-generator>`,
    videoStates,
  ],
  [
    'realtime-voice',
    html`<realtime-voice base-url=${gateway} model="rehearsal" modalities="text" inspector></realtime-voice>`,
    voiceStates,
  ],
] as const;

/** WCAG 1.4.12, over everything. */
const wideType = new CSSStyleSheet();
wideType.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }');

/** Texts that are cut off without a sign, with what hides them. */
const cutOff = (root: ShadowRoot): string[] =>
  [...root.querySelectorAll<HTMLElement>('button, label, p, h2, legend, summary, option, span, a')]
    .filter((each) => each.checkVisibility() && each.closest('.visually-hidden') === null && (each.textContent ?? '').trim() !== '')
    .filter((each) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(each);
      if (textOverflow === 'ellipsis' || getComputedStyle(each).getPropertyValue('-webkit-line-clamp') !== 'none') return false;
      const hidden = [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip');
      return hidden && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1);
    })
    .map((each) => `${each.localName}.${each.className}: ${each.textContent?.trim().slice(0, 40)}`);

/** Where a state never comes, what is there instead is reported. */
async function come(element: Rooted, state: string, reach: () => Promise<unknown>): Promise<void> {
  await reach().catch((error: unknown) => {
    throw new Error(`${state}: ${String(error)} There is: ${element.shadowRoot?.textContent?.replace(/\s+/g, ' ')}`);
  });
  await element.updateComplete;
}

for (const [name, template, states] of elements) {
  for (const scheme of ['light', 'dark'])
    it(`<${name}> live is clean for axe in every state, ${scheme}`, async () => {
      const element = await fixture<Rooted>(template);
      element.style.setProperty('color-scheme', scheme);
      for (const [state, reach] of states(element)) {
        await come(element, state, reach);
        finishMotion(element.shadowRoot);
        await expect(element, state).to.be.accessible();
      }
    });

  needing('media features').it(`<${name}> live stands still where motion is not wanted, and takes wide type at 320 px`, async () => {
    await executeServerCommand('media', { 'prefers-reduced-motion': 'reduce' });
    await executeServerCommand('screen', { width: 320, height: 700 });
    try {
      const element = await fixture<Rooted>(template);
      const root = element.shadowRoot;
      if (root === null) throw new Error('The element is not rendered.');
      for (const [state, reach] of states(element)) {
        await come(element, state, reach);
        expect(
          document.getAnimations().filter(({ playState }) => playState === 'running'),
          state,
        ).to.have.length(0);
        root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((sheet) => sheet !== wideType), wideType];
        expect(cutOff(root), state).to.deep.equal([]);
        expect(document.scrollingElement?.scrollWidth, state).to.be.at.most(320);
        root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== wideType);
      }
    } finally {
      await executeServerCommand('media', {});
      await executeServerCommand('screen', { width: 800, height: 600 });
    }
  });
}
