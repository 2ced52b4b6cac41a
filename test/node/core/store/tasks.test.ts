// The fold of video tasks: what each event does, and what none may undo.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import type { VideoReading } from '../../../../src/core/providers/provider.js';
import { readTask } from '../../../../src/core/store/task-record.js';
import { foldNews } from '../../../../src/core/store/task-news.js';
import { foldTasks as foldList, followTasks, initialTasks, taskOf, tasksOf } from '../../../../src/core/store/tasks.js';
import type { TaskEvent as ListEvent, TaskNews, TasksState, VideoTask } from '../../../../src/core/store/tasks-state.js';
import { foldRecords } from './fold-records.js';

type TaskEvent = ListEvent | TaskNews;

const foldTasks = (state: TasksState, event: TaskEvent): TasksState => {
  if (event.type === 'restored') return foldRecords(state, event.tasks);
  return 'at' in event ? foldNews(state, event) : foldList(state, event);
};

const record = (id: string, more: Partial<VideoTask> = {}): VideoTask => ({
  id,
  status: 'submitting',
  model: 'm',
  prompt: 'p',
  providerId: 'generic',
  draft: { model: 'm', prompt: 'p' },
  createdAt: 1000,
  updatedAt: 1000,
  deadlineAt: 9000,
  idempotencyKey: 'k',
  outputs: [],
  ...more,
});
const error = { code: 'network', message: 'gone', retryable: true };
const processing: VideoReading = { taskId: 't', status: 'processing', statusWord: 'queued', progress: 0.1, outputs: [] };
const succeeded: VideoReading = { taskId: 't', status: 'succeeded', outputs: [{ url: 'https://x.example/v.mp4' }] };
const failed: VideoReading = { taskId: 't', status: 'failed', outputs: [], error: { code: 'policy', message: 'no' } };
const fold = (events: readonly TaskEvent[], from: TasksState = initialTasks) => events.reduce(foldTasks, from);
const submitted: TaskEvent = { type: 'submitted', task: record('a') };
const after = (...events: TaskEvent[]) => taskOf(fold([submitted, ...events]), 'a');
const created: TaskEvent = { type: 'created', id: 'a', at: 1100, reading: processing };
const polled = (reading: VideoReading, at = 1200, seenAt?: number): TaskEvent => ({ type: 'polled', id: 'a', at, reading, seenAt });

/** `value` has what `part` has. */
function holds(value: VideoTask | undefined, part: Partial<VideoTask>): void {
  assert.deepEqual({ ...value, ...part }, { ...value });
}

