// <video-generator>: cards whose video is there, or will not be.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import type { VideoTask } from '../../src/core/video/queue/video-queue.js';
import { storyTime } from '../clock.js';
import { films } from '../media/films.js';
import { play, videoMeta, videoStage, type VideoArgs, type VideoStage } from './stage.js';
import { failedTask, finished, outputOf, taskOf } from './tasks.js';

const meta: Meta<VideoArgs> = { title: 'video-generator/Results', component: 'video-generator', ...videoMeta };
export default meta;

type Story = StoryObj<VideoArgs>;

const shows = (tasks: readonly VideoTask[], stage: VideoStage = {}): Story => ({ render: (args) => videoStage(args, { tasks, ...stage }) });
const { greenhouse, desert, lake, lighthouse } = films;
const kept = { kept: { bytes: 2_400_000, type: 'video/webm', poster: true } };
const inHours = (hours: number) => storyTime + hours * 3_600_000;

export const Finished: Story = shows([
  finished('f4', { film: greenhouse, model: 'vidu-q2' }),
  finished('f3', { film: desert }),
  finished('f2', { film: lake, model: 'jimeng-3' }),
  finished('f1', { film: lighthouse, model: 'vidu-q2' }),
]);
export const One: Story = shows([finished('f1', { film: lake, model: 'jimeng-3' })]);
export const Playing: Story = {
  ...One,
  play: play(({ pressAt }) => pressAt('.card .play')),
};

const two = [finished('f2', { film: lighthouse, model: 'vidu-q2' }), finished('f1', { film: lake, model: 'jimeng-3' })];
const whole: Story = {
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-id="f2"] [data-act="view"]');
    await find('dialog.viewer[open]');
  }),
};
export const FullView: Story = { ...shows(two), ...whole };
export const FullViewOfWhatEnded: Story = {
  ...shows([finished('f2', { film: lake, outputs: [outputOf(lake, { ...kept, expiresAt: inHours(-2) })] }), ...two.slice(1)], {
    keptFilm: lake,
  }),
  ...whole,
};
export const ChoosingToCompare: Story = { ...shows(two), play: play(({ pressAt }) => pressAt('[data-id="f1"] [data-act="compare"]')) };
export const Compared: Story = {
  ...shows(two),
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-id="f1"] [data-act="compare"]');
    await find('[data-id="f1"] [aria-pressed="true"]');
    await pressAt('[data-id="f2"] [data-act="compare"]');
    await find('dialog.compare[open]');
  }),
};
const editing = (act: 'cut' | 'chain') =>
  play(async ({ pressAt, find }) => {
    await pressAt('[data-id="f2"] [data-act="view"]');
    await pressAt(`dialog.viewer [data-act="${act}"]`);
    await find('dialog.editor input[type="range"]');
  });
