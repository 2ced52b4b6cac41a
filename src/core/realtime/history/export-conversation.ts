// What a page can save of a conversation: its log, its items as JSON, its transcript to read. Nothing secret passes.
import { findItem } from '../../store/conversation-items.js';
import type { ConversationState, TranscriptEntry } from '../../store/conversation-state.js';
import { transcript } from '../../store/transcript.js';
import { partKey } from './compact-log.js';
import type { LoggedEvent } from './logged-event.js';
import type { Scrubber } from '../../../base/scrubber.js';

/** How a conversation is written: events as JSON Lines, the state as JSON, or a text to read. */
export type ExportFormat = 'jsonl' | 'json' | 'markdown';

export interface Writable {
  readonly log: readonly LoggedEvent[];
  readonly state: ConversationState;
  readonly scrubber: Scrubber;
}

const writers: Readonly<Record<ExportFormat, (writable: Writable) => string>> = {
  jsonl: writeLog,
  json: writeJson,
  markdown: writeMarkdown,
};

export const writeConversation = (format: ExportFormat, writable: Writable): string => writers[format](writable);

/** JSON Lines: one event each, `{ at, from, event }`. */
function writeLog({ log, scrubber }: Writable): string {
  return joinedSecrets(log, scrubber)
    .map((logged) => `${JSON.stringify(scrubber.value(logged))}\n`)
    .join('');
}

/** A secret that was spoken or written piece by piece is in no single event: the pieces give way to the full text, scrubbed. */
function joinedSecrets(log: readonly LoggedEvent[], scrubber: Scrubber): readonly LoggedEvent[] {
  const texts = new Map<string, { readonly pieces: LoggedEvent[]; text: string }>();
  for (const logged of log) {
    const { from, event } = logged;
    if (!('delta' in event) || typeof event.delta !== 'string' || !event.type.endsWith('.delta')) continue;
    const key = partKey({ from, event });
    const known = texts.get(key) ?? { pieces: [], text: '' };
    texts.set(key, known);
    known.pieces.push(logged);
    known.text += event.delta;
  }
  const shownAs = new Map<LoggedEvent, string>();
  for (const { pieces, text } of texts.values()) {
    const shown = scrubber.text(text);
    if (shown !== text) for (const [nth, piece] of pieces.entries()) shownAs.set(piece, nth === 0 ? shown : '');
  }
  return log.map((logged) => {
    const delta = shownAs.get(logged);
    return delta === undefined ? logged : { ...logged, event: { ...logged.event, delta } as LoggedEvent['event'] };
  });
}

/** Everything the transcript shows, and what is needed to make the same state again. */
function writeJson({ state, scrubber }: Writable): string {
  const items = transcript(state).map((entry) => {
    const item = findItem(state, entry.id);
    const { parts, heardMs, truncatedAtMs, responseId } = item ?? {};
    return { ...entry, responseId, heardMs, truncatedAtMs, parts };
  });
  return JSON.stringify(scrubber.value({ sessionId: state.sessionId, items, usage: state.usage }), undefined, 2);
}

const speakers: Readonly<Record<string, string>> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'System',
  tool: 'Tool',
  person: 'Person',
};

function writeMarkdown({ state, scrubber }: Writable): string {
  const turns = transcript(state).filter(({ text, type }) => text !== '' || type === 'handover');
  return scrubber.text(turns.map(writeTurn).join('\n'));
}

function writeTurn({ role, type, name, text, cut, heardLength }: TranscriptEntry): string {
  if (type === 'handover') return `*Now speaking: ${name ?? speakers[role] ?? role}*\n`;
  if (type.startsWith('function_call')) return `**${type === 'function_call' ? 'Call' : 'Output'}**\n\n${fenced(text)}\n`;
  const said = cut && heardLength !== undefined ? `${text.slice(0, heardLength)}—` : text;
  return `**${name ?? speakers[role] ?? role}**\n\n${said}\n`;
}

/** A fence longer than any in the text, so that the text cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
