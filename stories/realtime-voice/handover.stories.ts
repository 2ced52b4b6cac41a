// <realtime-voice>: a conversation that goes to another agent, and to a person.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { assistantSpeaks, assistantStops, userSays } from '../../test/browser/elements/scripted-session.js';
import { talking, voiceMeta, voiceStage, type Script, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = { title: 'realtime-voice/Handover', component: 'realtime-voice', ...voiceMeta };
export default meta;

type Story = StoryObj<VoiceArgs>;

const handsOver = (id: string, role: 'assistant' | 'person', name: string) => ({
  type: 'conversation.item.created',
  item: { id, type: 'handover', role, name, status: 'completed' },
});

const toAgent: Script = (session) => {
  talking(session);
  session.receive(
    userSays('u1', 'I have a question about my bill.'),
    ...assistantSpeaks('a1', 'I will hand you over to Ben.', 900),
    ...assistantStops('a1'),
    handsOver('h1', 'assistant', 'Ben'),
    ...assistantSpeaks('a2', 'Hello, Ben here. Which bill is it?', 900),
    ...assistantStops('a2'),
  );
};

const toPerson: Script = (session) => {
  toAgent(session);
  session.receive(userSays('u2', 'I would rather write to a person.'), handsOver('h2', 'person', 'Maria'), {
    type: 'conversation.item.created',
    item: {
      id: 'p1',
      type: 'message',
      role: 'person',
      status: 'completed',
      content: [{ type: 'text', text: 'Hi, I am Maria. I can see your bill.' }],
    },
  });
  session.close();
};

export const ToAnotherAgent: Story = { render: (args) => voiceStage(args, toAgent) };
export const ToAPerson: Story = { render: (args) => voiceStage(args, toPerson) };
