// <video-generator>: favorites, ratings, labels and collections; several selected; a group and its best; several at once.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { films } from '../media/films.js';
import { play, videoMeta, videoStage, type VideoArgs } from './stage.js';
import { finished } from './tasks.js';

const meta: Meta<VideoArgs> = { title: 'video-generator/Organizing', component: 'video-generator', ...videoMeta };
export default meta;

type Story = StoryObj<VideoArgs>;

const tasks = () => [
  finished('o1', { favorite: true, rating: 5, labels: ['landscape', 'morning'], collections: ['Showreel'] }),
  finished('o2', { film: films.lake, labels: ['landscape'], rating: 3, groupId: 'g' }),
  finished('o3', { film: films.lake, groupId: 'g', best: true, seed: 8 }),
];
const organized: Story = { render: (args) => videoStage(args, { tasks: tasks(), keptFilm: films.lake }) };

export const Organized: Story = organized;

export const Dialog: Story = {
  ...organized,
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-id="o1"] [data-act="organize"]');
    await find('dialog.organizer[open]');
  }),
};

export const Selecting: Story = {
  ...organized,
  play: play(async ({ pressAt, find }) => {
    await pressAt('.foot [data-act="select"]');
    await find('.bar');
    await pressAt('[data-id="o2"] .pick');
  }),
};

export const Group: Story = {
  ...organized,
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-id="o2"] .organized .textual');
    await find('.filter');
  }),
};

export const SeveralAtOnce: Story = {
  render: (args) => videoStage({ ...args, models: 'kling-v2, vidu-q2, jimeng-3' }),
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-opens="more"]');
    await pressAt('.several-model input');
    await find('.several .primary');
  }),
};
