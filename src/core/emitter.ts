// Typed events for plain objects. A listener that throws stops neither the others nor the emitter.

export interface Emitter<Events extends object> {
  /** Returns its own undo. */
  on<K extends keyof Events>(name: K, listener: (value: Events[K]) => void): () => void;
  /** False when a listener threw. */
  emit<K extends keyof Events>(name: K, value: Events[K]): boolean;
}

export function createEmitter<Events extends object>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(value: never) => void>>();
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
    emit(name, value) {
      let isComplete = true;
      for (const listener of Array.from(listeners.get(name) ?? [])) {
        try {
          (listener as (value: unknown) => void)(value);
        } catch (error) {
          isComplete = false;
          reportError(error);
        }
      }
      return isComplete;
    },
  };
}

/** Reports like an uncaught exception, without unwinding the caller. */
export function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
