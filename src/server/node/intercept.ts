// Takes some events of a server before any listener has them. A listener of ours could not: an app answers every request that it receives, even one already handled.
import type { EventEmitter } from 'node:events';

/** For each event, whether it was taken. */
export type Taking = Readonly<Record<string, (...values: never[]) => boolean>>;

/** Gives the undo. Listeners that are added later hear nothing of what is taken either. */
export function intercept(emitter: EventEmitter, taking: Taking): () => void {
  const { emit } = emitter;
  let isActive = true;
  const intercepting: typeof emit = (event, ...values: unknown[]) => {
    const take = isActive && typeof event === 'string' ? taking[event] : undefined;
    return take?.(...(values as never[])) === true || emit.call(emitter, event, ...values);
  };
  emitter.emit = intercepting;
  return () => {
    isActive = false;
    // Another library may have wrapped it since.
    if (emitter.emit === intercepting) emitter.emit = emit;
  };
}
