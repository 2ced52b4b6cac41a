// One card: a table of pictures by status above one caption for all. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';

import type { TaskOutput } from '../../../core/store/tasks-state.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { fill } from '../../shared/strings.js';
import type { CardButton } from './card-actions.js';
import { captionView } from './card-caption-view.js';
import { playerView } from './card-player-view.js';
import type { GalleryContext } from './gallery-context.js';
import { hasEnded, isPlayable } from './output-link.js';

export function cardView(task: VideoTask, context: GalleryContext): TemplateResult {
  if (context.state.isRemoving(task.id)) return removedView(task, context);
  return html`<li
    class="card"
    part="card"
    data-status=${task.status}
    data-id=${task.id}
    tabindex="-1"
    draggable=${isDraggable(task, context)}
  >
    <div class="media" part="media">${mediaView(task, context)}${context.selection.isOn ? pickView(task, context) : nothing}</div>
    ${captionView(task, context)}
  </li>`;
}

/** Onto a frame of the form. What plays has a line of its own to drag on. */
const isDraggable = ({ id, outputs }: VideoTask, { state }: GalleryContext): 'true' | 'false' =>
  outputs.length > 0 && state.playing !== id ? 'true' : 'false';

function pickView({ id, prompt }: VideoTask, { selection, words }: GalleryContext): TemplateResult {
  return html`<input
    class="pick"
    type="checkbox"
    aria-label=${fill(words.pick, { prompt })}
    .checked=${selection.has(id)}
    @change=${() => selection.toggle(id)}
  />`;
}

/** What a card shows above its caption. */
export const mediaView: Media = (task, context) => (mediaOf[task.status] ?? makingView)(task, context);

type Media = (task: VideoTask, context: GalleryContext) => TemplateResult;

const mediaOf: Readonly<Record<string, Media>> = {
  waiting: unsentView,
  submitting: makingView,
  processing: makingView,
  succeeded: finishedView,
  failed: failedView,
  unconfirmed: unconfirmedView,
  stopped: stoppedView,
  expired: (task, context) =>
    troubleView(context.words.expired, context.words.expiredHint, 'warn', [button('retry', task, context), button('edit', task, context)]),
};

