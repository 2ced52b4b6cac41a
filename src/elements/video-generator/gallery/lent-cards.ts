// Cards that stand elsewhere on the page, such as in a conversation: live as those of the gallery, each in a shadow tree of its own.
import { adoptStyles, css, html, nothing, render, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { buttons } from '../../shared/buttons.styles.js';
import type { Language } from '../../shared/strings.js';
import { tokens } from '../../shared/tokens.styles.js';
import { factsView, linkView } from './card-caption-view.js';
import { mediaView } from './card-view.js';
import type { GalleryContext } from './gallery-context.js';
import { galleryStyles } from './gallery.styles.js';
import { hasEnded, isPlayable } from './output-link.js';

const lentStyles = css`
  .card {
    max-inline-size: 420px;
    border: 0;
  }
  .card > .caption {
    padding-inline: 0;
  }
  .actions {
    justify-content: flex-end;
  }
`;

interface Lent {
  readonly card: WeakRef<HTMLElement>;
  readonly id: string;
}

export class LentCards implements ReactiveController {
  readonly #context: () => GalleryContext | undefined;
  readonly #language: () => Language;
  readonly #lent = new Set<Lent>();

  constructor(host: ReactiveControllerHost, context: () => GalleryContext | undefined, language: () => Language) {
    this.#context = context;
    this.#language = language;
    host.addController(this);
  }

  /** From now on `card` shows the task of this id. */
  add(card: HTMLElement, id: string): void {
    adoptStyles(card.attachShadow({ mode: 'open' }), [tokens, buttons, galleryStyles, lentStyles]);
    this.#lent.add({ card: new WeakRef(card), id });
    this.hostUpdated();
  }

  hostUpdated(): void {
    const context = this.#lent.size === 0 ? undefined : this.#context();
    if (context === undefined) return;
    for (const lent of this.#lent) {
      const root = lent.card.deref()?.shadowRoot;
      if (root) render(this.#view(lent.id, context), root);
      else this.#lent.delete(lent);
    }
  }

  #view(id: string, context: GalleryContext): TemplateResult {
    const { tag, direction } = this.#language();
    const task = context.tasks.find((one) => one.id === id);
    const shown = task === undefined ? html`<p class="note">${context.words.removed}</p>` : lentView(task, inFullView(context));
    return html`<div lang=${tag} dir=${direction}>${shown}</div>`;
  }
}

/** What plays in the gallery plays there alone: from elsewhere one comes to the full view. */
const inFullView = (context: GalleryContext): GalleryContext => ({
  ...context,
  playing: { of: () => undefined, start: async (task) => context.act('view', task), preview: () => {}, leave: () => {} },
});

function lentView(task: VideoTask, context: GalleryContext): TemplateResult {
  const output = task.outputs[context.state.outputOf(task)];
  const isLinked = task.status === 'succeeded' && output !== undefined && isPlayable(output.url) && !hasEnded(output, context.now);
  return html`<article class="card" part="card" data-status=${task.status} aria-label=${task.prompt}>
    <div class="media" part="media">${mediaView(task, context)}</div>
    <div class="caption">
      <p class="prompt" title=${task.prompt} dir="auto">${task.prompt}</p>
      ${factsView(task, output, context)} ${isLinked ? html`<div class="actions">${linkView(task, output, context)}</div>` : nothing}
    </div>
  </article>`;
}
