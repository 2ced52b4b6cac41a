// Storybook's own frame: its name leads to the documentation, which lies above it where both are published (`npm run site -- <folder> --storybook`).
import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming';

const besideThePages = location.pathname.includes('/storybook/');

addons.setConfig({
  theme: create({
    base: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    brandTitle: 'voxreel',
    brandUrl: besideThePages ? '../index.html' : './',
    brandTarget: '_self',
  }),
});
