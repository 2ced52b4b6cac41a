// What moves during a call keeps one beat, so that it shares its frames: a frame costs a phone as much as what is drawn in it.

/** Milliseconds between two bars of the trace. */
export const beatMs = 100;

/** Milliseconds until the first beat that is not before `earliestMs`; both by `performance.now()`. */
export const untilBeat = (earliestMs: number, nowMs: number): number => Math.ceil(earliestMs / beatMs) * beatMs - nowMs;
