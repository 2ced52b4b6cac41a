// One card: a table of pictures by status above one caption for all. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';

import type { VideoOutput } from '../../core/providers/provider.js';
import type { VideoTask } from '../../core/video/video-queue.js';
import { playIcon } from '../shared/icons.js';
import { fill } from '../shared/strings.js';
import type { CardAction } from './card-actions.js';
import { captionView } from './card-caption-view.js';
import type { GalleryContext } from './gallery-view.js';
import { inView } from './in-view.js';
import { hasEnded, isPlayable } from './output-link.js';

export function cardView(task: VideoTask, context: GalleryContext): TemplateResult {
  if (context.gallery.isRemoving(task.id)) return removedView(task, context);
  const media = mediaOf[task.status] ?? waitingView;
  return html`<li class="card" part="card" data-status=${task.status} data-id=${task.id}>
    <div class="media" part="media">${media(task, context)}</div>
    ${captionView(task, context)}
  </li>`;
}

type Media = (task: VideoTask, context: GalleryContext) => TemplateResult;

const mediaOf: Readonly<Record<string, Media>> = {
  submitting: waitingView,
  processing: waitingView,
  succeeded: finishedView,
  failed: failedView,
  unconfirmed: (task, context) =>
    troubleView(context.words.unconfirmed, context.words.unconfirmedHint, 'warn', [
      button(
        task.taskId === undefined ? 'retry' : 'refresh',
        task,
        context,
        task.taskId === undefined ? context.words.sendAgain : undefined,
      ),
    ]),
  stopped: (task, context) =>
    troubleView(context.words.stopped, context.words.stoppedHint, 'calm', [
      button('refresh', task, context),
      button('retry', task, context),
    ]),
  expired: (task, context) =>
    troubleView(context.words.expired, context.words.expiredHint, 'warn', [button('retry', task, context), button('edit', task, context)]),
};

function button(action: CardAction, task: VideoTask, { words, act }: GalleryContext, label?: string): TemplateResult {
  const labels: Readonly<Record<CardAction, string>> = words;
  return html`<button type="button" class="button" @click=${() => act(action, task)}>${label ?? labels[action]}</button>`;
}

function troubleView(
  title: string,
  hint: string | undefined,
  tone: 'bad' | 'warn' | 'calm',
  actions: readonly TemplateResult[],
): TemplateResult {
  return html`<div class="trouble">
    <p class="title ${tone}">${title}</p>
    ${hint === undefined ? nothing : html`<p class="note">${hint}</p>`}
    <div class="ways">${actions}</div>
  </div>`;
}

function waitingView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { words, formats, now } = context;
  const elapsed = now - task.createdAt;
  const median = context.estimate(task)?.medianMs;
  const done = task.status === 'submitting' ? 0 : median === undefined ? task.progress : Math.min(0.97, elapsed / median);
  const left =
    median === undefined ? words.waiting : elapsed > median ? words.leftLonger : fill(words.left, { time: formats.span(median - elapsed) });
  return html`<div class="waiting">
      <p class="elapsed tabular" role="timer" aria-label=${words.elapsed}>${formats.clock(elapsed)}</p>
      <p class="note tabular">${task.status === 'submitting' ? words.submitting : left}</p>
      ${pollTroubleView(task, context)}
    </div>
    <progress class="progress" part="progress" aria-label=${words.waiting} max="1" value=${done ?? 0}></progress>`;
}

function pollTroubleView({ pollError }: VideoTask, { words }: GalleryContext): TemplateResult | typeof nothing {
  if (pollError === undefined) return nothing;
  const login = pollError.code === 'unauthorized' || pollError.code === 'forbidden';
  return html`<p class="note warn">${login ? words.pollLogin : words.pollTrouble}</p>`;
}

function failedView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { words } = context;
  const said = task.error === undefined ? undefined : words.errors[task.error.code];
  const message = task.error?.message;
  return troubleView(said?.title ?? words.failed, message === undefined || message === '' ? said?.hint : message, 'bad', [
    button('edit', task, context),
    button('retry', task, context),
  ]);
}

function finishedView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { gallery, words, now } = context;
  const output = task.outputs[gallery.outputOf(task)];
  const ended = hasEnded(output, now);
  if (output === undefined || !isPlayable(output.url))
    return troubleView(words.cannotPlay, words.cannotPlayHint, 'bad', [button('refresh', task, context)]);
  if (ended)
    return troubleView(words.linkEnded, words.linkEndedHint, 'warn', [
      button('refresh', task, context, words.newLink),
      button('retry', task, context),
    ]);
  if (gallery.isBroken(output.url)) {
    const open = html`<a class="button" href=${output.url} target="_blank" rel="noopener noreferrer">${words.open}</a>`;
    return troubleView(words.cannotPlay, words.cannotPlayHint, 'warn', [open, button('refresh', task, context, words.newLink)]);
  }
  return html`${playerView(task, output, context)} ${task.outputs.length < 2 ? nothing : outputsView(task, context)}`;
}

function playerView(task: VideoTask, output: VideoOutput, { gallery, words, formats }: GalleryContext): TemplateResult {
  const playing = gallery.playing === task.id;
  const seconds = output.duration ?? task.draft.duration;
  const start = (event: Event) => {
    const video = event.currentTarget instanceof Element ? event.currentTarget.parentElement?.querySelector('video') : undefined;
    gallery.play(task.id);
    void video?.play().catch(() => gallery.play(undefined));
    video?.focus();
  };
  return html`<video
      part="video"
      playsinline
      loop
      preload="metadata"
      tabindex=${playing ? 0 : -1}
      aria-label=${task.prompt}
      ?controls=${playing}
      @error=${(event: Event) => {
        if (event.target instanceof HTMLVideoElement && event.target.hasAttribute('src')) gallery.markBroken(output.url);
      }}
      ${inView(output.url)}
    ></video>
    ${
      playing
        ? nothing
        : html`<button type="button" class="play" aria-label="${words.play}: ${task.prompt}" @click=${start}>
              <span class="disc">${playIcon}</span>
            </button>
            ${seconds === undefined ? nothing : html`<span class="length tabular">${formats.clock(seconds * 1000)}</span>`}`
    }`;
}

function outputsView(task: VideoTask, { gallery, words, formats }: GalleryContext): TemplateResult {
  const current = gallery.outputOf(task);
  const count = formats.number(task.outputs.length);
  return html`<div class="outputs tabular">
    ${task.outputs.map(
      (_, at) =>
        html`<button
          type="button"
          aria-pressed=${at === current}
          aria-label=${fill(words.output, { number: formats.number(at + 1), count })}
          @click=${() => gallery.chooseOutput(task.id, at)}
        >
          ${formats.number(at + 1)}
        </button>`,
    )}
  </div>`;
}

function removedView(task: VideoTask, { words, act }: GalleryContext): TemplateResult {
  return html`<li class="card removed" data-id=${task.id}>
    <span class="note">${words.removed}: ${task.prompt}</span>
    <button type="button" class="button" data-undo=${task.id} @click=${() => act('undo', task)}>${words.undo}</button>
  </li>`;
}
