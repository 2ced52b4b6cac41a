// A stopped task at its service: asked once at a time, until there is an answer.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';

import { VoxreelError } from 'voxreel';

import type { TaskNews, VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { createCancelling } from '../../../../../src/core/video/queue/cancelling.js';
import { finishedTask } from '../finished-task.js';

describe('a task that is to be cancelled', () => {
  let task: VideoTask | undefined;
  let answer: () => Promise<void>;
  let asked: string[];
  let held: string[];
  let told: TaskNews[];
  let stop: AbortController;

  beforeEach(() => {
    task = finishedTask({ status: 'stopped', cancels: true, cancel: 'asked', deadlineAt: Infinity, outputs: [] });
    answer = async () => undefined;
    [asked, held, told] = [[], [], []];
    stop = new AbortController();
  });

  const made = () =>
    createCancelling({
      cancel: async (taskId) => {
        asked.push(taskId);
        await answer();
      },
      taskById: () => task,
      hold: (id, work) => (held.push(id), work()),
      broadcast: async (news) => void told.push(news),
      query: async () => (asked.push('query'), { waitMs: 5 }),
    });
  const cancel = (cancelling = made()) => cancelling(task ?? finishedTask(), stop.signal);
  const refusing = (code: string, more: ConstructorParameters<typeof VoxreelError>[2] = {}) => {
    answer = () => Promise.reject(new VoxreelError(code, 'No.', more));
  };
  const news = () => told.map((one) => ({ ...one, at: 0 }));

  it('is cancelled under its lock, and says so', async () => {
    assert.deepEqual(await cancel(), {});
    assert.deepEqual([asked, held, news()], [['t'], ['a'], [{ type: 'cancelled', id: 'a', at: 0 }]]);
  });

  it('is asked about once at a time', async () => {
    let end = () => {};
    answer = () => new Promise((resolve) => (end = resolve));
    const cancelling = made();
    const both = [cancel(cancelling), cancel(cancelling)];
    end();
    await Promise.all(both);
    assert.deepEqual(asked, ['t']);
    answer = async () => undefined;
    await cancel(cancelling);
    assert.deepEqual(asked, ['t', 't']);
  });

  for (const [name, change] of [
    ['is gone', () => void (task = undefined)],
    ['was never sent', () => void (task = finishedTask({ status: 'stopped', cancels: true, cancel: 'asked', taskId: undefined }))],
    ['was cancelled by another tab', () => void (task = finishedTask({ status: 'stopped', cancels: true, cancel: 'done' }))],
    ['is of a queue that closes', () => stop.abort()],
  ] as const)
    it(`that ${name} is not asked about`, async () => {
      const cancelling = made();
      const before = task ?? assert.fail();
      change();
      assert.deepEqual(await cancelling(before, stop.signal), {});
      assert.deepEqual([asked, told], [[], []]);
    });

  it('is given up at its deadline', async () => {
    task = finishedTask({ ...task, deadlineAt: Date.now() });
    await cancel();
    assert.equal(asked.length, 0);
    assert.deepEqual(
      news().map((one) => [one.type, 'error' in one && one.error?.code, 'error' in one && one.error?.retryable]),
      [['cancelled', 'timeout', false]],
    );
  });

  for (const status of [400, 404, 409, 499])
    it(`that the service refuses by ${status} is asked about: it may have ended`, async () => {
      refusing('too_late', { status });
      assert.deepEqual(await cancel(), { waitMs: 5 });
      assert.deepEqual(asked, ['t', 'query']);
      assert.deepEqual(news(), [
        { type: 'cancelled', id: 'a', at: 0, error: { code: 'too_late', message: 'No.', param: undefined, retryable: false, status } },
      ]);
    });

  for (const [name, more] of [
    ['a login', { status: 401 }],
    ['a refused login', { status: 403 }],
    ['trouble', { status: 503, retryable: true }],
    ['a limit', { status: 429, retryable: true }],
    ['a line that is down', { retryable: true }],
    ['an error without a status', {}],
    ['an answer that makes no sense', { status: 304 }],
  ] as const)
    it(`is tried again after ${name}`, async () => {
      refusing('trouble', more);
      const { error } = await cancel();
      assert.deepEqual([error?.code, asked], ['trouble', ['t']]);
      assert.deepEqual(
        news().map(({ type }) => type),
        ['troubled'],
      );
    });

  it('is tried again after anything else that is thrown', async () => {
    answer = () => Promise.reject(new Error('odd'));
    const { error } = await cancel();
    assert.deepEqual([error?.code, error?.retryable], ['network', true]);
  });

  it('says nothing of what fails as the queue closes', async () => {
    answer = async () => {
      stop.abort();
      throw new VoxreelError('aborted', 'Closed.', { status: 400 });
    };
    assert.deepEqual([await cancel(), told, asked], [{}, [], ['t']]);
  });

  it('is left for later where its lock cannot be had', async () => {
    const cancelling = createCancelling({
      cancel: () => assert.fail(),
      taskById: () => task,
      hold: () => Promise.reject(new Error('no lock')),
      broadcast: () => assert.fail(),
      query: () => assert.fail(),
    });
    assert.deepEqual(await cancel(cancelling), {});
  });
});
