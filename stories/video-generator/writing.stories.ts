// <video-generator>: the sheet one writes on, from empty to sent.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';

import { VoxreelError } from '../../src/core/errors.js';
import { defineProvider } from '../../src/core/providers/provider.js';
import { VideoGenerator } from '../../src/elements/video-generator/video-generator.js';
import { films, pictureOf } from '../media/films.js';

import { offering } from './offered.js';
import { play, videoMeta, videoStage, type VideoArgs } from './stage.js';
import { history } from './tasks.js';

const meta: Meta<VideoArgs> = {
  title: 'video-generator/Writing',
  component: 'video-generator',
  ...videoMeta,
  render: (args) => videoStage(args),
};
export default meta;

type Story = StoryObj<VideoArgs>;

const prompt = 'A slow dolly through a greenhouse at dawn, mist on the glass, one swallow crossing the frame';

/** The panel of one chip or tile, open. */
const opened = (name: string) =>
  play(async ({ write, pressAt, find }) => {
    await write('textarea', prompt);
    await pressAt(`[data-opens="${name}"]`);
    await find('#panel > *');
  });

export const Empty: Story = {};

export const EmptySlot: Story = {
  render: (args) => videoStage(args, { children: html`<p slot="empty">Try: <em>A paper boat going down a gutter in the rain</em>.</p>` }),
};

/** Filled in by the page. */
export const FilledIn: Story = { render: (args) => videoStage({ ...args, draft: { model: 'vidu-q2', prompt, duration: 8, seed: 91 } }) };

export const Written: Story = { play: play(({ write }) => write('textarea', prompt)) };

/** Two drafts, of which the second is written. */
export const Drafts: Story = {
  play: play(async ({ write, press }) => {
    await write('textarea', 'Market at night, lanterns, a slow pan to the left');
    await press('New draft');
    await write('textarea', prompt);
  }),
};
/** At the page's own price. */
export const OwnPrice: Story = {
  render: (args) =>
    videoStage({
      ...args,
      prices: { 'vidu-*': { unit: 'EUR', perSecond: 0.07, asOf: '2026-11-01', source: 'https://example.com/prices' } },
    }),
  play: play(({ write }) => write('textarea', prompt)),
};
export const Model: Story = { play: opened('model') };
export const Length: Story = { args: { model: 'kling-v2' }, play: opened('duration') };
export const Size: Story = { play: opened('size') };
export const FramesASecond: Story = { args: { model: 'my-own' }, play: opened('fps') };
export const HowMany: Story = { play: opened('n') };
export const Seed: Story = { play: opened('seed') };
export const OwnField: Story = { play: opened('metadata.movement_amplitude') };
export const Proportions: Story = { args: { model: 'jimeng-3' }, play: opened('metadata.aspect_ratio') };
export const More: Story = { play: opened('more') };
export const FirstFrame: Story = { play: opened('image') };

export const FramesChosen: Story = {
  play: play(async ({ write, find }) => {
    await write('textarea', prompt);
    const [image, lastImage] = await Promise.all([pictureOf(films.greenhouse), pictureOf(films.lake)]);
    for (const [name, file] of Object.entries({ image, lastImage })) {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      (await find(`[data-opens="${name}"]`)).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      await find(`[data-opens="${name}"].set`);
    }
  }),
};

export const NoPicture: Story = {
  play: play(async ({ find }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['words'], 'notes.txt', { type: 'text/plain' }));
    (await find('[data-opens="image"]')).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await find('#panel > *');
  }),
};

const careful = defineProvider({
  id: 'careful',
  title: 'Careful pictures',
  models: ['careful-1'],
  limits: { promptLength: 80, durations: { min: 2, max: 12 }, sizes: ['1280x720', '720x1280', '960x960'], ignores: ['fps'] },
  estimate: ({ duration = 5, n = 1 }) => ({ amount: 0.064 * duration * n, unit: 'credits' }),
});

