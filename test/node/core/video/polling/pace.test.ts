// How long to wait before asking, first and again.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { VoxreelError } from 'voxreel';

import { firstWaitMs, isOfService, nextWaitMs, pauseMs } from '../../../../../src/core/video/polling/pace.js';
import type { Asked } from '../../../../../src/core/video/polling/pace.js';

const near = (ms: number, expected: number) => assert.ok(Math.abs(ms - expected) <= expected * 0.101, `${ms} is not near ${expected}`);
const wait = (asked: Asked, more: Partial<Parameters<typeof nextWaitMs>[1]> = {}) => nextWaitMs(asked, { ageMs: 0, ...more });
const trouble = (status: number, retryAfterMs?: number) => new VoxreelError('x', 'x', { status, retryAfterMs });

describe('the pace of asking', () => {
  it('begins at 5 s and slows to 15 with the age of the task', () => {
    near(wait({}), 5000);
    near(wait({}, { ageMs: 30_000 }), 10_000);
    near(wait({}, { ageMs: 86_400_000 }), 15_000);
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
    assert.ok(wait({ error: trouble(500, 90_000) }, { poll: { everyMs: 20 } }) >= 90_000);
    assert.ok(wait({ error: trouble(500) }, { troubles: 20 }) >= 30_000);
    assert.equal(pauseMs(trouble(429, 90_000), { troubles: 0, poll: { everyMs: 20 } }), 90_000);
    assert.ok(pauseMs(trouble(503), { troubles: 20 }) >= 30_000);
  });
  it('waits for a new login', () => {
    assert.equal(pauseMs(trouble(401), { troubles: 0 }), Infinity);
    assert.equal(wait({ error: trouble(403) }), Infinity);
  });
  it('tells trouble of a service from trouble of one task', () => {
    assert.deepEqual(
      [401, 403, 404, 429, 500, 502, 503, 504].filter((status) => isOfService(trouble(status))),
      [401, 429, 502, 503, 504],
    );
    assert.deepEqual(
      ['network', 'timeout', 'bad_response'].map((code) => isOfService(new VoxreelError(code, code))),
      [true, true, false],
    );
  });
});
