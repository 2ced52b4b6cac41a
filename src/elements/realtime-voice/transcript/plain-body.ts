// Plain text as blocks of complete lines, so that a long message is set, line by line, only where it grows.
import { html } from 'lit';

import { continues, type Body, type BodyBlock, type Saying } from './body.js';
import { saidView } from './said-view.js';

/** A block may end at a line's end from here on, and ends at a space, or anywhere, at the latest. */
const blockChars = 1000;
const longestBlock = 6000;

interface PlainBlock extends BodyBlock {
  readonly text: string;
}

export function createPlainBody(): Body {
  let known = '';
  let blocks: PlainBlock[] = [];
  /** Blocks that do not change any more. */
  let final = 0;
  const put = (start: number, end: number) => blocks.push({ start, end, text: known.slice(start, end).replace(/\n$/, '') });
  return {
    get blocks() {
      return blocks;
    },
    read(text, open, timeLeft) {
      if (!continues(text, known, open)) [blocks, final] = [[], 0];
      known = text;
      blocks.length = final;
      for (;;) {
        const start = blocks.at(-1)?.end ?? 0;
        const end = blockEnd(text, start);
        put(start, end);
        if (end === text.length) return true;
        final = blocks.length;
        if (!timeLeft()) return false;
      }
    },
    view(block, saying) {
      return isPlain(block) ? plainView(block, saying) : undefined;
    },
  };
}

const isPlain = (block: BodyBlock): block is PlainBlock => 'text' in block;

const plainView = ({ text, start }: PlainBlock, saying: Saying): unknown =>
  html`<p class="plain" dir="auto">${saidView(text, start, saying, saying.cutBegins)}</p>`;

function blockEnd(text: string, start: number): number {
  if (text.length - start <= blockChars) return text.length;
  const line = text.indexOf('\n', start + blockChars) + 1;
  if (line > 0 && line - start <= longestBlock) return line;
  if (text.length - start <= longestBlock) return text.length;
  return spaceBefore(text, start + longestBlock);
}

/** Where a text can be parted at or before `end`: at a space, else anywhere but within a character. */
export function spaceBefore(text: string, end: number): number {
  const space = text.lastIndexOf(' ', end - 1) + 1;
  if (space > end - 200) return space;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
