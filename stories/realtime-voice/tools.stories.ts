// <realtime-voice>: a function call, from the question to what came of it.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { assistantCalls, assistantSpeaks, userSays } from '../../test/browser/elements/scripted-session.js';
import { play, talking, voiceMeta, voiceStage, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = { title: 'realtime-voice/Functions', component: 'realtime-voice', ...voiceMeta };
export default meta;

type Story = StoryObj<VoiceArgs>;

const called = (...then: readonly Record<string, unknown>[]): Story => ({
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      session.receive(
        userSays('u1', 'And how is the path up there today?'),
        { type: 'response.created', response: { id: 'r_c1', status: 'in_progress' } },
        ...assistantCalls('c1', 'trail_status', { trail: 'mill loop' }),
        { type: 'response.done', response: { id: 'r_c1', status: 'completed', output: [] } },
        ...then,
      );
    }),
});
const tool = (status: string, more: object = {}) => ({ type: 'local.tool', call_id: 'call_c1', status, ...more });
const output = (value: string) => ({
  type: 'conversation.item.created',
  item: { id: 'o1', type: 'function_call_output', status: 'completed', call_id: 'call_c1', output: value },
});

export const Asking: Story = {
  ...called(),
  play: play((_, session) => session.askApproval({ callId: 'call_c1', name: 'trail_status', arguments: '{"trail":"mill loop"}' })),
};
export const Running: Story = called(tool('running'));
export const Done: Story = called(
  tool('done'),
  output('{"open":true,"bridges":{"upper":"wet","lower":"dry"},"note":"Herons nest at the weir until July."}'),
  ...assistantSpeaks('a1', 'The mill loop is open.', 900),
);
export const Denied: Story = called(tool('denied'), output('The person denied this call.'));
export const Failed: Story = called(tool('failed'), output('{"error":"The trail office does not answer."}'));
export const LongArguments: Story = {
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      const route = Array.from({ length: 12 }, (_, at) => ({ mark: at + 1, name: `Mark ${at + 1}`, metres: 120 * at }));
      session.receive(...assistantCalls('c1', 'plan_route', { from: 'church', to: 'old mill', route, avoid: ['stairs', 'wet bridges'] }));
    }),
  play: play((_, session) => session.askApproval({ callId: 'call_c1', name: 'plan_route', arguments: '{}' })),
};