const manyModels = [
  'kling-v1',
  'kling-v1-6',
  'kling-v2',
  'kling-v2-master',
  'vidu-1',
  'vidu-q1',
  'vidu-q2',
  'jimeng-2',
  'jimeng-3',
  'my-own',
];
/** More models than one reads at a glance. */
export const ManyModels: Story = {
  args: { models: manyModels.join(' ') },
  play: play(async ({ pressAt, find, write }) => {
    await pressAt('[data-opens="model"]');
    await find('[role=combobox]');
    await write('[role=combobox]', 'kling');
  }),
};

const plain = defineProvider({
  id: 'plain',
  title: 'Plain pictures',
  models: ['plain-1'],
  limits: { durations: [4, 8], ignores: ['seed', 'image', 'fps'], n: { min: 1, max: 1 } },
});
/** What was set under one model, and the next one makes no use of. */
export const Unused: Story = {
  args: { model: 'my-own', models: 'my-own plain-1', providers: [plain] },
  play: play(async ({ element, write, pressAt, find }) => {
    await write('textarea', prompt);
    await pressAt('[data-opens="seed"]');
    await find('#panel input');
    await write('#panel input', '4711');
    if (element instanceof VideoGenerator) element.model = 'plain-1';
    await find('[part~="notice"], .warning');
  }),
};

export const Estimate: Story = {
  args: { model: 'careful-1', models: 'careful-1 vidu-q2', providers: [careful] },
  render: (args) => videoStage(args, { tasks: history('careful-1').map((task) => ({ ...task, providerId: 'careful' })) }),
  play: play(({ write }) => write('textarea', 'A paper boat going down a gutter')),
};

/** Models that the service lists itself: the page names none. */
const offered = (left?: number, more?: Parameters<typeof offering>[1]): Pick<Story, 'args' | 'render'> => ({
  args: { model: '', models: '' },
  render: (args) => videoStage(args, { service: offering(left, more) }),
});
const written = play(({ write }) => write('textarea', prompt));

export const OfferedModels: Story = { ...offered(), play: opened('model') };
export const OfferedPrice: Story = { ...offered(3.2), play: written };
export const BudgetTooLow: Story = { ...offered(0.4), play: written };
export const Uploading: Story = {
  ...offered(3.2, {
    upload: (_, { onProgress }) => {
      onProgress?.(0.6);
      return new Promise(() => {});
    },
  }),
  play: play(async ({ write, find }) => {
    await write('textarea', prompt);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(await pictureOf(films.greenhouse));
    (await find('[data-opens="image"]')).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await find('[data-opens="image"] progress');
  }),
};

export const TooLong: Story = {
  args: { model: 'careful-1', models: 'careful-1 vidu-q2', providers: [careful] },
  play: play(async ({ write, pressAt, find }) => {
    await write('textarea', `${prompt}, and the light comes up slowly`);
    await find('.count.problem');
    await pressAt('[part~="generate"]');
    await find('[aria-invalid="true"]');
  }),
};

export const NothingWritten: Story = {
  play: play(async ({ pressAt, find }) => {
    await pressAt('[part~="generate"]');
    await find('[aria-invalid="true"]');
  }),
};

export const Sending: Story = {
  render: (args) => videoStage(args, { script: (queue) => void queue.hold() }),
  play: play(async ({ write, pressAt, find }) => {
    await write('textarea', prompt);
    await pressAt('[part~="generate"]');
    await find('[part~="generate"][aria-disabled="true"]');
  }),
};

const refused = (error: VoxreelError): Story => ({
  render: (args) => videoStage(args, { tasks: history(), script: (queue) => queue.refuse(error) }),
  play: play(async ({ write, pressAt, find }) => {
    await write('textarea', prompt);
    await pressAt('[part~="generate"]');
    await find('[part~="notice"], .problem:not(:empty)');
  }),
});

export const SignedOut: Story = refused(new VoxreelError('unauthorized', 'No headers.'));
export const StorageFull: Story = refused(new VoxreelError('storage_full', 'No room.'));
export const FieldRefused: Story = refused(
  new VoxreelError('invalid_input', 'This prompt names a person who may not be shown.', { param: 'prompt' }),
);

export const Offline: Story = { parameters: { network: 'none' }, tags: ['!autodocs'] };

export const MemoryOnly: Story = { render: (args) => videoStage(args, { persistent: false }) };
