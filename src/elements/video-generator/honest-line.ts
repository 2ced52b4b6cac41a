// What is said of time and cost before the click. Pure; says so where nothing is known.
import type { VideoDraft } from '../../core/providers/provider.js';
import type { Formats } from '../shared/formats.js';
import { fill } from '../shared/strings.js';
import type { ModelInfo } from './draft.js';
import type { TimeEstimate } from './time-estimate.js';
import type { VideoWords } from './video-words.js';

export function timeLine(known: TimeEstimate | undefined, words: VideoWords, formats: Formats): string {
  if (known === undefined) return words.estimateNone;
  const values = { time: formats.span(known.medianMs), count: formats.number(known.count) };
  return fill(known.count === 1 ? words.estimateTimeOne : words.estimateTime, values);
}

export function costLine(draft: VideoDraft, info: ModelInfo, words: VideoWords, formats: Formats): string {
  const cost = info.estimate?.(draft);
  return cost === undefined ? words.costNone : fill(words.estimateCost, { amount: formats.number(cost.amount), unit: cost.unit });
}
