// <realtime-voice> in each use the realtime document lists, from a recording: nothing is connected, nothing is sent.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { replayed, voiceMeta, voiceStage, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = {
  title: 'realtime-voice/Uses',
  component: 'realtime-voice',
  ...voiceMeta,
  render: (args) => voiceStage(args),
};
export default meta;

type Story = StoryObj<VoiceArgs>;

export const Talk: Story = { play: replayed('talk') };
export const Translation: Story = { args: { voice: 'mira' }, play: replayed('translation') };
export const TranscriptionAlone: Story = { play: replayed('transcription') };
export const CodeGeneration: Story = { args: { modalities: 'text' }, play: replayed('code') };
export const TextAlone: Story = { args: { modalities: 'text' }, play: replayed('text') };
export const TalkAsItHappened: Story = { parameters: { clock: 'running' }, tags: ['!autodocs'], play: replayed('talk', 1) };
