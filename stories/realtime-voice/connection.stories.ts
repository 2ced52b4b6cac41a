// <realtime-voice>: how it is connected, and what can go wrong with that and with the microphone.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { VoxreelError } from '../../src/core/errors.js';
import { assistantSpeaks, assistantStops, heard, userSays } from '../../test/browser/elements/scripted-session.js';
import { storyTime } from '../clock.js';
import { connected, play, talking, voiceMeta, voiceStage, type Script, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = { title: 'realtime-voice/Connection', component: 'realtime-voice', ...voiceMeta };
export default meta;

type Story = StoryObj<VoiceArgs>;

const spoken: Script = (session) =>
  session.receive(
    userSays('u1', 'And how is the path up there today?'),
    ...assistantSpeaks('a1', 'The mill loop is open.', 900),
    heard('a1', 900),
    ...assistantStops('a1'),
  );

export const Connecting: Story = {
  render: (args) => voiceStage(args, (session) => void session.connect(), { instant: false }),
};
export const Reconnecting: Story = {
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      spoken(session);
      session.enter('reconnecting');
    }),
};
const again = (parameters: object = {}): Story => ({
  parameters,
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      spoken(session);
      session.enter('reconnecting');
      session.wait({ attempt: 4, at: storyTime + 8000 });
    }),
});
export const WaitingToTryAgain: Story = again();
export const OfflineInBetween: Story = { ...again({ network: 'none' }), tags: ['!autodocs'] };
export const Unplugged: Story = {
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      spoken(session);
    }),
  play: play((_, session) => session.device({ kind: 'microphone', cause: 'unplugged', label: 'Built-in microphone' })),
};
export const Ended: Story = {
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      spoken(session);
      session.close();
    }),
};

const failing = (code: string, message = ''): Story => ({
  render: (args) => voiceStage(args, (session) => session.failNext('connect', new VoxreelError(code, message))),
  play: play(async ({ pressAt, find }) => {
    await pressAt('[part~="talk"]');
    await find('[part~="error"]');
  }),
});
export const NoConnection: Story = failing('connection_failed');
export const SignedOut: Story = failing('unauthorized');
export const NotAllowed: Story = failing('forbidden');
export const QuotaSpent: Story = failing('insufficient_quota', 'You have used up what this month allows.');
export const TokenExpired: Story = failing('token_expired');
export const TooMany: Story = failing('rate_limited');

/** Told while the conversation goes on. */
const told = (code: string, message = '', script: Script = talking): Story => ({
  render: (args) =>
    voiceStage(args, (session) => {
      script(session);
      spoken(session);
    }),
  play: play(async ({ find }, session) => {
    session.report(new VoxreelError(code, message));
    await find('[part~="error"]');
  }),
});
export const MicrophoneDenied: Story = told('microphone_denied', '', connected);
export const NoMicrophone: Story = told('microphone_missing', '', connected);
export const MicrophoneBusy: Story = told('microphone_busy', '', connected);
export const SoundHeldBack: Story = told('audio_blocked');
export const NoSpeaker: Story = told('speaker_missing');
export const SpeechLost: Story = told('speech_lost');
export const ServiceSaysNo: Story = told('invalid_request', 'Cannot update a conversation’s voice if assistant audio is present.');
