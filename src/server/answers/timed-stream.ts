// Bytes passed on under a clock: a source that falls silent, or takes for ever, is cut off. Knows neither end.

export interface StreamClock {
  /** Its leaving, as a player that seeks does, ends the bytes; it is no error of anybody's. */
  readonly caller: AbortSignal;
  /** While a piece is asked for. A reader that takes its time costs nothing here. */
  readonly idleMs: number;
  readonly wholeMs: number;
  /** Lets go of the source. */
  readonly abandon: () => void;
}

export function timedStream(
  body: ReadableStream<Uint8Array>,
  { caller, idleMs, wholeMs, abandon }: StreamClock,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let whole: ReturnType<typeof setTimeout> | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(whole);
    clearTimeout(idle);
    abandon();
  };
  return new ReadableStream<Uint8Array>(
    {
      start() {
        whole = setTimeout(abandon, wholeMs);
      },
      async pull(controller) {
        idle = setTimeout(abandon, idleMs);
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          end();
          if (caller.aborted) controller.close();
          else controller.error(error);
        } finally {
          clearTimeout(idle);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason).catch(() => {});
      },
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}
