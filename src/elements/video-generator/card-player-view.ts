// A finished video in its card: a kept one from its file, with its poster until it is played; any other from its link. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';

import type { TaskOutput } from '../../core/store/tasks-state.js';
import type { VideoTask } from '../../core/video/video-queue.js';
import { playIcon } from '../shared/icons.js';
import { drawn } from './drawn.js';
import type { GalleryContext } from './gallery-view.js';
import { inView } from './in-view.js';

const posterHeight = 360;

export function playerView(task: VideoTask, output: TaskOutput, context: GalleryContext): TemplateResult {
  const { state, files, words, formats } = context;
  const at = state.outputOf(task);
  const playing = state.playing === task.id;
  const poster = output.kept ? files.poster(task.id, at) : undefined;
  const seconds = output.duration ?? task.draft.duration;
  return html`<video
      part="video"
      playsinline
      loop
      preload="metadata"
      tabindex=${playing ? 0 : -1}
      aria-label=${task.prompt}
      ?controls=${playing}
      @error=${({ target }: Event) => {
        if (target instanceof HTMLVideoElement) failed(target, output.url, context);
      }}
      ${inView(poster !== undefined && !playing ? '' : sourceOf(task, output, context))}
    ></video>
    ${
      playing
        ? nothing
        : html`${poster === undefined ? nothing : html`<canvas class="poster" aria-hidden="true" ${drawn(poster, posterHeight)}></canvas>`}
            <button
              type="button"
              class="play"
              aria-label="${words.play}: ${task.prompt}"
              @click=${(event: Event) => start(event, task, context)}
            >
              <span class="disc">${playIcon}</span>
            </button>
            ${seconds === undefined ? nothing : html`<span class="length tabular">${formats.clock(seconds * 1000)}</span>`}`
    }`;
}

/** Empty while a kept file is read. */
function sourceOf(task: VideoTask, output: TaskOutput, { state, files }: GalleryContext): string {
  if (output.kept === undefined || !files.playable) return output.url;
  const at = state.outputOf(task);
  void files.load(task.id, at);
  return files.url(task.id, at) ?? '';
}

function failed(video: HTMLVideoElement, url: string, { state, files }: GalleryContext): void {
  const source = video.getAttribute('src');
  if (source === null) return;
  if (source === url) state.markBroken(url);
  else files.refuse();
}

async function start(event: Event, task: VideoTask, { state, files, rendered }: GalleryContext): Promise<void> {
  const video = event.currentTarget instanceof Element ? event.currentTarget.parentElement?.querySelector('video') : undefined;
  const at = state.outputOf(task);
  state.play(task.id);
  if (task.outputs[at]?.kept !== undefined && files.playable) await files.load(task.id, at);
  await rendered();
  video?.focus();
  await video?.play().catch(() => state.play(undefined));
}
