// Search and lineage over the list a queue gives.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { findTasks, lineage } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { finishedTask } from '../finished-task.js';

const ids = (tasks: readonly VideoTask[]) => tasks.map(({ id }) => id).join('');

describe('findTasks', () => {
  const tasks = [
    finishedTask({ id: 'a', prompt: 'A heron over the Lake', model: 'kling-v1', seed: 41 }),
    finishedTask({ id: 'b', prompt: '湖の上の鷺 ＡＢＣ', model: 'vidu2', status: 'failed', seed: 4 }),
    finishedTask({ id: 'c', prompt: 'lake at night', model: 'kling-v1', status: 'processing', taskId: 'task_99', seed: undefined }),
    finishedTask({ id: 'd', prompt: 'x', seed: 1, outputs: [{ url: 'https://cdn.example/v', seed: 777 }] }),
  ];
  const find = (filter: Parameters<typeof findTasks>[1]) => ids(findTasks(tasks, filter));

  it('finds every word, in any order and case', () => {
    assert.equal(find({ text: 'LAKE' }), 'ac');
    assert.equal(find({ text: ' lake  heron ' }), 'a');
    assert.equal(find({ text: 'lake kling' }), 'ac');
    assert.equal(find({ text: 'abc 湖' }), 'b');
    assert.equal(find({ text: 'lake otter' }), '');
  });
  it('keeps letters apart that are one only as capitals', () => {
    const warm = [finishedTask({ id: 'w', prompt: 'ılık deniz' }), finishedTask({ id: 'm', prompt: 'ilik' })];
    assert.equal(ids(findTasks(warm, { text: 'ılık' })), 'w');
  });
  it('finds seeds and ids whole, not by their digits', () => {
    assert.equal(find({ text: '4' }), 'b');
    assert.equal(find({ text: '41' }), 'a');
    assert.equal(find({ text: '777' }), 'd');
    assert.equal(find({ text: 'task_99 lake' }), 'c');
  });
  it('filters by status and model', () => {
    assert.equal(find({ status: 'failed' }), 'b');
    assert.equal(find({ status: ['failed', 'processing'] }), 'bc');
    assert.equal(find({ status: [] }), '');
    assert.equal(find({ model: 'kling-v1' }), 'ac');
    assert.equal(find({ model: 'kling-v1', status: 'processing', text: 'night' }), 'c');
  });
  it('gives the same array for the same question, and the tasks themselves for none', () => {
    assert.equal(findTasks(tasks, { text: '  ' }), tasks);
    assert.equal(findTasks(tasks, { text: 'lake' }), findTasks(tasks, { text: 'Lake ' }));
    assert.equal(ids(findTasks(tasks.toReversed(), { text: 'lake' })), 'ca');
  });
});

describe('lineage', () => {
  const tasks = [
    finishedTask({ id: 'd', parentId: 'b' }),
    finishedTask({ id: 'c', parentId: 'a' }),
    finishedTask({ id: 'b', parentId: 'a' }),
    finishedTask({ id: 'a', parentId: 'gone' }),
  ];
  const of = (id: string, all = tasks) => {
    const { ancestors, children } = lineage(all, id);
    return [ids(ancestors), ids(children)];
  };
  it('tells what a task was made from, and what was made from it', () => {
    assert.deepEqual(of('d'), ['ba', '']);
    assert.deepEqual(of('a'), ['', 'cb']);
    assert.deepEqual(of('b'), ['a', 'd']);
    assert.deepEqual(of('nobody'), ['', '']);
  });
  it('ends where a foreign history goes in circles', () => {
    const circle = [
      finishedTask({ id: 'a', parentId: 'b' }),
      finishedTask({ id: 'b', parentId: 'a' }),
      finishedTask({ id: 'c', parentId: 'a' }),
    ];
    assert.deepEqual(
      [of('a', circle), of('c', circle)],
      [
        ['b', 'bc'],
        ['ab', ''],
      ],
    );
    assert.deepEqual(of('s', [finishedTask({ id: 's', parentId: 's' })]), ['', 's']);
  });
});
