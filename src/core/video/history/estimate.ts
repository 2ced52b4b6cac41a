// How long a video will take, from one's own history, and what it will cost, from its provider. Promises nothing where nothing is known.
import { chooseEntry, loadProvider } from '../../catalog/choose-provider.js';
import { costIn, isOffered } from '../../catalog/offered-provider.js';
import { ownPriced, type Prices } from '../../catalog/own-prices.js';
import type { ProviderEntry, VideoDraft, VideoEstimate, VideoProvider } from '../../providers/provider.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { differing } from './differing.js';

/**
 * From one's own finished tasks of the same provider, model, length and number of videos; whatever their length and number where none
 * matches. Only the newest count, and none that may have ended long before anybody looked.
 */
export interface TimeEstimate {
  readonly medianMs: number;
  /** Half of them took between these. */
  readonly lowMs: number;
  readonly highMs: number;
  /** How many it rests on. */
  readonly count: number;
}

/** What is known before the click; what is not known is absent. */
export interface VideoEstimates {
  /** What the provider says it costs. */
  readonly cost?: VideoEstimate | undefined;
  readonly time?: TimeEstimate | undefined;
}

/** What makes two videos take alike. `providerId` undefined: of any provider. */
export interface TimedDraft extends Pick<VideoDraft, 'model' | 'duration' | 'n'> {
  readonly providerId?: string | undefined;
}

/** At most this many, the newest: services get faster and slower. */
const window = 20;

/** An end seen this much later than it may have come says nothing, unless that is little beside the whole. */
const unwatched = { ms: 60_000, share: 0.25 };

/** How long a finished task took, from the click to the video. Undefined where its record cannot tell: nobody was watching when it ended. */
export function tookMs({ status, createdAt, endedAt, unwatchedMs = 0 }: VideoTask): number | undefined {
  if (status !== 'succeeded' || endedAt === undefined) return undefined;
  const ms = endedAt - createdAt;
  return ms > 0 && unwatchedMs <= Math.max(unwatched.ms, ms * unwatched.share) ? ms : undefined;
}

/** From tasks of the same provider, model, length and number of videos; whatever their length and number where none matches. `tasks`: newest first. */
export function estimateTime(tasks: readonly VideoTask[], { providerId, model, duration, n = 1 }: TimedDraft): TimeEstimate | undefined {
  const alike: number[] = [];
  const ofModel: number[] = [];
  for (const task of tasks) {
    if (task.model !== model || (providerId !== undefined && task.providerId !== providerId)) continue;
    const ms = tookMs(task);
    if (ms === undefined) continue;
    if (ofModel.length < window) ofModel.push(ms);
    if (task.draft.duration === duration && (task.draft.n ?? 1) === n && alike.push(ms) === window) break;
  }
  return summary(alike) ?? summary(ofModel);
}

function summary(took: readonly number[]): TimeEstimate | undefined {
  if (took.length === 0) return undefined;
  const sorted = took.toSorted((a, b) => a - b);
  return { medianMs: quantile(sorted, 0.5), lowMs: quantile(sorted, 0.25), highMs: quantile(sorted, 0.75), count: sorted.length };
}

/** Between two of them in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place % 1);
}

/** `estimateTime`, worked out once for each kind of video until one comes or goes that counts. */
export function createTimeEstimates(): typeof estimateTime {
  const known = new Map<string, TimeEstimate | undefined>();
  let knownFor: readonly VideoTask[] = [];
  return (tasks, draft) => {
    if (tasks !== knownFor) {
      const { before, after } = differing(knownFor, tasks);
      if ([...before, ...after].some((task) => tookMs(task) !== undefined)) known.clear();
    }
    knownFor = tasks;
    const key = JSON.stringify([draft.providerId, draft.duration, draft.n, draft.model]);
    if (!known.has(key)) known.set(key, estimateTime(tasks, draft));
    return known.get(key);
  };
}

/** What an estimate rests on. */
export interface EstimateSources {
  /** Newest first. */
  readonly tasks: readonly VideoTask[];
  readonly entries: readonly ProviderEntry[];
  readonly offered?: readonly ProviderEntry[] | undefined;
  readonly prices?: Prices | undefined;
}

/** Never rejects: what is not known is left out. */
export async function estimateVideo(draft: VideoDraft, { tasks, entries, offered = [], prices }: EstimateSources): Promise<VideoEstimates> {
  const entry = chooseEntry(draft.model, entries, offered);
  if (entry === undefined) return {};
  return { cost: await estimateCost(draft, entry, prices), time: estimateTime(tasks, { ...draft, providerId: entry.id }) };
}

/** By the page's own prices, those of the service, or the provider. Never rejects; undefined where none is known. */
export async function estimateCost(
  draft: VideoDraft,
  entry: ProviderEntry,
  prices: Prices | undefined,
): Promise<VideoEstimate | undefined> {
  const provider = await loadProvider(entry).catch(() => undefined);
  const priced = ownPriced(prices, draft.model, isOffered(entry) ? entry.offered : { limits: provider?.limits });
  return priced ? costIn(draft, priced) : costOf(draft, provider);
}

/** A provider's own arithmetic may stumble over a draft that is not finished. */
function costOf(draft: VideoDraft, provider: VideoProvider | undefined): VideoEstimate | undefined {
  try {
    const cost = provider?.estimate?.(draft);
    return Number.isFinite(cost?.amount) ? cost : undefined;
  } catch {
    return undefined;
  }
}
