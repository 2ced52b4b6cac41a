// <realtime-voice for>: a video by voice, from the request with its price to the card of what was made.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';

import type { VideoTask } from '../../src/core/video/queue/video-queue.js';
import { scriptedQueue, type ScriptedQueue } from '../../test/browser/elements/scripted-queue.js';
import { assistantCalls, assistantSpeaks, createScriptedSession, userSays } from '../../test/browser/elements/scripted-session.js';
import { given, once } from '../given.js';
import { failedTask, finished, history, waiting } from '../video-generator/tasks.js';
import { play, talking, voiceMeta, type Script, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = { title: 'realtime-voice/Videos by voice', component: 'realtime-voice', ...voiceMeta };
export default meta;

type Story = StoryObj<VoiceArgs>;

const prompt = 'A paper boat in a rain gutter, at dusk';
const order = { prompt, duration: 5, size: '1280x720' };

const asked: Script = (session) => {
  talking(session);
  session.receive(
    userSays('u1', 'Make a video of a paper boat in a rain gutter, at dusk.'),
    { type: 'response.created', response: { id: 'r_c1', status: 'in_progress' } },
    ...assistantCalls('c1', 'make_video', order),
    { type: 'response.done', response: { id: 'r_c1', status: 'completed', output: [] } },
  );
};

/** `tasks`: of the element that makes them, named by `id`. */
const byVoice = (id: string, tasks: () => readonly VideoTask[], script: Script): Story => ({
  render: (args) => {
    const session = () => {
      const made = createScriptedSession();
      script(made);
      return made;
    };
    return html`<video-generator
        id=${id}
        model="vidu-q2"
        models="vidu-q2"
        .queue=${once(() => scriptedQueue({ tasks: tasks() }))}
      ></video-generator>
      <realtime-voice for=${id} .session=${once(session)} ${given(args)}></realtime-voice>`;
  },
});

/** `task`: what was made, newest. */
const called = (id: string, task: () => VideoTask, ...then: readonly Record<string, unknown>[]): Story =>
  byVoice(
    id,
    () => [task(), ...history()],
    (session) => {
      asked(session);
      session.receive(
        { type: 'local.tool', call_id: 'call_c1', status: 'completed' },
        {
          type: 'conversation.item.created',
          item: {
            id: 'o1',
            type: 'function_call_output',
            status: 'completed',
            call_id: 'call_c1',
            output: JSON.stringify({ video: task().id }),
          },
        },
        ...then,
      );
    },
  );

export const Asking: Story = {
  ...byVoice('asking', () => history(), asked),
  play: play(async ({ find }, session) => {
    session.askApproval({ callId: 'call_c1', name: 'make_video', arguments: JSON.stringify(order) });
    await find('.call.rendered');
  }),
};
export const Making: Story = {
  ...called('making', () => waiting('boat', 9, { prompt }), ...assistantSpeaks('a1', 'It is being made.', 900)),
  play: play(async ({ find }) => void (await find('.call.rendered'))),
};
export const Ready: Story = {
  ...called('ready', () => finished('boat', { prompt }), ...assistantSpeaks('a1', 'Your video is ready.', 900)),
  play: play(async ({ find }) => void (await find('.call.rendered'))),
};

/** What happened to the video, among the events of the conversation. */
export const Inspected: Story = {
  ...byVoice('inspected', () => history(), asked),
  args: { inspector: true },
  play: play(async ({ element, pressAt, find, says }) => {
    await import('../../src/elements/realtime-voice/sheets/inspector-log.js');
    await new Promise(requestAnimationFrame);
    const videos = element.parentElement?.querySelector('video-generator');
    await pressAt('.dock [data-sheet=more]');
    await find('[data-first]');
    await pressAt('[role=menu] > :last-child');
    await says('video.restored');
    const queue = videos?.queue as ScriptedQueue;
    queue.put(waiting('boat', 9, { prompt }));
    await says('video.submitted');
    queue.put({ ...failedTask('boat', 'content_policy', 'The prompt names a real person.', { prompt }) });
    await says('video.status');
  }),
};
