// What Storybook is made of here: stories and guides, their docs, axe, and the sources served as they are.
import type { StorybookConfig } from '@storybook/web-components-vite';
import remarkGfm from 'remark-gfm';

import { customElements } from './custom-elements.js';
import { guideLinks } from './guide-links.js';
import { sourceUrls } from './source-urls.js';

const config: StorybookConfig = {
  framework: '@storybook/web-components-vite',
  stories: ['../stories/**/*.stories.ts', { directory: '../stories/guides', files: '*.mdx', titlePrefix: 'guides' }],
  addons: [
    { name: '@storybook/addon-docs', options: { mdxPluginOptions: { mdxCompileOptions: { remarkPlugins: [remarkGfm, guideLinks] } } } },
    '@storybook/addon-a11y',
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({ ...vite, plugins: [...(vite.plugins ?? []), customElements(), sourceUrls()] }),
};

export default config;
