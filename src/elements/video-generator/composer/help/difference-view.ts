// What of a text was removed and added, as it is read and as it is heard. A pure template.
import { html, type TemplateResult } from 'lit';

import type { VideoHelpWords } from './help-words.js';
import type { TextPart } from './text-difference.js';

type DifferenceWords = Pick<VideoHelpWords, 'removed' | 'added'>;

export const differenceView = (difference: readonly TextPart[], words: DifferenceWords): readonly (TemplateResult | string)[] =>
  difference.map((part) => partView(part, words));

/** Screen readers do not say what `del` and `ins` are. */
function partView({ kind, text }: TextPart, { removed, added }: DifferenceWords): TemplateResult | string {
  if (kind === 'kept') return text;
  const [before, after] = [/^\s*/.exec(text)?.[0] ?? '', /\s*$/.exec(text.trimStart())?.[0] ?? ''];
  const said = html`<span class="visually-hidden">${kind === 'removed' ? removed : added} </span>`;
  const word = text.trim() === '' ? text : text.trim();
  return kind === 'removed' ? html`${before}<del>${said}${word}</del>${after}` : html`${before}<ins>${said}${word}</ins>${after}`;
}
