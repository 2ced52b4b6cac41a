// A <video-generator> for a story: over a scripted queue, with nothing sent and nothing kept. Knows which states there are to show, not how they look.
import type { Meta } from '@storybook/web-components-vite';
import { html, type TemplateResult } from 'lit';

import type { VideoGenerator } from '../../src/elements/video-generator/video-generator.js';
import { scriptedQueue, type ScriptedQueue, type ScriptedQueueOptions } from '../../test/browser/elements/scripted-queue.js';
import { given, noControls, once } from '../given.js';
import { stepsIn, type Steps } from '../steps.js';
import { fileOf, pictureOf, type Film } from '../media/films.js';

export type VideoArgs = Partial<
  Pick<
    VideoGenerator,
    'model' | 'models' | 'providers' | 'user' | 'persist' | 'keepResults' | 'draft' | 'prices' | 'promptHelp' | 'notifications'
  >
>;

/** What all files of its stories begin with. */
export const videoMeta: Pick<Meta<VideoArgs>, 'args' | 'argTypes'> = {
  args: { model: 'vidu-q2', models: 'vidu-q2 kling-v2 jimeng-3 my-own' },
  argTypes: noControls('queue', 'providers', 'headers', 'words', 'draft', 'prices', 'promptHelp'),
};

export interface VideoStage extends ScriptedQueueOptions {
  /** What is done to the queue before anybody looks. */
  readonly script?: (queue: ScriptedQueue) => void;
  /** Every kept file is this one's. */
  readonly keptFilm?: Film;
  /** In the element's own slots. */
  readonly children?: TemplateResult;
}

export function videoStage(args: VideoArgs = {}, { script, keptFilm, children, ...options }: VideoStage = {}) {
  const make = () => {
    const queue = scriptedQueue(options);
    script?.(queue);
    return keptFilm === undefined ? queue : keeping(queue, keptFilm);
  };
  return html`<video-generator .queue=${once(make)} ${given(args)}>${children}</video-generator>`;
}

function keeping(queue: ScriptedQueue, film: Film): ScriptedQueue {
  const usage = async () => ({ bytes: 348_000_000, maxBytes: 536_870_912, files: 14 });
  return { ...queue, results: { ...queue.results, file: () => fileOf(film), poster: () => pictureOf(film), usage } };
}

interface Played {
  readonly canvasElement: HTMLElement;
}

/** A story's `play`: steps in its <video-generator>. */
export const play =
  (steps: (steps: Steps) => Promise<void>) =>
  async ({ canvasElement }: Played): Promise<void> =>
    steps(await stepsIn(canvasElement, 'video-generator'));
