// A job that makes one media file, as it sees the page or the worker that runs it.

export interface MediaRun {
  readonly signal: AbortSignal;
  /** So much is done, from 0 to 1. The work continues when it resolves. */
  readonly onStep: (done: number) => Promise<void> | void;
}