describe('foldTasks', () => {
  it('goes from submitting over processing to succeeded', () => {
    assert.equal(after()?.status, 'submitting');
    holds(after(created), { status: 'processing', taskId: 't', progress: 0.1 });
    holds(after(created, polled(succeeded)), { status: 'succeeded', progress: 1, endedAt: 1200, outputs: succeeded.outputs });
  });
  it('goes on with a video that waits to be sent, until a person has to confirm it', () => {
    const waiting = fold([{ type: 'submitted', task: record('a', { status: 'waiting' }) }]);
    assert.deepEqual(waiting.open, ['a']);
    const overdue = fold([{ type: 'overdue', id: 'a', at: 1100 }], waiting);
    assert.deepEqual(overdue.open, []);
    assert.deepEqual(fold([{ type: 'confirmed', id: 'a', at: 1200 }], overdue).open, ['a']);
  });
  it('asks the service to cancel what it was sent, and nothing else', () => {
    const stopped = (status: VideoTask['status']) =>
      taskOf(
        fold([
          { type: 'submitted', task: record('a', { status, cancels: true }) },
          { type: 'stopped', id: 'a', at: 1100 },
        ]),
        'a',
      );
    holds(stopped('waiting'), { status: 'stopped', cancel: undefined });
    holds(stopped('processing'), { status: 'stopped', cancel: 'asked' });
  });
  it('is as new as its newest news, and newer than before where the clock went back', () => {
    assert.equal(after({ ...created, at: 5000 })?.updatedAt, 5000);
    assert.equal(after({ ...created, at: 5000 }, polled(succeeded, 1200))?.updatedAt, 5001);
  });
  it('begins with no tasks', () => assert.deepEqual(followTasks()(initialTasks), []));
  it('keeps a refusal, a failure and a doubt apart', () => {
    assert.equal(after({ type: 'failed', id: 'a', at: 1, error })?.status, 'failed');
    holds(after(created, polled(failed)), {
      status: 'failed',
      error: { code: 'policy', message: 'no', param: undefined, retryable: false },
    });
    assert.equal(after({ type: 'unconfirmed', id: 'a', at: 1, error })?.status, 'unconfirmed');
  });
  it('refuses late news of what was removed, and remembers no more of it than the newest thousand', () => {
    const ids = Array.from({ length: 3000 }, (_, at) => String(at).padStart(5, '0'));
    const oneByOne = fold(ids.map((id) => ({ type: 'removed', id })));
    assert.equal(oneByOne.removed.size, 1000);
    assert.equal(fold([{ type: 'restored', tasks: [record('02999')] }], fold([submitted], oneByOne)).list.size, 1);
    // What goes at once may come back at once.
    const atOnce = fold([submitted, { type: 'cleared', ids }]);
    assert.equal(tasksOf(fold([{ type: 'restored', tasks: ids.map((id) => record(id)) }], atOnce)).length, 1);
  });
  it('lets a late answer settle a doubt', () => {
    holds(after({ type: 'unconfirmed', id: 'a', at: 1, error }, created), { status: 'processing', error: undefined });
  });
  it('tells of trouble without ending the task, and forgets it at the next answer', () => {
    const trouble: TaskEvent = { type: 'troubled', id: 'a', at: 1, error };
    holds(after(created, trouble), { status: 'processing', pollError: error });
    assert.equal(after(created, trouble, polled(processing))?.pollError, undefined);
  });
  it('never leaves an end for a late answer', () => {
    for (const end of [succeeded, failed]) {
      const status: string | undefined = after(created, polled(end))?.status;
      for (const late of [processing, succeeded, failed]) assert.equal(after(created, polled(end), polled(late, 1300))?.status, status);
      for (const type of ['stopped', 'expired', 'unconfirmed', 'failed'] as const)
        assert.equal(after(created, polled(end), { type, id: 'a', at: 2, error })?.status, status);
    }
  });
  it('lets a fresh link replace a dead one, and no link replace none', () => {
    const fresh: VideoReading = { ...succeeded, outputs: [{ url: 'https://x.example/new.mp4' }] };
    assert.deepEqual(after(created, polled(succeeded), polled(fresh))?.outputs, fresh.outputs);
    assert.deepEqual(after(created, polled(succeeded), polled({ ...succeeded, outputs: [] }))?.outputs, succeeded.outputs);
  });
  it('knows what is kept of an output, whatever link it has by then', () => {
    const kept = { bytes: 9, type: 'video/webm', poster: true };
    const keep = (output: number, file: typeof kept | undefined, at: number): TaskEvent => ({
      type: 'kept',
      id: 'a',
      at,
      output,
      kept: file,
    });
    const two: VideoReading = { ...succeeded, outputs: [{ url: 'https://x.example/1' }, { url: 'https://x.example/2' }] };
    const events = [created, polled(two), keep(1, kept, 1300)];
    assert.deepEqual(
      after(...events)?.outputs.map((output) => output.kept),
      [undefined, kept],
    );
    const fresh = { ...two, outputs: [{ url: 'https://x.example/1?new' }, { url: 'https://x.example/2?new' }] };
    assert.deepEqual(after(...events, polled(fresh, 1400))?.outputs, [
      { url: 'https://x.example/1?new' },
      { url: 'https://x.example/2?new', kept },
    ]);
    // An answer with fewer videos takes none away.
    assert.deepEqual(after(...events, polled({ ...two, outputs: fresh.outputs.slice(0, 1) }, 1400))?.outputs, [
      { url: 'https://x.example/1?new' },
      { url: 'https://x.example/2', kept },
    ]);
    assert.equal(after(...events, keep(1, undefined, 1400))?.outputs[1]?.kept, undefined);
    const state = fold([submitted, ...events]);
    assert.equal(foldTasks(state, keep(7, kept, 1400)), state);
  });
  it('says so where a video that was made has no link', () => {
    holds(after(created, polled(succeeded)), { error: undefined });
    const linkless = after(created, polled({ ...succeeded, outputs: [] }));
    assert.deepEqual([linkless?.status, linkless?.error?.code, linkless?.error?.retryable], ['succeeded', 'bad_response', true]);
    assert.equal(after(created, polled({ ...succeeded, outputs: [] }), polled(succeeded))?.error, undefined);
  });
  it('puts no file into a record', () => {
    const made: VideoReading = { ...succeeded, outputs: [{ url: 'https://x.example/v', file: new Blob(['x']) }] };
    assert.deepEqual(after(created, polled(made))?.outputs, [{ url: 'https://x.example/v' }]);
  });
  it('leaves a failure as it was said first, whatever is heard later', () => {
    const refused = [submitted, { type: 'failed', id: 'a', at: 1, error }] as const;
    const state = fold(refused);
    for (const event of [
      created,
      polled(processing),
      polled(failed),
      { type: 'failed', id: 'a', at: 2, error: { ...error, code: 'other' } } as const,
    ])
      holds(taskOf(foldTasks(state, event), 'a'), { status: 'failed', endedAt: 1, error });
    const elsewhere = record('a', { status: 'processing', taskId: 't', updatedAt: 9000 });
    assert.equal(foldTasks(state, { type: 'restored', tasks: [elsewhere] }), state);
  });
  it('takes a video that came after all, though nobody watched it', () => {
    for (const type of ['stopped', 'expired'] as const) {
      assert.equal(after(created, { type, id: 'a', at: 2, error }, polled(processing))?.status, type);
      assert.equal(after(created, { type, id: 'a', at: 2, error }, polled(succeeded))?.status, 'succeeded');
    }
  });
  it('is to be cancelled once it is stopped, where the service can do that, until the service has said what became of it', () => {
    const stopped: TaskEvent = { type: 'stopped', id: 'a', at: 1300 };
    const cancelled = (why?: typeof error): TaskEvent => ({ type: 'cancelled', id: 'a', at: 1400, error: why });
    const able: TaskEvent = { type: 'submitted', task: record('a', { cancels: true }) };
    const then = (...events: TaskEvent[]) => fold([able, created, ...events]);
    const cancelOf = (...events: TaskEvent[]) => taskOf(then(...events), 'a')?.cancel;
    holds(after(created, stopped), { status: 'stopped', endedAt: 1300 });
    assert.equal(after(created, stopped)?.cancel, undefined);
    assert.equal(after(created, stopped, cancelled())?.cancel, undefined);
    assert.deepEqual([cancelOf(), cancelOf(stopped), then(stopped).open], [undefined, 'asked', ['a']]);
    assert.deepEqual(
      [cancelOf(cancelled()), cancelOf(stopped, cancelled()), cancelOf(stopped, cancelled(error))],
      [undefined, 'done', 'refused'],
    );
    assert.deepEqual(taskOf(then(stopped, cancelled(error)), 'a')?.error, error);
    assert.deepEqual(then(stopped, cancelled()).open, []);
    for (const end of [polled(succeeded), polled(failed), { type: 'failed', id: 'a', at: 1400, error } as const])
      assert.deepEqual([cancelOf(stopped, end), cancelOf(stopped, end, cancelled()), then(stopped, end).open], [undefined, undefined, []]);
  });
  it('is not to be cancelled where it came, though another device had asked for that', () => {
    const merged = record('a', { status: 'succeeded', taskId: 't', cancel: 'asked', outputs: [{ url: 'https://x.example/v' }] });
    const state = fold([{ type: 'restored', tasks: [merged] }]);
    assert.equal(foldTasks(state, { type: 'cancelled', id: 'a', at: 1400, error }), state);
  });
  it('tells how long nobody looked before the end, or before a doubt was settled', () => {
    assert.equal(after(created, polled(succeeded, 9000, 8000))?.unwatchedMs, 1000);
    assert.equal(after(created, polled(processing, 9000))?.unwatchedMs, undefined);
    const settled = after(
      { type: 'unconfirmed', id: 'a', at: 1, error },
      { type: 'created', id: 'a', at: 7000, reading: processing },
      polled(succeeded, 9000, 8000),
    );
    assert.equal(settled?.unwatchedMs, 6000);
    assert.equal(after({ type: 'created', id: 'a', at: 60_000, reading: succeeded })?.unwatchedMs, undefined);
  });
  it('removes many at once, and takes in many, even those that were removed', () => {
    const ids = Array.from({ length: 300 }, (_, at) => String(at).padStart(3, '0'));
    const all = ids.map((id) => record(id, { status: 'processing', taskId: 't' }));
    const full = fold([{ type: 'imported', tasks: all }, submitted]);
    assert.deepEqual(
      tasksOf(full).map(({ id }) => id),
      ['a', ...ids.toReversed()],
    );
    assert.equal(full.open.length, 300);
    const cleared = fold([{ type: 'cleared', ids: [...ids, 'nobody'] }], full);
    assert.deepEqual([tasksOf(cleared).map(({ id }) => id), cleared.open], [['a'], []]);
    assert.equal(tasksOf(fold([{ type: 'restored', tasks: all }], cleared)).length, 1);
    assert.deepEqual(tasksOf(fold([{ type: 'imported', tasks: all }], cleared)), tasksOf(full));
    const mine = fold([{ type: 'imported', tasks: [record('a', { prompt: 'theirs', updatedAt: 9e9 })] }], full);
    assert.equal(taskOf(mine, 'a')?.prompt, 'p');
  });
  it('does not bring back what was removed', () => {
    const state = fold([
      submitted,
      created,
      { type: 'removed', id: 'a' },
      polled(succeeded),
      { type: 'restored', tasks: [record('a')] },
      submitted,
    ]);
    assert.deepEqual([tasksOf(state), state.open], [[], []]);
  });
  it('restores the newest first, and takes the later of two records', () => {
    const state = fold([{ type: 'restored', tasks: [record('a'), record('c'), record('b')] }]);
    assert.deepEqual(
      tasksOf(state).map(({ id }) => id),
      ['c', 'b', 'a'],
    );
    const newer = fold(
      [{ type: 'restored', tasks: [record('a', { createdAt: 1, updatedAt: 2000, status: 'processing', taskId: 't' })] }],
      state,
    );
    assert.equal(taskOf(newer, 'a')?.status, 'processing');
    assert.equal(fold([{ type: 'restored', tasks: [record('a', { createdAt: 1, updatedAt: 1500 })] }], newer), newer);
  });
  it('believes the record that knows more before the later one', () => {
    const later = { updatedAt: 5000, createdAt: 1 };
    const known = fold([submitted, created]);
    assert.equal(fold([{ type: 'restored', tasks: [record('a', { ...later, status: 'unconfirmed' })] }], known), known);
    const doubted = fold([submitted, { type: 'unconfirmed', id: 'a', at: 4000, error }]);
    const told = record('a', { updatedAt: 1100, status: 'processing', taskId: 't' });
    assert.equal(taskOf(fold([{ type: 'restored', tasks: [told] }], doubted), 'a')?.taskId, 't');
    const end = record('a', { updatedAt: 1050, status: 'succeeded', taskId: 't', outputs: [{ url: 'https://x.example/v.mp4' }] });
    assert.equal(taskOf(fold([{ type: 'restored', tasks: [end] }], known), 'a')?.status, 'succeeded');
  });
  it('keeps a doubt open while a repetition may settle it, and no longer', () => {
    const doubt: TaskEvent = { type: 'unconfirmed', id: 'a', at: 1200, error };
    const sent: TaskEvent = { type: 'submitted', task: record('a', { idempotent: true }) };
    assert.deepEqual(fold([sent, doubt]).open, ['a']);
    assert.deepEqual(fold([submitted, doubt]).open, []);
    const over = fold([sent, doubt, doubt]);
    assert.deepEqual([over.open, taskOf(over, 'a')?.status, taskOf(over, 'a')?.error], [[], 'unconfirmed', error]);
  });
  it('is the same state when nothing new is said', () => {
    const state = fold([submitted, created, polled(processing)]);
    assert.equal(foldTasks(state, polled(processing, 5000)), state);
    assert.equal(foldTasks(state, { type: 'polled', id: 'nobody', at: 1, reading: succeeded }), state);
    // An event of a later version.
    assert.equal(foldTasks(state, { type: 'dreamt' } as unknown as TaskEvent), state);
  });

  it('keeps its order and every task, in whatever order a thousand come', () => {
    const ids = Array.from({ length: 1000 }, (_, at) => String((at * 7919) % 1000).padStart(4, '0'));
    const state = fold(ids.map((id): TaskEvent => ({ type: 'submitted', task: record(id) })));
    assert.deepEqual(
      tasksOf(state).map(({ id }) => id),
      ids.toSorted().toReversed(),
    );
    const emptied = fold(
      ids.map((id): TaskEvent => ({ type: 'removed', id })),
      state,
    );
    assert.deepEqual(tasksOf(emptied), []);
  });

  it('keeps list, lookup and open tasks in step through any events, and never touches an earlier state', () => {
    const id = fc.integer({ min: 0, max: 300 }).map(String);
    const at = fc.integer({ min: 1, max: 50 });
    const reading = fc.constantFrom(processing, succeeded, failed, { status: 'unknown', outputs: [] } as VideoReading);
    const event: fc.Arbitrary<TaskEvent> = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          type: fc.constant('submitted' as const),
          task: fc.tuple(id, at).map(([key, time]) => record(key, { createdAt: time })),
        }),
      },
      fc.record({ type: fc.constantFrom('created' as const, 'polled' as const), id, at, reading }),
      fc.record({
        type: fc.constantFrom('failed' as const, 'unconfirmed' as const, 'troubled' as const, 'expired' as const),
        id,
        at,
        error: fc.constant(error),
      }),
      fc.record({ type: fc.constantFrom('stopped' as const), id, at }),
      fc.record({ type: fc.constant('removed' as const), id }),
      fc.record({
        type: fc.constant('restored' as const),
        tasks: fc.array(fc.tuple(id, at, at).map(([key, time, updatedAt]) => record(key, { createdAt: time, updatedAt }))),
      }),
    );
    fc.assert(
      fc.property(fc.array(event, { minLength: 20, maxLength: 400 }), (events) => {
        let state = initialTasks;
        const follow = followTasks();
        for (const next of events) {
          const before = JSON.stringify(tasksOf(state));
          const frozen = state;
          state = foldTasks(state, next);
          assert.equal(JSON.stringify(tasksOf(frozen)), before);
          assert.deepEqual(follow(state), tasksOf(state));
          assert.equal(follow(state), follow(state));
        }
        const list = tasksOf(state);
        assert.equal(list.length, state.list.size);
        for (const [place, task] of list.entries()) {
          assert.equal(taskOf(state, task.id), task);
          const next = list[place + 1];
          if (next) assert.ok(task.id > next.id);
        }
        assert.equal(new Set(list.map((task) => task.id)).size, list.length);
        assert.deepEqual(
          new Set(state.open),
          new Set(list.filter(({ status, taskId }) => status === 'processing' && taskId).map((task) => task.id)),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('readTask', () => {
  const now = { ...record('a'), version: 2 as const };
  it('takes a record as it was written', () => assert.deepEqual(readTask(JSON.parse(JSON.stringify(now))), now));
  it('takes up a record of an earlier release, step by step', () => {
    const first = {
      version: 1,
      id: '0mhq3w9c1f',
      taskId: 'task_9',
      status: 'succeeded',
      model: 'kling-v1',
      prompt: 'a heron',
      providerId: 'kling',
      draft: { model: 'kling-v1', prompt: 'a heron', seed: 7 },
      createdAt: 1,
      updatedAt: 2,
      endedAt: 2,
      deadlineAt: 86_400_001,
      idempotencyKey: 'k',
      seed: 7,
      progress: 1,
      outputs: [{ url: 'https://x.example/v.mp4', format: 'mp4' }],
    };
    const { version: _version, ...unversioned } = first;
    for (const earlier of [first, unversioned]) assert.deepEqual(readTask(Object.freeze(earlier)), { ...first, version: 2 });
  });
  it('sets aside what is no task, and what a later version wrote', () => {
    for (const corrupt of [
      null,
      3,
      'x',
      [],
      {},
      { ...record('a'), outputs: 'none' },
      { ...record('a'), status: 'dreaming' },
      { ...record('a'), version: 3 },
      { ...record('a'), version: '1' },
      { ...record('a'), version: 0 },
      { ...record('a'), createdAt: NaN },
      ...['id', 'model', 'prompt', 'providerId', 'idempotencyKey'].map((name) => ({ ...record('a'), [name]: 3 })),
    ]) {
      assert.equal(readTask(corrupt), undefined);
    }
  });
  it('drops an unsafe link', () => {
    assert.deepEqual(readTask({ ...record('a'), outputs: [{ url: 'javascript:x' }, null, { url: 'https://x.example/v' }] })?.outputs, [
      { url: 'https://x.example/v' },
    ]);
  });
});
