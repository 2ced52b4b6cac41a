// What Markdown is read into: blocks, each in as many pieces as fit a window.
import type { MarkedToken } from 'marked';

import type { BodyBlock } from '../transcript/body.js';

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
