// The microphone's chunks as a worker reads them: the page hears of each, and sends those that have not left already.
import type { ChunkReading } from '../../audio/microphone.js';
import type { Wire } from '../../transports/transport.js';
import type { Chunk, ChunkInput } from '../speech/sound-wire.js';
import type { SocketId } from './messages.js';
import type { ThreadLink } from './thread-link.js';

export interface ThreadCapture {
  /** Chunks that the page has dealt with. */
  readonly seen: number;
  read(input: ChunkInput, chunk: (chunk: Chunk) => void): ChunkReading;
}

export function createThreadCapture(link: ThreadLink, wireOf: (socket: SocketId) => Wire | undefined): ThreadCapture {
  const { post, on, onLost } = link;
  const readers = new Map<number, (chunk: Chunk) => void>();
  const flushes = new Map<number, () => void>();
  let [captures, flushed, seen] = [0, 0, 0];
  on('chunk', ({ capture, audio, durationMs, sent }) => {
    seen++;
    const wire = sent === undefined ? undefined : wireOf(sent.socket);
    readers.get(capture)?.({ audio, durationMs, sent: sent && wire && { wire, eventId: sent.eventId } });
  });
  on('flushed', ({ flush }) => flushes.get(flush)?.());
  onLost(() => {
    for (const resolve of flushes.values()) resolve();
  });
  return {
    get seen() {
      return seen;
    },
    read: (input, chunk) => (port) => {
      const capture = ++captures;
      readers.set(capture, chunk);
      post({ kind: 'capture', capture, port, ...input }, [port]);
      return {
        async flush() {
          if (link.isLost) return;
          const flush = ++flushed;
          await new Promise<void>((resolve) => {
            flushes.set(flush, resolve);
            post({ kind: 'flush', capture, flush });
          });
          flushes.delete(flush);
        },
        close() {
          readers.delete(capture);
          post({ kind: 'release', capture });
        },
      };
    },
  };
}
