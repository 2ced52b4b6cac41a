// The full view of one result: its video, its words and facts, what one can do with it, and the way to the next. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';

import type { TaskOutput } from '../../../core/store/tasks-state.js';
import { closeIcon, expandIcon } from '../../shared/icons.js';
import { fill } from '../../shared/strings.js';
import { actionsView, keptView } from '../gallery/card-caption-view.js';
import { dialogStyles } from './dialog.styles.js';
import { frameKeysView, type Moment } from './frame-keys.js';
import type { GalleryContext } from '../gallery/gallery-context.js';
import { hasEnded } from '../gallery/output-link.js';
import { nextIcon, previousIcon, shrinkIcon } from './playing-icons.js';
import { posterView } from './poster-view.js';
import { clipsOf, lengthOf, resultsOf, type Clip, type Result } from './result.js';
import { Stage, type StageHost } from './stage.js';
import { styles as transportStyles } from './transport.js';
import { viewerStyles } from './viewer.styles.js';
import { NoteKey, styles as noteStyles } from '../voice/note-key.js';

export const styles = [...transportStyles, dialogStyles, viewerStyles, ...noteStyles];

export class Viewer {
  readonly #host: StageHost;
  readonly #stage: Stage;
  readonly #note: NoteKey;
  readonly #closed: (result: Result) => void;
  readonly #edit: (clips: readonly Clip[]) => void;
  #shown: { readonly id: string; readonly at: number } | undefined;
  /** Of the link that was tried. */
  #url = '';
  #said = '';

