// <realtime-voice>: what lies over the transcript: settings, the menu, the inspector, measurements.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { until as loaded } from 'lit/directives/until.js';

import { indexedDbStorage } from '../../src/core/persistence/indexed-db.js';
import { VoxreelError } from '../../src/core/errors.js';
import { assistantSpeaks, assistantStops, heard, userSays, type ScriptedSession } from '../../test/browser/elements/scripted-session.js';
import type { RealtimeVoice } from '../../src/elements/realtime-voice/realtime-voice.js';
import { storyAccount } from '../account.js';
import { storyTime } from '../clock.js';
import { once } from '../given.js';
import { stepsIn, type Steps } from '../steps.js';
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

/** A conversation saved as a video. */
const filmed = (exportVideo: ScriptedSession['exportVideo'], then: (steps: Steps) => Promise<void> = async () => undefined): Story => ({
  args: { record: true },
  render: (args) =>
    voiceStage(args, (session) => {
      session.exportVideo = exportVideo;
      conversation(session);
    }),
  play: play(async (steps) => {
    await steps.pressAt('.dock [data-sheet=more]');
    await steps.find('[data-first]');
    await steps.press('Save as video…', '[role=menu]');
    await steps.find('.film');
    await then(steps);
  }),
});
export const Film: Story = filmed(async () => new Blob());
export const FilmUnderWay: Story = filmed(
  (options) => {
    options?.onProgress?.(0.42);
    return new Promise(() => undefined);
  },
  async ({ pressAt, find }) => {
    await pressAt('.film .keys button');
    await find('.film progress');
  },
);
export const FilmWithoutSound: Story = filmed(
  () => Promise.reject(new VoxreelError('unsupported', 'Nothing was recorded.', { param: 'record' })),
  async ({ pressAt, says }) => {
    await pressAt('.film .keys button');
    await says('No audio of this conversation was recorded');
  },
);

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

const hour = 3_600_000;
const earlier: readonly (readonly [title: string | undefined, said: string, agoMs: number, durationMs: number])[] = [
  [undefined, 'What is the tallest tree in this valley?', hour / 6, 192_000],
  ['Boots for the mill loop', 'Which boots would you take along the river?', 5 * hour, 641_000],
  [undefined, 'Tell me about the herons at the weir, and when one may come close to them without doing harm.', 30 * hour, 85_000],
  [undefined, '老磨坊旁边那棵树有多高？', 9 * 24 * hour, 1_300_000],
];

/** As a browser or a library keeps them. */
const recordsOf = (owner: object) =>
  earlier.map(([title, text, agoMs, durationMs], at) => {
    const id = `story_${at}`;
    const messages = [
      ['user', text],
      ['assistant', 'About sixty-one metres.'],
    ].map(([role, said], nth) => ({
      type: 'conversation.item.created',
      item: { id: `${id}_${nth}`, type: 'message', role, status: 'completed', content: [{ type: 'text', text: said }] },
    }));
    const times = { savedAt: storyTime - agoMs, changedAt: storyTime - agoMs, durationMs, time: '', times: {} };
    return { kind: 'conversation', version: 2, id, model: 'rehearsal', ...owner, ...times, title, events: messages, pending: [] };
  });

async function keepConversations(): Promise<void> {
  const storage = indexedDbStorage('voxreel-voice');
  for (const record of recordsOf({ user: '', agent: 'story', service: location.origin }))
    await storage.put(`conversation:${record.id}`, record);
}

const listed = (then: (steps: Steps) => Promise<void>): Story => ({
  render: () => html`<realtime-voice model="rehearsal" persist="local" agent="story"></realtime-voice>`,
  play: async ({ canvasElement }) => {
    await keepConversations();
    const steps = await stepsIn(canvasElement, 'realtime-voice');
    await steps.find('[role=status]');
    await steps.pressAt('.dock [data-sheet=more]');
    await steps.find('[data-first]');
    await steps.press('Conversations', '[role=menu]');
    await steps.find('.rows .row');
    await then(steps);
  },
});

/** Conversations one returns to. */
export const Conversations: Story = listed(async () => undefined);
export const ConversationRenamed: Story = listed(async ({ pressAt, find }) => {
  await pressAt('.row:nth-child(2) .round');
  await find('[data-asked]');
});
export const ConversationDeleted: Story = listed(async ({ pressAt, find }) => {
  await pressAt('.row:nth-child(2) .round:last-child');
  await find('[data-asked]');
});

const signedIn = () =>
  storyAccount(({ user, baseUrl }) => ({
    records: Object.fromEntries(recordsOf({ user, agent: '', service: baseUrl }).map((record) => [`conversation/${record.id}`, record])),
    shared: ['conversation/story_1'],
    deleted: ['conversation/story_3'],
  }));

/** Of somebody who is signed in: what is shared, and what was deleted. */
export const ConversationsOfAnAccount: Story = {
  render: () =>
    html`${once(() =>
      loaded(
        signedIn().then(
          ({ baseUrl, user }) =>
            html`<realtime-voice model="rehearsal" persist="account" base-url=${baseUrl} user=${user}></realtime-voice>`,
        ),
      ),
    )}`,
  play: async ({ canvasElement }) => {
    const steps = await stepsIn(canvasElement, 'realtime-voice');
    await steps.find('[role=status]');
    await (steps.element as RealtimeVoice).conversations();
    await steps.pressAt('.dock [data-sheet=more]');
    await steps.find('[data-first]');
    await steps.press('Conversations', '[role=menu]');
    await steps.pressAt('.links > summary');
    await steps.find('.links li');
    await steps.pressAt('.deleted > summary');
    await steps.find('.deleted li');
  },
};
