// What one is asked before a video is made by voice: what it will show, and what it costs. A node with a shadow tree of its own.
import { adoptStyles, css, html, nothing, render } from 'lit';

import type { VideoOrder } from '../../../core/video-tools/video-order.js';
import type { VideoEstimates } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import { money } from '../../shared/money.js';
import type { Language } from '../../shared/strings.js';
import { tokens } from '../../shared/tokens.styles.js';
import { timeLine } from '../composer/honest-line.js';
import type { VideoPanelWords } from '../composer/panel-words.js';
import type { VideoGalleryWords } from '../gallery/gallery-words.js';
import type { VideoWords } from '../video-words.js';

const styles = css`
  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .title {
    color: var(--_ink-2);
    font-size: var(--_size-small);
  }
  .price {
    color: var(--_ink-2);
    font-size: var(--_size-small);
    font-variant-numeric: tabular-nums;
  }
`;

export interface OrderWords {
  readonly words: VideoWords & VideoPanelWords & VideoGalleryWords;
  readonly formats: Formats;
  readonly language: Language;
}

const titleOf = { make_video: 'orderMake', vary_video: 'orderVary', continue_video: 'orderContinue', revise_video: 'orderRevise' } as const;

/** `estimates`: undefined until they are known. */
export function showOrder(card: HTMLElement, { name, draft }: VideoOrder, estimates: VideoEstimates | undefined, said: OrderWords): void {
  const { words, formats, language } = said;
  const title = words[titleOf[name]];
  const { duration, n, width, height } = draft;
  const facts = [
    draft.model,
    duration === undefined ? '' : formats.seconds(duration),
    width === undefined || height === undefined ? '' : `${formats.number(width)}\u2009\u00d7\u2009${formats.number(height)}`,
    n === undefined || n === 1 ? '' : `${formats.number(n)}\u00d7`,
  ].filter((fact) => fact !== '');
  const { cost, time } = estimates ?? {};
  const price = [cost === undefined ? words.costNone : money(cost.amount, cost.unit, language.tag), timeLine(time, words, formats)];
  // Read to those who do not see it, as soon as the price is there.
  card.setAttribute('role', 'group');
  card.setAttribute('aria-label', [title, draft.prompt, ...facts, ...(estimates === undefined ? [] : price)].join('. '));
  let root = card.shadowRoot;
  if (root === null) adoptStyles((root = card.attachShadow({ mode: 'open' })), [tokens, styles]);
  render(
    html`<div lang=${language.tag} dir=${language.direction}>
      <p class="title">${title}</p>
      <p dir="auto">${draft.prompt}</p>
      <p class="price">${facts.map((fact, at) => [at === 0 ? '' : ' \u00b7 ', html`<bdi>${fact}</bdi>`])}</p>
      ${estimates === undefined ? nothing : html`<p class="price">${price.join(' \u00b7 ')}</p>`}
    </div>`,
    root,
  );
}