  /** `closed`: with what was shown last. `edit`: these clips are to be edited as one. */
  constructor(host: StageHost, closed: (result: Result) => void, edit: (clips: readonly Clip[]) => void) {
    this.#host = host;
    this.#closed = closed;
    this.#edit = edit;
    this.#stage = new Stage(host, { fine: true, more: () => this.#fullScreenView() });
    this.#note = new NoteKey(host, {
      stop: () => this.#stage.screen?.player.pause(),
      say: (text) => this.say(text),
      leave: () => this.close(),
    });
  }

  open({ task, at }: Result): void {
    this.#shown = { id: task.id, at };
    this.#said = '';
    this.#note.open();
    // What one does with it is done with this one of its videos.
    this.#host.state.chooseOutput(task.id, at);
    const output = task.outputs[at];
    this.#url = output?.url ?? '';
    if (output !== undefined) this.#stage.show(task.id, at, output, mayMove());
    this.#host.element.requestUpdate();
  }

  /** All of them as one video, or the last one alone again. */
  #playChain(clips: readonly Clip[] | undefined, result: Result): void {
    if (clips === undefined) return this.open(result);
    this.#stage.showChain(clips, mayMove());
    this.#host.element.requestUpdate();
  }

  /** Heard inside the dialog: what is outside is not. */
  say(text: string): void {
    this.#said = text;
    this.#host.element.requestUpdate();
  }

  close(): void {
    this.#note.close();
    this.#stage.clear();
    this.#shown = undefined;
    this.#host.element.requestUpdate();
  }

  view(context: GalleryContext): TemplateResult | typeof nothing {
    if (this.#shown === undefined) return nothing;
    const results = resultsOf(context.state.select(context.tasks).all);
    const isShown = ({ task, at }: Result) => task.id === this.#shown?.id && at === this.#shown.at;
    const result = results.find(isShown) ?? resultsOf(context.tasks).find(isShown);
    if (result === undefined) return nothing;
    // There is another link now.
    if (this.#stage.broken && result.task.outputs[result.at]?.url !== this.#url) queueMicrotask(() => this.open(result));
    // From what is shown by then: keys come faster than pictures.
    const go = (by: number) => {
      const from = results.findIndex(isShown);
      const to = results[from + by];
      if (from >= 0 && to !== undefined) this.open(to);
    };
    return html`<dialog
      class="full viewer"
      part="viewer"
      tabindex="-1"
      aria-label=${context.words.view}
      @close=${() => {
        this.close();
        this.#closed(result);
      }}
      @cancel=${(event: Event) => this.#keepOpen(event)}
      @keydown=${(event: KeyboardEvent) => this.#press(event, go)}
    >
      ${this.#topView(results.findIndex(isShown), results.length, go, context)}
      <div class="body">
        <div class="stage" @fullscreenchange=${() => this.#stage.transport?.draw()}>
          ${this.#screenView(result, context)} ${this.#stage.transport?.element ?? nothing}
        </div>
        ${this.#aboutView(result, context)}
      </div>
      <p class="visually-hidden" role="status">${this.#said}</p>
    </dialog>`;
  }

  /** `place`: below zero where a filter has hidden it meanwhile. */
  #topView(place: number, count: number, go: (by: number) => void, { words, formats }: GalleryContext): TemplateResult {
    const more = this.#host.playingWords();
    const told = fill(more.place, { number: formats.number(place + 1), count: formats.number(count) });
    return html`<div class="top">
      <h2>${words.view}</h2>
      ${place < 0 ? nothing : html`<span class="place tabular">${told}</span>`} ${way(more.previous, previousIcon, place > 0, () => go(-1))}
      ${way(more.next, nextIcon, place >= 0 && place < count - 1, () => go(1))} ${way(more.close, closeIcon, true, closeDialog)}
    </div>`;
  }

  #aboutView(result: Result, context: GalleryContext): TemplateResult {
    const { task, at } = result;
    const clips = clipsOf(context.tasks, result);
    const told = context.state.told(task.id);
    const act: GalleryContext['act'] = (action, which) => {
      // These go on in the gallery or in the form.
      if (['remove', 'useAgain', 'edit', 'compare', 'compareGroup'].includes(action)) this.close();
      context.act(action, which);
    };
    return html`<div class="about">
      <p dir="auto">${task.prompt}</p>
      ${this.#factsView(result, context)} ${told === undefined ? nothing : html`<p class="facts bad">${told}</p>`}
      ${this.#note.view(context, () => this.#momentOf(result, clips))} ${this.#editView(result, clips, context)}
      ${this.#clipsView(clips, context)}
      <div class="actions" part="actions">${actionsView(task, task.outputs[at], { ...context, act })}</div>
    </div>`;
  }

  /** What is shown now. */
  #momentOf(result: Result, clips: readonly Clip[]): Moment {
    const { chain, screen } = this.#stage;
    const { place, atS } = chain?.moment ?? { place: clips.length, atS: screen?.player.currentTime ?? 0 };
    return { result: clips[place] ?? result, atS };
  }

  #editView(result: Result, clips: readonly Clip[], { formats }: GalleryContext): TemplateResult {
    const words = this.#host.playingWords();
    const edit = (parts: readonly Clip[]) => {
      this.close();
      this.#edit(parts);
    };
    const { chain } = this.#stage;
    const count = formats.number(clips.length);
    const chained = html`<button
        type="button"
        class="button"
        data-act="play-chain"
        @click=${() => this.#playChain(chain === undefined ? clips : undefined, result)}
      >
        ${chain === undefined ? fill(words.playChain, { count }) : words.playClip}
      </button>
      <button type="button" class="button" data-act="chain" @click=${() => edit(clips)}>${fill(words.saveChain, { count })}</button>`;
    return html`<div class="edits">
      ${frameKeysView(
        this.#host,
        () => this.#momentOf(result, clips),
        () => this.close(),
      )}
      <button type="button" class="button" data-act="cut" @click=${() => edit([result])}>${words.editClip}</button>
      ${clips.length < 2 ? nothing : chained}
    </div>`;
  }

  /** The clips that play as one, each a way to its beginning. */
  #clipsView(clips: readonly Clip[], { formats }: GalleryContext): TemplateResult | typeof nothing {
    const { chain } = this.#stage;
    if (chain === undefined) return nothing;
    const words = this.#host.playingWords();
    return html`<ol class="clips" aria-label=${words.clips}>
      ${clips.map((clip, place) => {
        const lengthS = lengthOf(clip);
        return html`<li>
          <button
            type="button"
            class="textual"
            dir="auto"
            aria-current=${place === chain.place ? 'step' : nothing}
            @click=${() => (chain.currentTime = chain.startOf(place))}
          >
            ${clip.task.prompt}
          </button>
          ${lengthS === undefined ? nothing : html`<span class="tabular">${formats.seconds(lengthS)}</span>`}
        </li>`;
      })}
    </ol>`;
  }

  #screenView(result: Result, context: GalleryContext): TemplateResult {
    const { task, at } = result;
    const { words, act, now } = context;
    const { screen, broken } = this.#stage;
    const output = task.outputs[at];
    const [title, hint] = hasEnded(output, now) ? [words.linkEnded, words.linkEndedHint] : [words.cannotPlay, words.cannotPlayHint];
    if (broken)
      return html`<div class="screen">
        <div class="trouble">
          <p class="title warn">${title}</p>
          <p class="note">${hint}</p>
          <div class="ways"><button type="button" class="button" @click=${() => act('refresh', task)}>${words.newLink}</button></div>
        </div>
      </div>`;
    screen?.element.setAttribute('aria-label', task.prompt);
    return html`<div class="screen" @click=${() => this.#stage.transport?.toggle()}>
      ${posterView(result, screen?.player.readyState, context)} ${screen?.element ?? nothing}
    </div>`;
  }

  #factsView({ task, at }: Result, context: GalleryContext): TemplateResult {
    const { words, formats } = context;
    const { draft } = task;
    const output: TaskOutput | undefined = task.outputs[at];
    const [width, height, fps] = [output?.width ?? draft.width, output?.height ?? draft.height, output?.fps ?? draft.fps];
    const seconds = output?.duration ?? draft.duration;
    const facts: readonly (readonly [string, string | number | TemplateResult | undefined])[] = [
      [words.model, task.model],
      [words.duration, seconds === undefined ? undefined : formats.seconds(seconds)],
      [words.size, width === undefined || height === undefined ? undefined : html`<bdi dir="ltr">${width} × ${height}</bdi>`],
      [words.fps, fps === undefined ? undefined : formats.number(fps)],
      [words.seed, output?.seed ?? task.seed],
      [this.#host.playingWords().made, formats.relative(task.endedAt ?? task.createdAt, context.now)],
    ];
    const fresh = output?.expiresAt !== undefined && output.kept === undefined;
    return html`<dl class="tabular">
        ${facts.map(([name, value]) =>
          value === undefined
            ? nothing
            : html`<dt>${name}</dt>
                <dd>${value}</dd>`,
        )}
      </dl>
      <p class="facts tabular">
        ${hasEnded(output, context.now) && output?.kept === undefined ? words.linkEnded : keptView(task, output, context)}
        ${fresh ? html`<button type="button" class="textual" @click=${() => context.act('refresh', task)}>${words.newLink}</button>` : nothing}
      </p>`;
  }

  #fullScreenView(): TemplateResult {
    const root = this.#host.element.shadowRoot;
    if (!document.fullscreenEnabled || root === null) return html``;
    const words = this.#host.playingWords();
    const full = root.fullscreenElement !== null;
    return way(full ? words.leaveScreen : words.fullScreen, full ? shrinkIcon : expandIcon, true, () => this.#toggleFullScreen());
  }

  #toggleFullScreen(): void {
    const root = this.#host.element.shadowRoot;
    // A dialog itself may not go full screen. Refused where the page may not: it stays as it is.
    if (root?.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    else
      void root
        ?.querySelector('.viewer .stage')
        ?.requestFullscreen()
        .catch(() => undefined);
  }

  /** Escape throws away a note that is being spoken, and closes the view only then. */
  #keepOpen(event: Event): void {
    if (!this.#note.held) return;
    event.preventDefault();
    this.#note.cancel();
  }

  #press(event: KeyboardEvent, go: (by: number) => void): void {
    const { target, key } = event;
    if (this.#note.held) return key === 'Escape' ? this.#keepOpen(event) : undefined;
    if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof Element && target.matches('input, select'))) return;
    const { transport } = this.#stage;
    const turned = event.currentTarget instanceof Element && getComputedStyle(event.currentTarget).direction === 'rtl';
    const forward = turned ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const actions: Readonly<Record<string, () => unknown>> = {
      [forward]: () => go(1),
      [backward]: () => go(-1),
      k: () => transport?.toggle(),
      m: () => transport?.mute(),
      f: () => this.#toggleFullScreen(),
      ',': () => transport?.step(-1),
      '.': () => transport?.step(1),
      ...(target instanceof Element && target.matches('button, a') ? {} : { ' ': () => transport?.toggle() }),
    };
    const action = actions[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }
}

const mayMove = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

const way = (name: string, icon: TemplateResult, able: boolean, press: (event: Event) => void): TemplateResult =>
  html`<button type="button" class="button quiet round turns" title=${name} aria-label=${name} ?disabled=${!able} @click=${press}>
    ${icon}
  </button>`;

function closeDialog({ currentTarget }: Event): void {
  if (currentTarget instanceof Element) currentTarget.closest('dialog')?.close();
}
