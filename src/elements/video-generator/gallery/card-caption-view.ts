// What stands under a card's picture: the words, the facts, and a row of actions. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';

import type { TaskOutput } from '../../../core/store/tasks-state.js';
import { downloadName } from '../../../core/video/files/download-name.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import {
  checkIcon,
  compareIcon,
  downloadIcon,
  editIcon,
  expandIcon,
  linkIcon,
  removeIcon,
  repeatIcon,
  shareIcon,
  stopIcon,
  varyIcon,
} from '../../shared/icons.js';
import { fill, fillCount } from '../../shared/strings.js';
import type { CardButton } from './card-actions.js';
import type { GalleryContext } from './gallery-context.js';
import { bestIcon, continueIcon, organizeIcon, starIcon } from './organize-icons.js';
import { hasEnded, isPlayable } from './output-link.js';
import { warningIn } from './task-warnings.js';

export function captionView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { words, state } = context;
  const output = task.outputs[state.outputOf(task)];
  const told = state.told(task.id);
  return html`<div class="caption">
    <p class="prompt" title=${task.prompt} dir="auto">${task.prompt}</p>
    ${factsView(task, output, context)} ${organizedView(task, context)} ${lineageView(task, context)}
    ${task.warnings?.map((warning) => html`<p class="facts">${warningIn(words, warning)}</p>`)}
    ${told === undefined ? nothing : html`<p class=${told.isTrouble ? 'facts bad' : 'facts'}>${told.text}</p>`}
    <div class="actions" part="actions">${actionsView(task, output, context)}</div>
  </div>`;
}

/** What it is: model, length and seed, and how long it stays. */
export function factsView(task: VideoTask, output: TaskOutput | undefined, context: GalleryContext): TemplateResult {
  const { words, formats } = context;
  const seconds = output?.duration ?? task.draft.duration;
  const seed = output?.seed ?? task.seed;
  return html`<p class="facts tabular">
    <bdi>${task.model}</bdi>
    ${seconds === undefined ? nothing : html`<span>${formats.seconds(seconds)}</span>`}
    ${seed === undefined ? nothing : html`<span>${fill(words.seedValue, { seed })}</span>`} ${keptView(task, output, context)}
  </p>`;
}

/** Whether it stays: kept here, or gone with its link. */
export function keptView(
  task: VideoTask,
  output: TaskOutput | undefined,
  { words, formats, now, act }: GalleryContext,
): TemplateResult | typeof nothing {
  if (output === undefined || task.status !== 'succeeded') return nothing;
  const { kept, expiresAt } = output;
  if (kept !== undefined)
    return html`<span class="kept" title=${fill(words.keptSize, { size: formats.bytes(kept.bytes) })}>${words.kept}</span>`;
  if (expiresAt === undefined || hasEnded(output, now)) return nothing;
  return html`<span class="warn">${fill(words.linkEnds, { when: formats.relative(expiresAt, now) })}</span>
    <button type="button" class="textual" @click=${() => act('keep', task)}>${words.keep}</button>`;
}

/** How it is organized, and what it was made together with. */
function organizedView(task: VideoTask, { kinOf, state, words, formats, act }: GalleryContext): TemplateResult | typeof nothing {
  const { rating, labels = [], collections = [], groupId, best } = task;
  if (rating === undefined && labels.length === 0 && collections.length === 0 && groupId === undefined) return nothing;
  const { groupSize, groupResults } = kinOf(task);
  const stars = rating === undefined ? undefined : Math.min(5, Math.max(1, Math.round(rating)));
  return html`<p class="facts organized">
    ${
      stars === undefined
        ? nothing
        : html`<span role="img" aria-label=${fillCount(words.ratingStars, stars, formats)}>${'★'.repeat(stars)}</span>`
    }
    ${best ? html`<span class="label">${words.best}</span>` : nothing}
    ${collections.map((name) => html`<span class="label"><bdi>${name}</bdi></span>`)}
    ${labels.map((name) => html`<span class="label"><bdi>${name}</bdi></span>`)}
    ${
      groupId === undefined
        ? nothing
        : html`<span>${fillCount(words.groupOf, groupSize, formats)}</span>
            <button type="button" class="textual" @click=${() => act('group', task)}>
              ${state.organized?.groupId === undefined ? words.showGroup : words.showAll}
            </button>
            ${
              groupResults < 2
                ? nothing
                : html`<button type="button" class="textual" data-act="compare-group" @click=${() => act('compareGroup', task)}>
                    ${words.compareGroup}
                  </button>`
            }`
    }
  </p>`;
}

