// What is said in one part of a message, cut into blocks so that what grows costs what its last block costs: the contract of plain text and Markdown.
import type { ConversationWords } from '../conversation-words.js';

export interface BodyBlock {
  /** Where its source stands in the text of its part. */
  readonly start: number;
  readonly end: number;
}

/** How the words of a part are shown. */
export interface Saying {
  readonly words: ConversationWords;
  /** Characters that were heard; undefined where nothing is played, or all was heard long ago. */
  readonly heard: number | undefined;
  readonly cut: boolean;
  /** True when the words that were cut off begin in this block. */
  readonly cutBegins: boolean;
}

export interface Body {
  readonly blocks: readonly BodyBlock[];
  /**
   * Takes all of the text of the part, of which more is known than before. `open` while it streams. `timeLeft` is asked between pieces: false
   * is answered when there was no more time, and the same is to be called again.
   */
  read(text: string, open: boolean, timeLeft: () => boolean): boolean;
  /** A block that is the same object is shown the same. */
  view(block: BodyBlock, saying: Saying): unknown;
}

/** True when `text` goes on where `known` ended. While it streams only its end is compared: what came before is not sent twice. */
export function continues(text: string, known: string, open: boolean): boolean {
  if (text.length < known.length) return false;
  if (!open) return text.startsWith(known);
  const from = Math.max(0, known.length - 256);
  return text.startsWith(known.slice(from), from) && text.slice(0, 32) === known.slice(0, 32);
}
