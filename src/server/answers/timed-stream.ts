// Bytes passed on under a clock: cut off when the source falls silent, when nobody reads them, or when all of it takes too long.
import { noteReuse, reuseOf } from './write-answer.js';

export interface StreamClock {
  /** Its leaving, as a player that seeks does, ends the bytes; it is no error of anybody's. */
  readonly caller: AbortSignal;
  /** Until the source gives the next piece, and until the reader asks for it. */
  readonly idleMs: number;
  readonly totalMs: number;
  /** Lets go of the source. May be called twice. */
  readonly abandon: () => void;
}

export function timedStream(
  body: ReadableStream<Uint8Array>,
  { caller, idleMs, totalMs, abandon }: StreamClock,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let idle: ReturnType<typeof setTimeout> | undefined;
  let total: ReturnType<typeof setTimeout> | undefined;
  let fail = (_error: unknown): void => {};
  let hasEnded = false;

  /** Once, for the first of them: the source, the reader, the caller or a clock. */
  function end(how: () => void): void {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(idle);
    clearTimeout(total);
    caller.removeEventListener('abort', left);
    abandon();
    how();
    // A clock of ours ends this stream alone, and the source may hold a file open.
    void reader.cancel().catch(() => {});
  }
  const left = (): void => end(() => {});
  const late = (): void => end(() => fail(new Error('The result was not passed on in time.')));
  const wait = (): void => {
    clearTimeout(idle);
    idle = setTimeout(late, idleMs);
  };

  const timed = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        fail = (error) => controller.error(error);
        total = setTimeout(late, totalMs);
        caller.addEventListener('abort', left);
        wait();
      },
      async pull(controller) {
        wait();
        try {
          const { done, value } = await reader.read();
          if (done) return end(() => controller.close());
          if (hasEnded) return;
          wait();
          controller.enqueue(value);
        } catch (error) {
          if (caller.aborted) return controller.close();
          end(() => fail(error));
        }
      },
      cancel: () => end(() => {}),
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
  noteReuse(timed, reuseOf(body));
  return timed;
}
