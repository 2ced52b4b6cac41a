// What a card shows of its parent and its group follows the list, whatever changes in it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { VideoTask } from '../../../src/core/store/tasks-state.js';
import { createKinship } from '../../../src/elements/video-generator/gallery/kinship.js';
import { finishedTask } from '../core/video/finished-task.js';
import { seeded } from '../seeded.js';

/** The same, looked for in the whole list. */
function found(tasks: readonly VideoTask[], { groupId, continues, parentId, leadsTo }: VideoTask) {
  const group = tasks.filter((one) => groupId !== undefined && one.groupId === groupId);
  const id = continues?.id ?? parentId ?? leadsTo?.id;
  return {
    parent: tasks.find((one) => one.id === id),
    groupSize: group.length,
    groupResults: group.reduce((count, { status, outputs }) => count + (status === 'succeeded' ? outputs.length : 0), 0),
  };
}

describe('the kin of a card', () => {
  it('is what the list says, after whatever change of one or many', () => {
    const random = seeded(7);
    const below = (most: number) => Math.floor(random() * most);
    const kinOf = createKinship();
    let made = 0;
    const make = (tasks: readonly VideoTask[]): VideoTask => {
      const other = tasks[below(tasks.length)]?.id;
      const kind = below(4);
      return finishedTask({
        id: `task-${made++}`,
        groupId: below(2) === 0 ? `group-${below(5)}` : undefined,
        parentId: kind === 0 ? other : undefined,
        continues: kind === 1 && other !== undefined ? { id: other } : undefined,
        leadsTo: kind === 2 && other !== undefined ? { id: other } : undefined,
        status: below(3) === 0 ? 'processing' : 'succeeded',
      });
    };
    let tasks: readonly VideoTask[] = [];
    for (let round = 0; round < 400; round++) {
      const at = below(tasks.length);
      const changes: (() => readonly VideoTask[])[] = [
        () => [make(tasks), ...tasks],
        () => tasks.toSpliced(at, 1 + below(3)),
        () => tasks.map((task, index) => (index === at ? { ...task, status: 'failed' as const, outputs: [] } : task)),
        () => tasks.map((task) => (below(3) === 0 ? { ...task, status: 'succeeded' as const } : task)),
        () => (below(20) === 0 ? [] : [make(tasks), make(tasks), ...tasks]),
      ];
      tasks = changes[below(changes.length)]?.() ?? tasks;
      for (const task of tasks) assert.deepEqual(kinOf(tasks, task), found(tasks, task));
    }
  });
});
