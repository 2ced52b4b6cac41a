// Markdown as blocks of tokens, read by `marked` a window at a time: what is final is never read again, however long the message grows.
// Makes no markup: the tokens are shown by markdown-view.ts. Loaded when a message first needs it.
import { Lexer, type Links, type MarkedToken } from 'marked';

import { continues, type Body, type BodyBlock } from '../transcript/body.js';
import type { MarkdownBlock } from './markdown-block.js';
import { MarkdownBlocks } from './markdown-blocks.js';
import { cutToken } from './markdown-cut.js';
import { closeTail } from './markdown-tail.js';
import { blockView } from './markdown-view.js';

/** Characters read at once. Hostile text can cost the square of it. */
const windowChars = 2048;

export function createMarkdownBody(): Body {
  let known = '';
  const blocks = new MarkdownBlocks();
  const links: Links = {};

  /** One window. True at the end of the text. */
  const readWindow = (text: string, open: boolean): boolean => {
    const { place } = blocks;
    const { source, atEnd } = windowAt(text, place.at);
    const tokens = lex(atEnd && open ? closeTail(place.prefix + source) : place.prefix + source, links);
    const last = lastBegun(tokens, place.prefix.length + (atEnd ? source.lastIndexOf('\n') : source.length));
    if (last > 0) blocks.keep(blocks.add(tokens.slice(0, last), text));
    if (atEnd) blocks.add(tokens.slice(Math.max(0, last)), text, text.length);
    else if (last <= 0) {
      const cut = cutToken(tokens[0], source, place.prefix);
      const to = place.at + cut.length;
      const next = blocks.add(lex(place.prefix + source.slice(0, cut.length), links), text, to);
      blocks.keep({ ...next, at: to, prefix: cut.prefix, within: true });
    }
    return atEnd;
  };

  return {
    get blocks() {
      return blocks.all;
    },
    read(written, open, timeLeft) {
      const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
      if (continues(text, known, open)) blocks.takeBack();
      else blocks.restart();
      known = text;
      for (;;) {
        if (readWindow(text, open)) return true;
        if (!timeLeft()) return false;
      }
    },
    view(block, saying) {
      return isMarkdown(block) ? blockView(block, saying) : undefined;
    },
  };
}

const isMarkdown = (block: BodyBlock): block is MarkdownBlock => 'pieces' in block;

/** As much as is read at once: complete lines, unless one is longer than that, or it is the end. */
function windowAt(text: string, at: number): { readonly source: string; readonly atEnd: boolean } {
  if (at + windowChars >= text.length) return { source: text.slice(at), atEnd: true };
  const source = text.slice(at, at + windowChars);
  return { source: source.slice(0, source.lastIndexOf('\n') + 1) || source, atEnd: false };
}

/** The last token that begins before the end of the last complete line: those before it cannot change any more. */
function lastBegun(tokens: readonly MarkedToken[], lineEnd: number): number {
  let start = 0;
  let last = -1;
  for (const [nth, { type, raw }] of tokens.entries()) {
    if (start > lineEnd) break;
    if (type !== 'space') last = nth;
    start += raw.length;
  }
  return last;
}

/** Nesting so deep, or marks so many, that they cannot be meant are text: they would take long to make sense of. */
const tooDeep = /^(?: {0,3}(?:>|[-*+]|\d{1,9}[.)]) ?){24}/m;
const tooMany = 320;

function lex(source: string, links: Links): MarkedToken[] {
  if (tooDeep.test(source) || (source.match(/[*_~[<`\\]/g)?.length ?? 0) > tooMany) return asText(source);
  try {
    const lexer = new Lexer({ gfm: true, breaks: true });
    Object.assign(lexer.tokens.links, links);
    // Without extensions there are no other tokens.
    const tokens = lexer.lex(source) as MarkedToken[];
    Object.assign(links, lexer.tokens.links);
    return tokens;
  } catch {
    return asText(source);
  }
}

const asText = (raw: string): MarkedToken[] => [{ type: 'paragraph', raw, text: raw, tokens: [{ type: 'text', raw, text: raw }] }];
