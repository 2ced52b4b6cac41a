// A finished video in its card: its poster or first frame, until it is pointed at or played. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';

import type { TaskOutput } from '../../../core/store/tasks-state.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { playIcon } from '../../shared/icons.js';
import { drawn } from './drawn.js';
import type { GalleryContext } from './gallery-context.js';
import { inView } from './in-view.js';
import { savesData, type Playing } from '../stage/playing.js';

const posterHeight = 360;

export function playerView(task: VideoTask, output: TaskOutput, context: GalleryContext): TemplateResult {
  const { state, playing, files } = context;
  const at = state.outputOf(task);
  const now = playing.of(task.id, at);
  const asked = now?.sound === true && now.screen !== undefined;
  return html`${files.isHere(task.id, at, output) ? fileView(task, context, now) : linkView(task, output, context, asked)}
  ${asked ? (now.controls ?? nothing) : coverView(task, output, context, now?.screen !== undefined)}`;
}

function fileView(task: VideoTask, { state, files }: GalleryContext, now: Playing | undefined): TemplateResult {
  const screen = now?.screen?.element;
  if (screen === undefined) {
    const poster = files.poster(task.id, state.outputOf(task));
    return poster === undefined ? html`` : html`<canvas class="poster" aria-hidden="true" ${drawn(poster, posterHeight)}></canvas>`;
  }
  screen.part.add('video');
  screen.setAttribute('aria-label', task.prompt);
  if (screen instanceof HTMLVideoElement) screen.controls = now?.sound === true;
  return html`${screen}`;
}

function linkView(task: VideoTask, output: TaskOutput, { state }: GalleryContext, asked: boolean): TemplateResult {
  return html`<video
    part="video"
    playsinline
    loop
    preload=${savesData() ? 'none' : 'metadata'}
    tabindex=${asked ? 0 : -1}
    aria-label=${task.prompt}
    ?controls=${asked}
    @error=${({ target }: Event) => {
      if (target instanceof HTMLVideoElement && target.getAttribute('src') === output.url) state.markBroken(task.id, output.url);
    }}
    ${inView(output.url)}
  ></video>`;
}

/** The way in, over what is seen: it stays while a preview plays under it. */
function coverView(
  task: VideoTask,
  output: TaskOutput,
  { state, playing, words, formats }: GalleryContext,
  moving: boolean,
): TemplateResult {
  const at = state.outputOf(task);
  const seconds = output.duration ?? task.draft.duration;
  return html`<button
      type="button"
      class="play"
      ?data-moving=${moving}
      aria-label="${words.play}: ${task.prompt}"
      @click=${() => void playing.start(task, at)}
      @pointerenter=${({ pointerType }: PointerEvent) => {
        // A finger that touches it is about to tap.
        if (pointerType !== 'touch') playing.preview(task, at);
      }}
      @pointerleave=${() => playing.leave()}
      @focus=${({ target }: Event) => {
        if (target instanceof Element && target.matches(':focus-visible')) playing.preview(task, at);
      }}
      @blur=${() => playing.leave()}
    >
      <span class="disc">${playIcon}</span>
    </button>
    ${seconds === undefined ? nothing : html`<span class="length tabular">${formats.clock(seconds * 1000)}</span>`}`;
}
