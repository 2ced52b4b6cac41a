// The log of a conversation as JSON Lines, and the reader that trusts nothing in it.
import { isRecord } from '../base/is-record.js';

/** One event of a log, in the documents' words. Audio is left out: `delta_length` and `audio_length` tell its base64 characters. */
export interface RecordedEvent {
  /** Milliseconds since the recording began. */
  readonly at: number;
  /** `queue`: what happened to the videos of a queue meanwhile. */
  readonly from: 'server' | 'client' | 'page' | 'queue';
  readonly event: RecordedFields;
}

/** An event in a log, as it came. */
export type RecordedFields = Readonly<Record<string, unknown>> & { readonly type: string };

/** More than any conversation has; what comes after is not read. */
const mostEvents = 1_000_000;

/**
 * The events in `text`, one JSON object a line. A line may also be a server's event by itself. Anything else is skipped and
 * reported to `skipped`. Lines count from 1; empty ones count, but are not reported.
 */
export function readEventLog(text: string, skipped?: (line: number, text: string) => void): readonly RecordedEvent[] {
  const log: RecordedEvent[] = [];
  let at = 0;
  let number = 0;
  for (const line of linesOf(text)) {
    number++;
    const recorded = readLine(line, at);
    if (recorded === undefined) {
      if (line !== '') skipped?.(number, line);
      continue;
    }
    at = recorded.at;
    if (log.push(recorded) >= mostEvents) break;
  }
  return log;
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? text.length : end).trim();
    start = end < 0 ? text.length : end + 1;
  }
}

function readLine(line: string, before: number): RecordedEvent | undefined {
  const value = line.startsWith('{') ? parsed(line) : undefined;
  if (!isRecord(value)) return undefined;
  if (hasType(value)) return { at: before, from: 'server', event: value };
  const { at, from, event } = value;
  if (!isRecord(event) || !hasType(event) || !isSide(from)) return undefined;
  return { at: typeof at === 'number' && at > before ? at : before, from, event };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const hasType = (value: Record<string, unknown>): value is Record<string, unknown> & { type: string } => typeof value['type'] === 'string';
const sides: readonly unknown[] = ['server', 'client', 'page', 'queue'];
const isSide = (value: unknown): value is RecordedEvent['from'] => sides.includes(value);
