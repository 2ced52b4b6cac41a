// A transport that plays a recorded conversation: no server, no network, no token. What a session sends on it is heard by nobody.
import { abortedError } from '../abort.js';
import { VoxreelError } from '../errors.js';
import { playEvents } from '../play-events.js';
import { readEventLog, type RecordedEvent } from '../recorded-events.js';
import { defineTransport, type Transport, type TransportTarget, type Wire } from './transport.js';
import { checkLength } from '../wire/wire-text.js';

/** What is played, and how fast. */
export interface ReplayOptions {
  /** A JSONL log as a session exports it, a server's events one a line, or such a log already read. */
  readonly log: string | readonly RecordedEvent[];
  /** Times the recorded pace (default 1), or `instant`: everything at once. */
  readonly speed?: number | 'instant' | undefined;
}

/** A transport that plays a recording. */
export interface ReplayTransport extends Transport {
  /** Resolves when the log has been played once; the connection stays open. */
  readonly ended: Promise<void>;
}

const maxMessageBytes = 16 * 1024 * 1024;

/**
 * A transport that plays a recorded conversation. Throws `invalid_input` for a speed that is not above 0.
 * @param options The log and its speed.
 */
export function createReplayTransport({ log, speed = 1 }: ReplayOptions): ReplayTransport {
  if (speed !== 'instant' && !(speed > 0)) throw new VoxreelError('invalid_input', 'speed is above 0, or `instant`.', { param: 'speed' });
  const events = (typeof log === 'string' ? readEventLog(log) : log).filter(({ from }) => from !== 'client' && from !== 'queue');
  let finished: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (finished = resolve));
  return defineTransport({
    id: 'replay',
    // A log that kept its sound is heard; one without is only read.
    audio: events.some(({ event }) => event.type === 'response.audio.delta' && event['delta']) ? 'events' : 'none',
    needsToken: false,
    recorded: true,
    ended,
    async open(target: TransportTarget, signal: AbortSignal): Promise<Wire> {
      if (signal.aborted) throw abortedError(signal);
      return play(events, speed === 'instant' ? Number.POSITIVE_INFINITY : speed, target, finished);
    },
  });
}

function play(events: readonly RecordedEvent[], speed: number, target: TransportTarget, ended: () => void): Wire {
  let open = true;
  // It begins when the caller has the wire.
  const stop = playEvents({ events, speed, firstAt: events[0]?.at ?? 0, ended, tell: (recorded) => tell(recorded, target) });
  return {
    send(text) {
      if (!open) throw new VoxreelError('connection_lost', 'The replay is closed.', { retryable: true });
      checkLength(text, maxMessageBytes);
    },
    bufferedBytes: 0,
    maxMessageBytes,
    close() {
      open = false;
      stop();
    },
  };
}

function tell({ from, event }: RecordedEvent, { handlers, page }: TransportTarget): void {
  if (from === 'page') return page?.(event);
  // One that was not understood then is read again.
  handlers.message(JSON.stringify(event.type === 'unknown' ? (event['raw'] ?? {}) : event));
}
