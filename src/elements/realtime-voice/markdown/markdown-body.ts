// Markdown as blocks of tokens, read by `marked` a window at a time: what is final is never read again, however long the message grows.
// Makes no markup: the tokens are shown by markdown-view.ts. Loaded when a message first needs it.
import { Lexer, type Links, type MarkedToken } from 'marked';

import { continues, type Body, type BodyBlock } from '../transcript/body.js';
import { cutToken } from './markdown-cut.js';
import { mendTail } from './markdown-mend.js';
import { blockView } from './markdown-view.js';

/** Characters read at once. Hostile text can cost the square of it. */
const windowChars = 2048;

/** A part of a block: the block itself, or as much of a long one as fits a window. */
export interface MarkdownPiece {
  readonly token: MarkedToken;
  readonly start: number;
  /** Its source, as it stands in the part's text. */
  readonly source: string;
}

export interface MarkdownBlock extends BodyBlock {
  readonly pieces: readonly MarkdownPiece[];
  /** Of a heading: its place in an outline without gaps, from 1. */
  readonly level: number;
}

/** Where reading goes on, and what it needs to know there. */
interface Place {
  at: number;
  /** What has to stand before the text so that it is read as the rest of a block that was too long for a window. */
  prefix: string;
  /** True when the next token continues the last block. */
  within: boolean;
  /** Depths of the headings above. */
  headings: readonly number[];
}

export function createMarkdownBody(): Body {
  let known = '';
  const blocks: MarkdownBlock[] = [];
  const links: Links = {};
  let place: Place = { at: 0, prefix: '', within: false, headings: [] };
  /** The final blocks, and of the last one the final part. */
  let final = 0;
  let whole: MarkdownBlock | undefined;

  const restart = () => {
    blocks.length = final = 0;
    whole = undefined;
    place = { at: 0, prefix: '', within: false, headings: [] };
  };
  /** Takes back what was only the end so far. */
  const takeBack = () => {
    blocks.length = final;
    if (whole !== undefined) blocks[final - 1] = whole;
  };
  const keep = (next: Place) => {
    place = next;
    final = blocks.length;
    whole = blocks.at(-1);
  };
  /** `to`: where the last of the tokens ends, when its own length does not tell. */
  const put = (from: Place, tokens: readonly MarkedToken[], text: string, to?: number): Place => {
    let { at, within, headings } = from;
    let unread = from.prefix.length;
    for (const [nth, token] of tokens.entries()) {
      const end = nth === tokens.length - 1 && to !== undefined ? to : Math.min(text.length, at + token.raw.length - unread);
      const piece = { token, start: at, source: text.slice(at, end) };
      const last = blocks.at(-1);
      if (token.type === 'heading') headings = [...headings.filter((depth) => depth < token.depth), token.depth];
      if (within && last?.pieces.at(-1)?.token.type === token.type) {
        blocks[blocks.length - 1] = { ...last, end, pieces: [...last.pieces, piece] };
      } else if (isShown(token)) {
        blocks.push({ start: at, end, pieces: [piece], level: headings.length });
      }
      at = end;
      unread = 0;
      within = false;
    }
    return { at, prefix: '', within, headings };
  };

  return {
    get blocks() {
      return blocks;
    },
    read(written, open, timeLeft) {
      const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
      if (continues(text, known, open)) takeBack();
      else restart();
      known = text;
      for (;;) {
        const { source, atEnd } = windowAt(text, place.at);
        const tokens = lex(atEnd && open ? mendTail(place.prefix + source) : place.prefix + source, links);
        const last = lastBegun(tokens, place.prefix.length + (atEnd ? source.lastIndexOf('\n') : source.length));
        if (last > 0) keep(put(place, tokens.slice(0, last), text));
        if (atEnd) {
          put(place, tokens.slice(Math.max(0, last)), text, text.length);
          return true;
        }
        if (last <= 0) {
          const cut = cutToken(tokens[0], source, place.prefix);
          const to = place.at + cut.length;
          const next = put(place, lex(place.prefix + source.slice(0, cut.length), links), text, to);
          keep({ ...next, at: to, prefix: cut.prefix, within: true });
        }
        if (!timeLeft()) return false;
      }
    },
    view(block, saying) {
      return isMarkdown(block) ? blockView(block, saying) : undefined;
    },
  };
}

const isMarkdown = (block: BodyBlock): block is MarkdownBlock => 'pieces' in block;
const isShown = ({ type }: MarkedToken): boolean => type !== 'space' && type !== 'def';

/** As much as is read at once: whole lines, unless one is longer than that, or it is the end. */
function windowAt(text: string, at: number): { readonly source: string; readonly atEnd: boolean } {
  if (at + windowChars >= text.length) return { source: text.slice(at), atEnd: true };
  const source = text.slice(at, at + windowChars);
  return { source: source.slice(0, source.lastIndexOf('\n') + 1) || source, atEnd: false };
}

/** The last token that begins before the end of the last whole line: those before it cannot change any more. */
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
