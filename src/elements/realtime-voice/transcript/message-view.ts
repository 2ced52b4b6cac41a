// What is said in a message: its parts, each by its kind; what is not known here is named, not shown.
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';

import { reportError } from '../../../core/emitter.js';
import type { ConversationPart, TranscriptEntry } from '../../../core/store/conversation-state.js';
import { fill } from '../../shared/strings.js';
import type { ConversationWords } from '../conversation-words.js';
import { pictureView } from './picture.js';
import { speakersView } from './speakers-view.js';
import { messagePart, type MessageTools } from './message-part.js';

/** Makes safe nodes of HTML that the service sent, or gives none. The page supplies it. */
export type SanitizeHtml = (html: string) => Node | undefined;

export interface MessageView {
  readonly words: ConversationWords;
  readonly tools: MessageTools;
  readonly sanitizeHtml: SanitizeHtml | undefined;
}

export function messageView(line: TranscriptEntry, view: MessageView): unknown {
  const { words } = view;
  if (line.transcription === 'failed') return html`<span class="pale">${words.untranscribed}</span>`;
  const speakers = speakersView(line, words);
  if (speakers !== undefined) return speakers;
  const parts = partsOf(line);
  if (parts.length === 0) return html`<span class="pale">${emptyWords(line, words)}</span>`;
  const unfinished = line.status === 'incomplete' && line.role === 'assistant' && !line.cut;
  return [parts.map((part) => partView(line, part, view)), unfinished ? html`<p class="note">${words.unfinished}</p>` : nothing];
}

type ShownPart = Pick<ConversationPart, 'type' | 'text' | 'format' | 'done'> & {
  readonly imageUrl?: string | undefined;
  /** Where its text stands in the text of the line. */
  readonly start: number;
};

/** The parts that show something. The line's text is theirs, joined by line ends. */
function partsOf(line: TranscriptEntry): readonly ShownPart[] {
  const parts = line.parts ?? [
    { type: line.spoken ? 'audio' : 'text', text: line.text, format: line.format, imageUrl: undefined, done: false },
  ];
  let start = 0;
  const shown: ShownPart[] = [];
  for (const { type, text, format, imageUrl, done } of parts) {
    if (text !== '' || !isWords(type)) shown.push({ type, text, format, imageUrl, done, start });
    if (text !== '') start += text.length + 1;
  }
  return shown;
}

const isWords = (type: string): boolean => type === 'text' || type === 'audio' || type === 'transcript';

function partView(line: TranscriptEntry, part: ShownPart, view: MessageView): unknown {
  const { text, format, start } = part;
  const open = line.status === 'in_progress' && !part.done;
  if (!isWords(part.type)) {
    const name = nameOfPart(part.type, view.words);
    const shown = part.imageUrl === undefined ? html`<p class="other" part="other">${name}</p>` : pictureView(part.imageUrl, name);
    return [shown, text === '' ? nothing : wordsOf(false)];
  }
  if (format === 'html' && !open && view.sanitizeHtml !== undefined) {
    return guard([text, view.sanitizeHtml], () => sanitized(text, view.sanitizeHtml) ?? wordsOf(false));
  }
  // A person's own words are theirs to the letter.
  return wordsOf(format === 'markdown' || (format === undefined && line.role === 'assistant'));

  function wordsOf(markdown: boolean): unknown {
    const heard = line.heardLength === undefined ? undefined : Math.min(Math.max(0, line.heardLength - start), text.length);
    return messagePart({ text, markdown, open, heard, cut: line.cut && heard !== undefined }, view.words, view.tools);
  }
}

function sanitized(source: string, sanitize: SanitizeHtml | undefined): unknown {
  try {
    const node: unknown = sanitize?.(source);
    return node instanceof Node ? html`<div class="html" part="html">${node}</div>` : undefined;
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

function nameOfPart(type: string, words: ConversationWords): string {
  if (type.includes('image')) return words.picture;
  if (type.includes('video')) return words.video;
  return type.includes('file') ? words.file : fill(words.otherPart, { kind: type.slice(0, 40) });
}

function emptyWords(line: TranscriptEntry, words: ConversationWords): string {
  if (line.transcription === 'pending') return `${words.transcribing}\u2026`;
  if (line.silentMs !== undefined) return words.silence;
  return line.status === 'in_progress' ? '\u2026' : line.role === 'user' && line.spoken ? words.spoken : '\u2026';
}
