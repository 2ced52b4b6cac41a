// A state and the events that change it. Subscribers hear of a change once per microtask, however many events it took.
import { reportError } from '../emitter.js';

/** A value that changes, and who hears of it. */
export interface ReadableStore<State> {
  get(): State;
  /** Called after changes with the new state. Returns its own undo. */
  subscribe(listener: (state: State) => void): () => void;
}

export interface Store<State, Event> extends ReadableStore<State> {
  dispatch(event: Event): void;
}

export function createStore<State, Event>(initial: State, fold: (state: State, event: Event) => State): Store<State, Event> {
  let state = initial;
  let scheduled = false;
  const listeners = new Set<(state: State) => void>();
  const notify = () => {
    scheduled = false;
    for (const listener of Array.from(listeners)) {
      try {
        listener(state);
      } catch (error) {
        reportError(error);
      }
    }
  };
  return {
    get: () => state,
    subscribe(listener) {
      const entry = (next: State) => listener(next);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    dispatch(event) {
      const next = fold(state, event);
      if (next === state) return;
      state = next;
      if (scheduled || listeners.size === 0) return;
      scheduled = true;
      queueMicrotask(notify);
    },
  };
}
