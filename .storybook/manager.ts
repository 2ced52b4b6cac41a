// Storybook's own frame: its name leads to the documentation, which lies above it where both are published (`npm run site -- <folder> --storybook`), and each
// story to the guide that explains it.
import { createElement } from 'react';
import { addons, types, useStorybookState } from 'storybook/manager-api';
import { create } from 'storybook/theming';

import storyPages from '../stories/site/story-pages.json' with { type: 'json' };

const besideThePages = location.pathname.includes('/storybook/');

addons.setConfig({
  theme: create({
    base: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    brandTitle: 'voxreel',
    brandUrl: besideThePages ? '../index.html' : './',
    brandTarget: '_self',
  }),
});

const guides: Readonly<Record<string, string>> = storyPages;

function GuideLink() {
  const { storyId } = useStorybookState();
  const guide = guides[storyId.split('--')[0] ?? ''];
  if (guide === undefined) return null;
  const href = besideThePages ? `../guides/${guide}.html` : `?path=/docs/guides-${guide}--docs`;
  return createElement('a', { href, style: { alignSelf: 'center', padding: '0 8px' } }, 'Guide');
}

addons.register('voxreel/guide', () =>
  addons.add('voxreel/guide/link', { type: types.TOOL, title: 'Guide', match: () => true, render: () => createElement(GuideLink) }),
);
