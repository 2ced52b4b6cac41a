// What every story stands on, and the toolbar that changes it. The page itself is stories/page.ts: the tests put the same stories on the same page.
import type { Preview } from '@storybook/web-components-vite';
import { setCustomElementsManifest } from '@storybook/web-components-vite';
import manifest from 'virtual:custom-elements';

import '../src/define.js';
import { pageView } from '../stories/page.js';

setCustomElementsManifest(manifest);

const toolbar = (title: string, icon: string, items: readonly { readonly value: string; readonly title: string }[]) => ({
  toolbar: { title, icon, items: [...items], dynamicTitle: true },
});

/** Each by its own name. */
const languages = 'en ar de es fr hi id it ja ko pt ru zh'
  .split(' ')
  .map((value) => ({ value, title: new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value }));

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { expanded: true, sort: 'alpha' },
    options: { storySort: { order: ['guides', ['start', '*'], 'video-generator', 'realtime-voice', 'pages'] } },
  },
  globalTypes: {
    scheme: toolbar('Scheme', 'contrast', [
      { value: 'auto', title: 'As the system' },
      { value: 'light', title: 'Light' },
      { value: 'dark', title: 'Dark' },
    ]),
    theme: toolbar('Theme', 'paintbrush', [
      { value: 'ours', title: 'Our own look' },
      { value: 'paper', title: 'Paper' },
      { value: 'console', title: 'Console' },
      { value: 'brand', title: 'Brand' },
    ]),
    density: toolbar('Density', 'component', [
      { value: 'compact', title: 'Compact' },
      { value: 'ordinary', title: 'Ordinary' },
      { value: 'comfortable', title: 'Comfortable' },
    ]),
    language: toolbar('Language', 'globe', languages),
    direction: toolbar('Direction', 'transfer', [
      { value: 'auto', title: 'As the language' },
      { value: 'ltr', title: 'Left to right' },
      { value: 'rtl', title: 'Right to left' },
    ]),
    width: toolbar('Width', 'grow', [
      { value: 'full', title: 'Whole' },
      { value: '280', title: '280 px' },
      { value: '360', title: '360 px' },
      { value: '520', title: '520 px' },
      { value: '820', title: '820 px' },
    ]),
  },
  initialGlobals: { scheme: 'auto', language: 'en', direction: 'auto', width: 'full', theme: 'ours', density: 'ordinary' },
  decorators: [(story, { globals, parameters }) => pageView(story, globals, parameters)],
};

export default preview;
