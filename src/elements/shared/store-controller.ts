// Ties a readable store to a host: renders once per notice, follows the host's connection, and can change store. Knows nothing of what is stored.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { ReadableStore } from '../../core/store/store.js';

export class StoreController<State> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #changed: ((state: State) => void) | undefined;
  #store: ReadableStore<State> | undefined;
  #undo: (() => void) | undefined;
  #connected = false;

  /** `changed` is called with each new state before the host renders. */
  constructor(host: ReactiveControllerHost, store?: ReadableStore<State>, changed?: (state: State) => void) {
    this.#host = host;
    this.#store = store;
    this.#changed = changed;
    host.addController(this);
  }

  get state(): State | undefined {
    return this.#store?.get();
  }

  get store(): ReadableStore<State> | undefined {
    return this.#store;
  }

  set store(store: ReadableStore<State> | undefined) {
    if (store === this.#store) return;
    this.#release();
    this.#store = store;
    if (this.#connected) this.#follow();
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#connected = true;
    this.#follow();
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#release();
  }

  #follow(): void {
    this.#release();
    const store = this.#store;
    if (store === undefined) return;
    this.#undo = store.subscribe((state) => this.#notice(state));
    // What changed while the host was away must not be missed.
    this.#notice(store.get());
  }

  #notice(state: State): void {
    this.#changed?.(state);
    this.#host.requestUpdate();
  }

  #release(): void {
    this.#undo?.();
    this.#undo = undefined;
  }
}
