// Who said what in a recorded conversation, and when it was heard: read from the log of its events. Pure.
import type { FilmLine, SpeakerNames } from '../../editing/film-job.js';
import type { RecordedSpan } from '../../audio/audio-recording.js';
import type { RecordedEvent } from '../../recorded-events.js';
import type { TranscriptEntry } from '../../store/conversation-state.js';
import { transcript } from '../../store/transcript.js';
import { firstHeard } from './compact-log.js';
import { foldLog } from './read-conversation.js';

/** What the log tells of one item: milliseconds since it began. */
interface Times {
  /** It was first named. */
  madeAt: number;
  /** Its first words or sound came. */
  begunAt?: number;
  /** Its sound came in events, so that its samples were counted as they were played. */
  counted?: boolean;
  /** By the report that came with the least delay. */
  soundedAt?: number;
  lastHeardAt?: number;
  mostHeardMs: number;
  cutAt?: number;
  speechStartedAt?: number | undefined;
  speechStoppedAt?: number;
}

/** What was heard is reported a few times a second. */
const reportMs = 300;
/** Services notice speech so long after it began. */
const noticedAfterMs = 300;
/** Where nothing else says how long a line takes: characters a second. */
const readPerS = 15;
const leastS = 1.5;

/** Lines in order of time, in seconds of the recording; what was said while nothing was recorded is left out. */
export function filmLines(
  log: readonly RecordedEvent[],
  { beganAt, spans }: { readonly beganAt: number; readonly spans: readonly RecordedSpan[] },
  names: SpeakerNames,
): readonly FilmLine[] {
  const times = timesIn(log);
  const inFile = (atMs: number) => fileTime(spans, beganAt + atMs);
  return transcript(foldLog(log))
    .flatMap((entry) => lineOf(entry, times.get(entry.id), names))
    .flatMap((line) => {
      const startS = inFile(line.startMs);
      if (startS === undefined) return [];
      const { startMs, endMs, ...rest } = line;
      return [{ ...rest, startS, endS: endMs === undefined ? undefined : startS + (endMs - startMs) / 1000 }];
    })
    .toSorted((one, other) => one.startS - other.startS);
}

/** Seconds from the beginning of the file; undefined before it, and in a pause longer than a line may be early. */
function fileTime(spans: readonly RecordedSpan[], atMs: number): number | undefined {
  const index = spans.findLastIndex(({ startedAt }) => startedAt <= atMs + reportMs);
  const span = spans[index];
  if (span === undefined) return undefined;
  const endMs = spans[index + 1]?.atMs ?? Infinity;
  const inFileMs = span.atMs + Math.max(0, atMs - span.startedAt);
  return inFileMs < 0 || inFileMs > endMs + reportMs ? undefined : Math.min(inFileMs, endMs) / 1000;
}

const idIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const msIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function timesIn(log: readonly RecordedEvent[]): ReadonlyMap<string, Times> {
  const times = new Map<string, Times>();
  const of = (id: string, at: number): Times => {
    const known = times.get(id) ?? { madeAt: at, mostHeardMs: 0 };
    times.set(id, known);
    return known;
  };
  let clearedAt: number | undefined;
  for (const { at, from, event } of log) {
    const { item } = event;
    const id = idIn(event['item_id']) ?? (typeof item === 'object' && item !== null && 'id' in item ? idIn(item.id) : undefined);
    if (from === 'client' && event.type === 'input_audio_buffer.clear') clearedAt = at;
    if (id === undefined || from === 'queue') continue;
    // Kept from an earlier page: nobody heard it now.
    if (from === 'page' && event.type !== 'local.heard') continue;
    note(of(id, at), { at, event }, clearedAt);
    if (event.type === 'input_audio_buffer.committed') clearedAt = undefined;
  }
  return times;
}

function note(times: Times, { at, event }: Pick<RecordedEvent, 'at' | 'event'>, clearedAt: number | undefined): void {
  switch (event.type) {
    case 'response.audio.delta':
      times.counted = true;
      times.begunAt ??= at;
      break;
    case 'response.audio_transcript.delta':
    case 'response.content_part.added':
    case 'response.text.delta':
      times.begunAt ??= at;
      break;
    case 'local.heard': {
      const heardMs = msIn(event['audio_end_ms']) ?? 0;
      times.soundedAt = Math.min(times.soundedAt ?? Infinity, at - (msIn(event[firstHeard]) ?? heardMs));
      times.lastHeardAt = at;
      times.mostHeardMs = Math.max(times.mostHeardMs, heardMs);
      break;
    }
    case 'conversation.item.truncated':
      times.cutAt = at;
      break;
    case 'input_audio_buffer.speech_started':
      times.speechStartedAt ??= at - noticedAfterMs;
      break;
    case 'input_audio_buffer.speech_stopped':
      times.speechStoppedAt = at;
      break;
    case 'input_audio_buffer.committed':
      times.speechStartedAt ??= clearedAt;
      times.speechStoppedAt ??= at;
      break;
    default:
  }
}

type TimedLine = Omit<FilmLine, 'startS' | 'endS'> & { readonly startMs: number; readonly endMs: number | undefined };

function lineOf(entry: TranscriptEntry, times: Times | undefined, names: SpeakerNames): TimedLine[] {
  const { type, role, name, cut, heardLength } = entry;
  if (times === undefined || type !== 'message' || (role !== 'user' && role !== 'assistant' && role !== 'person')) return [];
  const text = (cut && heardLength !== undefined ? `${entry.text.slice(0, heardLength)}—` : entry.text).trim();
  if (text === '' || text === '—') return [];
  const side = role === 'user' ? 'user' : 'other';
  const line = { side, name: name ?? names[role], text } as const;
  if (role === 'assistant' && entry.spoken) return [{ ...line, ...answerTimes(times) }];
  if (role === 'user' && times.speechStoppedAt !== undefined) return [{ ...line, ...turnTimes(times, text) }];
  const startMs = times.begunAt ?? times.madeAt;
  return [{ ...line, startMs, endMs: startMs + readingMs(text) }];
}

/** Where samples were counted, they tell; a media track is measured in the recording itself. */
function answerTimes({ counted, begunAt, madeAt, soundedAt, lastHeardAt, mostHeardMs, cutAt }: Times) {
  if (counted !== true || soundedAt === undefined || lastHeardAt === undefined)
    return { startMs: begunAt ?? madeAt, endMs: cutAt, sound: 'after' } as const;
  return { startMs: soundedAt, endMs: Math.max(lastHeardAt, soundedAt + mostHeardMs), sound: 'before' } as const;
}

function turnTimes({ speechStartedAt, speechStoppedAt = 0 }: Times, text: string) {
  return { startMs: Math.max(0, speechStartedAt ?? speechStoppedAt - readingMs(text)), endMs: speechStoppedAt };
}

const readingMs = (text: string): number => Math.max(leastS, text.length / readPerS) * 1000;
