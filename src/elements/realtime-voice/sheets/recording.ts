// A recorded conversation from a file, to be stepped through and played again. Nothing in the file is believed.
import { readEventLog, type RecordedEvent } from '../../../core/recorded-events.js';
import { importConversation } from '../../../core/realtime/history/import-conversation.js';
import { foldRecorded } from '../../../core/realtime/history/read-conversation.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';
import { createRealtimeSession } from '../../../core/realtime/session/realtime-session.js';
import type { ConversationState } from '../../../core/store/conversation-state.js';
import { initialConversation } from '../../../core/store/conversation.js';
import { createReplayTransport } from '../../../core/transports/replay.js';
import type { VideoQueue } from '../../../core/video/queue/video-queue.js';
import type { InspectedEvent, InspectedLog } from './inspector-log.js';

export interface UnreadLine {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
}

export interface Recording extends InspectedLog {
  /** Of the file. */
  readonly name: string;
  readonly log: readonly RecordedEvent[];
  /** What was no event, as it stands in the file. */
  readonly unread: readonly UnreadLine[];
  /** A session that has it happen again, so many times as fast. Connect it to begin. */
  play(speed: number | 'instant'): RealtimeSession;
  /** A queue that has its videos happen again, beginning now; undefined where the log has none. */
  playVideos(speed: number | 'instant'): VideoQueue | undefined;
}

/** Between two states that are kept the events are folded again. */
const stride = 250;

/** What `export('jsonl')` or `export('json')` wrote, or a server's events one a line. Rejects with `invalid_input` when it holds no event. */
export async function readRecording(name: string, text: string): Promise<Recording> {
  const unread: UnreadLine[] = [];
  const lines = readEventLog(text, (line, unreadText) => unread.push({ line, text: unreadText }));
  // A JSON export is one value: none of its lines is an event.
  const isLog = lines.length > 0;
  const log = isLog ? lines : (await importConversation(text)).log;
  const videos = log.some(({ from }) => from === 'queue') ? await loadVideoParts() : undefined;
  return {
    name,
    log,
    unread: isLog ? unread : [],
    events: log.map(inspected),
    stateAfter: stepper(log),
    videosAfter: (at) => (at >= 0 ? videos?.videosAfter(log.slice(0, at + 1)) : undefined),
    playVideos: (speed) => videos?.createReplayQueue({ log, speed, from: beginOf(log) }),
    play: (speed) =>
      createRealtimeSession({ baseUrl: '', model: 'recording', transports: [createReplayTransport({ log, speed })], reconnect: false }),
  };
}

/** What shows recorded videos, asked for in one step. */
async function loadVideoParts() {
  const [{ videosAfter }, { createReplayQueue }] = await Promise.all([
    import('../../../core/video/history/video-log.js'),
    import('../../../core/video/queue/replay-queue.js'),
  ]);
  return { videosAfter, createReplayQueue };
}

/** Where the replay of its conversation begins. */
const beginOf = (log: readonly RecordedEvent[]): number | undefined => log.find(({ from }) => from === 'server' || from === 'page')?.at;

function inspected({ at, from, event }: RecordedEvent, place: number): InspectedEvent {
  const type = event.type === 'unknown' && typeof event['unknownType'] === 'string' ? event['unknownType'] : event.type;
  return { number: place + 1, at, from, type, event };
}

function stepper(log: readonly RecordedEvent[]): (at: number) => ConversationState | undefined {
  /** The state before every event whose place is a multiple of `stride`. */
  const states = [initialConversation];
  const fold = (state: ConversationState, start: number, end: number) => log.slice(start, end).reduce(foldRecorded, state);
  return (at) => {
    if (at < 0 || at >= log.length) return undefined;
    const wanted = Math.floor(at / stride);
    for (let next = states.length; next <= wanted; next++)
      states.push(fold(states.at(-1) ?? initialConversation, (next - 1) * stride, next * stride));
    return fold(states[wanted] ?? initialConversation, wanted * stride, at + 1);
  };
}
