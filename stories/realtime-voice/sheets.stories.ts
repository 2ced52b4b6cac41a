// <realtime-voice>: what lies over the transcript: settings, the menu, the inspector, measurements.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { assistantSpeaks, assistantStops, heard, userSays } from '../../test/browser/elements/scripted-session.js';
import type { Steps } from '../steps.js';
import { play, recordings, talking, voiceMeta, voiceStage, type Script, type VoiceArgs } from './stage.js';

const conversation: Script = (session) => {
  session.receive(
    userSays('u1', 'What is the tallest tree in this valley?'),
    ...assistantSpeaks('a1', 'The Douglas fir by the old mill, at about sixty-one metres.', 4000),
    heard('a1', 4000),
    ...assistantStops('a1'),
    {
      type: 'rate_limits.updated',
      rate_limits: [
        { name: 'requests', limit: 60, remaining: 57, reset_seconds: 12 },
        { name: 'tokens', limit: 50_000, remaining: 39_204, reset_seconds: 31 },
      ],
    },
  );
};

const meta: Meta<VoiceArgs> = {
  title: 'realtime-voice/Sheets',
  component: 'realtime-voice',
  ...voiceMeta,
  args: { ...voiceMeta.args, inspector: true },
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      conversation(session);
    }),
};
export default meta;

type Story = StoryObj<VoiceArgs>;

export const Gauges: Story = {};

const sheet = (name: string): Story => ({
  play: play(async ({ pressAt, find }) => {
    await pressAt(`.dock [data-sheet=${name}]`);
    await find('[data-first]');
  }),
});
export const Settings: Story = sheet('settings');
export const Menu: Story = sheet('more');
export const MenuWithNothingToSave: Story = { ...sheet('more'), render: (args) => voiceStage(args) };

/** Far enough down to see what else there is. */
export const TakingTurns: Story = {
  play: play(async ({ pressAt, find }) => {
    await pressAt('.dock [data-sheet=settings]');
    const sliders = await find('[part~="sheet"] input[type=range]');
    sliders.scrollIntoView({ block: 'start' });
  }),
};

export const Measurements: Story = {
  play: play(async ({ pressAt, find }) => {
    await pressAt('.gauges [data-sheet=gauges]');
    await find('[part~="sheet"]');
  }),
};

const readied: Story = {
  render: (args) => voiceStage(args),
  args: { record: true, video: true },
};
/** Before a conversation devices can be tried. */
export const SettingsAtRest: Story = { ...readied, ...sheet('settings') };
export const MenuOfARecordedConversation: Story = { args: { record: true }, ...sheet('more') };

const recordingFile = async (torn: string) => new File([torn, await (await fetch(recordings.talk)).text()], 'talk.jsonl');

/** A conversation out of a file, in place of one's own. */
export const RecordingInPlace: Story = {
  render: (args) => voiceStage(args),
  play: play(async ({ pressAt, find, give }) => {
    await pressAt('.dock [data-sheet=more]');
    await find('[data-first]');
    await give('.menu input[type=file]', await recordingFile(''));
    await find('[part~="note"]');
  }),
};

const inspected = (then: (steps: Steps) => Promise<void>): Story => ({
  render: (args) => voiceStage(args, talking),
  play: play(async (steps, session) => {
    // The element keeps events once it has this too, which it asked for before.
    await import('../../src/elements/realtime-voice/sheets/inspector-log.js');
    await new Promise(requestAnimationFrame);
    conversation(session);
    await steps.pressAt('.dock [data-sheet=more]');
    await steps.find('[data-first]');
    await steps.pressAt('[role=menu] > :last-child');
    await steps.find('[part~="sheet"]');
    await steps.says('rate_limits.updated');
    await then(steps);
  }),
});
export const Inspector: Story = inspected(async () => undefined);
export const AnEarlierState: Story = inspected(async ({ element, find }) => {
  await find('[part~="sheet"] [aria-selected], [part~="sheet"] li, [part~="sheet"] [role=option]');
  const rows = element.shadowRoot?.querySelectorAll<HTMLElement>('[part~="sheet"] [role=option], [part~="sheet"] li button');
  rows?.[3]?.click();
});

/** A recording from elsewhere, one line of which is torn. */
export const RecordingInspected: Story = {
  render: (args) => voiceStage(args),
  play: play(async ({ pressAt, find, give, says }) => {
    await pressAt('.dock [data-sheet=more]');
    await find('[data-first]');
    await pressAt('[role=menu] > :last-child');
    await give('.inspector input[type=file]', await recordingFile('{"at":12,"from":"ser\n'));
    await says('talk.jsonl');
  }),
};
