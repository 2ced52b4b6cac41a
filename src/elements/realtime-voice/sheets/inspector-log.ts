// What went over the wire and what it did, for the inspector: the newest ten thousand events with the state after each. Loaded on request.
import type { ReactiveControllerHost } from 'lit';

import type { ClientEvent, ServerEvent } from '../../../core/dialects/dialect.js';
import type { RecordedEvent } from '../../../core/recorded-events.js';
import { isRecord } from '../../../base/is-record.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';
import type { ConversationState } from '../../../core/store/conversation-state.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { VideoLogEvent } from '../../../core/video/history/video-log.js';
import type { SessionListener } from '../session-controller.js';
import type { NamedVideos } from '../named-videos.js';
import { RecordedVideos } from './recorded-videos.js';

export interface InspectedEvent {
  /** Counts from 1, over those that are no longer kept too. */
  readonly number: number;
  /** Milliseconds since the log began. */
  readonly at: number;
  readonly from: RecordedEvent['from'];
  readonly type: string;
  readonly event: object;
}

/** What the inspector steps through: a conversation under way, or a record of one. */
export interface InspectedLog {
  readonly events: readonly InspectedEvent[];
  /** The conversation after the event at this place of `events`. */
  stateAfter(at: number): ConversationState | undefined;
  /** The videos after it, newest first; undefined where the log has none. */
  videosAfter(at: number): readonly VideoTask[] | undefined;
}

export interface InspectorLog extends SessionListener, InspectedLog {
  /** Events beyond this many push out the oldest. */
  readonly most: number;
  /** With what happens in the element that `for` names, as long as `element` is on the page. */
  recordVideos(element: ReactiveControllerHost & Element, named: NamedVideos): unknown;
}

const most = 10_000;
/** Audio in base64 is not worth its memory here. */
const longText = 2000;

/** States and lists share their structure: one for each event costs little. */
interface Moment {
  readonly state: ConversationState;
  readonly videos: readonly VideoTask[] | undefined;
}

interface Log {
  readonly beganAt: number;
  count: number;
  events: InspectedEvent[];
  moments: Moment[];
}

export function createInspectorLog(): InspectorLog {
  /** A session that was set aside for a while is taken up where it was. */
  const logs = new WeakMap<RealtimeSession, Log>();
  let log: Log | undefined;
  let followed: RealtimeSession | undefined;
  let videos: readonly VideoTask[] | undefined;
  /** What happened before there was a conversation. */
  let early: VideoLogEvent[] = [];
  const logOf = (session: RealtimeSession): Log => {
    const known = logs.get(session) ?? { beganAt: Date.now(), count: 0, events: [], moments: [] };
    logs.set(session, known);
    return known;
  };
  const add = (event: Omit<InspectedEvent, 'number' | 'at'>, session: RealtimeSession) => {
    const mine = logOf(session);
    mine.events.push({ number: ++mine.count, at: Date.now() - mine.beganAt, ...event });
    mine.moments.push({ state: session.store.get(), videos });
    // By tenths, so that a busy log is not shifted at every event.
    if (mine.events.length < most * 1.1) return;
    mine.events = mine.events.slice(-most);
    mine.moments = mine.moments.slice(-most);
  };
  const addWire = (event: ClientEvent | ServerEvent, from: 'server' | 'client', session: RealtimeSession) =>
    add({ from, type: event.type === 'unknown' ? event.unknownType : event.type, event: shortened(event) }, session);
  const addVideo = (event: VideoLogEvent) => {
    if (followed === undefined) early = [...early, event].slice(-most);
    else add({ from: 'queue', type: event.type, event }, followed);
  };
  return {
    most,
    recordVideos(element, named) {
      const hear = (event: VideoLogEvent, tasks: readonly VideoTask[]) => {
        videos = tasks;
        addVideo(event);
        element.requestUpdate();
      };
      return new RecordedVideos(element, named, hear);
    },
    get events() {
      return log?.events ?? [];
    },
    stateAfter: (at) => log?.moments[at]?.state,
    videosAfter: (at) => log?.moments[at]?.videos,
    followed(session) {
      log = logOf(session);
      followed = session;
      for (const event of early.splice(0)) addVideo(event);
    },
    event: (event, session) => addWire(event, 'server', session),
    sent: (event, session) => addWire(event, 'client', session),
  };
}

const cutShort = (value: string): string => (value.length > longText ? `${value.slice(0, 60)}\u2026 (${String(value.length)})` : value);

/** Long texts stand in the event itself or in the parts of an item. */
function shortened(event: ClientEvent | ServerEvent): object {
  const item = 'item' in event && isRecord(event.item) && Array.isArray(event.item['content']) ? event.item : undefined;
  const parts: unknown[] = item === undefined ? [] : (item['content'] as unknown[]);
  const isLong = (value: unknown) => typeof value === 'string' && value.length > longText;
  if (!Object.values(event).some(isLong) && !parts.some((part) => isRecord(part) && Object.values(part).some(isLong))) return event;
  const short = shortTexts(event as unknown as Record<string, unknown>);
  return item === undefined
    ? short
    : { ...short, item: { ...item, content: parts.map((part) => (isRecord(part) ? shortTexts(part) : part)) } };
}

const shortTexts = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, typeof value === 'string' ? cutShort(value) : value]));
