// <realtime-voice launcher>: its pill in three looks, its panel, and the bar; and what its owner decides.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';

import { assistantCalls, assistantSpeaks, assistantStops, heard, userSays } from '../../test/browser/elements/scripted-session.js';
import { connected, play, sounds, talking, voiceMeta, voiceStage, type Script, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = {
  title: 'realtime-voice/Launcher',
  component: 'realtime-voice',
  ...voiceMeta,
  args: { ...voiceMeta.args, launcher: '' },
  // Fixed to its corner: each needs a page of its own.
  tags: ['!autodocs'],
  render: (args) => voiceStage(args),
};
export default meta;

type Story = StoryObj<VoiceArgs>;

const scripted = (args: VoiceArgs, ...scripts: readonly Script[]): Story => ({
  args,
  render: (all) => voiceStage(all, (session) => scripts.forEach((script) => script(session))),
});

const turn: Script = (session) =>
  session.receive(
    userSays('u1', 'Is the mill loop open after all this rain?'),
    ...assistantSpeaks('a1', 'Yes. The lower part by the stream is muddy, so bring boots. Shall I read you the forecast?', 6000),
    heard('a1', 3000),
  );
const suggests: Script = (session) =>
  session.receive(
    ...assistantCalls('c1', 'suggest_replies', { replies: ['Read the forecast', 'How long is it?', 'Find another one'] }),
    ...assistantStops('a1'),
  );
const starters = 'Which trails are open?\nHow do I get there?\nMay I bring my dog?';

export const Closed: Story = {};
export const Named: Story = { args: { launcher: 'Ask Aria', placement: 'bottom-center' } };
export const AnswerWaits: Story = {
  ...scripted({}, connected),
  play: play((_steps, session) => {
    session.receive(...assistantSpeaks('a1', 'The mill loop is open.'), ...assistantStops('a1'));
    session.enter('closed');
  }),
};
export const CallGoesOn: Story = scripted({}, talking, turn, (session) => sounds(session, 'speaker'));
export const Panel: Story = scripted({ open: true }, talking, turn);
export const Beginning: Story = { args: { open: true, starters } };
export const Suggestions: Story = scripted({ open: true, suggestions: true }, talking, turn, suggests);
export const AtTheTop: Story = scripted({ open: true, placement: 'top-start' }, talking, turn);
export const Full: Story = scripted({ open: true, variant: 'full' }, talking, turn);
export const Compact: Story = scripted({ open: true, variant: 'compact' }, talking, turn);
export const CompactAtRest: Story = { args: { open: true, variant: 'compact', starters } };
export const CompactAsks: Story = {
  ...scripted({ open: true, variant: 'compact' }, talking, turn),
  play: play((_steps, session) => {
    session.receive(...assistantCalls('c1', 'open_gate', { gate: 'mill' }));
    session.askApproval({ callId: 'call_c1', name: 'open_gate', arguments: '{"gate":"mill"}' });
  }),
};
export const Avatar: Story = {
  render: (args) =>
    voiceStage(args, undefined, {
      children: html`<svg slot="avatar" viewBox="0 0 32 32" width="32" height="32" role="img" aria-label="Aria">
        <circle cx="16" cy="16" r="16" fill="#0b7261"></circle>
        <circle cx="16" cy="13" r="5" fill="#fff"></circle>
        <path d="M6 27a10 9 0 0 1 20 0z" fill="#fff"></path>
      </svg>`,
    }),
};
export const OwnPill: Story = {
  render: (args) => voiceStage(args, undefined, { children: html`<span slot="launcher">Questions? Ask our AI</span>` }),
};
export const CaptionsAlone: Story = scripted({ launcher: undefined, controls: 'microphone captions volume' }, talking, turn);
export const TextAlone: Story = { args: { launcher: undefined, controls: 'text transcript', starters } };

const consent = 'Your voice is sent to **Example AI** and kept for 30 days. Read the [privacy notice](https://example.org/privacy).';

/** Asks every time the story is shown. */
export const Consent: Story = {
  args: { launcher: undefined, consent, consentKey: 'story' },
  play: play(async ({ element, pressAt, find }) => {
    localStorage.removeItem('voxreel-consent::story');
    await pressAt('.talk');
    await find('.consent strong');
    element.blur();
  }),
};
export const LauncherConsent: Story = { ...Consent, args: { open: true, consent, consentKey: 'story' } };