function button(action: CardButton, task: VideoTask, { words, act }: GalleryContext, label?: string): TemplateResult {
  const labels: Readonly<Record<CardButton, string>> = words;
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
    ${hint === undefined ? nothing : html`<p class="note" dir="auto">${hint}</p>`}
    <div class="ways">${actions}</div>
  </div>`;
}

/** No longer watched; or cancelled at the service, as far as that has answered. */
function stoppedView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { words } = context;
  const retry = button('retry', task, context);
  const refresh = button('refresh', task, context);
  if (task.cancel === 'done') return troubleView(words.cancelled, words.cancelledHint, 'calm', [retry]);
  if (task.cancel === 'refused')
    return troubleView(words.cancelRefused, task.error?.message || words.stoppedHint, 'warn', [refresh, retry]);
  if (task.cancel !== 'asked' || task.taskId === undefined) return troubleView(words.stopped, words.stoppedHint, 'calm', [refresh, retry]);
  const late = task.pollError === undefined ? undefined : words.cancellingLate;
  return troubleView(words.cancelling, late, late === undefined ? 'calm' : 'warn', late === undefined ? [] : [refresh]);
}

/** Asked again where that costs nothing twice; else only a person may send it again. */
function unconfirmedView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { words } = context;
  const safe = task.idempotent === true || task.taskId !== undefined;
  return troubleView(words.unconfirmed, safe ? words.unconfirmedSafeHint : words.unconfirmedHint, 'warn', [
    safe ? button('refresh', task, context) : button('retry', task, context, words.sendAgain),
    button('edit', task, context),
  ]);
}

/** Written while offline. */
function unsentView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { words, formats, now } = context;
  if (task.confirmation === 'needed')
    return troubleView(words.unsentLong, fill(words.unsentLongHint, { when: formats.relative(task.createdAt, now) }), 'warn', [
      button('confirm', task, context),
    ]);
  const isOffline = task.pollError === undefined || task.pollError.code === 'network';
  if (isOffline) return troubleView(words.unsent, words.unsentHint, 'calm', []);
  return troubleView(words.unsent, task.pollError?.message, 'warn', [button('refresh', task, context, words.confirm)]);
}

function makingView(task: VideoTask, context: GalleryContext): TemplateResult {
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

function pollTroubleView({ pollError }: VideoTask, { words, openHistory }: GalleryContext): TemplateResult | typeof nothing {
  if (pollError === undefined) return nothing;
  const { code } = pollError;
  if (code === 'storage_full')
    return html`<p class="note warn">${words.noRoom}</p>
      <button type="button" class="button" @click=${() => openHistory()}>${words.freeSpace}</button>`;
  if (code === 'unsupported') return html`<p class="note">${words.pollProvider}</p>`;
  const login = code === 'unauthorized' || code === 'forbidden';
  return html`<p class="note warn">${login ? words.pollLogin : words.pollTrouble}</p>`;
}

function failedView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { words } = context;
  const setup = context.setupOf(task.id);
  const said = task.error === undefined ? undefined : words.errors[task.error.code];
  const message = task.error?.message;
  // What is our own is said in the visitor's language.
  const hint = task.error?.code === 'network' ? words.notSentHint : message === undefined || message === '' ? said?.hint : message;
  return troubleView(setup?.title ?? said?.title ?? words.failed, setup?.hint ?? hint, 'bad', [
    button('edit', task, context),
    button('retry', task, context),
  ]);
}

function finishedView(task: VideoTask, context: GalleryContext): TemplateResult {
  const { state, files } = context;
  const at = state.outputOf(task);
  const output = task.outputs[at];
  const here = output?.kept !== undefined && files.playable(task.id, at);
  const trouble = here ? undefined : linkTrouble(task, output, context);
  return html`${trouble ?? (output === undefined ? nothing : playerView(task, output, context))}
  ${task.outputs.length < 2 ? nothing : outputsView(task, context)}`;
}

/** Why the link cannot be played, with the ways out. */
function linkTrouble(task: VideoTask, output: TaskOutput | undefined, context: GalleryContext): TemplateResult | undefined {
  const { state, files, words, now } = context;
  if (output?.url === '' && output.kept === undefined)
    return troubleView(words.goneHere, words.goneHereHint, 'warn', [button('again', task, context)]);
  const saved = output?.kept === undefined ? [] : [button('download', task, context)];
  if (output === undefined || !isPlayable(output.url))
    return troubleView(words.cannotPlay, words.cannotPlayHint, 'bad', [...saved, button('refresh', task, context)]);
  if (hasEnded(output, now))
    return troubleView(words.linkEnded, saved.length > 0 ? words.keptUnplayable : words.linkEndedHint, 'warn', [
      ...saved,
      button('refresh', task, context, words.newLink),
    ]);
  const refused = !files.playable(task.id, state.outputOf(task)) && output.url.startsWith('blob:');
  if (!refused && !state.isBroken(task.id, output.url)) return undefined;
  if (output.url.startsWith('blob:')) return troubleView(words.cannotPlay, words.keptUnplayable, 'warn', saved);
  const open = html`<a class="button" href=${output.url} target="_blank" rel="noopener noreferrer">${words.open}</a>`;
  return troubleView(words.cannotPlay, words.cannotPlayHint, 'warn', [...saved, open, button('refresh', task, context, words.newLink)]);
}

function outputsView(task: VideoTask, { state, words, formats }: GalleryContext): TemplateResult {
  const current = state.outputOf(task);
  const count = formats.number(task.outputs.length);
  return html`<div class="outputs tabular">
    ${task.outputs.map(
      (_, at) =>
        html`<button
          type="button"
          aria-pressed=${at === current}
          aria-label=${fill(words.output, { number: formats.number(at + 1), count })}
          @click=${() => state.chooseOutput(task.id, at)}
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
