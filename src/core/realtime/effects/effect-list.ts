// Several effects as one.
import { VoxreelError } from '../../errors.js';
import type { Effect } from './effect.js';

/** Each hears in order. One that throws or rejects is reported, and stops neither the call nor the others. */
export function createEffectList(effects: readonly Effect[], failed: (error: VoxreelError) => void): Required<Effect> {
  const each = (call: (effect: Effect) => unknown) => {
    for (const effect of effects) guarded(() => call(effect), failed);
  };
  return {
    opened: (wire, context) => each((effect) => effect.opened?.(wire, context)),
    event: (event, context) => each((effect) => effect.event?.(event, context)),
    lost: (context) => each((effect) => effect.lost?.(context)),
    close: () => each((effect) => effect.close?.()),
  };
}

/** What `work` gives, or undefined where it throws: then, and where its promise rejects, `failed` hears of it. */
export function guarded<T>(work: () => T, failed: (error: VoxreelError) => void): T | undefined {
  const report = (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    failed(new VoxreelError('effect_failed', `An effect of this session failed: ${reason}`, { cause }));
  };
  try {
    const result = work();
    if (result instanceof Promise) result.catch(report);
    return result;
  } catch (cause) {
    report(cause);
    return undefined;
  }
}
