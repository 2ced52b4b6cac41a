// <realtime-voice>: a function call as its tool draws it, in each of its states.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { css, html } from 'lit';

import { defineTool, type RenderedCall } from '../../src/core/realtime/tools/define-tool.js';
import { assistantCalls, assistantSpeaks, userSays } from '../../test/browser/elements/scripted-session.js';
import { adopt } from '../page.js';
import { play, talking, voiceMeta, voiceStage, type Script, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = { title: 'realtime-voice/Drawn calls', component: 'realtime-voice', ...voiceMeta };
export default meta;

type Story = StoryObj<VoiceArgs>;

interface Trail {
  readonly trail: string;
}

adopt(css`
  .trail {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 2px 12px;
    margin: 0;
  }
  .trail dt {
    color: var(--voxreel-ink-2, color-mix(in oklab, currentColor 70%, transparent));
  }
  .trail dd {
    margin: 0;
  }
`);

const states = {
  awaiting_approval: 'asks for your consent',
  running: 'asking the trail office',
  completed: '',
  failed: 'no answer',
  denied: 'not asked',
};

const trailStatus = defineTool<Trail>({
  name: 'trail_status',
  execute: () => undefined,
  render: ({ args, status, output }: RenderedCall<Trail>) =>
    html`<dl class="trail">
      <dt>Trail</dt>
      <dd>${args.trail}</dd>
      <dt>Today</dt>
      <dd>${status === 'completed' ? (output as { readonly note?: string } | undefined)?.note : states[status]}</dd>
    </dl>`,
});

const broken = defineTool<Trail>({
  ...trailStatus,
  render() {
    throw new Error('This tool cannot draw.');
  },
});

const called = (then: readonly Record<string, unknown>[] = [], tool = trailStatus, more: VoiceArgs = {}): Story => {
  const script: Script = (session) => {
    talking(session);
    session.receive(
      userSays('u1', 'And how is the path up there today?'),
      { type: 'response.created', response: { id: 'r_c1', status: 'in_progress' } },
      ...assistantCalls('c1', 'trail_status', { trail: 'Mill loop' }),
      { type: 'response.done', response: { id: 'r_c1', status: 'completed', output: [] } },
      ...then,
    );
  };
  return { args: more, render: (args) => voiceStage(args, script, { tools: [tool] }) };
};
const state = (status: string) => ({ type: 'local.tool', call_id: 'call_c1', status });
const output = (value: object) => ({
  type: 'conversation.item.created',
  item: { id: 'o1', type: 'function_call_output', status: 'completed', call_id: 'call_c1', output: JSON.stringify(value) },
});
const asks = play((_, session) => session.askApproval({ callId: 'call_c1', name: 'trail_status', arguments: '{"trail":"Mill loop"}' }));

export const Asking: Story = { ...called(), play: asks };
export const AskingInABar: Story = { ...called([], trailStatus, { launcher: 'Ask Aria', variant: 'compact', open: true }), play: asks };
export const Running: Story = called([state('running')]);
export const Done: Story = called([
  state('completed'),
  output({ note: 'Open. The upper bridge is wet, and herons nest at the weir until July.' }),
  ...assistantSpeaks('a1', 'The mill loop is open.', 900),
]);
export const Denied: Story = called([state('denied'), output({ error: 'The user did not allow this call.' })]);
export const Failed: Story = called([state('failed'), output({ error: 'The trail office does not answer.' })]);
/** Its tool throws: the call is JSON, as without one. */
export const CannotBeDrawn: Story = called([state('completed'), output({ open: true })], broken);
