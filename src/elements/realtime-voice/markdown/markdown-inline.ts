// What stands within a line of Markdown: words with emphasis, code and links. Keeps account of where each word stands in the source, so that it lights up in its turn.
import { html, nothing, type TemplateResult } from 'lit';
import type { MarkedToken, Token } from 'marked';

import type { Saying } from '../transcript/body.js';
import type { ConversationWords } from '../conversation-words.js';
import { linkView } from './link-view.js';
import type { MarkdownPiece } from './markdown-block.js';
import { readReferences } from './references.js';
import { saidView } from '../transcript/said-view.js';

export interface Inline {
  readonly words: ConversationWords;
  /** Words as they are. */
  say(text: string): unknown;
  all(tokens: readonly Token[]): unknown;
}

/** Deeper than this, emphasis within emphasis is text. */
const deepest = 16;

/** For one pass over the tokens of a piece, in their order. */
export function inlineView({ source, start }: MarkdownPiece, saying: Saying): Inline {
  let read = 0;
  let begun = !saying.cutBegins;
  let depth = 0;

  const say = (text: string, raw = text): unknown => {
    if (saying.heard === undefined) return saidView(text, 0, saying, false);
    // Marks stand between the words, and indented lines are joined: each word is found after the one before.
    const found = source.indexOf(raw, read);
    const at = found < 0 ? read : found;
    read = at + raw.length;
    const begins = !begun && start + at + raw.length > saying.heard;
    begun ||= begins;
    return saidView(text, start + at, saying, begins);
  };
  const within = (tokens: readonly Token[] | undefined, raw: string): unknown => {
    if (tokens === undefined || depth > deepest) return say(raw);
    depth += 1;
    const views = all(tokens);
    depth -= 1;
    return views;
  };
  // Without extensions there are no other tokens.
  const all = (tokens: readonly Token[]): unknown => (tokens as readonly MarkedToken[]).map(one);
  const one = (token: MarkedToken): unknown => {
    switch (token.type) {
      case 'strong':
        return html`<strong>${within(token.tokens, token.raw)}</strong>`;
      case 'em':
        return html`<em>${within(token.tokens, token.raw)}</em>`;
      case 'del':
        return html`<del>${within(token.tokens, token.raw)}</del>`;
      case 'codespan':
        return html`<code dir="ltr">${say(token.text)}</code>`;
      case 'br':
        return html`<br />`;
      case 'link':
        return linkView(token.href, within(token.tokens, token.raw), token.text);
      case 'image': {
        const { picture } = saying.words;
        return linkView(token.href, say(token.text === '' ? picture : token.text, token.text), token.text, picture);
      }
      case 'checkbox':
        return checkboxView(token.checked, saying.words);
      case 'escape':
        return say(token.text);
      case 'text':
        return token.tokens === undefined ? say(readReferences(token.text), token.raw) : within(token.tokens, token.raw);
      default:
        return say(token.raw);
    }
  };
  return { words: saying.words, say: (text) => say(text), all };
}

const checkboxView = (checked: boolean, words: ConversationWords): TemplateResult =>
  html`<span
    class="check"
    role="img"
    data-checked=${checked ? '' : nothing}
    aria-label=${checked ? words.checked : words.unchecked}
  ></span>`;
