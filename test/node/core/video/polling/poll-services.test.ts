// How patient a service is taken to be: which pauses are a guess, and end when the network or the page is back.
import assert from 'node:assert/strict';
import { it, mock } from 'node:test';

import { VoxreelError } from 'voxreel';

import { createPollServices, isFree } from '../../../../../src/core/video/polling/poll-services.js';

const trouble = (status?: number, retryAfterMs?: number) => ({
  error: new VoxreelError('network', 'x', { status, retryAfterMs, retryable: true }),
});

it('ends a pause for want of a network or a login when the page is back, and no pause that a service in trouble got', () => {
  mock.timers.enable({ apis: ['Date'], now: 1000 });
  try {
    for (const [status, pausedUntil] of [
      [undefined, 0],
      [401, 0],
      [503, 1],
    ] as const) {
      const services = createPollServices(undefined);
      const service = services.named('service');
      services.answered(service, trouble(status));
      assert.equal(service.pausedUntil > 1000, true, `${status}: paused`);
      services.returned();
      assert.equal(Math.min(service.pausedUntil, 1), pausedUntil, `${status}: back`);
    }
  } finally {
    mock.timers.reset();
  }
});

it('gives a service in trouble one question at a time until it answers', () => {
  const services = createPollServices(undefined);
  const service = services.named('service');
  assert.equal(services.named('service'), service);
  service.asking = 3;
  assert.equal(isFree(service), true);
  service.asking = 4;
  assert.equal(isFree(service), false);
  services.answered(service, trouble(503));
  service.asking = 1;
  assert.equal(isFree(service), false);
  services.answered(service, {});
  assert.equal(isFree(service), true);
});

it('keeps the latest Retry-After, whichever tab was given it', () => {
  const services = createPollServices(undefined);
  services.hear({ name: 'service', pausedUntil: 5000, retryAt: 5000 });
  services.hear({ name: 'service', pausedUntil: 3000, retryAt: 3000 });
  const { pausedUntil, retryAt } = services.named('service');
  assert.deepEqual([pausedUntil, retryAt], [5000, 5000]);
});
