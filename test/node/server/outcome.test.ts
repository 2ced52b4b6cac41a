// What a status of the service says of the request: whether it may be sent again, and whether it may have been charged for.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { outcomeOfStatus } from '../../../src/server/answers/outcome.js';

for (const [outcome, statuses] of [
  ['answered', [200, 400, 404, 422, 500, 501, 505, 519]],
  ['untouched', [401, 403, 407, 409, 425, 429, 503]],
  ['unknown', [408, 502, 504, 520, 524, 599]],
] as const)
  it(`is ${outcome} after ${statuses.join(', ')}`, () => {
    for (const status of statuses) assert.equal(outcomeOfStatus(status), outcome, String(status));
  });
