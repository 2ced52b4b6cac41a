// When the list of unfinished videos is looked at: now and then, and at once for one that is said to have ended.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import type { WatchList } from 'voxreel/server/library';

import { createVideoWatch } from '../../../../src/server/library/video-watch.js';

describe('a list of unfinished videos', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  /** Nothing is due in it. */
  function watched() {
    const [looks, hurried]: [number[], string[]] = [[], []];
    const list = {
      lease: (atOnce: number) => (looks.push(atOnce), Promise.resolve([])),
      hurry: (key: string) => (hurried.push(key), Promise.resolve()),
    } as unknown as WatchList;
    const watch = createVideoWatch(list, { leaseMs: 60_000, atOnce: 4 });
    watch.run(() => Promise.resolve(undefined));
    return { watch, looks, hurried };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is looked at every five seconds', async () => {
    const { watch, looks } = watched();
    for (const ms of [4999, 1, 4999, 1]) {
      mock.timers.tick(ms);
      await settled();
    }
    assert.deepEqual(looks, [4, 4]);
    watch.stop();
  });

  it('is looked at as soon as one of them is said to have ended', async () => {
    const { watch, looks, hurried } = watched();
    watch.hurry('task 1');
    await settled();
    mock.timers.tick(1);
    assert.deepEqual([hurried, looks], [['task 1'], [4]]);
    watch.stop();
  });
});
