// The items of one conversation in their order, and what they hold.
import type { Item } from '../../protocol/index.js';
import { createId } from './identifier.js';
import type { Refusal } from './refusal.js';

export interface StoredPart {
  readonly type: 'text' | 'audio' | 'image';
  text: string;
  /** Of a picture: its data URL. */
  readonly imageUrl?: string;
  /** Of sound: the words in it, where this service has been given a way to recognize them. */
  words?: string;
  /** Samples at the engine's rate: what a user said. Dropped when the conversation has grown long. */
  samples?: Int16Array;
  /** Milliseconds of sound made or received so far. */
  audioMs: number;
}

export interface StoredItem {
  readonly id: string;
  readonly type: 'message' | 'function_call' | 'function_call_output';
  readonly role?: 'user' | 'assistant' | 'system';
  status: 'in_progress' | 'completed' | 'incomplete';
  readonly parts: StoredPart[];
  readonly callId?: string;
  readonly name?: string;
  arguments?: string;
  readonly output?: string;
  /** While its words are being recognized. Never rejects. */
  recognizing?: Promise<void>;
}

export interface Conversation {
  readonly id: string;
  readonly items: readonly StoredItem[];
  find(id: string): StoredItem | undefined;
  /** Puts `item` after `previousId` (`undefined`: last, `null`: first) and tells the id of the item before it. */
  insert(item: StoredItem, previousId?: string | null): string | null;
  remove(item: StoredItem): void;
}

/** Recordings kept for playing back: older ones keep their length only. */
const keptRecordings = 4;

export function createConversation(): Conversation {
  const items: StoredItem[] = [];
  return {
    id: createId('conv'),
    items,
    find: (id) => items.find((item) => item.id === id),
    insert(item, previousId) {
      const at = previousId === null ? 0 : previousId === undefined ? items.length : items.findIndex(({ id }) => id === previousId) + 1;
      items.splice(at, 0, item);
      forgetOldRecordings(items);
      return items[at - 1]?.id ?? null;
    },
    remove: (item) => void items.splice(items.indexOf(item), 1),
  };
}

function forgetOldRecordings(items: readonly StoredItem[]): void {
  const recorded = items.flatMap((item) => item.parts).filter((part) => part.samples !== undefined);
  for (const part of recorded.slice(0, -keptRecordings)) delete part.samples;
}

/** Decodes the base64 audio of a part in the session's input format; undefined when it cannot. */
export type DecodePart = (audio: string) => Int16Array | undefined;

/** The item of `conversation.item.create`, or why it cannot be. */
export function storedItem(item: Item, decode: DecodePart): StoredItem | Refusal {
  const id = item.id ?? createId('item');
  if (item.type === 'function_call') return storedCall(id, item);
  if (item.type === 'function_call_output') return storedOutput(id, item);
  if (item.type !== undefined && item.type !== 'message') return wrong('item.type', `"${item.type}" is no item type.`);
  const role = (['user', 'assistant', 'system'] as const).find((word) => word === item.role);
  if (role === undefined) return wrong('item.role', 'A message has the role user, assistant or system.');
  const parts: StoredPart[] = [];
  for (const [i, part] of (item.content ?? []).entries()) {
    const at = `item.content[${i}]`;
    const type = part.type ?? 'text';
    if (type === 'text' || type === 'transcript') parts.push({ type: 'text', text: part.text ?? part.transcript ?? '', audioMs: 0 });
    else if (type === 'image' && role === 'user') parts.push({ type: 'image', text: '', audioMs: 0, imageUrl: part.image_url ?? '' });
    else if (type !== 'audio') return wrong(`${at}.type`, `"${type}" is no content part type.`);
    else if (role !== 'user') return wrong(`${at}.type`, `Audio of the ${role} cannot be created: send its text.`);
    else {
      const samples = decode(part.audio ?? '');
      if (samples === undefined) return wrong(`${at}.audio`, 'The audio is no Base64 of the input audio format.');
      parts.push({ type: 'audio', text: part.transcript ?? '', samples, audioMs: samples.length / 24 });
    }
  }
  if (parts.length === 0) return wrong('item.content', 'A message needs content.');
  return { id, type: 'message', role, status: itemStatus(item), parts };
}

function storedCall(id: string, item: Item): StoredItem | Refusal {
  if (item.name === undefined || item.name === '') return wrong('item.name', 'A function call needs a name.');
  return {
    id,
    type: 'function_call',
    status: itemStatus(item),
    parts: [],
    callId: item.call_id ?? createId('call'),
    name: item.name,
    arguments: item.arguments ?? '{}',
  };
}

function storedOutput(id: string, item: Item): StoredItem | Refusal {
  if (item.call_id === undefined || item.call_id === '')
    return wrong('item.call_id', 'A function call output needs the call_id it answers.');
  return { id, type: 'function_call_output', status: itemStatus(item), parts: [], callId: item.call_id, output: item.output ?? '' };
}

const itemStatus = (item: Item): StoredItem['status'] => (item.status === 'incomplete' ? 'incomplete' : 'completed');

const wrong = (param: string, message: string): Refusal => ({ code: 'invalid_item', message, param });

/** The item of the documents. Audio is never sent back inside it. */
export function wireItem(item: StoredItem): Record<string, unknown> {
  const base = { id: item.id, object: 'realtime.item', type: item.type, status: item.status };
  if (item.type === 'function_call') return { ...base, call_id: item.callId, name: item.name, arguments: item.arguments };
  if (item.type === 'function_call_output') return { ...base, call_id: item.callId, output: item.output };
  return { ...base, role: item.role, content: item.parts.map(wirePart) };
}

export function wirePart(part: StoredPart): Record<string, unknown> {
  if (part.type === 'image') return { type: 'image', image_url: part.imageUrl };
  return part.type === 'text' ? { type: 'text', text: part.text } : { type: 'audio', transcript: part.text === '' ? null : part.text };
}
