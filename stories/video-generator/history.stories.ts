// <video-generator>: a long history, how to find something in it, and what to do with the whole.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { films } from '../media/films.js';
import { until } from '../steps.js';
import { play, videoMeta, videoStage, type VideoArgs } from './stage.js';
import { ago, finished, manyTasks } from './tasks.js';

const meta: Meta<VideoArgs> = { title: 'video-generator/History', component: 'video-generator', ...videoMeta };
export default meta;

type Story = StoryObj<VideoArgs>;

const many = (count: number): Story => ({ render: (args) => videoStage(args, { tasks: manyTasks(count), keptFilm: films.lake }) });

export const Thirty: Story = many(30);
export const Thousand: Story = { ...many(1000), tags: ['!autodocs'] };

export const Found: Story = {
  ...many(30),
  play: play(async ({ write, find }) => {
    await write('input[type="search"]', 'fox');
    await find('.card');
  }),
};

export const NothingFound: Story = {
  ...many(30),
  play: play(({ write }) => write('input[type="search"]', 'submarine')),
};

export const Tools: Story = {
  ...many(8),
  play: play(async ({ pressAt, find }) => {
    await pressAt('.foot button');
    await find('#history meter');
  }),
};

const months = [0, 20, 45];
const spent = ['kling-v2', 'vidu-q2'].flatMap((model, at) =>
  months.map((days) =>
    finished(`${model}-${days}`, {
      model,
      createdAt: ago(3600 * (24 * days + 1)),
      cost: at === 0 ? { amount: 0.35 + days / 100, unit: 'USD' } : { amount: 12, unit: 'credits' },
    }),
  ),
);

const spending = (by: string): Story => ({
  render: (args) => videoStage(args, { tasks: [...spent, finished('unpriced', { createdAt: ago(7200) })] }),
  play: play(async ({ pressAt, press, find }) => {
    await pressAt('.foot button');
    await pressAt('.spending summary');
    await press(by, '.spending');
    await find('.spending [aria-pressed="true"]');
  }),
});

export const SpendingByMonth: Story = spending('Month');
export const SpendingByDay: Story = spending('Day');
export const SpendingByModel: Story = spending('Model');

export const Question: Story = {
  ...many(8),
  play: play(async ({ pressAt, find }) => {
    await pressAt('.foot button');
    await find('#history meter');
    await pressAt('#history .tools:nth-of-type(2) .ways > button:last-child');
    await find('.question');
  }),
};

export const SetAside: Story = {
  render: (args) => videoStage(args, { tasks: [finished('f')], setAside: 3, persistent: false }),
  play: play(async ({ pressAt, find }) => {
    await pressAt('.foot button');
    await find('#history .tools');
  }),
};

/** So far back that the newest are put away again. */
export const FarBack: Story = {
  ...many(300),
  tags: ['!autodocs'],
  play: play(async ({ element, pressAt }) => {
    const last = () => element.shadowRoot?.querySelector('.cards > :last-child');
    while (element.shadowRoot?.querySelector('.newer') === null) {
      const before = last();
      await pressAt('.older');
      await until(() => (last() === before ? undefined : true), 'older ones');
    }
  }),
};
