// How a person organizes videos: what each change does, and that two tabs that change one video at once lose nothing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { createClock } from '../../../../src/core/clock.js';
import { mergeShown, mergeStored } from '../../../../src/core/store/merge-tasks.js';
import { mergeOrganization, organizationOf, organizationTimes, stampTask } from '../../../../src/core/store/organization.js';
import { readTask } from '../../../../src/core/store/task-record.js';
import { taskAfter } from '../../../../src/core/store/task-news.js';
import type { OrganizationChanges, VideoTask } from '../../../../src/core/store/tasks-state.js';
import { finishedTask } from '../video/finished-task.js';

/** A tab: its clock stamps what it changes. */
const tab = (name: string, now = () => 1000) => {
  const clock = createClock(name, now);
  return (task: VideoTask, changes: OrganizationChanges): VideoTask =>
    stampTask(task, taskAfter(task, { type: 'organized', id: task.id, at: now(), changes }), clock);
};
const [phone, laptop] = [tab('a'), tab('b')];
const task = finishedTask();

describe('a video that a person organizes', () => {
  it('takes favorites, ratings, labels and collections, and gives them up', () => {
    const full = phone(task, { favorite: true, rating: 4, addLabels: ['lake', 'bird'], addCollections: ['Reel'], best: true });
    assert.deepEqual(organizationOf(full), { favorite: true, rating: 4, best: true, labels: ['bird', 'lake'], collections: ['Reel'] });
    const bare = phone(full, { favorite: false, rating: 0, removeLabels: ['lake', 'bird'], removeCollections: ['Reel'], best: false });
    assert.deepEqual(organizationOf(bare), {});
  });
  it('is the same task where nothing changes', () => {
    const starred = phone(task, { favorite: true });
    assert.equal(
      taskAfter(starred, { type: 'organized', id: 'a', at: 9000, changes: { favorite: true, removeLabels: ['none'] } }),
      starred,
    );
  });
  it('has a time for each label, and for nothing that did not change', () => {
    const labeled = phone(phone(task, { addLabels: ['one'] }), { addLabels: ['one', 'two/three'], rating: 2 });
    assert.deepEqual(
      Object.keys(labeled.times ?? {})
        .filter((name) => name.includes('/'))
        .toSorted(),
      ['labels/one', 'labels/two/three', 'rating/'],
    );
    assert.ok((labeled.times?.['labels/one'] ?? '') < (labeled.times?.['labels/two/three'] ?? ''));
  });

  for (const [name, merge] of [
    ['in storage', mergeStored],
    ['on the page', mergeShown],
  ] as const)
    it(`keeps both of two labels given at once, ${name}, and what else each tab set`, () => {
      const one = phone(task, { addLabels: ['lake'], favorite: true });
      const other = laptop(task, { addLabels: ['bird'], rating: 5 });
      for (const merged of [merge(one, other), merge(other, one)])
        assert.deepEqual(organizationOf(merged), { favorite: true, rating: 5, labels: ['bird', 'lake'] });
    });
  it('loses no label to a tab that hears first that the video has come', () => {
    const waiting = finishedTask({ status: 'processing', outputs: [] });
    const labeled = phone(waiting, { addLabels: ['lake'], favorite: true });
    for (const merged of [mergeStored(labeled, task), mergeStored(task, labeled), mergeShown(labeled, task), mergeShown(task, labeled)]) {
      assert.equal(merged.status, 'succeeded');
      assert.deepEqual(organizationOf(merged), { favorite: true, labels: ['lake'] });
    }
  });
  it('gives up a label that was taken away after it was given, in whatever order that is heard', () => {
    const given = phone(task, { addLabels: ['lake', 'bird'] });
    const taken = laptop(given, { removeLabels: ['lake'] });
    for (const merge of [mergeStored, mergeShown])
      for (const merged of [merge(given, taken), merge(taken, given)]) assert.deepEqual(merged.labels, ['bird']);
  });
  it('shows what is further along of two that no service knows yet, whichever was written later', () => {
    const of = (status: VideoTask['status'], updatedAt: number) => finishedTask({ status, updatedAt, taskId: undefined, outputs: [] });
    assert.equal(mergeShown(of('submitting', 1), of('waiting', 2)).status, 'submitting');
    assert.equal(mergeShown(of('waiting', 2), of('submitting', 1)).status, 'submitting');
  });
  it('shows an output that is kept on this device and that this page had not heard of', () => {
    const kept = { bytes: 9, type: 'video/webm', poster: false };
    const known = finishedTask({ status: 'processing', outputs: [] });
    assert.deepEqual(mergeShown(known, { ...task, outputs: [{ url: '', kept }] }).outputs, [{ url: '', kept }]);
  });
  it('is the same object where another tab tells nothing new', () => {
    const given = phone(task, { addLabels: ['lake'] });
    assert.equal(mergeOrganization(given, task), given);
    assert.equal(mergeShown(given, { ...given }), given);
  });

  it('comes out the same in whatever order the changes of three tabs meet', () => {
    const label = fc.constantFrom('a', 'b', 'c/d');
    const change = fc.record(
      {
        favorite: fc.boolean(),
        rating: fc.integer({ min: 0, max: 5 }),
        addLabels: fc.array(label, { maxLength: 2 }),
        removeLabels: fc.array(label, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    );
    const history = fc.array(fc.tuple(change, fc.integer({ min: 1, max: 3 })), { maxLength: 4 });
    const versions = fc
      .tuple(history, history, history)
      .map((all) => all.map((changes, at) => changes.reduce((before, [next, ms]) => tab(String(at), () => ms)(before, next), task)));
    const whole = (merged: VideoTask | undefined) => merged && [organizationOf(merged), new Map(Object.entries(organizationTimes(merged)))];
    fc.assert(
      fc.property(versions, ([one, two, three]) => {
        assert.ok(one && two && three);
        for (const merge of [mergeOrganization, mergeStored]) {
          assert.deepEqual(whole(merge(one, two)), whole(merge(two, one)));
          assert.deepEqual(whole(merge(merge(one, two), three)), whole(merge(one, merge(two, three))));
          assert.deepEqual(whole(merge(merge(one, two), two)), whole(merge(one, two)));
        }
      }),
    );
  });
});

describe('a record of an organized video', () => {
  const stored = { ...task, labels: ['lake'], collections: ['Reel'], rating: 3, favorite: true };
  it('is read as it was written, and one without any of it too', () => {
    assert.deepEqual(readTask(structuredClone(stored)), stored);
    assert.deepEqual(readTask(structuredClone(task)), task);
  });
  it('is read without what is no list of texts, and no number', () => {
    for (const wrong of [{ labels: 'lake' }, { labels: [1] }, { collections: {} }, { rating: 'five' }]) {
      const read = readTask({ ...stored, ...wrong });
      assert.deepEqual([read?.labels, read?.collections, read?.rating, read?.favorite], [undefined, undefined, undefined, true]);
    }
  });
});
