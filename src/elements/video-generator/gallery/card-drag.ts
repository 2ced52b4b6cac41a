// Cards that are dragged onto the frames of a form: of this element, or of another one on the page.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { FrameName } from '../composer/composer-view.js';
import type { Result } from '../stage/result.js';
import { isPlayable } from './output-link.js';

export interface CardDragHost {
  readonly element: ReactiveControllerHost & HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment };
  tasks(): readonly VideoTask[];
  /** Which of its videos a card shows. */
  outputOf(task: VideoTask): number;
  /** This video is to be a frame of this element's form. */
  dropped(result: Result, frame: FrameName): void;
}

/** What is under way on this page. What a drop carries can only be read once it is dropped. */
let dragged: { readonly element: HTMLElement; readonly result: Result } | undefined;

export class CardDrag implements ReactiveController {
  readonly #host: CardDragHost;
  #over = new AbortController();

  constructor(host: CardDragHost) {
    this.#host = host;
  }

  hostConnected(): void {
    this.#over.abort();
    this.#over = new AbortController();
    const { renderRoot } = this.#host.element;
    // Before the form's own: it knows files and addresses.
    const options = { capture: true, signal: this.#over.signal };
    const listen = (name: string, hear: (event: DragEvent) => void) =>
      renderRoot.addEventListener(name, (event) => event instanceof DragEvent && hear(event), options);
    listen('dragstart', (event) => this.#start(event));
    listen('dragend', () => this.#end());
    listen('dragover', (event) => this.#allow(event));
    listen('dragleave', ({ target }) => target instanceof Element && target.closest('.tile')?.removeAttribute('data-over'));
    listen('drop', (event) => this.#drop(event));
  }

  hostDisconnected(): void {
    this.#over.abort();
    if (dragged?.element === this.#host.element) dragged = undefined;
  }

  #start({ target, dataTransfer }: DragEvent): void {
    const card = target instanceof HTMLElement && target.draggable ? target : undefined;
    const task = this.#host.tasks().find(({ id }) => id === card?.dataset['id']);
    if (task === undefined || dataTransfer === null) return;
    const at = this.#host.outputOf(task);
    const url = task.outputs[at]?.url ?? '';
    dragged = { element: this.#host.element, result: { task, at } };
    dataTransfer.effectAllowed = 'copy';
    // Some browsers drag nothing that carries nothing.
    dataTransfer.setData('text/plain', task.prompt);
    if (isPlayable(url) && !url.startsWith('blob:')) dataTransfer.setData('text/uri-list', url);
  }

  #end(): void {
    dragged = undefined;
    for (const tile of this.#host.element.renderRoot.querySelectorAll('.tile[data-over]')) tile.removeAttribute('data-over');
  }

  #allow(event: DragEvent): void {
    const form = formAt(event);
    if (dragged === undefined || form === undefined) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    form.tile?.toggleAttribute('data-over', true);
  }

  #drop(event: DragEvent): void {
    const form = formAt(event);
    if (dragged === undefined || form === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { result } = dragged;
    this.#end();
    this.#host.dropped(result, form.tile?.dataset['opens'] === 'lastImage' ? 'lastImage' : 'image');
  }
}

/** The form under the pointer, and which of its frames. */
function formAt({ target }: DragEvent): { readonly tile: HTMLElement | null } | undefined {
  if (!(target instanceof Element) || target.closest('form.composer') === null) return undefined;
  return { tile: target.closest<HTMLElement>('.tile') };
}
