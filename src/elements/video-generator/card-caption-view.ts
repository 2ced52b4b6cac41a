// What stands under a card's picture: the words, the facts, and a row of deeds. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';

import type { VideoOutput } from '../../core/providers/provider.js';
import type { VideoTask } from '../../core/video/video-queue.js';
import { downloadIcon, expandIcon, linkIcon, removeIcon, repeatIcon, stopIcon, varyIcon } from '../shared/icons.js';
import { fill } from '../shared/strings.js';
import type { CardAction } from './card-actions.js';
import type { GalleryContext } from './gallery-view.js';
import { downloadName, hasEnded, isPlayable } from './output-link.js';

export function captionView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { words, formats, now, gallery } = context;
  const output = task.outputs[gallery.outputOf(task)];
  const seconds = output?.duration ?? task.draft.duration;
  const seed = output?.seed ?? task.seed;
  const ends = hasEnded(output, now) ? undefined : output?.expiresAt;
  return html`<div class="caption">
    <p class="prompt" title=${task.prompt} dir="auto">${task.prompt}</p>
    <p class="facts tabular">
      <span>${task.model}</span>
      ${seconds === undefined ? nothing : html`<span>${formats.seconds(seconds)}</span>`}
      ${seed === undefined ? nothing : html`<span>${fill(words.seedValue, { seed })}</span>`}
      ${ends === undefined ? nothing : html`<span class="warn">${fill(words.linkEnds, { when: formats.relative(ends, now) })}</span>`}
    </p>
    ${task.warnings?.map((warning) => html`<p class="facts warn">${warning}</p>`)}
    <div class="actions" part="actions">${actionsView(task, output, context)}</div>
  </div>`;
}

type Action = readonly [action: CardAction, icon: TemplateResult, hint?: string];

function actionsView(task: VideoTask, output: VideoOutput | undefined, context: GalleryContext): TemplateResult {
  const { words, act } = context;
  const { status } = task;
  const succeeded = status === 'succeeded';
  const usable = succeeded && output !== undefined && isPlayable(output.url) && !hasEnded(output, context.now) ? output : undefined;
  const actions: readonly (Action | undefined)[] = [
    usable && ['copyLink', linkIcon],
    status === 'processing' ? ['stop', stopIcon] : undefined,
    // These two carry Edit where they stand.
    status === 'failed' || status === 'expired' ? undefined : ['useAgain', repeatIcon],
    succeeded ? ['vary', varyIcon, words.varyHint] : undefined,
    ['remove', removeIcon],
  ];
  return html`${usable === undefined ? nothing : fileView(task, usable, context)}
  ${actions.map((entry) => {
    if (entry === undefined) return nothing;
    const [action, icon, hint] = entry;
    return html`<button
      type="button"
      class="button quiet round"
      title=${hint ?? words[action]}
      aria-label=${words[action]}
      @click=${() => act(action, task)}
    >
      ${icon}
    </button>`;
  })}`;
}

function fileView(task: VideoTask, output: VideoOutput, { gallery, words }: GalleryContext): TemplateResult {
  return html`<a
      class="button quiet round"
      title=${words.download}
      aria-label=${words.download}
      href=${output.url}
      download=${downloadName(task, gallery.outputOf(task))}
      target="_blank"
      rel="noopener noreferrer"
      >${downloadIcon}</a
    >
    ${
      gallery.isBroken(output.url)
        ? nothing
        : html`<button type="button" class="button quiet round" title=${words.fullView} aria-label=${words.fullView} @click=${showWhole}>
            ${expandIcon}
          </button>`
    }`;
}

function showWhole(event: Event): void {
  const video = event.currentTarget instanceof Element ? event.currentTarget.closest('.card')?.querySelector('video') : undefined;
  // Refused where the page may not go full screen: the card still plays.
  void video?.requestFullscreen?.().catch(() => undefined);
  void video?.play().catch(() => undefined);
}