const continued = { model: 'vidu-q2', prompt: 'The light turns toward the ship', image: 'https://example.org/last-frame.png' };
const chain = [
  finished('f2', { film: lighthouse, draft: continued, prompt: continued.prompt, parentId: 'f1', continues: { id: 'f1' } }),
  finished('f1', { film: lake }),
];
export const Editing: Story = { ...shows(two), play: editing('cut') };
export const EditingAChain: Story = { ...shows(chain), play: editing('chain') };
export const EditingWhatCannotBeRead: Story = {
  ...shows([finished('f2', { film: lake, outputs: [outputOf(lake, kept)] })], { keptFilm: { ...lake, url: 'data:video/webm;base64,AA' } }),
  play: play(async ({ pressAt, says }) => {
    await pressAt('[data-id="f2"] [data-act="view"]');
    await pressAt('dialog.viewer [data-act="cut"]');
    await says('This browser cannot make this file');
  }),
};
export const ChainInFullView: Story = {
  ...shows(chain),
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-id="f2"] [data-act="view"]');
    await pressAt('dialog.viewer [data-act="play-chain"]');
    await find('dialog.viewer .clips [aria-current]');
  }),
};
export const Continued: Story = {
  ...shows([finished('f2', { film: lake, outputs: [outputOf(lake, kept)] }), ...two.slice(0, 1)], { keptFilm: lake }),
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-id="f2"] [data-act="continue"]');
    await find('.tile.set canvas');
  }),
};
const together = [
  finished('g6', { film: desert, groupId: 'g', seed: 6 }),
  finished('g5', { film: lake, groupId: 'g', seed: 5, model: 'jimeng-3' }),
  finished('g4', { film: greenhouse, groupId: 'g', seed: 4 }),
  finished('g3', { film: lighthouse, groupId: 'g', seed: 3, model: 'vidu-q2' }),
  finished('g2', { film: lake, groupId: 'g', seed: 2, best: true }),
  finished('g1', { film: desert, groupId: 'g', seed: 1 }),
];
const comparingGroup = (count: number): Story => ({
  ...shows(together.slice(-count)),
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-id="g1"] [data-act="compare-group"]');
    await find('dialog.compare[open]');
  }),
});
export const GroupOfThreeCompared: Story = comparingGroup(3);
export const GroupOfSixCompared: Story = comparingGroup(6);
export const SeveralOutputs: Story = shows([
  finished('f', { film: desert, outputs: [outputOf(desert), outputOf(lake), outputOf(lighthouse), outputOf(greenhouse)] }),
]);
export const Kept: Story = shows([finished('f', { film: lake, outputs: [outputOf(lake, kept)] })], { keptFilm: lake });
export const KeptAndPlaying: Story = { ...Kept, play: play(({ pressAt }) => pressAt('.card .play')) };
export const KeptButLinkEnded: Story = shows(
  [finished('f', { film: lake, outputs: [outputOf(lake, { ...kept, expiresAt: inHours(-2) })] })],
  {
    keptFilm: lake,
  },
);
export const LinkEnding: Story = shows([finished('f', { film: lake, outputs: [outputOf(lake, { expiresAt: inHours(3) })] })]);
export const LinkEnded: Story = shows([finished('f', { film: lake, outputs: [outputOf(lake, { expiresAt: inHours(-3) })] })]);
export const CannotPlay: Story = {
  ...shows([finished('f', { film: lake, outputs: [outputOf({ ...lake, url: 'data:video/webm;base64,AA' })] })]),
};
export const GoneHere: Story = shows([
  finished('f', { film: lake, model: 'local-sketch', providerId: 'on-device', outputs: [outputOf({ ...lake, url: '' })] }),
]);
export const Upright: Story = shows([
  finished('f', { film: lake, outputs: [outputOf(lake, { width: 720, height: 1280 })] }),
  finished('g', { film: desert }),
]);
export const LongPrompt: Story = shows([
  finished('f', {
    film: {
      ...greenhouse,
      prompt: `${greenhouse.prompt}, one swallow crossing the frame, dew running down the panes, a bicycle leaning by the door, and the light comes up slowly from the left until everything is gold`,
    },
    warnings: ['The service does not know fps for this model: it was left out.'],
  }),
  finished('g', { film: desert }),
]);
export const Failed: Story = shows([failedTask('x', 'content_policy', 'The prompt names a real person.'), finished('f')]);
export const FailedWithoutWords: Story = shows([failedTask('x', 'server_error', ''), finished('f')]);
export const Expired: Story = shows([taskOf('x', { film: lighthouse, status: 'expired' }), finished('f')]);
export const Removed: Story = {
  ...shows([finished('f2', { film: desert }), finished('f1', { film: lake })]),
  play: play(async ({ pressAt, find }) => {
    await pressAt('[data-id="f2"] [data-act="remove"]');
    await find('.removed');
  }),
};
export const MadeFromAnother: Story = shows([
  finished('f3', { film: { ...lake, prompt: 'Rain on a frozen lake, aerial, turning right' }, parentId: 'f1' }),
  finished('f2', { film: { ...lake, seed: 99_120 }, parentId: 'f1' }),
  finished('f1', { film: lake }),
]);
