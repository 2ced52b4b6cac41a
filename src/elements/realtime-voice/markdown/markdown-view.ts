// Markdown tokens as templates: every word is text, every address is checked, nothing is loaded.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { MarkedToken, Token, Tokens } from 'marked';

import type { Saying } from '../transcript/body.js';
import { codeView } from './code-view.js';
import type { MarkdownBlock, MarkdownPiece } from './markdown-block.js';
import { inlineView, type Inline } from './markdown-inline.js';

/** Deeper than this, lists and quotations are text. */
const deepest = 12;

/** Outer headings of a message are of this level: the page and its sections have the ones above. */
const topLevel = 3;

export function blockView({ pieces, level }: MarkdownBlock, saying: Saying): unknown {
  const [first] = pieces;
  if (first === undefined) return nothing;
  const { token } = first;
  const each = (show: (piece: MarkdownPiece, inline: Inline, at: number) => unknown) =>
    pieces.map((piece, at) =>
      guard([piece, saying.heard, saying.cut, saying.cutBegins, saying.words], () => show(piece, inlineOf(piece, saying, at), at)),
    );
  switch (token.type) {
    case 'heading':
      return headingView(token, inlineOf(first, saying, 0), level);
    case 'code':
      return codeView(
        token.lang ?? '',
        pieces.map((piece) => (piece.token.type === 'code' ? piece.token.text : '')),
        each(({ token: part }, inline, at) => inline.say(part.type === 'code' ? `${at === 0 ? '' : '\n'}${part.text}` : '')),
        saying.words,
      );
    case 'list':
      return listView(
        token,
        each(({ token: part }, inline) => (part.type === 'list' ? itemViews(part, inline, 0) : nothing)),
      );
    case 'table':
      return tableView(
        token,
        each(({ token: part }, inline) => (part.type === 'table' ? rowViews(part, inline) : nothing)),
        inlineOf(first, saying, 0),
      );
    case 'blockquote':
      return html`<blockquote dir="auto">
        ${each(({ token: part }, inline) => (part.type === 'blockquote' ? tokenViews(part.tokens, inline, 1) : nothing))}
      </blockquote>`;
    case 'hr':
      return html`<hr />`;
    case 'paragraph':
      return html`<p dir="auto">${each(({ token: part }, inline) => inline.all(part.type === 'paragraph' ? part.tokens : [part]))}</p>`;
    default:
      return html`<p dir="auto" class="plain">${each(({ token: part }, inline) => inline.say(part.raw.trimEnd()))}</p>`;
  }
}

const inlineOf = (piece: MarkdownPiece, saying: Saying, at: number): Inline =>
  inlineView(piece, { ...saying, cutBegins: saying.cutBegins && at === 0 });

/** What stands within a list or a quotation. */
function tokenViews(tokens: readonly Token[], inline: Inline, depth: number): unknown {
  // Without extensions there are no other tokens.
  return (tokens as readonly MarkedToken[]).map((token) => tokenView(token, inline, depth));
}

function tokenView(token: MarkedToken, inline: Inline, depth: number): unknown {
  if (depth > deepest) return inline.say(token.raw);
  switch (token.type) {
    case 'space':
    case 'def':
      return nothing;
    case 'heading':
      return headingView(token, inline, 6);
    case 'code':
      return codeView(token.lang ?? '', [token.text], inline.say(token.text), inline.words);
    case 'list':
      return listView(token, itemViews(token, inline, depth));
    case 'table':
      return tableView(token, rowViews(token, inline), inline);
    case 'blockquote':
      return html`<blockquote dir="auto">${tokenViews(token.tokens, inline, depth + 1)}</blockquote>`;
    case 'hr':
      return html`<hr />`;
    case 'paragraph':
      return html`<p dir="auto">${inline.all(token.tokens)}</p>`;
    case 'text':
      return inline.all(token.tokens ?? [token]);
    default:
      return inline.all([token]);
  }
}

/** The levels of the page's own outline are not ours to use: a heading here is one within the conversation. */
const headingView = (token: Tokens.Heading, inline: Inline, level: number): TemplateResult =>
  html`<p class="heading" role="heading" aria-level=${Math.min(6, topLevel - 1 + level)} data-depth=${token.depth} dir="auto">
    ${inline.all(token.tokens)}
  </p>`;

const listView = (token: Tokens.List, items: unknown): TemplateResult =>
  token.ordered
    ? html`<ol start=${token.start === '' ? 1 : token.start} dir="auto">
        ${items}
      </ol>`
    : html`<ul dir="auto">
        ${items}
      </ul>`;

const itemViews = (token: Tokens.List, inline: Inline, depth: number): unknown =>
  token.items.map((item) => html`<li class=${item.task ? 'task' : nothing}>${tokenViews(item.tokens, inline, depth + 1)}</li>`);

function tableView(token: Tokens.Table, bodies: unknown, inline: Inline): TemplateResult {
  return html`<div class="table" role="group" tabindex="0" aria-label=${inline.words.table}>
    <table dir="auto">
      <thead>
        <tr>
          ${token.header.map((cell) => html`<th scope="col" class=${cell.align ?? nothing}>${inline.all(cell.tokens)}</th>`)}
        </tr>
      </thead>
      ${bodies}
    </table>
  </div>`;
}

const rowViews = (token: Tokens.Table, inline: Inline): TemplateResult =>
  html`<tbody>
    ${token.rows.map(
      (row) =>
        html`<tr>
          ${row.map((cell) => html`<td class=${cell.align ?? nothing}>${inline.all(cell.tokens)}</td>`)}
        </tr>`,
    )}
  </tbody>`;
