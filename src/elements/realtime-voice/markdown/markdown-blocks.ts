// The blocks of a message as they are read: the first of them are final, the others only the end so far.
import type { MarkedToken } from 'marked';

import type { MarkdownBlock, MarkdownPiece } from './markdown-block.js';

/** Where reading goes on, and what it needs to know there. */
export interface Place {
  readonly at: number;
  /** What has to stand before the text so that it is read as the rest of a block that was too long for a window. */
  readonly prefix: string;
  /** True when the next token continues the last block. */
  readonly within: boolean;
  /** Depths of the headings above. */
  readonly headings: readonly number[];
}

const beginning: Place = { at: 0, prefix: '', within: false, headings: [] };

export class MarkdownBlocks {
  readonly all: MarkdownBlock[] = [];
  #place = beginning;
  /** How many are final. The last of those may still get more pieces. */
  #final = 0;
  #lastFinal: MarkdownBlock | undefined;

  /** Where the final ones end. */
  get place(): Place {
    return this.#place;
  }

  restart(): void {
    this.all.length = this.#final = 0;
    this.#lastFinal = undefined;
    this.#place = beginning;
  }

  /** Takes back what was only the end so far. */
  takeBack(): void {
    this.all.length = this.#final;
    if (this.#lastFinal !== undefined) this.all[this.#final - 1] = this.#lastFinal;
  }

  /** What was added so far is final. */
  keep(next: Place): void {
    this.#place = next;
    this.#final = this.all.length;
    this.#lastFinal = this.all.at(-1);
  }

  /** `to`: where the last of the tokens ends, when its own length does not say. Returns where they end. */
  add(tokens: readonly MarkedToken[], text: string, to?: number): Place {
    let { at, within, headings } = this.#place;
    let unread = this.#place.prefix.length;
    for (const [nth, token] of tokens.entries()) {
      const end = nth === tokens.length - 1 && to !== undefined ? to : Math.min(text.length, at + token.raw.length - unread);
      if (token.type === 'heading') headings = [...headings.filter((depth) => depth < token.depth), token.depth];
      this.#put({ token, start: at, source: text.slice(at, end) }, end, { within, level: headings.length });
      at = end;
      unread = 0;
      within = false;
    }
    return { at, prefix: '', within, headings };
  }

  #put(piece: MarkdownPiece, end: number, { within, level }: { readonly within: boolean; readonly level: number }): void {
    const last = this.all.at(-1);
    if (within && last?.pieces.at(-1)?.token.type === piece.token.type)
      this.all[this.all.length - 1] = { ...last, end, pieces: [...last.pieces, piece] };
    else if (isShown(piece.token)) this.all.push({ start: piece.start, end, pieces: [piece], level });
  }
}

const isShown = ({ type }: MarkedToken): boolean => type !== 'space' && type !== 'def';
