// The videos selected for one thing to be done to all of them.
import type { GalleryController } from './gallery-controller.js';

export class Selection {
  readonly #state: Pick<GalleryController, 'redraw'>;
  readonly #ids = new Set<string>();
  #isOn = false;

  constructor(state: Pick<GalleryController, 'redraw'>) {
    this.#state = state;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  get size(): number {
    return this.#ids.size;
  }

  get ids(): readonly string[] {
    return [...this.#ids];
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  start(): void {
    this.#isOn = true;
    this.#state.redraw();
  }

  stop(): void {
    this.#isOn = false;
    this.set([]);
  }

  toggle(id: string): void {
    if (!this.#ids.delete(id)) this.#ids.add(id);
    this.#state.redraw();
  }

  set(ids: readonly string[]): void {
    this.#ids.clear();
    for (const id of ids) this.#ids.add(id);
    this.#state.redraw();
  }

  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void {
    for (const id of this.#ids) if (isGone(id)) this.#ids.delete(id);
  }
}
