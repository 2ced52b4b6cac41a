// What is said of time and cost before the click. Pure; says so where nothing is known.
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { TimeEstimate } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import { fill, fillCount } from '../../shared/strings.js';
import type { ModelInfo } from './draft.js';
import type { VideoWords } from '../video-words.js';

export function timeLine(known: TimeEstimate | undefined, words: VideoWords, formats: Formats): string {
  if (known === undefined) return words.estimateNone;
  const [low, high] = [formats.span(known.lowMs), formats.span(known.highMs)];
  const forms = known.count === 1 || low === high ? words.estimateTime : words.estimateRange;
  return fillCount(forms, known.count, formats, { low, high, time: formats.span(known.medianMs) });
}

export function costLine(draft: VideoDraft, info: ModelInfo, words: VideoWords, formats: Formats): string {
  const cost = info.estimate?.(draft);
  return cost === undefined
    ? words.costNone
    : fill(words.estimateCost, { amount: formats.number(cost.amount), unit: info.words?.units?.[cost.unit] ?? cost.unit });
}