/** What it was made from, as a way there. */
function lineageView(task: VideoTask, { kinOf, words, act }: GalleryContext): TemplateResult | typeof nothing {
  const { continues } = task;
  const { parent } = kinOf(task);
  if (parent === undefined) return nothing;
  const [phrase, from] =
    continues !== undefined
      ? [words.continuesFrom, parent.prompt]
      : task.parentId === undefined
        ? [words.leadsTo, parent.prompt]
        : task.prompt === parent.prompt
          ? repeatedFrom(task, parent, words)
          : [words.editedFrom, parent.prompt];
  return html`<p class="facts tabular lineage">
    <span>${phrase}</span>
    <button type="button" class="textual" title=${parent.prompt} @click=${() => act('parent', task)}><bdi>${from}</bdi></button>
  </p>`;
}

/** By its seed. A model that ignores seeds makes another video each time. */
function repeatedFrom({ seed }: VideoTask, parent: VideoTask, words: GalleryContext['words']): readonly [phrase: string, from: string] {
  const from = parent.outputs[0]?.seed ?? parent.seed;
  if (from === undefined) return [words.variedFrom, parent.prompt];
  return [seed === parent.seed ? words.againFrom : words.variedFrom, fill(words.seedValue, { seed: from })];
}

type Action = readonly [action: CardButton, icon: TemplateResult, hint?: string | undefined];

export function actionsView(task: VideoTask, output: TaskOutput | undefined, context: GalleryContext): TemplateResult {
  const { words, act, now, state, stages } = context;
  const labels: Readonly<Record<CardButton, string>> = { ...words, best: words.keepBest };
  const { status } = task;
  const succeeded = status === 'succeeded' && output !== undefined;
  const linked = succeeded && isPlayable(output.url) && !hasEnded(output, now);
  const web = linked && !output.url.startsWith('blob:');
  const seen = succeeded && (linked || output.kept !== undefined);
  const at = state.outputOf(task);
  const pressed: Partial<Record<CardButton, boolean>> = {
    compare: stages.isChosen(task.id, at),
    favorite: task.favorite === true,
    best: task.best === true,
  };
  const actions: readonly (Action | false)[] = [
    succeeded && !linked && output.kept !== undefined && ['download', downloadIcon],
    web && ['copyLink', state.isCopied(task.id) ? checkIcon : linkIcon, state.isCopied(task.id) ? words.copied : undefined],
    succeeded && context.isAccount && ['share', shareIcon],
    seen && ['view', expandIcon],
    seen && ['continue', continueIcon, words.continueHint],
    seen && ['compare', compareIcon],
    ['favorite', starIcon],
    ['organize', organizeIcon, words.organizeHint],
    succeeded && task.groupId !== undefined && ['best', bestIcon],
    status === 'processing' && ['stop', stopIcon, task.cancels ? words.cancel : undefined],
    succeeded && ['again', repeatIcon, words.againHint],
    succeeded && ['vary', varyIcon, words.varyHint],
    // These three carry Edit where they stand.
    status !== 'failed' && status !== 'expired' && status !== 'unconfirmed' && ['useAgain', editIcon, words.useAgainHint],
    ['remove', removeIcon],
  ];
  return html`${linked ? linkView(task, output, context) : nothing}
  ${actions.map((entry) => {
    if (entry === false) return nothing;
    const [action, icon, hint] = entry;
    return html`<button
      type="button"
      class="button quiet round"
      data-act=${action}
      title=${hint ?? labels[action]}
      aria-label=${action === 'stop' && hint !== undefined ? hint : labels[action]}
      aria-pressed=${pressed[action] ?? nothing}
      @click=${() => act(action, task)}
    >
      ${icon}
    </button>`;
  })}`;
}

/** The browser's own way with links, with the kept file and its name where the queue has it. */
export function linkView(task: VideoTask, { url }: TaskOutput, { words, state, act }: GalleryContext): TemplateResult {
  return html`<a
    class="button quiet round"
    data-act="download"
    title=${words.download}
    aria-label=${words.download}
    href=${url}
    download=${downloadName(task, state.outputOf(task))}
    target="_blank"
    rel="noopener noreferrer"
    @click=${(event: MouseEvent) => {
      event.preventDefault();
      act('download', task);
    }}
    >${downloadIcon}</a
  >`;
}
