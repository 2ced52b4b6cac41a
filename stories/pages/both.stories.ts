// Whole pages with the elements on them: both side by side, several of a kind, in a form, in each language and in one that is in nobody's book.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';

import { films } from '../media/films.js';
import { voiceMeta, voiceStage } from '../realtime-voice/stage.js';
import { videoMeta, videoStage } from '../video-generator/stage.js';
import { finished, waiting } from '../video-generator/tasks.js';
import { both, writePrompt } from './both.js';

const meta: Meta = { title: 'pages/Both', tags: ['!autodocs'], render: both };
export default meta;

export const Both: StoryObj = { play: writePrompt };

export const Chinese: StoryObj = { play: writePrompt, globals: { language: 'zh' } };
export const Arabic: StoryObj = { play: writePrompt, globals: { language: 'ar' } };
/** A language that is in nobody's book: English words, numbers and dates as it has them. */
export const Welsh: StoryObj = { play: writePrompt, globals: { language: 'cy' } };

export const SeveralOfAKind: StoryObj = {
  render: () =>
    html`<div class="both">
      <div class="pair">
        ${videoStage({ ...videoMeta.args, model: 'kling-v2' }, { tasks: [finished('a')] })}
        ${videoStage({ ...videoMeta.args, model: 'my-own' }, { tasks: [waiting('b', 12)] })}
      </div>
      <div class="pair">${voiceStage(voiceMeta.args)} ${voiceStage({ ...voiceMeta.args, modalities: 'text' })}</div>
    </div>`,
};

export const InAForm: StoryObj = {
  render: () =>
    html`<form @submit=${(event: Event) => event.preventDefault()}>
      <p>
        <label>Name of the clip <input name="title" value="Greenhouse" /></label>
      </p>
      ${videoStage(videoMeta.args, { tasks: [finished('f', { film: films.greenhouse })] })}
      <p><button>Save the page</button></p>
    </form>`,
};

export const InATightPlace: StoryObj = {
  globals: { width: '280' },
};
