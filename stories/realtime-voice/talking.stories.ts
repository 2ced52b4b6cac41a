// <realtime-voice>: one turn after the other, and what is heard of it.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';

import { assistantSpeaks, assistantStops, heard, userSays } from '../../test/browser/elements/scripted-session.js';
import { play, sounds, talking, voiceMeta, voiceStage, type Script, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = {
  title: 'realtime-voice/Talking',
  component: 'realtime-voice',
  ...voiceMeta,
  render: (args) => voiceStage(args),
};
export default meta;

type Story = StoryObj<VoiceArgs>;

const scripted = (...scripts: readonly Script[]): Story => ({
  render: (args) => voiceStage(args, (session) => scripts.forEach((script) => script(session))),
});

const question: Script = (session) => session.receive(userSays('u1', 'And how is the path up there today?'));
const path = 'The mill loop is open, though the upper bridge is wet after the rain, so take the lower one.';
const answer =
  (...events: readonly Record<string, unknown>[]): Script =>
  (session) =>
    session.receive(...assistantSpeaks('a1', path, 6000), ...events);

export const Ready: Story = {};
export const EmptySlot: Story = {
  render: (args) => voiceStage(args, undefined, { children: html`<p slot="empty">Ask about the valley, its trees and its paths.</p>` }),
};
export const TextOnly: Story = { args: { modalities: 'text' } };
export const HoldToTalk: Story = { args: { pushToTalk: true }, ...scripted(talking) };
export const Holding: Story = {
  ...HoldToTalk,
  play: play(async ({ find }) => {
    const button = await find('[part~="talk"]');
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerId: 1, isPrimary: true }));
  }),
};
export const Listening: Story = scripted(talking, question, (session) => sounds(session, 'microphone'));
export const Transcribing: Story = scripted(talking, (session) =>
  session.receive(
    { type: 'input_audio_buffer.speech_started', audio_start_ms: 400, item_id: 'u1' },
    { type: 'input_audio_buffer.speech_stopped', audio_start_ms: 2100, item_id: 'u1' },
    { type: 'input_audio_buffer.committed', previous_item_id: null, item_id: 'u1' },
    {
      type: 'conversation.item.created',
      item: { id: 'u1', type: 'message', role: 'user', status: 'completed', content: [{ type: 'audio', transcript: null }] },
    },
  ),
);
export const Untranscribed: Story = scripted(talking, (session) =>
  session.receive(
    {
      type: 'conversation.item.created',
      item: { id: 'u1', type: 'message', role: 'user', status: 'completed', content: [{ type: 'audio', transcript: null }] },
    },
    {
      type: 'conversation.item.input_audio_transcription.failed',
      item_id: 'u1',
      content_index: 0,
      error: { type: 'transcription_error', code: 'audio_unintelligible', message: 'The audio could not be transcribed.' },
    },
  ),
);
export const Answering: Story = scripted(talking, question, (session) =>
  session.receive({ type: 'response.created', response: { id: 'r_a1', status: 'in_progress' } }),
);
export const Speaking: Story = scripted(talking, question, answer(heard('a1', 3200)), (session) => sounds(session, 'speaker'));
export const HalfHeard: Story = scripted(talking, question, answer(heard('a1', 2600), ...assistantStops('a1')));
export const CutOff: Story = scripted(
  talking,
  question,
  answer(
    heard('a1', 2600),
    { type: 'conversation.item.truncated', item_id: 'a1', content_index: 0, audio_end_ms: 2600 },
    ...assistantStops('a1'),
  ),
  (session) => session.receive(userSays('u2', 'Wait, which bridge?')),
);
export const Muted: Story = scripted(talking, question, (session) => session.mute(true));

const script = [
  ['What is the tallest tree in this valley?', 'The Douglas fir by the old mill, at about sixty-one metres.'],
  ['And how is the path up there today?', path],
  ['Are dogs allowed?', 'On a lead, yes, but not past the weir: the herons nest there until July.'],
] as const;

/** Each line of the script again and again. */
const turns =
  (count: number): Script =>
  (session) => {
    for (let at = 0; at < count; at++) {
      const [asked, answered] = script[at % script.length] ?? script[0];
      session.receive(
        userSays(`u${at}`, asked),
        ...assistantSpeaks(`a${at}`, answered, 100),
        heard(`a${at}`, 100),
        ...assistantStops(`a${at}`),
      );
    }
  };

export const SeveralTurns: Story = scripted(talking, turns(3));
export const Long: Story = { ...scripted(talking, turns(250)), tags: ['!autodocs'] };
