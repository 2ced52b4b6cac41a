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
/** Tools of a server that the service calls by itself: what it offers, a question, and what came of it. */
export const ToolServer: Story = {
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      const order = { server_label: 'shop', name: 'order_boots', arguments: '{"size":42}' };
      session.receive(
        {
          type: 'conversation.item.created',
          item: {
            id: 'l1',
            type: 'mcp_list_tools',
            status: 'completed',
            server_label: 'shop',
            content: ['find_boots', 'order_boots', 'track_order'].map((text) => ({ type: 'tool', text })),
          },
        },
        userSays('u1', 'Order the boots I looked at, please.'),
        {
          type: 'conversation.item.created',
          item: {
            id: 'm1',
            call_id: 'm1',
            type: 'mcp_call',
            status: 'completed',
            ...order,
            name: 'find_boots',
            output: '{"id":7,"left":2}',
          },
        },
        { type: 'response.mcp_call.completed', item_id: 'm1' },
        {
          type: 'conversation.item.created',
          item: { id: 'q1', call_id: 'q1', type: 'mcp_approval_request', status: 'completed', ...order },
        },
        { type: 'local.tool', call_id: 'q1', status: 'completed' },
        {
          type: 'conversation.item.created',
          item: { id: 'm2', call_id: 'm2', type: 'mcp_call', status: 'completed', ...order, error: 'The shop is closed until Monday.' },
        },
        { type: 'response.mcp_call.failed', item_id: 'm2' },
        {
          type: 'conversation.item.created',
          item: { id: 'q2', call_id: 'q2', type: 'mcp_approval_request', status: 'completed', ...order, name: 'track_order' },
        },
        { type: 'local.tool', call_id: 'q2', status: 'awaiting_approval' },
      );
    }),
};
/** A picture, two people on one microphone, and a silence. */
export const PicturesAndSpeakers: Story = {
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      const heard = (id: string, speaker: string, start: number, text: string) => ({
        type: 'conversation.item.input_audio_transcription.segment',
        item_id: 'u2',
        content_index: 0,
        id,
        speaker,
        start,
        end: start + 1,
        text,
      });
      session.receive(
        {
          type: 'conversation.item.created',
          item: {
            id: 'u1',
            type: 'message',
            role: 'user',
            status: 'completed',
            content: [
              { type: 'text', text: 'Which path is this?' },
              { type: 'image', image_url: paintedPath() },
            ],
          },
        },
        ...assistantSpeaks('a1', 'The one along the mill, just before the lower bridge.', 900),
        heard('s1', 'A', 0, 'Shall we take it?'),
        heard('s2', 'B', 1.2, 'Only if the bridge is dry.'),
        ...assistantSpeaks('a2', 'It is dry today.', 700),
        { type: 'input_audio_buffer.timeout_triggered', item_id: 'u3', audio_start_ms: 0, audio_end_ms: 8000 },
        ...assistantSpeaks('a3', 'Are you still there?', 700),
      );
    }),
};

function paintedPath(): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [480, 300];
  const ink = canvas.getContext('2d');
  if (ink === null) return '';
  for (const [color, x, y, width, height] of [
    ['#bcd3e0', 0, 0, 480, 140],
    ['#6d8b57', 0, 140, 480, 160],
    ['#d8c9a3', 200, 140, 90, 160],
    ['#7a5a3f', 180, 170, 130, 24],
  ] as const) {
    ink.fillStyle = color;
    ink.fillRect(x, y, width, height);
  }
  return canvas.toDataURL('image/png');
}

export const LongArguments: Story = {
  render: (args) =>
    voiceStage(args, (session) => {
      talking(session);
      const route = Array.from({ length: 12 }, (_, at) => ({ mark: at + 1, name: `Mark ${at + 1}`, metres: 120 * at }));
      session.receive(...assistantCalls('c1', 'plan_route', { from: 'church', to: 'old mill', route, avoid: ['stairs', 'wet bridges'] }));
    }),
  play: play((_, session) => session.askApproval({ callId: 'call_c1', name: 'plan_route', arguments: '{}' })),
};
