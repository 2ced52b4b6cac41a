// What a capture worklet hands over, read where it is needed: on the page, or in a worker that holds the port.
import type { CaptureChunk, CaptureCommand } from './capture.worklet.js';
import type { ChunkReading } from './microphone.js';
import { openWorkletPort } from './worklet-node.js';

const flushTimeoutMs = 250;

/** The memory of a chunk is used again once `chunk` returns. */
export const readChunks =
  (chunk: (samples: Int16Array<ArrayBuffer>) => void): ChunkReading =>
  (port) => {
    const flushes = new Map<number, () => void>();
    let flushed = 0;
    const worklet = openWorkletPort<CaptureCommand>(port, ({ buffer, length, flush }: CaptureChunk) => {
      if (length > 0) chunk(new Int16Array(buffer, 0, length));
      if (flush !== undefined) flushes.get(flush)?.();
      worklet.post(buffer, [buffer]);
    });
    return {
      async flush() {
        const number = ++flushed;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, flushTimeoutMs);
          flushes.set(number, () => (clearTimeout(timer), resolve()));
          worklet.post({ flush: number });
        });
        flushes.delete(number);
      },
      close: worklet.end,
    };
  };
