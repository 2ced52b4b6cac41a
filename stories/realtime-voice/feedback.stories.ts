// <realtime-voice feedback>: thumbs below answers, a comment, and the question after a call.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { assistantSpeaks, assistantStops, userSays } from '../../test/browser/elements/scripted-session.js';
import { play, talking, voiceMeta, voiceStage, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = { title: 'realtime-voice/Feedback', component: 'realtime-voice', ...voiceMeta };
meta.args = { ...meta.args, feedback: true };
export default meta;

type Story = StoryObj<VoiceArgs>;

const answered: Story = {
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      session.receive(
        userSays('u1', 'Which trails are open?'),
        ...assistantSpeaks('a1', 'The mill loop and the ridge.', 900),
        ...assistantStops('a1'),
        userSays('u2', 'How long is the mill loop?'),
        ...assistantSpeaks('a2', 'Six kilometers, about two hours with a rest at the weir.', 900),
        ...assistantStops('a2'),
      );
    }),
};

export const Answers: Story = { ...answered, play: play(async ({ find }) => void (await find('.thumb'))) };
export const Rated: Story = { ...answered, play: play(async ({ pressAt }) => pressAt('.thumb.down')) };
export const Commented: Story = {
  ...answered,
  play: play(async ({ find, pressAt, write }) => {
    await pressAt('.thumb.up');
    await write('[name=comment]', 'Short and clear.');
    await pressAt('.comment .button');
    await find('.feedback .note');
  }),
};
export const AfterTheCall: Story = {
  ...answered,
  play: play(async ({ find }, session) => {
    await find('.thumb');
    session.close();
    await find('.of-call');
  }),
};
export const CallRated: Story = {
  ...answered,
  play: play(async ({ find, pressAt }, session) => {
    await find('.thumb');
    session.close();
    await pressAt('.scores .button:nth-of-type(4)');
  }),
};
