// One event of a call's log, without its audio.
import { isRecord } from '../../../base/is-record.js';
import type { ClientEvent } from '../../dialects/dialect.js';
import type { ConversationEvent } from '../../store/conversation-state.js';

export interface LoggedEvent {
  /** Milliseconds since the log began. */
  readonly at: number;
  readonly from: 'server' | 'client' | 'page';
  readonly event: ConversationEvent | ClientEvent;
}

/** The length stays: how much was said and heard is seen from it. */
export function withoutAudio(event: LoggedEvent['event']): LoggedEvent['event'] {
  if (event.type === 'response.audio.delta') return { ...event, delta: '', delta_length: lengthOf(event) };
  if (event.type === 'input_audio_buffer.append') return { ...event, audio: '', audio_length: event.audio.length };
  if (event.type === 'conversation.item.create') return { ...event, item: silentItem(event.item) };
  if ((event.type === 'conversation.item.created' || event.type === 'conversation.item.retrieved') && isRecord(event.item))
    return { ...event, item: silentItem(event.item) };
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
