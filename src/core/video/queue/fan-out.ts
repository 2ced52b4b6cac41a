// One prompt to several models or with several seeds: what it costs, and the requests. Each is a task of its own, all of one group.
import { randomHex } from '../../../base/hex.js';
import { toVoxreelError, VoxreelError } from '../../errors.js';
import type { VideoDraft } from '../../providers/provider.js';
import type { VideoTask } from '../../store/tasks-state.js';
import type { VideoEstimates } from '../history/estimate.js';
import type { GroupEstimate, SubmitOptions, SubmittedGroup, TaskParentage } from './video-queue.js';

/** How many drafts a group takes. */
export const mostDrafts = 24;

/**
 * One draft for each of these models, each with each of these seeds.
 * @param choices The models and seeds to combine. Empty lists leave the draft's own.
 */
export const fanOut = (
  draft: VideoDraft,
  {
    models = [draft.model],
    seeds = [draft.seed],
  }: { readonly models?: readonly string[]; readonly seeds?: readonly (number | undefined)[] },
): readonly VideoDraft[] => models.flatMap((model) => seeds.map((seed) => ({ ...draft, model, seed })));

function checkedDrafts(drafts: readonly VideoDraft[]): readonly VideoDraft[] {
  if (drafts.length >= 1 && drafts.length <= mostDrafts) return drafts;
  throw new VoxreelError('invalid_input', `A group takes 1 to ${mostDrafts} drafts.`, { param: 'drafts' });
}

/** As `VideoQueue.estimateAll`. */
export async function estimateAll(
  drafts: readonly VideoDraft[],
  estimate: (draft: VideoDraft) => Promise<VideoEstimates>,
): Promise<GroupEstimate> {
  const estimates = await Promise.all(drafts.map(estimate));
  const sums = new Map<string, number>();
  for (const { cost } of estimates) if (cost) sums.set(cost.unit, (sums.get(cost.unit) ?? 0) + cost.amount);
  return {
    count: drafts.reduce((count, { n = 1 }) => count + n, 0),
    costs: [...sums].map(([unit, amount]) => ({ unit, amount })),
    unpriced: estimates.filter(({ cost }) => cost === undefined).length,
    estimates,
  };
}

/** As `VideoQueue.submitAll`. */
export async function submitAll(
  drafts: readonly VideoDraft[],
  options: (SubmitOptions & TaskParentage) | undefined,
  submit: (draft: VideoDraft, options: SubmitOptions & TaskParentage & { readonly groupId: string }) => Promise<VideoTask>,
): Promise<SubmittedGroup> {
  const groupId = randomHex();
  const sent = await Promise.allSettled(checkedDrafts(drafts).map((draft) => submit(draft, { ...options, groupId })));
  const results = sent.map((one) =>
    one.status === 'fulfilled' ? { task: one.value } : { error: toVoxreelError(one.reason, 'invalid_input') },
  );
  return { groupId, results };
}
