// A history as a file: what goes out comes back, and what comes from elsewhere does no harm.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';
import { isVoxreelError } from 'voxreel';

import { readTask } from '../../../../../src/core/store/task-record.js';
import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { readHistory, writeHistory } from '../../../../../src/core/video/history/history-file.js';
import { finishedTask } from '../finished-task.js';

const now = 1_800_000_000_000;
const file = (...tasks: unknown[]) => ({ format: 'voxreel-video-history', version: 1, exportedAt: 0, tasks });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const foreign = (more: object): object => ({ ...finishedTask(), ...more });
/** The one task a history of this record gives. */
const read = (more: object): VideoTask | undefined => readHistory(file(foreign(more)), now).tasks[0];

const paramOf = (history: unknown): string | undefined => {
  try {
    readHistory(history, now);
  } catch (error) {
    return isVoxreelError(error) && error.code === 'invalid_input' ? error.param : String(error);
  }
  return undefined;
};

describe('a history', () => {
  const rich = finishedTask({
    draft: {
      model: 'm',
      prompt: 'p',
      duration: 5,
      fps: 24,
      n: 2,
      seed: 7,
      image: 'https://x.example/i.png',
      metadata: { style: 'ink', more: [1] },
    },
    files: ['lastImage'],
    statusWord: 'SUCCESS',
    outputs: [{ url: 'https://cdn.example/v.mp4', format: 'mp4', width: 640, seed: 7, expiresAt: 5000 }],
    parentId: 'b',
    continues: { id: 'b', output: 1, atS: 4.5 },
    leadsTo: { id: 'c' },
    warnings: ['Kling makes no use of fps.'],
    unwatchedMs: 12,
  });
  const failed = finishedTask({
    id: 'b',
    status: 'failed',
    outputs: [],
    error: { code: 'policy', message: 'no', param: 'prompt', retryable: false },
  });

  it('comes back as it went out, as an object and as text', () => {
    const history = writeHistory([rich, failed], now);
    assert.deepEqual([history.format, history.version, history.exportedAt], ['voxreel-video-history', 1, now]);
    for (const given of [history, JSON.stringify(history), `\uFEFF${JSON.stringify(history)}`])
      assert.deepEqual(plain(readHistory(given, now)), plain({ tasks: [rich, failed], invalid: 0, newer: 0 }));
  });
  it('says nothing of files that are kept in this browser', () => {
    const kept = finishedTask({ outputs: [{ url: 'https://cdn.example/v.mp4', kept: { bytes: 5, type: 'video/mp4', poster: true } }] });
    assert.deepEqual(writeHistory([kept], now).tasks[0]?.outputs, [{ url: 'https://cdn.example/v.mp4' }]);
    assert.equal(readHistory(file(kept), now).tasks[0]?.outputs[0]?.kept, undefined);
  });
  it('is refused by the field that is wrong', () => {
    for (const given of [undefined, null, 3, [], '{', '<html>', () => 0, '"x"']) assert.equal(paramOf(given), 'history');
    const circle: unknown[] = [];
    circle.push(circle);
    assert.equal(paramOf(file(circle)), 'history');
    assert.equal(paramOf({}), 'format');
    assert.equal(paramOf({ ...file(), version: 2 }), 'version');
    assert.equal(paramOf({ ...file(), tasks: 'all' }), 'tasks');
    assert.equal(paramOf(file(...Array.from({ length: 50_001 }, () => 0))), 'tasks');
    assert.equal(paramOf(' '.repeat(64 * 2 ** 20 + 1)), 'history');
  });
  it('counts what is no task apart from what a later version wrote', () => {
    const { tasks, invalid, newer } = readHistory(file(null, 3, {}, foreign({ version: 3 }), foreign({ status: 'dreaming' }), rich), now);
    assert.deepEqual([tasks.length, invalid, newer], [1, 4, 1]);
  });
  it('leaves no request that anything could send again', () => {
    for (const status of ['submitting', 'unconfirmed']) {
      const task = read({ status, endedAt: undefined, taskId: undefined, outputs: [] });
      assert.deepEqual([task?.status, task?.error?.code, task?.endedAt], ['stopped', 'unconfirmed', 2000]);
    }
    assert.equal(read({ status: 'processing', taskId: undefined })?.status, 'stopped');
    for (const taskId of ['..', '.', '', 7]) assert.equal(read({ status: 'processing', taskId })?.status, 'stopped');
  });
  it('goes on watching what is under way, for a day at most', () => {
    const task = read({ status: 'processing', endedAt: undefined, deadlineAt: 1e300 });
    assert.deepEqual([task?.status, task?.taskId, task?.deadlineAt], ['processing', 't', now + 86_400_000]);
  });
  it('holds no unsafe address', () => {
    const urls = [
      'javascript:alert(1)',
      'https://me:secret@x.example/',
      'http:\\\\evil',
      'blob:https://x/1',
      '//evil.example',
      '/v',
      3,
      null,
    ];
    const task = read({ outputs: [...urls.map((url) => ({ url })), { url: 'https://ok.example/v' }] });
    for (const { url } of task?.outputs ?? []) assert.match(url, /^https?:\/\/(?:ok\.example\/v|evil\/)$/);
    assert.ok(task?.outputs.some(({ url }) => url === 'https://ok.example/v'));
  });
  it('holds no picture, and says which are missing', () => {
    const picture = 'data:image/png;base64,AQID';
    const metadata = { image_tail: picture, style: 'ink' };
    const task = read({ draft: { model: 'm', prompt: 'p', image: picture, lastImage: 'javascript:x', metadata } });
    assert.deepEqual(plain(task?.draft), { model: 'm', prompt: 'p', metadata: { style: 'ink' } });
    assert.deepEqual(task?.files, ['image', 'lastImage', 'metadata.image_tail']);
  });
  it('changes no prototype', () => {
    const text = JSON.stringify(file(foreign({ draft: { model: 'm', prompt: 'p', metadata: { style: 'ink' } } })));
    const { tasks } = readHistory(
      text.replace('"style"', '"__proto__":{"evil":1},"style"').replace('"id"', '"__proto__":{"evil":1},"id"'),
      now,
    );
    assert.deepEqual(plain(tasks[0]?.draft.metadata), { style: 'ink' });
    assert.ok(tasks.every((task) => !('evil' in task) && !('evil' in (task.draft.metadata ?? {}))));
    assert.equal('evil' in {}, false);
  });
  it('sets aside what is too large or too deep', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    const metadata = (inner: unknown) => ({ draft: { model: 'm', prompt: 'p', metadata: { inner } } });
    assert.equal(read({ prompt: 'p'.repeat(100_001) }), undefined);
    assert.equal(read({ id: 'i'.repeat(9000) }), undefined);
    assert.equal(read(metadata('x'.repeat(100_001))), undefined);
    assert.equal(read(metadata(deep(500))), undefined);
    assert.equal(read({ createdAt: 1e17 }), undefined);
    assert.equal(
      readHistory(JSON.stringify(file(foreign({ seed: 5 }))).replace('"seed":5', '"seed":1e999'), now).tasks[0]?.seed,
      undefined,
    );
  });

  it('takes a version or a status that has no words for no task', () => {
    const wordless = { toString: [] };
    const { tasks, invalid, newer } = readHistory(file(foreign({ version: wordless }), foreign({ status: wordless })), now);
    assert.deepEqual([tasks.length, invalid, newer], [0, 2, 0]);
  });

  it('gives sound tasks or none, whatever a record holds', () => {
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.jsonValue() },
      fc.constantFrom('javascript:x', 'https://x.example/v', -1, 1e300, '__proto__'),
    );
    const any = fc.dictionary(fc.constantFrom(...Object.keys(rich), 'error', 'pollError', '__proto__'), value);
    const links = fc.array(fc.record({ url: value, width: value, seed: value, format: value, expiresAt: value }));
    let sound = 0;
    fc.assert(
      fc.property(
        any,
        fc.constantFrom<VideoTask['status']>('submitting', 'unconfirmed', 'processing', 'succeeded'),
        links,
        (more, status, outputs) => {
          for (const task of readHistory(file({ ...rich, ...more, status, outputs }), now).tasks) {
            sound += 1;
            assert.ok(!['submitting', 'unconfirmed'].includes(task.status));
            assert.deepEqual(readTask(task), task);
            for (const output of task.outputs) assert.match(new URL(output.url).protocol, /^https?:$/);
            for (const time of [task.createdAt, task.updatedAt, task.endedAt ?? 0, ...task.outputs.map(({ expiresAt = 0 }) => expiresAt)])
              assert.ok(!Number.isNaN(new Date(time).getTime()));
            assert.deepEqual(plain(readHistory(writeHistory([task], now), now).tasks), plain([task]));
          }
        },
      ),
      { numRuns: 1000 },
    );
    assert.ok(sound > 100, `Only ${sound} were tasks at all.`);
  });
});
