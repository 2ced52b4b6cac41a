// A finished video in its card: its poster, until it is pointed at or played. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';

import type { TaskOutput } from '../../../core/store/tasks-state.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { playIcon } from '../../shared/icons.js';
import { drawn } from '../../shared/drawn.js';
import type { GalleryContext } from './gallery-context.js';
import type { Screen } from './kept-files.js';
import { whenNear } from './when-near.js';
import type { Playing } from '../stage/playing.js';

const posterHeight = 360;

export function playerView(task: VideoTask, output: TaskOutput, context: GalleryContext): TemplateResult {
  const now = context.playing.of(task.id, context.state.outputOf(task));
  const asked = now?.sound === true && now.screen !== undefined;
  return html`${now?.screen === undefined ? posterView(task, output, context) : screenView(task, now, now.screen)}
  ${asked ? (now.controls ?? nothing) : coverView(task, output, context, now?.screen !== undefined)}`;
}

/** Where there is none the card's own words say what was made. */
function posterView(task: VideoTask, output: TaskOutput, { state, files }: GalleryContext): TemplateResult {
  const at = state.outputOf(task);
  const poster = files.poster(task.id, at);
  if (poster === undefined) return html`<div ${whenNear(() => files.showPoster(task.id, at, output))}></div>`;
  return html`<canvas class="poster" aria-hidden="true" ${drawn(poster, posterHeight)}></canvas>`;
}

function screenView(task: VideoTask, { sound }: Playing, { element }: Screen): TemplateResult {
  element.part.add('video');
  element.setAttribute('aria-label', task.prompt);
  if (element instanceof HTMLVideoElement) element.controls = sound;
  return html`${element}`;
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
