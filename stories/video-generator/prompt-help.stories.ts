// <video-generator>: help with the prompt, from its chip to a wording that is compared.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { VoxreelError } from '../../src/core/errors.js';
import type { EnhancePrompt } from '../../src/elements/video-generator/composer/help/prompt-help.js';
import { play, videoMeta, videoStage, type VideoArgs } from './stage.js';
import { history } from './tasks.js';

const meta: Meta<VideoArgs> = {
  title: 'video-generator/Prompt help',
  component: 'video-generator',
  ...videoMeta,
  render: (args) => videoStage(args),
};
export default meta;

type Story = StoryObj<VideoArgs>;

const prompt = 'A greenhouse at dawn, mist on the glass, and one swallow is flying through';

const opened = (steps: Parameters<typeof play>[0] = async () => {}, text = prompt) =>
  play(async (all) => {
    await all.write('#prompt', text);
    await all.pressAt('[data-opens="help"]');
    await all.find('#panel .phrase');
    await steps(all);
  });

export const Presets: Story = {
  play: opened(async ({ press, find }) => {
    await press('Watercolor', '#panel');
    await press('Golden hour', '#panel');
    await find('#panel .phrase[aria-pressed="true"]');
  }),
};

export const Template: Story = {
  play: opened(({ press }) => press('Product shot', '#panel'), ''),
};

const enhanced = (enhance: EnhancePrompt, until: string): Story => ({
  args: { promptHelp: { presets: (all) => all.slice(0, 1), enhance } },
  play: opened(async ({ press, find }) => {
    await press('Improve the wording', '#panel');
    await find(until);
  }),
});

const better = 'A slow dolly through a greenhouse at dawn, mist beading on the glass, one swallow crossing the frame';

export const Improving: Story = enhanced(() => new Promise(() => {}), '#panel .button.quiet');
export const Suggestion: Story = enhanced(async () => better, '.difference');
export const Refused: Story = enhanced(() => Promise.reject(new VoxreelError('rate_limited', 'Too many.')), '#enhance-note.problem');

export const Replaced: Story = {
  ...enhanced(async () => better, '.difference'),
  play: opened(async ({ press, find }) => {
    await press('Improve the wording', '#panel');
    await press('Use', '#panel');
    await find('.replaced');
  }),
};

export const EarlierPrompts: Story = {
  args: { promptHelp: { presets: [], templates: [] } },
  render: (args) => videoStage(args, { tasks: history() }),
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-opens="help"]');
    await find('.past-prompt');
  }),
};

export const NegativePrompt: Story = {
  args: { model: 'kling-v2' },
  play: play(async ({ write, pressAt, press, find }) => {
    await write('#prompt', prompt);
    await pressAt('[data-opens="metadata.negative_prompt"]');
    await find('#negative-prompt');
    await press('Text and logos', '#panel');
    await find('#panel .phrase[aria-pressed="true"]');
  }),
};
