// Both elements, each with something of everything: for stories of whole pages.
import { css, html, type TemplateResult } from 'lit';

import { assistantCalls, assistantSpeaks, assistantStops, heard, userSays } from '../../test/browser/elements/scripted-session.js';
import { films } from '../media/films.js';
import { adopt } from '../page.js';
import { sounds, talking, voiceMeta, voiceStage } from '../realtime-voice/stage.js';
import { stepsIn } from '../steps.js';
import { videoMeta, videoStage } from '../video-generator/stage.js';
import { failedTask, finished, history, outputOf, waiting } from '../video-generator/tasks.js';

adopt(css`
  .both {
    display: grid;
    grid-template-columns: minmax(0, 4fr) minmax(0, 3fr);
    align-items: start;
    gap: 28px;
  }
  .pair {
    display: grid;
    gap: 20px;
  }
  @container (width <= 860px) {
    .both {
      grid-template-columns: minmax(0, 1fr);
      gap: 16px;
    }
  }
`);
const { greenhouse, desert, lake } = films;
const inThreeHours = (now: number) => now + 3 * 3_600_000;

const gallery = () => {
  const tasks = [
    waiting('w', 23),
    finished('f2', { film: desert, outputs: [outputOf(desert, { kept: { bytes: 2_400_000, type: 'video/webm', poster: false } })] }),
    finished('f1', { film: lake, model: 'jimeng-3', outputs: [outputOf(lake, { expiresAt: inThreeHours(Date.now()) })] }),
    failedTask('x', 'content_policy', 'The prompt names a real person.'),
    ...history().slice(2),
  ];
  return videoStage(videoMeta.args, { tasks, keptFilm: desert });
};

const conversation = () =>
  voiceStage(voiceMeta.args, (session) => {
    talking(session);
    session.receive(
      userSays('u1', 'What is the tallest tree in this valley?'),
      ...assistantSpeaks('a1', 'The Douglas fir by the old mill, at about sixty-one metres. It was planted in eighteen ninety', 6000),
      heard('a1', 4100),
      { type: 'conversation.item.truncated', item_id: 'a1', content_index: 0, audio_end_ms: 4100 },
      ...assistantStops('a1'),
      userSays('u2', 'And how is the path up there today?'),
      ...assistantCalls('c1', 'trail_status', { trail: 'mill loop' }),
      { type: 'local.tool', call_id: 'call_c1', status: 'done' },
      ...assistantSpeaks('a2', 'The mill loop is open, though the upper bridge is wet after the rain, so take the lower one.', 6000),
      heard('a2', 3200),
      {
        type: 'rate_limits.updated',
        rate_limits: [
          { name: 'requests', limit: 60, remaining: 57, reset_seconds: 12 },
          { name: 'tokens', limit: 50_000, remaining: 39_204, reset_seconds: 31 },
        ],
      },
    );
    sounds(session, 'speaker');
  });

export const both = (): TemplateResult => html`<div class="both">${gallery()} ${conversation()}</div>`;

/** A prompt is written. */
export async function writePrompt({ canvasElement }: { readonly canvasElement: HTMLElement }): Promise<void> {
  const { write } = await stepsIn(canvasElement, 'video-generator');
  await write('textarea', `${greenhouse.prompt}, one swallow crossing the frame`);
}
