// <video-generator>: references, from the first picture to a name in the prompt.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { defineProvider } from '../../src/core/providers/provider.js';
import { films, pictureOf, type Film } from '../media/films.js';
import { until, type Steps } from '../steps.js';
import { play, videoMeta, videoStage, type VideoArgs } from './stage.js';

const referring = defineProvider({
  id: 'referring',
  title: 'Studio',
  models: ['studio-2'],
  limits: {
    durations: [5, 10],
    images: { encoding: 'data-url', max: 2, maxBytes: 10_000_000 },
    references: { max: 3, alone: true },
  },
  estimate: ({ duration = 5 }) => ({ amount: duration * 2, unit: 'credits' }),
});

const meta: Meta<VideoArgs> = {
  title: 'video-generator/References',
  component: 'video-generator',
  ...videoMeta,
  args: { ...videoMeta.args, providers: [referring], models: 'studio-2 my-own', model: 'studio-2' },
  render: (args) => videoStage(args),
};
export default meta;

type Story = StoryObj<VideoArgs>;

const prompt = 'Early light. @greenhouse opens its doors to @lighthouse, and the mist drifts out';

const called = async (film: Film, name: string): Promise<File> => new File([await pictureOf(film)], `${name}.png`, { type: 'image/png' });

/** With a row for it in the panel. */
async function add({ element, give }: Steps, film: Film, name: string): Promise<void> {
  const rows = () => element.shadowRoot?.querySelectorAll('#panel .reference').length ?? 0;
  const before = rows();
  await give('#panel input[type="file"]', await called(film, name));
  await until(() => (rows() > before ? true : undefined), `the row of ${name}`);
}

/** A reader types on after the last letter. */
function type({ element }: Steps, text: string): void {
  const area = element.shadowRoot?.querySelector<HTMLTextAreaElement>('#prompt');
  if (area === null || area === undefined) return;
  area.focus();
  area.value = text;
  area.setSelectionRange(text.length, text.length);
  area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

const opened = (steps: (all: Steps) => Promise<void> = async () => {}) =>
  play(async (all) => {
    await all.write('#prompt', prompt);
    await all.pressAt('[data-opens="references"]');
    await all.find('#panel input[type="file"]');
    await steps(all);
  });

export const None: Story = { play: play(async ({ find }) => void (await find('.references .tile'))) };

export const First: Story = { play: opened() };

const two = async (all: Steps): Promise<void> => {
  await add(all, films.greenhouse, 'greenhouse');
  await add(all, films.lighthouse, 'lighthouse');
};

export const Two: Story = { play: opened(two) };

export const Tiles: Story = {
  play: opened(async (all) => {
    await two(all);
    await all.pressAt('[data-opens="references"]');
    await all.find('.references .tile.set');
  }),
};

export const Library: Story = {
  play: opened(async (all) => {
    await two(all);
    await all.press('Keep in library', '#panel .reference:first-child');
    await all.find('#panel .kept .tile');
  }),
};

export const WrongName: Story = {
  play: opened(async (all) => {
    await add(all, films.greenhouse, 'greenhouse');
    await all.write('#panel .reference input', 'two words');
    await all.find('#panel .reference .problem');
  }),
};

export const WithAFrame: Story = {
  args: { draft: { model: 'studio-2', prompt, image: 'https://pictures.example/first.png' } },
  play: opened(async (all) => {
    await add(all, films.greenhouse, 'greenhouse');
    await all.says('references or frames');
  }),
};

export const Completing: Story = {
  play: opened(async (all) => {
    await two(all);
    await all.pressAt('[data-opens="references"]');
    type(all, 'Early light. @');
    await all.find('.mentions [role="option"]');
  }),
};
