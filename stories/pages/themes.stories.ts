// The same page in other clothes: nothing but custom properties, set around the elements.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { both, writePrompt } from './both.js';

const meta: Meta = { title: 'pages/Themes', tags: ['!autodocs'], render: both, play: writePrompt };
export default meta;

export const Paper: StoryObj = { globals: { theme: 'paper' } };
export const Console: StoryObj = { globals: { theme: 'console' } };
export const Brand: StoryObj = { globals: { theme: 'brand' } };
export const Compact: StoryObj = { globals: { density: 'compact' } };
export const Comfortable: StoryObj = { globals: { density: 'comfortable' } };
