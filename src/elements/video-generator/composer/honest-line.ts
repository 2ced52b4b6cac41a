// What is said of time and cost before the click. Pure; says so where nothing is known.
import { rateOf } from '../../../core/catalog/offered-provider.js';
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { SpendStatus, TimeEstimate } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import { day, moment, money } from '../../shared/money.js';
import { fill, fillCount } from '../../shared/strings.js';
import type { ModelInfo } from './draft.js';
import type { VideoPanelWords } from './panel-words.js';
import type { VideoWords } from '../video-words.js';

export function timeLine(known: TimeEstimate | undefined, words: VideoPanelWords, formats: Formats): string {
  if (known === undefined) return words.estimateNone;
  const [low, high] = [formats.span(known.lowMs), formats.span(known.highMs)];
  const forms = known.count === 1 || low === high ? words.estimateTime : words.estimateRange;
  return fillCount(forms, known.count, formats, { low, high, time: formats.span(known.medianMs) });
}

/** The price before the click, and what is left to pay it from. */
export function costLine(draft: VideoDraft, info: ModelInfo, spend: SpendStatus | undefined, { words, formats, tag }: CostWords): string {
  const left = spend?.left === undefined ? [] : [fill(words.spendLeft, { amount: money(spend.left, spend.unit, tag) })];
  return [priceText(draft, info, { words, formats, tag }), ...left].join(' \u00b7 ');
}

export interface CostWords {
  readonly words: VideoWords & VideoPanelWords;
  readonly formats: Formats;
  /** Of the language. */
  readonly tag: string;
}

function priceText(draft: VideoDraft, info: ModelInfo, { words, formats, tag }: CostWords): string {
  const cost = info.estimate?.(draft);
  const { price } = info.priced ?? {};
  const amountOf = (amount: number, unit: string) => ({ amount: money(amount, unit, tag), date: day(price?.asOf ?? '', tag) });
  if (cost !== undefined && price !== undefined) return fill(words.priceOf, amountOf(cost.amount, cost.unit));
  if (cost !== undefined)
    return fill(words.estimateCost, { amount: formats.number(cost.amount), unit: info.words?.units?.[cost.unit] ?? cost.unit });
  const perSecond = info.priced && rateOf(draft, info.priced).perSecond;
  if (price === undefined || perSecond === undefined) return words.costNone;
  return fill(words.priceRate, amountOf(perSecond, price.unit));
}

/** Said before the click where the service will refuse it. */
export function spendWarning(
  draft: VideoDraft,
  info: ModelInfo,
  spend: SpendStatus | undefined,
  { words, tag }: CostWords,
): readonly string[] {
  const cost = info.estimate?.(draft);
  if (cost === undefined || spend?.left === undefined || cost.unit !== spend.unit || cost.amount <= spend.left) return [];
  return [fill(words.spendOver, { amount: money(spend.left, spend.unit, tag), when: moment(spend.resetsAt, tag) })];
}
