// What a card shows of other videos: the one it was made from, and how many its group has. Follows a list in which little changes at a time.
import { differing } from '../../../core/video/history/differing.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { resultsIn } from '../stage/result.js';

export interface Kin {
  /** Undefined where it has none, or that is gone. */
  readonly parent: VideoTask | undefined;
  /** Of its group, with itself. */
  readonly groupSize: number;
  /** Videos of its group that can be compared. */
  readonly groupResults: number;
}

interface Group {
  readonly size: number;
  readonly results: number;
}

const noGroup: Group = { size: 0, results: 0 };

export type KinOf = (tasks: readonly VideoTask[], task: VideoTask) => Kin;

/** What it continues, was made from or leads to. */
export const parentIdOf = ({ continues, parentId, leadsTo }: VideoTask): string | undefined => continues?.id ?? parentId ?? leadsTo?.id;

export function createKinship(): KinOf {
  let known: readonly VideoTask[] = [];
  const byId = new Map<string, VideoTask>();
  const groups = new Map<string, Group>();
  const count = (task: VideoTask, by: 1 | -1): void => {
    const { groupId } = task;
    if (groupId === undefined) return;
    const { size, results } = groups.get(groupId) ?? noGroup;
    if (size + by === 0) groups.delete(groupId);
    else groups.set(groupId, { size: size + by, results: results + by * resultsIn(task) });
  };
  const follow = (tasks: readonly VideoTask[]): void => {
    const { before, after } = differing(known, tasks);
    known = tasks;
    for (const task of before) {
      byId.delete(task.id);
      count(task, -1);
    }
    for (const task of after) {
      byId.set(task.id, task);
      count(task, 1);
    }
  };
  return (tasks, task) => {
    follow(tasks);
    const parentId = parentIdOf(task);
    const { size, results } = groups.get(task.groupId ?? '') ?? noGroup;
    return { parent: parentId === undefined ? undefined : byId.get(parentId), groupSize: size, groupResults: results };
  };
}
