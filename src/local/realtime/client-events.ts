// What each of the nine client events does. The engine reports what it refuses.
import type { DocumentedClientEvent } from '../../protocol/index.js';
import { isRefusal, invalidEvent } from './refusal.js';
import type { Refusal } from './refusal.js';
import { storedItem, wireItem } from './conversation.js';
import type { Conversation } from './conversation.js';
import type { InputDecoder } from './input-decoder.js';
import type { Responder } from './responder.js';
import type { SessionState } from './session-state.js';
import type { VoiceInput } from './voice-input.js';

/** What the handlers of client events work with. */
export interface Room {
  readonly session: SessionState;
  readonly conversation: Conversation;
  readonly responder: Responder;
  readonly input: VoiceInput;
  readonly decoder: InputDecoder;
  /** By the client's word. False when there is no answer to end. */
  cancel(): boolean;
  emit(type: string, fields: Record<string, unknown>): void;
  commit(itemId?: string): void;
}

/** Less than this is no utterance. */
const leastCommitMs = 100;
/** Bytes of Base64 in one append. */
const longestAppend = 15 * 1024 * 1024;

type Handlers = {
  [T in DocumentedClientEvent['type']]: (room: Room, event: Extract<DocumentedClientEvent, { type: T }>) => Refusal | undefined;
};

const handlers: Handlers = {
  'session.update'({ session, emit }, event) {
    const refusal = session.update(event.session ?? event);
    if (refusal === undefined) emit('session.updated', { session: session.object() });
    return refusal;
  },
  'input_audio_buffer.append'({ input, decoder }, event) {
    if (event.audio.length > longestAppend) return invalidEvent('One append carries at most 15 MiB.', 'audio');
    const samples = decoder.push(event.audio);
    if (samples === undefined) return invalidEvent('The audio is no Base64 of the input audio format.', 'audio');
    input.append(samples);
    return undefined;
  },
  'input_audio_buffer.commit'(room) {
    const ms = room.input.durationMs;
    if (ms >= leastCommitMs) {
      room.commit();
      return undefined;
    }
    const message = `The buffer holds ${ms.toFixed(0)} ms of audio; at least ${leastCommitMs} ms are needed.`;
    return { code: 'input_audio_buffer_commit_empty', message };
  },
  'input_audio_buffer.clear'({ input, emit }) {
    input.clear();
    emit('input_audio_buffer.cleared', {});
    return undefined;
  },
  'conversation.item.create'({ conversation, decoder, emit }, event) {
    const after = event.previous_item_id === 'root' ? null : (event.previous_item_id ?? undefined);
    if (typeof after === 'string' && conversation.find(after) === undefined) return notFound(after, 'previous_item_id');
    const item = storedItem(event.item, decoder.decode);
    if (isRefusal(item)) return item;
    if (conversation.find(item.id) !== undefined)
      return { code: 'item_already_exists', message: `There is an item ${item.id} already.`, param: 'item.id' };
    const previous = conversation.insert(item, after);
    emit('conversation.item.created', { previous_item_id: previous, item: wireItem(item) });
    return undefined;
  },
  'conversation.item.truncate': truncate,
  'conversation.item.delete'({ conversation, responder, emit }, event) {
    const item = conversation.find(event.item_id);
    if (item === undefined) return notFound(event.item_id, 'item_id');
    if (responder.openItemId === item.id) responder.cancel('client_cancelled');
    conversation.remove(item);
    emit('conversation.item.deleted', { item_id: item.id });
    return undefined;
  },
  'response.create': ({ responder }, event) => responder.create(event.response),
  'response.cancel'({ cancel }) {
    if (cancel()) return undefined;
    return { code: 'response_cancel_not_active', message: 'There is no response to cancel.' };
  },
};

/** Carries `event` out, or tells why not. */
export function handle(room: Room, event: DocumentedClientEvent): Refusal | undefined {
  const handler = handlers[event.type] as (room: Room, event: DocumentedClientEvent) => Refusal | undefined;
  return handler(room, event);
}

function truncate(
  { conversation, responder, emit }: Room,
  event: Extract<DocumentedClientEvent, { type: 'conversation.item.truncate' }>,
): Refusal | undefined {
  const item = conversation.find(event.item_id);
  if (item === undefined) return notFound(event.item_id, 'item_id');
  const part = item.parts[event.content_index];
  const cannot = (param: string, message: string): Refusal => ({ code: 'invalid_truncation', message, param });
  if (item.role !== 'assistant') return cannot('item_id', 'Only audio of the assistant can be truncated.');
  if (part?.type !== 'audio') return cannot('content_index', `Item ${item.id} has no audio at ${event.content_index}.`);
  if (event.audio_end_ms === 0) return cannot('audio_end_ms', 'Nothing would be left: delete the item instead.');
  if (event.audio_end_ms > Math.ceil(part.audioMs)) return cannot('audio_end_ms', `The item holds ${Math.ceil(part.audioMs)} ms of audio.`);
  // What is still being said cannot be cut without ending it.
  if (responder.openItemId === item.id) responder.cancel('client_cancelled');
  part.audioMs = event.audio_end_ms;
  part.text = '';
  emit('conversation.item.truncated', { item_id: item.id, content_index: event.content_index, audio_end_ms: event.audio_end_ms });
  return undefined;
}

export const notFound = (id: string, param: string): Refusal => ({ code: 'item_not_found', message: `There is no item ${id}.`, param });
