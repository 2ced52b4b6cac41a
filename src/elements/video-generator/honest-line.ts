// What is said of time and cost before the click. Pure; says so where nothing is known.
import type { VideoDraft } from '../../core/providers/provider.js';
import type { TimeEstimate } from '../../core/video/video-queue.js';
import type { Formats } from '../shared/formats.js';
import { fill } from '../shared/strings.js';
import type { ModelInfo } from './draft.js';
import type { VideoWords } from './video-words.js';

export function timeLine(known: TimeEstimate | undefined, words: VideoWords, formats: Formats): string {
  if (known === undefined) return words.estimateNone;
  const [low, high] = [formats.span(known.lowMs), formats.span(known.highMs)];
  const values = { low, high, time: formats.span(known.medianMs), count: formats.number(known.count) };
  if (known.count === 1) return fill(words.estimateTimeOne, values);
  return fill(low === high ? words.estimateTime : words.estimateRange, values);
}

export function costLine(draft: VideoDraft, info: ModelInfo, words: VideoWords, formats: Formats): string {
  const cost = info.estimate?.(draft);
  return cost === undefined ? words.costNone : fill(words.estimateCost, { amount: formats.number(cost.amount), unit: cost.unit });
}
