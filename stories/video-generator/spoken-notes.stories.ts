// <video-generator> beside a voice that is linked to it: a note is spoken over a video, and becomes a changed draft.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';

import { noteBoardOf } from '../../src/elements/video-generator/voice/note-board.js';
import { films } from '../media/films.js';
import { voiceStage } from '../realtime-voice/stage.js';
import { stepsIn, type Steps } from '../steps.js';
import { videoMeta, videoStage, type VideoArgs } from './stage.js';
import { finished } from './tasks.js';

const meta: Meta<VideoArgs> = { title: 'video-generator/Spoken notes', component: 'video-generator', ...videoMeta };
export default meta;

type Story = StoryObj<VideoArgs>;

const { lake, lighthouse } = films;
const tasks = [finished('f2', { film: lighthouse, model: 'vidu-q2' }), finished('f1', { film: lake, model: 'jimeng-3' })];

/** In the full view of a video, with a voice that takes notes. */
const watching = (steps: (steps: Steps) => Promise<void>): Story => ({
  render: (args) => html`${videoStage(args, { tasks })} ${voiceStage({ launcher: '' })}`,
  async play({ canvasElement }) {
    const video = await stepsIn(canvasElement, 'video-generator');
    video.element.id = 'videos';
    canvasElement.querySelector('realtime-voice')?.setAttribute('for', 'videos');
    await video.pressAt('[data-id="f2"] [data-act="view"]');
    await video.find('dialog.viewer[open] [data-act="note"]');
    await steps(video);
  },
});

export const Offered: Story = watching(async () => undefined);
export const Listening: Story = watching(async ({ pressAt, says }) => {
  await pressAt('[data-act="note"]');
  await says('Listening');
});
export const Drafted: Story = watching(async ({ element, pressAt, find, says }) => {
  await pressAt('[data-act="note"]');
  await says('Listening');
  const [from] = tasks;
  if (from === undefined) return;
  const prompt = `${from.prompt}, under a red moon`;
  const draft = { ...from.draft, prompt, duration: 8 };
  noteBoardOf(element).drafted({
    draft,
    changes: { prompt, duration: 8 },
    from,
    change: 'A red moon, and a longer shot',
    open: () => undefined,
  });
  await find('.note-draft');
});
