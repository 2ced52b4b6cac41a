// The conversation as items for a server that has never heard it: in order, as text, since assistant audio cannot be given back.
import { findItem } from '../../store/conversation-items.js';
import type { ConversationState, TranscriptEntry } from '../../store/conversation-state.js';
import { completeDetails } from '../../store/wire-item.js';
import { transcript } from '../../store/transcript.js';
import type { ItemCreate } from '../events/send-queue.js';

/** The newest that are given back: thousands at once would meet the limits of a gateway in between. */
const mostItems = 500;

/** One event per item that says something. What was cut keeps only what was heard. */
export function replayItems(state: ConversationState): ItemCreate[] {
  const all = transcript(state).flatMap((entry) => {
    const item = itemOf(entry);
    return item === undefined ? [] : [{ type: 'conversation.item.create', item: { id: entry.id, ...item } } satisfies ItemCreate];
  });
  const newest = all.slice(-mostItems);
  // The output of a call that is not given would answer nothing.
  const first = newest.findIndex(({ item }) => item.type !== 'function_call_output');
  return all.length > mostItems ? newest.slice(Math.max(0, first)) : newest;
}

function itemOf(entry: TranscriptEntry): ItemCreate['item'] | undefined {
  const { type, callId } = entry;
  if (type === 'function_call_output' || type === 'function_call') {
    const isUseful = callId !== undefined && (type === 'function_call_output' || isComplete(entry));
    return isUseful ? { type, ...completeDetails(type, entry) } : undefined;
  }
  // What an MCP server did is the service's own, and cannot be given back: the answers tell of it.
  if (type !== 'message') return undefined;
  const text = entry.cut ? entry.text.slice(0, entry.heardLength) : entry.text;
  const content = [...(text.trim() === '' ? [] : [{ type: 'text', text }]), ...picturesOf(entry)];
  if (content.length === 0) return undefined;
  // For a model, everyone who answers the user is the assistant.
  return { type: 'message', role: entry.role === 'person' ? 'assistant' : entry.role, content };
}

const picturesOf = ({ role, parts = [] }: TranscriptEntry) =>
  role !== 'user' ? [] : parts.flatMap(({ imageUrl }) => (imageUrl === undefined ? [] : [{ type: 'image', image_url: imageUrl }]));

const isComplete = (entry: TranscriptEntry): boolean => entry.status === 'completed' || entry.toolStatus !== undefined;

/** Items of a response that the loss of the connection left unfinished. */
export function unfinishedItems(state: ConversationState, responseId: string): readonly string[] {
  return transcript(state)
    .filter((entry) => findItem(state, entry.id)?.responseId === responseId && !isComplete(entry))
    .map(({ id }) => id);
}

/** False when the server began an answer to speech whose words are not known here: it cannot be asked again. */
export function canAskAgain(state: ConversationState, responseId: string): boolean {
  const entries = transcript(state);
  const ours = entries.filter(({ id }) => findItem(state, id)?.responseId === responseId);
  // A half answer of an earlier connection that said nothing may follow what the server has.
  const before = entries.findLast((entry) => !ours.includes(entry) && (entry.role !== 'assistant' || itemOf(entry) !== undefined));
  const done = ours.some(isComplete);
  return !done && before !== undefined && itemOf(before) !== undefined;
}

/** True for an item without words that nothing complete has followed: nobody has answered it. */
export function isUnheard(state: ConversationState, id: string): boolean {
  const entries = transcript(state);
  const at = entries.findIndex((entry) => entry.id === id);
  const item = entries[at];
  return item !== undefined && itemOf(item) === undefined && !entries.slice(at + 1).some(isComplete);
}
