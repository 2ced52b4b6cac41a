// Two thin bars with a number: how soon the last answer was heard, and what the tightest limit leaves.
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

import type { RateLimitState } from '../../core/store/conversation-state.js';
import type { Formats } from '../shared/formats.js';
import { chevronIcon } from '../shared/icons.js';
import { fill } from '../shared/strings.js';
import type { ConversationWords } from './conversation-words.js';
import type { Turn } from './sheets/turns.js';

export interface GaugesView {
  /** The newest one. */
  readonly turn: Turn | undefined;
  readonly rateLimits: readonly RateLimitState[];
  readonly words: ConversationWords;
  readonly formats: Formats;
  /** Opens the measurements. */
  readonly details: () => void;
}

/** The length of the waiting bar: an answer later than this fills it. */
const slowMs = 1500;
const fewLeft = 0.1;

export function gaugesView(view: GaugesView): TemplateResult | typeof nothing {
  const limit = tightest(view.rateLimits);
  const waited = view.turn?.firstDeltaMs !== undefined;
  if (!waited && limit === undefined) return nothing;
  const { words, details } = view;
  return html`<div class="gauges" part="gauges">
    <dl>${waited ? latencyGauge(view) : nothing}${limit ? limitGauge(limit, view) : nothing}</dl>
    <button
      type="button"
      class="button quiet round flips"
      data-sheet="gauges"
      aria-haspopup="dialog"
      aria-label=${words.details}
      title=${words.details}
      @click=${details}
    >
      ${chevronIcon}
    </button>
  </div>`;
}

function latencyGauge({ turn, words, formats }: GaugesView): TemplateResult {
  const first = turn?.firstDeltaMs ?? 0;
  const heardMs = turn?.heardMs ?? first;
  const label = turn?.heardMs === undefined ? words.answeredAfter : words.heardAfter;
  return gauge(label, formats.milliseconds(heardMs), [first / slowMs, (heardMs - first) / slowMs], 'waited');
}

function limitGauge(limit: RateLimitState, { words, formats }: GaugesView): TemplateResult {
  const ratio = limit.limit > 0 ? limit.remaining / limit.limit : 0;
  const label = fill(words.left, { name: limit.name.replaceAll('_', ' ') });
  return gauge(label, formats.number(limit.remaining), [0, ratio], ratio < fewLeft ? 'few' : '');
}

function gauge(label: string, value: string, shares: readonly [number, number], kind: string): TemplateResult {
  return html`<div class="gauge ${kind}">
    <dt>${label}</dt>
    <dd class="bar" aria-hidden="true" ${ref((bar) => setShares(bar, shares))}></dd>
    <dd class="tabular"><bdi>${value}</bdi></dd>
  </div>`;
}

/** A strict page allows no style attribute: the property is set on the element. */
export function setShares(bar: Element | undefined, shares: readonly [number, number]): void {
  if (!(bar instanceof HTMLElement)) return;
  shares.forEach((share, at) => bar.style.setProperty(`--_share-${at}`, `${Math.round(Math.max(0, Math.min(1, share)) * 1000) / 10}%`));
}

const tightest = (limits: readonly RateLimitState[]): RateLimitState | undefined =>
  limits.reduce<RateLimitState | undefined>(
    (least, limit) => (least === undefined || left(limit) < left(least) ? limit : least),
    undefined,
  );

const left = ({ limit, remaining }: RateLimitState) => (limit > 0 ? remaining / limit : 0);
