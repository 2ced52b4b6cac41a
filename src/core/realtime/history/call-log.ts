// The event log of a session, bounded and without audio. Folding its server and page lines gives the conversation. Writes no file format.
import type { ClientEvent } from '../../dialects/dialect.js';
import { isRecord } from '../../../base/is-record.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import { compactLog } from './compact-log.js';
import { writeConversation } from './export-conversation.js';
import type { ExportFormat } from '../session/session-options.js';
import { createScrubber } from '../../../base/scrubber.js';

export interface LoggedEvent {
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly from: 'server' | 'client' | 'page';
  readonly event: ConversationEvent | ClientEvent;
}

export interface Recorder {
  add(from: LoggedEvent['from'], event: LoggedEvent['event']): void;
  /** Never to appear in an export. */
  secret(value: string): void;
  export(format: ExportFormat, state: ConversationState): string;
}

/** Lines after which the older half is made compact; beyond `mostLines` of compact ones the oldest are lost. */
const compactAt = 10_000;
const mostLines = 40_000;

export function createRecorder(now: () => number = Date.now): Recorder {
  const began = now();
  const scrubber = createScrubber();
  /** Compact already. */
  let past: LoggedEvent[] = [];
  let recent: LoggedEvent[] = [];
  const compact = () => {
    const half = recent.length / 2;
    past = [...past, ...compactLog(recent.slice(0, half))].slice(-mostLines);
    recent = recent.slice(half);
  };
  return {
    add(from, event) {
      recent.push({ at: now() - began, from, event: withoutAudio(event) });
      if (recent.length >= compactAt) compact();
    },
    secret: scrubber.secret,
    export: (format, state) => writeConversation(format, { log: [...past, ...recent], state, scrubber }),
  };
}

/** The length stays: it tells how much was said and heard. */
function withoutAudio(event: LoggedEvent['event']): LoggedEvent['event'] {
  if (event.type === 'response.audio.delta') return { ...event, delta: '', delta_length: lengthOf(event) };
  if (event.type === 'input_audio_buffer.append') return { ...event, audio: '', audio_length: event.audio.length };
  if (event.type === 'conversation.item.create') return { ...event, item: silentItem(event.item) };
  if (event.type === 'conversation.item.created' && isRecord(event.item)) return { ...event, item: silentItem(event.item) };
  return event;
}

/** A replayed record has a length only. */
const lengthOf = ({ delta, delta_length: length }: Extract<ConversationEvent, { type: 'response.audio.delta' }>): number =>
  typeof delta === 'string' && delta !== '' ? delta.length : typeof length === 'number' ? length : 0;

type WireItem = Extract<ClientEvent, { type: 'conversation.item.create' }>['item'];

function silentItem(item: WireItem): WireItem {
  if (!Array.isArray(item.content) || !item.content.some((part) => typeof part?.audio === 'string')) return item;
  return { ...item, content: item.content.map((part) => (typeof part?.audio === 'string' ? { ...part, audio: '' } : part)) };
}
