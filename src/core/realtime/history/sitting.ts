// How long a conversation has lasted: from the first to the last change of each sitting, however long the page was open in between.

export interface SittingTimes {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly changedAt: number;
  readonly durationMs: number;
}

/** As a record has them: one of an earlier version has none. */
export type KnownTimes = { readonly [Name in keyof SittingTimes]?: number | undefined };

export interface Sitting {
  readonly times: SittingTimes;
  /** Something was said, or called. */
  changed(): void;
  /** What follows is another sitting. */
  end(): void;
}

export function createSitting(before: KnownTimes = {}, now: () => number = Date.now): Sitting {
  let { startedAt, changedAt, durationMs = 0 } = before;
  let began: number | undefined;
  return {
    get times() {
      const at = now();
      return { startedAt: startedAt ?? at, changedAt: changedAt ?? at, durationMs };
    },
    changed() {
      const at = now();
      if (began !== undefined && changedAt !== undefined) durationMs += Math.max(0, at - changedAt);
      began ??= at;
      startedAt ??= at;
      changedAt = at;
    },
    end() {
      began = undefined;
    },
  };
}
