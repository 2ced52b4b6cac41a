// Finished videos that are kept by themselves: which, in which order, and when one that failed is tried again.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import { VoxreelError } from 'voxreel';

import { AutoKeep } from '../../../../../src/core/video/files/auto-keep.js';
import { finishedTask } from '../finished-task.js';

const now = 1_700_000_000_000;

describe('videos that are kept as they come', () => {
  let asked: string[];
  let keep: (key: string) => Promise<void>;
  let closing: AbortController;
  let autoKeep: AutoKeep;
  const window = new EventTarget();
  const before = { document: globalThis.document, addEventListener: globalThis.addEventListener };

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now });
    Object.assign(globalThis, { document: {}, addEventListener: window.addEventListener.bind(window) });
    asked = [];
    keep = async () => undefined;
    closing = new AbortController();
    autoKeep = new AutoKeep((id, at) => (asked.push(`${id}/${at}`), keep(`${id}/${at}`)), closing.signal);
  });
  afterEach(() => {
    closing.abort();
    mock.timers.reset();
    Object.assign(globalThis, before);
  });
  const settled = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const finished = async (...tasks: Parameters<AutoKeep['finished']>[0]) => {
    autoKeep.finished(tasks);
    await settled();
  };
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    await settled();
  };
  const task = (id: string, more: Parameters<typeof finishedTask>[0] = {}) => finishedTask({ id, endedAt: now, ...more });
  const failing = (retryable: boolean, retryAfterMs?: number) => () =>
    Promise.reject(new VoxreelError('network', 'Down.', { retryable, retryAfterMs }));

  it('are every output of a task that ended well within a day, and is not kept yet', async () => {
    const kept = { bytes: 1, type: 'video/mp4', poster: false };
    const url = 'https://cdn.example/v.mp4';
    await finished(
      task('a', { outputs: [{ url }, { url, kept }, { url: '' }, { url }] }),
      task('b', { status: 'failed' }),
      task('c', { endedAt: now - 86_400_000 }),
      task('d', { endedAt: now - 86_400_001 }),
      task('e', { endedAt: undefined }),
    );
    assert.deepEqual(asked, ['a/0', 'a/3', 'c/0']);
  });

  it('are fetched one at a time, and each once at a time', async () => {
    const ends: (() => void)[] = [];
    keep = () => new Promise((resolve) => ends.push(resolve));
    await finished(task('a'), task('b'));
    await finished(task('a'), task('b'));
    assert.deepEqual(asked, ['a/0']);
    ends[0]?.();
    await settled();
    assert.deepEqual(asked, ['a/0', 'b/0']);
    ends[1]?.();
    await settled();
    await finished(task('a'));
    assert.deepEqual(asked, ['a/0', 'b/0', 'a/0']);
  });

  it('are tried again when the host says, and six times in all', async () => {
    keep = failing(true, 7000);
    await finished(task('a'));
    await pass(6999);
    assert.equal(asked.length, 1);
    await finished(task('a'));
    assert.equal(asked.length, 1);
    await pass(1);
    assert.equal(asked.length, 2);
    for (let times = 0; times < 9; times++) await pass(7000);
    assert.equal(asked.length, 6);
    await finished(task('a'));
    assert.equal(asked.length, 7);
  });

  it('are tried again later and later where the host does not say when', async () => {
    keep = failing(true);
    await finished(task('a'));
    const waits: number[] = [];
    for (let attempt = 1; attempt < 6; attempt++) {
      let waited = 0;
      while (asked.length === attempt) {
        await pass(500);
        waited += 500;
      }
      waits.push(waited);
    }
    assert.ok((waits[0] ?? 0) <= 5000 && (waits[0] ?? 0) >= 2500, waits.join());
    assert.ok((waits[4] ?? 0) >= 40_000 && (waits[4] ?? 0) <= 80_000, waits.join());
  });

  it('are left where another attempt would not help', async () => {
    for (const failure of [failing(false), () => Promise.reject(new Error('odd'))]) {
      asked = [];
      keep = failure;
      await finished(task('a'));
      await pass(1_000_000);
      assert.deepEqual(asked, ['a/0']);
    }
  });

  it('are tried at once when the browser is online again, each once', async () => {
    keep = failing(true);
    await finished(task('a'), task('b'));
    assert.equal(asked.length, 2);
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('online'));
    await settled();
    assert.deepEqual(asked.slice(2), ['a/0', 'b/0']);
    keep = async () => undefined;
    window.dispatchEvent(new Event('online'));
    await settled();
    await pass(1_000_000);
    assert.deepEqual(asked.slice(4), ['a/0', 'b/0']);
    window.dispatchEvent(new Event('online'));
    await settled();
    assert.equal(asked.length, 6);
  });

  it('that are under way are not asked for again by a browser that is online again', async () => {
    const ends: (() => void)[] = [];
    keep = () => new Promise((resolve) => ends.push(resolve));
    await finished(task('a'));
    window.dispatchEvent(new Event('online'));
    await settled();
    ends[0]?.();
    await settled();
    assert.deepEqual(asked, ['a/0']);
  });

  it('are none once the queue is closed', async () => {
    keep = failing(true);
    await finished(task('a'), task('b'));
    closing.abort();
    await pass(1_000_000);
    window.dispatchEvent(new Event('online'));
    await finished(task('c'));
    assert.deepEqual(asked, ['a/0', 'b/0']);
  });

  it('need no page around them', async () => {
    Reflect.deleteProperty(globalThis, 'document');
    autoKeep = new AutoKeep(async (id) => void asked.push(id), closing.signal);
    await finished(task('a'));
    assert.deepEqual(asked, ['a']);
  });
});
