// The pace of asking: who decides it, and what slows it down.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { VoxreelError } from '../../../../src/core/errors.js';
import { createPoller, firstWaitMs, nextWaitMs } from '../../../../src/core/video/poller.js';
import type { Asked } from '../../../../src/core/video/poller.js';
import type { VideoTask } from '../../../../src/core/store/tasks-state.js';

const near = (ms: number, expected: number) => assert.ok(Math.abs(ms - expected) <= expected * 0.101, `${ms} is not near ${expected}`);
const wait = (asked: Asked, more: Partial<Parameters<typeof nextWaitMs>[1]> = {}) => nextWaitMs(asked, { times: 0, troubles: 0, ...more });
const trouble = (status: number, retryAfterMs?: number) => new VoxreelError('x', 'x', { status, retryAfterMs });

describe('the pace of asking', () => {
  it('begins at 5 s and slows to 15', () => {
    near(wait({}), 5000);
    near(wait({}, { times: 3 }), 9765);
    near(wait({}, { times: 40 }), 15_000);
  });
  it('lets the page decide before the service, and that before the provider', () => {
    const hint = { everyMs: 8000, firstMs: 800 };
    near(wait({ hint }), 8000);
    near(wait({ hint, waitMs: 1000 }), 1000);
    near(wait({ hint, waitMs: 1000 }, { poll: { everyMs: 20 } }), 20);
    assert.deepEqual(
      [
        firstWaitMs(undefined, hint),
        firstWaitMs(undefined, hint, 100),
        firstWaitMs({ firstMs: 5 }, hint, 100),
        firstWaitMs(undefined, undefined),
      ],
      [800, 100, 5, 3000],
    );
  });
  it('never asks faster for trouble than the service allows', () => {
    assert.ok(wait({ error: trouble(503, 90_000) }, { poll: { everyMs: 20 } }) >= 90_000);
    assert.ok(wait({ error: trouble(500) }, { troubles: 20 }) >= 30_000);
  });
  it('waits for a new login', () => {
    for (const status of [401, 403]) assert.equal(wait({ error: trouble(status) }), Infinity);
  });
});

describe('createPoller', () => {
  const tasks = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at), createdAt: 0 }) as VideoTask);
  it('asks about few at once, about each, and only while it runs', async () => {
    const watched = tasks(20);
    const seen = new Set<string>();
    let [active, most] = [0, 0];
    await new Promise<void>((resolve) => {
      const poller = createPoller({
        watched: () => watched,
        reachable: () => true,
        poll: { firstMs: 0, everyMs: 60_000 },
        async ask({ id }) {
          most = Math.max(most, (active += 1));
          await Promise.resolve();
          active -= 1;
          seen.add(id);
          if (seen.size === 20) {
            poller.close();
            resolve();
          }
          return {};
        },
      });
      poller.look();
      assert.equal(active, 0);
      poller.run(true);
    });
    assert.equal(most, 4);
  });
  it('does not ask when nobody could answer', () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return {};
    };
    const poller = createPoller({ watched: () => tasks(1), reachable: () => false, ask });
    poller.run(true);
    poller.close();
    assert.equal(asked, 0);
  });
});
