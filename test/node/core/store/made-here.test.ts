// Videos made in this browser: a link of the page alone, none in a record, and an honest word once they are gone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { VideoReading } from '../../../../src/core/providers/provider.js';
import { readTask, recordOf, recordVersion } from '../../../../src/core/store/task-record.js';
import { foldNews } from '../../../../src/core/store/task-news.js';
import { withOutput } from '../../../../src/core/store/task-output.js';
import { foldTasks, initialTasks, taskOf } from '../../../../src/core/store/tasks.js';
import type { TasksState, VideoTask } from '../../../../src/core/store/tasks-state.js';
import { foldRecords } from './fold-records.js';

const kept = { bytes: 9, type: 'video/webm', poster: false };
const made: VideoReading = { taskId: 't', status: 'succeeded', outputs: [{ url: 'blob:here' }] };
const task: VideoTask = {
  version: recordVersion,
  id: 'a',
  status: 'processing',
  model: 'm',
  prompt: 'p',
  providerId: 'maker',
  draft: { model: 'm', prompt: 'p' },
  createdAt: 1000,
  updatedAt: 1000,
  deadlineAt: 9000,
  idempotencyKey: 'k',
  outputs: [],
};
const keep = (state: TasksState, file: typeof kept | undefined, at: number) =>
  foldNews(state, { type: 'kept', id: 'a', at, output: 0, kept: file });
const submitted = foldTasks(initialTasks, { type: 'submitted', task });
const playing = keep(foldNews(submitted, { type: 'polled', id: 'a', at: 1100, reading: made }), kept, 1100);
const current = (state: TasksState) => taskOf(state, 'a') ?? assert.fail('no task');

describe('a video made in this browser', () => {
  it('has a link of this page, and none in its record', () => {
    assert.deepEqual(current(playing).outputs, [{ url: 'blob:here', kept }]);
    const record = recordOf(current(playing));
    assert.deepEqual(record.outputs, [{ url: '', kept }]);
    assert.deepEqual(readTask(JSON.parse(JSON.stringify(record)))?.outputs, record.outputs);
    assert.equal(readTask({ ...record, outputs: [{ url: 'blob:elsewhere', kept }] })?.outputs.length, 0);
  });
  it('leaves in the record the link of a video that a service made beside it', () => {
    const outputs = [{ url: 'https://x.example/v' }, { url: 'blob:here', kept }];
    assert.deepEqual(recordOf({ ...task, outputs }).outputs, [{ url: 'https://x.example/v' }, { url: '', kept }]);
  });
  it('gets a link in another page without being another task', () => {
    const restored = foldTasks(initialTasks, { type: 'restored', tasks: [recordOf(current(playing))] });
    const linked = foldTasks(restored, { type: 'changed', task: withOutput(current(restored), 0, { url: 'blob:there' }) });
    assert.deepEqual(current(linked), { ...current(restored), outputs: [{ url: 'blob:there', kept }] });
    assert.equal(foldTasks(restored, { type: 'changed', task: { ...current(linked), id: 'b' } }), restored);
  });
  it('keeps its link when another tab tells of it', () => {
    const later = { ...recordOf(current(playing)), updatedAt: 2000, outputs: [{ url: '', kept: { ...kept, poster: true } }] };
    const told = foldRecords(playing, [later]);
    assert.deepEqual(current(told).outputs, [{ url: 'blob:here', kept: { ...kept, poster: true } }]);
  });
  it('leaves the links of other videos as another tab tells of them', () => {
    const two: VideoReading = { ...made, outputs: [{ url: 'blob:here' }, { url: 'https://x.example/old' }, { url: 'blob:lost' }] };
    const known = keep(foldNews(submitted, { type: 'polled', id: 'a', at: 1100, reading: two }), kept, 1100);
    const outputs = [{ url: '', kept }, { url: 'https://x.example/new' }, { url: '' }];
    const told = foldRecords(known, [{ ...recordOf(current(known)), updatedAt: 2000, outputs }]);
    assert.deepEqual(current(told).outputs, [{ url: 'blob:here', kept }, { url: 'https://x.example/new' }, { url: '' }]);
  });
  it('says that it is gone once it made room, and takes that back when it is made again', () => {
    const gone = keep(playing, undefined, 1200);
    assert.deepEqual([current(gone).outputs[0]?.url, current(gone).error?.code, current(gone).status], ['', 'expired', 'succeeded']);
    const again = foldNews(gone, { type: 'polled', id: 'a', at: 1300, reading: made });
    assert.deepEqual([current(again).outputs[0]?.url, current(again).error], ['blob:here', undefined]);
  });
  it('is another matter than a file behind a link: that one still plays', () => {
    const reading: VideoReading = { ...made, outputs: [{ url: 'https://x.example/v' }] };
    const linked = keep(foldNews(submitted, { type: 'polled', id: 'a', at: 1100, reading }), kept, 1100);
    assert.deepEqual(current(linked).outputs, [{ url: 'https://x.example/v', kept }]);
    const dropped = current(keep(linked, undefined, 1200));
    assert.deepEqual([dropped.outputs[0]?.url, dropped.outputs[0]?.kept, dropped.error], ['https://x.example/v', undefined, undefined]);
  });
});
