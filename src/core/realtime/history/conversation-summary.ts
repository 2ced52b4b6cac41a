// What a list shows of a kept conversation.
import { isRecord } from '../../../base/is-record.js';
import type { SaidLine } from '../../store/conversation-state.js';
import type { FoundConversation } from './stored-conversation.js';

/** A kept conversation as a list shows it. */
export interface ConversationSummary {
  readonly id: string;
  /** Given by a person, else its first words; empty where nobody said anything in words. */
  readonly title: string;
  /** Milliseconds since 1970, of the last thing that was said. */
  readonly changedAt: number;
  /** Milliseconds, of all its sittings; undefined for one that an earlier version kept. */
  readonly durationMs: number | undefined;
  /** Of both sides. */
  readonly messages: number;
}

const longestTitle = 60;

export function summaryOf(found: FoundConversation): ConversationSummary {
  const { id, changedAt = found.savedAt, durationMs } = found;
  return { id, title: titleOf(found), changedAt, durationMs, messages: messagesOf(found).length };
}

/** Given by a person, else its first words. */
export function titleOf(found: Titled): string {
  const said = messagesOf(found);
  const first = said.find(({ role, text }) => role === 'user' && text !== '') ?? said.find(({ text }) => text !== '');
  return found.title ?? firstWords(first?.text ?? '');
}

/** True when every word of `search` is somewhere in the title or in what was said. */
export function isAbout(found: FoundConversation, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = [found.title ?? '', ...messagesOf(found).map((message) => message.text)].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** What both sides said in words, in order. */
export const linesOf = (found: FoundConversation): readonly SaidLine[] =>
  messagesOf(found).flatMap(({ role, text }) => ((role === 'user' || role === 'assistant') && text !== '' ? [{ role, text }] : []));

interface Titled {
  readonly title?: string | undefined;
  readonly events: readonly object[];
}

interface Said {
  readonly role: unknown;
  readonly text: string;
}

function messagesOf({ events }: Pick<Titled, 'events'>): readonly Said[] {
  return events.flatMap((event) => {
    const item: unknown = 'item' in event ? event.item : undefined;
    if (!isRecord(item) || (item['type'] ?? 'message') !== 'message') return [];
    const parts: readonly unknown[] = Array.isArray(item['content']) ? item['content'] : [];
    return [{ role: item['role'], text: parts.map(textOf).join(' ').trim() }];
  });
}

function textOf(part: unknown): string {
  const text = isRecord(part) ? part['text'] || part['transcript'] : '';
  return typeof text === 'string' ? text : '';
}

/** Up to the end of a word, where there is one. */
export function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longestTitle) return line;
  const cut = line.slice(0, longestTitle);
  return `${/\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : cut}\u2026`;
}
